#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/node_order.hpp"
#include "gsta/constrain/detail/reach.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/by_condition.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The tags of all sources, whatever exceptions they come under; one tag of no clock where there is no
/// source.
GSTA_LAZY tag_table tags_of(std::vector<flat_source> const& sources, std::size_t pins) {
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
GSTA_LAZY bool nodes_can_be_pins(tag_table const& tags, arrival_rules const& rules) {
  return tags.all().size() == 1 && tags[0].kind == arrival_kind::any && rules.generated.empty() &&
         rules.latches.empty() && rules.ends.empty() &&
         std::none_of(rules.exceptions.begin(), rules.exceptions.end(), has_states) &&
         std::find(rules.role.begin(), rules.role.end(), arc_role::stop) == rules.role.end();
}

/// The node of `pin` with `tag`, or none.
GSTA_LAZY id find_node(host_nodes const& nodes, id pin, id tag) {
  auto const begin = nodes.node_tag.begin() + nodes.pin_begin[pin];
  auto const end = nodes.node_tag.begin() + nodes.pin_begin[pin + 1];
  auto const found = std::lower_bound(begin, end, tag);  // ascending in tag
  return found == end || *found != tag ? none : static_cast<id>(found - nodes.node_tag.begin());
}

/// Appends links to a pin as rows of its nodes, each row in the links' order.
GSTA_LAZY void append_rows(host_nodes& nodes, id pin, std::vector<node_link> const& to_pin) {
  listed_links& links = nodes.links;
  id const first = nodes.pin_begin[pin], last = nodes.pin_begin[pin + 1];
  std::size_t const base = links.from.size();
  std::vector<id> next(static_cast<std::size_t>(last - first) + 1, 0);
  for (auto const& link : to_pin) ++next[static_cast<std::size_t>(link.to - first) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  links.row_of[pin] = static_cast<id>(links.begin.size()) - 1;
  for (id n = first; n < last; ++n)
    links.begin.push_back(static_cast<id>(base) + next[static_cast<std::size_t>(n - first) + 1]);
  links.from.resize(base + to_pin.size());
  links.arc.resize(base + to_pin.size());
  for (auto const& link : to_pin) {
    auto const slot = base + static_cast<std::size_t>(next[static_cast<std::size_t>(link.to - first)]++);
    links.from[slot] = link.from;
    links.arc[slot] = link.arc;
  }
}

/// Data of a latch come before what departs from it. The links have the arc that orders its enable before it,
/// which passes nothing.
GSTA_LAZY void add_latch_order(host_nodes const& nodes, host_graph const& graph, flat_latch const& latch,
                               std::vector<node_link>& into) {
  id k = graph.fanin_begin[latch.departs];
  id const last = graph.fanin_begin[latch.departs + 1];
  while (k < last && (graph.fanin_from[k] != latch.enable || graph.edges[graph.fanin_arc[k]].code != 0)) ++k;
  require(k < last, "make_nodes: no arc orders a latch's enable before its data: resolve_clocks adds it");
  for (id from = nodes.pin_begin[latch.data]; from < nodes.pin_begin[latch.data + 1]; ++from) {
    for (id to = nodes.pin_begin[latch.departs]; to < nodes.pin_begin[latch.departs + 1]; ++to)
      into.push_back({from, graph.fanin_arc[k], to});
  }
}

/// Lists what links the nodes of listed pins, pin by pin.
class link_lister {
 public:
  link_lister(host_nodes& nodes, host_graph const& graph, arrival_steps& steps, tag_table const& tags,
              arrival_rules const& rules)
      : nodes_(nodes), graph_(graph), steps_(steps), tags_(tags), rules_(rules) {}

  void add(id pin) {
    of_pin_.clear();
    bool const is_source = starts_new(rules_, pin);
    for (id k = graph_.fanin_begin[pin]; k < graph_.fanin_begin[pin + 1]; ++k) {
      id const arc = graph_.fanin_arc[k];
      bool const order_only = graph_.edges[arc].code == 0;
      if (order_only && is_source) continue;
      id const from_pin = graph_.fanin_from[k];
      for (id from = nodes_.pin_begin[from_pin]; from < nodes_.pin_begin[from_pin + 1]; ++from)
        order_only ? add_order(from, arc, pin) : add_links(from_pin, from, arc, pin, is_source);
    }
    if (flat_latch const* const latch = steps_.latch_at(pin))
      add_latch_order(nodes_, graph_, *latch, of_pin_);
    // Paths to generated clocks neither wait for what departs nor does it wait for them.
    std::erase_if(of_pin_, [&](node_link const& link) {
      bool const waits = is_source_path(tag_at(link.from)) || is_source_path(tag_at(link.to));
      return waits && graph_.edges[link.arc].code == 0;
    });
    append_rows(nodes_, pin, of_pin_);
  }

  /// Links that required times alone take: levels have them in order too.
  std::vector<node_link> const& backward_only() const noexcept { return backward_only_; }

  /// Lists links by where they come from. Those that required times alone take (to a clock pin's ideal
  /// shadow) are no fan-in.
  void list_fanout() {
    auto all = std::move(backward_only_);
    for (std::size_t pin = 0; pin < nodes_.links.row_of.size(); ++pin) {
      id row = nodes_.links.row_of[pin];
      if (row == none) continue;
      for (id to = nodes_.pin_begin[pin]; to < nodes_.pin_begin[pin + 1]; ++to, ++row) {
        for (id k = nodes_.links.begin[row]; k < nodes_.links.begin[row + 1]; ++k)
          all.push_back({nodes_.links.from[k], nodes_.links.arc[k], to});
      }
    }
    std::sort(all.begin(), all.end());
    for (auto const& link : all) {
      nodes_.links.out_from.push_back(link.from);
      nodes_.links.out_arc.push_back(link.arc);
      nodes_.links.out_to.push_back(link.to);
    }
  }

 private:
  tag const& tag_at(id node) const { return tags_[nodes_.node_tag[node]]; }
  void add_order(id from, id arc, id pin) {
    for (id to = nodes_.pin_begin[pin]; to < nodes_.pin_begin[pin + 1]; ++to)
      of_pin_.push_back({from, arc, to});
  }
  void add_links(id from_pin, id from, id arc, id pin, bool is_source) {
    tag const& in_front = tags_[nodes_.node_tag[from]];
    // A generated clock starts without delay where the edge that makes it does not come.
    if (is_source_path(in_front) && pass(graph_.edges[arc], nodes_.node_mask[from]) == 0) return;
    steps_.each_behind(arc, from_pin, pin, in_front, 0b1111, [&](tag const& t, edge_set) {
      id const to = find_known(pin, t);
      if (to != none) of_pin_.push_back({from, arc, to});
    });
    if (is_source || steps_.role(arc) != arc_role::to_ideal_clock || !is_ideal(rules_, in_front)) return;
    tag of_shadow = in_front;
    of_shadow.exception = 0;  // a shadow starts anew, whatever points the clock passed
    id const shadow = find_known(pin, of_shadow);
    if (shadow != none) backward_only_.push_back({from, arc, shadow});
  }
  id find_known(id pin, tag const& t) const {
    id const known = tags_.known(t);
    return known == none ? none : find_node(nodes_, pin, known);
  }

  host_nodes& nodes_;
  host_graph const& graph_;
  arrival_steps& steps_;
  tag_table const& tags_;
  arrival_rules const& rules_;
  std::vector<node_link> of_pin_, backward_only_;
};

/// The nodes of what reaches each pin.
GSTA_LAZY void number_nodes(reach const& reaching, host_nodes& nodes) {
  std::size_t const pins = nodes.pin_begin.size() - 1;
  for (std::size_t pin = 0; pin < pins; ++pin)
    nodes.pin_begin[pin + 1] =
        nodes.pin_begin[pin] + static_cast<id>(reaching.at(static_cast<id>(pin)).size());
  nodes.node_tag.resize(static_cast<std::size_t>(nodes.pin_begin.back()));
  nodes.node_mask.resize(nodes.node_tag.size());
  for (std::size_t pin = 0; pin < pins; ++pin) {
    auto node = static_cast<std::size_t>(nodes.pin_begin[pin]);
    for (auto const& one : reaching.at(static_cast<id>(pin))) {
      nodes.node_tag[node] = one.tag;
      nodes.node_mask[node++] = one.mask;
    }
  }
}

/// What each tag becomes behind an arc that launches, and what becomes each there.
GSTA_LAZY void list_launched(tag_table const& tags, host_nodes& nodes) {
  nodes.launches.assign(tags.all().size(), none);
  for (auto const& t : tags.all()) {
    auto const behind = launched_tag(t);
    id const known = behind ? tags.known(*behind) : none;
    if (known != none) nodes.launches[known] = static_cast<id>(nodes.launched.size());
    nodes.launched.push_back(known);
  }
}

GSTA_LAZY host_nodes expand_nodes(host_graph const& graph, arrival_steps& steps, tag_table& tags,
                                  arrival_rules const& rules, std::vector<flat_source> const& sources) {
  reach const reaching(graph, steps, tags, sources);
  host_nodes nodes;
  std::size_t const pins = graph.fanin_begin.size() - 1;
  nodes.pin_begin.assign(pins + 1, 0);
  number_nodes(reaching, nodes);
  bool const all_pins = !rules.latches.empty();
  link_lister list(nodes, graph, steps, tags, rules);
  for (std::size_t pin = 0; pin < pins; ++pin) {
    if (!all_pins && !reaching.is_listed(static_cast<id>(pin))) continue;
    nodes.links.row_of.resize(pins, none);
    list.add(static_cast<id>(pin));
  }
  if (all_pins) order_with_latches(nodes, rules.latches, list.backward_only());
  list.list_fanout();
  list_launched(tags, nodes);
  return nodes;
}

/// The worse of each condition.
GSTA_LAZY void make_worse(per_condition<float>& best, per_condition<float> const& arrival) {
  for (int c = 0; c < conditions; ++c) {
    if (beats(c, arrival[c], best[c])) best[c] = arrival[c];
  }
}

/// What is asserted, in any order.
using assertions = std::vector<std::pair<id, per_condition<float>>>;

/// Keeps what is asserted: the worst of all of each node.
GSTA_LAZY void keep_asserted(assertions all, host_nodes& nodes) {
  gsta::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  for (auto const& [node, arrival] : all) {
    if (nodes.asserted.empty() || nodes.asserted.back() != node) {
      nodes.asserted.push_back(node);
      nodes.arrival.push_back(undefined_arrival());
    }
    make_worse(nodes.arrival.back(), arrival);
  }
}

GSTA_LAZY void assert_on_pins(std::vector<flat_source> const& sources, host_nodes& nodes) {
  assertions all;
  for (auto const& source : sources) all.push_back({source.pin, source.arrival});
  keep_asserted(std::move(all), nodes);
}

/// Paths that count from a register start there at 0, or at an ideal clock's source latency, as sign-off
/// timers have it.
GSTA_LAZY void assert_starts(host_nodes const& nodes, tag_table const& tags,
                             std::vector<flat_source> const& sources, assertions& all) {
  std::map<id, per_condition<float>> starts;
  for (std::size_t n = 0; n < nodes.node_tag.size(); ++n) {
    tag const& t = tags[nodes.node_tag[n]];
    if (t.from_start && t.kind == arrival_kind::clock) starts[static_cast<id>(n)] = undefined_arrival();
  }
  for (auto const& source : sources) {
    auto start = starts.lower_bound(nodes.pin_begin[source.pin]);
    auto const end = starts.lower_bound(nodes.pin_begin[source.pin + 1]);
    for (; start != end; ++start) {
      auto& [n, asserted] = *start;
      if (tags[nodes.node_tag[n]].launch_edge != source.launch_edge) continue;
      per_condition<float> arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if ((nodes.node_mask[n] >> c & 1) != 0 && math::is_defined(source.arrival[c]))
          arrival[c] = math::sub(source.arrival[c], source.latency[c]);
      }
      make_worse(asserted, arrival);
    }
  }
  for (auto& [n, asserted] : starts) {
    for (int c = 0; c < conditions; ++c) {
      if ((nodes.node_mask[n] >> c & 1) != 0 && !math::is_defined(asserted[c])) asserted[c] = 0;
    }
    all.push_back({n, asserted});
  }
}

/// The conditions that links bring to a node of a listed pin.
GSTA_LAZY std::uint8_t comes_to(host_graph const& graph, host_nodes const& nodes, id pin, id node) {
  id const row = nodes.links.row_of[pin] + node - nodes.pin_begin[pin];
  std::uint8_t comes = 0;
  for (id k = nodes.links.begin[row]; k < nodes.links.begin[row + 1]; ++k)
    comes = static_cast<std::uint8_t>(
        comes | pass(graph.edges[nodes.links.arc[k]], nodes.node_mask[nodes.links.from[k]]));
  return comes;
}

GSTA_LAZY void assert_arrivals(arrival_steps& steps, tag_table const& tags,
                               std::vector<flat_source> const& sources, host_nodes& nodes) {
  assertions all;
  for (auto const& source : sources) {
    steps.each_start(source, [&](tag const& t, edge_set edges, per_condition<float> const& given) {
      id const known = tags.known(t), node = known == none ? none : find_node(nodes, source.pin, known);
      if (node == none) return;
      per_condition<float> arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if (has_edge(edges, edge_of(c))) arrival[c] = given[c];
      }
      all.push_back({node, arrival});
    });
  }
  if (steps.walk().any_counted()) assert_starts(nodes, tags, sources, all);
  steps.each_generated_pin([&](id pin) {
    steps.each_generated(pin, [&](tag const& t, std::uint8_t follow) {
      id const known = tags.known(t), node = known == none ? none : find_node(nodes, pin, known);
      if (node == none) return;
      std::uint8_t const comes = comes_to(steps.graph(), nodes, pin, node);
      per_condition<float> arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c)
        if ((follow & ~comes) >> c & 1) arrival[c] = 0;
      if (arrival != undefined_arrival()) all.push_back({node, arrival});
    });
  });
  keep_asserted(std::move(all), nodes);
}

}  // namespace gsta::detail
