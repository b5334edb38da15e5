#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gsta/constrain/detail/node_order.hpp"
#include "gsta/constrain/detail/reach.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// The tags of all sources, whatever exceptions they come under; one tag of no clock where there is no
/// source.
inline tag_table tags_of(std::vector<flat_source> const& sources, std::size_t pins) {
  tag_table tags;
  for (auto const& source : sources) {
    require(source.pin >= 0 && static_cast<std::size_t>(source.pin) < pins,
            "make_nodes: a source is off the graph");
    tags.of({source.launch_edge, 0, 0, source.kind});
  }
  if (sources.empty()) tags.of({});
  return tags;
}

/// True for an exception of paths that start at some pins or go through some.
inline bool has_states(path_exception const& of) noexcept {
  return !of.from.empty() || !of.through.empty() || of.from_start;
}

/// Whether nodes can be pins: one tag, and no rule that tells arrivals apart.
inline bool nodes_can_be_pins(tag_table const& tags, arrival_rules const& rules) {
  bool const any_stop = std::find(rules.role.begin(), rules.role.end(), arc_role::stop) != rules.role.end();
  return tags.all().size() == 1 && tags[0].kind == arrival_kind::any && !any_stop &&
         rules.generated.empty() && rules.latches.empty() &&
         std::none_of(rules.exceptions.begin(), rules.exceptions.end(), has_states);
}

inline node_expansion nodes_are_pins(std::size_t pins) {
  node_expansion result;
  result.pin_begin.resize(pins + 1);
  std::iota(result.pin_begin.begin(), result.pin_begin.end(), 0);
  result.node_pin.assign(result.pin_begin.begin(), result.pin_begin.end() - 1);
  result.node_tag.assign(pins, 0);
  result.node_mask.assign(pins, 0b1111);
  return result;
}

/// The node of `pin` with `tag`, or none.
inline id find_node(node_expansion const& nodes, id pin, id tag) {
  auto const begin = nodes.node_tag.begin() + nodes.pin_begin[pin];
  auto const end = nodes.node_tag.begin() + nodes.pin_begin[pin + 1];
  auto const found = std::lower_bound(begin, end, tag);  // ascending in tag
  return found == end || *found != tag ? none : static_cast<id>(found - nodes.node_tag.begin());
}

/// An arc between nodes.
struct node_arc {
  id from, to, arc;
};

/// Appends a pin's arcs as rows of its nodes, each row in the arcs' order.
inline void append_rows(node_expansion& nodes, id pin, std::vector<node_arc> const& arcs) {
  id const first = nodes.pin_begin[pin], last = nodes.pin_begin[pin + 1];
  std::size_t const base = nodes.fanin_from.size();
  std::vector<id> next(static_cast<std::size_t>(last - first) + 1, 0);
  for (auto const& arc : arcs) ++next[static_cast<std::size_t>(arc.to - first) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (id n = first; n < last; ++n)
    nodes.fanin_begin.push_back(static_cast<id>(base) + next[static_cast<std::size_t>(n - first) + 1]);
  nodes.fanin_from.resize(base + arcs.size());
  nodes.fanin_arc.resize(base + arcs.size());
  for (auto const& arc : arcs) {
    auto const slot = base + static_cast<std::size_t>(next[static_cast<std::size_t>(arc.to - first)]++);
    nodes.fanin_from[slot] = arc.from;
    nodes.fanin_arc[slot] = arc.arc;
  }
}

/// Data of a latch come before what departs from it. The links have the arc that orders its enable before it,
/// which passes nothing.
inline void add_latch_order(node_expansion const& nodes, host_graph const& graph, flat_latch const& latch,
                            std::vector<node_arc>& into) {
  for (id k = graph.fanin_begin[latch.departs]; k < graph.fanin_begin[latch.departs + 1]; ++k) {
    if (graph.edges[graph.fanin_arc[k]].code != 0) continue;
    for (id from = nodes.pin_begin[latch.data]; from < nodes.pin_begin[latch.data + 1]; ++from) {
      for (id to = nodes.pin_begin[latch.departs]; to < nodes.pin_begin[latch.departs + 1]; ++to)
        into.push_back({from, to, graph.fanin_arc[k]});
    }
    return;
  }
}

/// Links each node to those in front of it. Links that only required times take (to a clock pin's ideal twin)
/// are returned: they are no fan-in.
inline std::vector<node_arc> add_node_arcs(node_expansion& nodes, host_graph const& graph,
                                           arrival_steps& steps, tag_table const& tags,
                                           arrival_rules const& rules) {
  std::vector<node_arc> backward_only, of_pin;
  for (id pin = 0; static_cast<std::size_t>(pin) + 1 < nodes.pin_begin.size(); ++pin) {
    of_pin.clear();
    bool const is_source = starts_new(rules, pin);
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k], from_pin = graph.fanin_from[k];
      bool const order_only = graph.edges[arc].code == 0, plain = steps.is_plain(arc, pin);
      if (order_only && is_source) continue;
      for (id from = nodes.pin_begin[from_pin]; from < nodes.pin_begin[from_pin + 1]; ++from) {
        id const in_front = nodes.node_tag[from];
        auto const link = [&](id tag) {
          id const n = tag == none ? none : find_node(nodes, pin, tag);
          if (n != none) of_pin.push_back({from, n, arc});
        };
        if (order_only) {
          for (id n = nodes.pin_begin[pin]; n < nodes.pin_begin[pin + 1]; ++n)
            of_pin.push_back({from, n, arc});
        } else if (plain) {
          link(in_front);
        } else {
          // A generated clock starts without delay where the edge that makes it does not come.
          std::uint8_t const mask = is_source ? nodes.node_mask[from] : 0b1111;
          steps.each_behind(arc, from_pin, pin, tags[in_front], mask,
                            [&](tag const& t, edge_set) { link(tags.known(t)); });
        }
        bool const links_back = !order_only && !is_source &&
                                role_of(rules, arc) == arc_role::to_ideal_clock &&
                                is_ideal(rules, tags[in_front]);
        id const twin = links_back ? find_node(nodes, pin, in_front) : none;
        if (twin != none) backward_only.push_back({from, twin, arc});
      }
    }
    if (flat_latch const* const latch = steps.latch_at(pin)) add_latch_order(nodes, graph, *latch, of_pin);
    append_rows(nodes, pin, of_pin);
  }
  return backward_only;
}

/// Rows by source, in ascending arc id, then target.
inline void add_fanout(node_expansion& nodes, std::vector<node_arc> arcs) {
  std::size_t const n = nodes.node_pin.size();
  for (std::size_t v = 0; v < n; ++v) {
    for (id k = nodes.fanin_begin[v]; k < nodes.fanin_begin[v + 1]; ++k)
      arcs.push_back({nodes.fanin_from[k], static_cast<id>(v), nodes.fanin_arc[k]});
  }
  std::stable_sort(arcs.begin(), arcs.end(),
                   [](node_arc const& a, node_arc const& b) { return a.arc < b.arc; });
  nodes.fanout_begin.assign(n + 1, 0);
  for (auto const& arc : arcs) ++nodes.fanout_begin[arc.from + 1];
  std::partial_sum(nodes.fanout_begin.begin(), nodes.fanout_begin.end(), nodes.fanout_begin.begin());
  std::vector<id> next(nodes.fanout_begin.begin(), nodes.fanout_begin.end() - 1);
  nodes.fanout_to.resize(arcs.size());
  nodes.fanout_arc.resize(arcs.size());
  for (auto const& arc : arcs) {
    id const slot = next[arc.from]++;
    nodes.fanout_to[slot] = arc.to;
    nodes.fanout_arc[slot] = arc.arc;
  }
}

inline node_expansion expand_nodes(host_graph const& graph, arrival_steps& steps, tag_table& tags,
                                   arrival_rules const& rules, std::vector<flat_source> const& sources) {
  auto const reaching = reach(graph, steps, tags, sources);
  node_expansion nodes;
  nodes.pin_begin.push_back(0);
  for (std::size_t pin = 0; pin < reaching.size(); ++pin) {
    for (auto const& at : reaching[pin]) {
      nodes.node_pin.push_back(static_cast<id>(pin));
      nodes.node_tag.push_back(at.tag);
      nodes.node_mask.push_back(at.mask);
    }
    nodes.pin_begin.push_back(static_cast<id>(nodes.node_pin.size()));
  }
  auto backward_only = add_node_arcs(nodes, graph, steps, tags, rules);
  if (!rules.latches.empty()) nodes.looping = open_latch_loops(nodes, rules.latches);
  add_fanout(nodes, std::move(backward_only));
  if (!rules.latches.empty()) {
    order_nodes(nodes);
    return nodes;
  }
  for (std::size_t l = 0; l + 1 < graph.level_begin.size(); ++l) {
    for (id i = graph.level_begin[l]; i < graph.level_begin[l + 1]; ++i) {
      for (id n = nodes.pin_begin[graph.order[i]]; n < nodes.pin_begin[graph.order[i] + 1]; ++n)
        nodes.order.push_back(n);
    }
    nodes.level_begin.push_back(static_cast<id>(nodes.order.size()));
  }
  return nodes;
}

/// The worse of each condition.
inline void make_worse(corner_values& best, corner_values const& arrival) {
  for (int c = 0; c < conditions; ++c) {
    if (is_late(c) ? arrival[c] > best[c] : arrival[c] < best[c]) best[c] = arrival[c];
  }
}

/// What is asserted on each pin: the worst of all its sources.
inline std::vector<corner_values> assert_on_pins(std::size_t pins, std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(pins, undefined_arrival());
  for (auto const& source : sources) make_worse(asserted[source.pin], source.arrival);
  return asserted;
}

/// Paths that count from a register start there at 0, or at an ideal clock's source latency, as sign-off
/// timers have it.
inline void assert_starts(node_expansion const& nodes, tag_table const& tags,
                          std::vector<flat_source> const& sources, std::vector<corner_values>& asserted) {
  auto const is_start = [&](id n) {
    tag const& t = tags[nodes.node_tag[n]];
    return t.from_start && t.kind == arrival_kind::clock;
  };
  for (auto const& source : sources) {
    for (id n = nodes.pin_begin[source.pin]; n < nodes.pin_begin[source.pin + 1]; ++n) {
      if (!is_start(n) || tags[nodes.node_tag[n]].launch_edge != source.launch_edge) continue;
      corner_values arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if ((nodes.node_mask[n] >> c & 1) != 0 && math::is_defined(source.arrival[c]))
          arrival[c] = math::sub(source.arrival[c], source.latency[c]);
      }
      make_worse(asserted[n], arrival);
    }
  }
  for (std::size_t n = 0; n < nodes.node_pin.size(); ++n) {
    for (int c = 0; is_start(static_cast<id>(n)) && c < conditions; ++c) {
      bool const starts = (nodes.node_mask[n] >> c & 1) != 0 && !math::is_defined(asserted[n][c]);
      if (starts) asserted[n][c] = 0;
    }
  }
}

/// What is asserted on each node: the worst of all sources of its pin and tag.
inline std::vector<corner_values> assert_arrivals(node_expansion const& nodes, arrival_steps& steps,
                                                  tag_table const& tags,
                                                  std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(nodes.node_pin.size(), undefined_arrival());
  for (auto const& source : sources) {
    steps.each_start(source, [&](tag const& t, edge_set edges, corner_values const& given) {
      id const node = find_node(nodes, source.pin, tags.known(t));
      if (node == none) return;
      corner_values arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if (has_edge(edges, edge_of(c))) arrival[c] = given[c];
      }
      make_worse(asserted[node], arrival);
    });
  }
  if (steps.walk().any_counted()) assert_starts(nodes, tags, sources, asserted);
  for (std::size_t n = 0; n < nodes.node_pin.size(); ++n) {
    bool const has_fanin = nodes.fanin_begin[n] < nodes.fanin_begin[n + 1];
    steps.each_generated(nodes.node_pin[n], [&](tag const& t) {
      if (!has_fanin && tags.known(t) == nodes.node_tag[n])
        asserted[n][t.launch_edge % 2] = asserted[n][2 + t.launch_edge % 2] = 0;
    });
  }
  return asserted;
}

}  // namespace gsta::detail
