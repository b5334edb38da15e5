#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// A pin graph brought to the host.
struct host_graph {
  std::vector<id> fanin_begin, fanin_from, fanin_arc;
  std::vector<edge_map> edges;
  std::vector<id> order, level_begin;
};

/// A node graph built on the host: compressed rows both ways and level order.
struct node_expansion {
  std::vector<id> pin_begin, node_pin, node_tag;
  std::vector<id> fanin_begin{0}, fanin_from, fanin_arc, fanout_begin, fanout_to, fanout_arc;
  std::vector<id> order, level_begin{0};
  std::vector<std::uint8_t> node_mask;

  timing_graph_view<memory_space::host> view() const noexcept {
    return {view_of(fanin_begin),  view_of(fanin_from), view_of(fanin_arc),
            view_of(fanout_begin), view_of(fanout_to),  view_of(fanout_arc)};
  }
};

/// The distinct tags of all sources, ascending; one tag of no clock where there is no source.
inline std::vector<tag> list_tags(std::vector<flat_source> const& sources, std::size_t pins) {
  std::vector<tag> tags;
  for (auto const& source : sources) {
    require(source.pin >= 0 && static_cast<std::size_t>(source.pin) < pins,
            "make_nodes: a source is off the graph");
    tags.push_back({source.launch_edge});
  }
  if (tags.empty()) tags.push_back({});
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

inline id tag_id(std::vector<tag> const& tags, tag const& wanted) {
  return static_cast<id>(std::lower_bound(tags.begin(), tags.end(), wanted) - tags.begin());
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

/// A tag that reaches a pin, under these conditions (bit c).
struct reaching_tag {
  id tag;
  std::uint8_t mask;
};

inline void add_reaching(std::vector<reaching_tag>& at, id tag, std::uint8_t mask) {
  auto const found = std::lower_bound(at.begin(), at.end(), tag,
                                      [](reaching_tag const& a, id wanted) { return a.tag < wanted; });
  if (found != at.end() && found->tag == tag) {
    found->mask |= mask;
  } else {
    at.insert(found, {tag, mask});
  }
}

/// Which conditions an arc makes at its output from those at its input.
inline std::uint8_t pass(edge_map edges, std::uint8_t mask) {
  std::uint8_t out = 0;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && (mask >> in & 1)) out = static_cast<std::uint8_t>(out | 1 << c);
  }
  return out;
}

inline std::vector<std::vector<reaching_tag>> reach(host_graph const& graph, std::vector<tag> const& tags,
                                                    std::vector<flat_source> const& sources) {
  std::vector<std::vector<reaching_tag>> reaching(graph.fanin_begin.size() - 1);
  for (auto const& source : sources) {
    std::uint8_t mask = 0;
    for (int c = 0; c < conditions; ++c) {
      if (math::is_defined(source.arrival[c])) mask = static_cast<std::uint8_t>(mask | 1 << c);
    }
    if (mask != 0) add_reaching(reaching[source.pin], tag_id(tags, {source.launch_edge}), mask);
  }
  for (id const pin : graph.order) {
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      for (auto const& from : reaching[graph.fanin_from[k]]) {
        std::uint8_t const mask = pass(graph.edges[graph.fanin_arc[k]], from.mask);
        if (mask != 0) add_reaching(reaching[pin], from.tag, mask);
      }
    }
  }
  return reaching;
}

/// The node of `pin` with `tag`, or none.
inline id find_node(node_expansion const& nodes, id pin, id tag) {
  for (id n = nodes.pin_begin[pin]; n < nodes.pin_begin[pin + 1]; ++n) {
    if (nodes.node_tag[n] == tag) return n;
  }
  return none;
}

inline void add_node_arcs(node_expansion& nodes, host_graph const& graph) {
  for (std::size_t n = 0; n < nodes.node_pin.size(); ++n) {
    id const pin = nodes.node_pin[n];
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k], from_pin = graph.fanin_from[k];
      bool const order_only = graph.edges[arc].code == 0;
      for (id from = nodes.pin_begin[from_pin]; from < nodes.pin_begin[from_pin + 1]; ++from) {
        if (!order_only && nodes.node_tag[from] != nodes.node_tag[n]) continue;
        nodes.fanin_from.push_back(from);
        nodes.fanin_arc.push_back(arc);
      }
    }
    nodes.fanin_begin.push_back(static_cast<id>(nodes.fanin_from.size()));
  }
}

/// Rows by source, in ascending arc id, then target.
inline void add_fanout(node_expansion& nodes) {
  std::size_t const n = nodes.node_pin.size(), arcs = nodes.fanin_from.size();
  std::vector<id> target(arcs), by_arc(arcs);
  for (std::size_t v = 0; v < n; ++v) {
    for (id k = nodes.fanin_begin[v]; k < nodes.fanin_begin[v + 1]; ++k) target[k] = static_cast<id>(v);
  }
  std::iota(by_arc.begin(), by_arc.end(), 0);
  std::stable_sort(by_arc.begin(), by_arc.end(),
                   [&](id a, id b) { return nodes.fanin_arc[a] < nodes.fanin_arc[b]; });
  nodes.fanout_begin.assign(n + 1, 0);
  for (id const from : nodes.fanin_from) ++nodes.fanout_begin[from + 1];
  std::partial_sum(nodes.fanout_begin.begin(), nodes.fanout_begin.end(), nodes.fanout_begin.begin());
  std::vector<id> next(nodes.fanout_begin.begin(), nodes.fanout_begin.end() - 1);
  nodes.fanout_to.resize(arcs);
  nodes.fanout_arc.resize(arcs);
  for (id const k : by_arc) {
    id const slot = next[nodes.fanin_from[k]]++;
    nodes.fanout_to[slot] = target[k];
    nodes.fanout_arc[slot] = nodes.fanin_arc[k];
  }
}

inline node_expansion expand_nodes(host_graph const& graph, std::vector<tag> const& tags,
                                   std::vector<flat_source> const& sources) {
  auto const reaching = reach(graph, tags, sources);
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
  add_node_arcs(nodes, graph);
  add_fanout(nodes);
  for (std::size_t l = 0; l + 1 < graph.level_begin.size(); ++l) {
    for (id i = graph.level_begin[l]; i < graph.level_begin[l + 1]; ++i) {
      for (id n = nodes.pin_begin[graph.order[i]]; n < nodes.pin_begin[graph.order[i] + 1]; ++n)
        nodes.order.push_back(n);
    }
    nodes.level_begin.push_back(static_cast<id>(nodes.order.size()));
  }
  return nodes;
}

/// What is asserted on each node: the worst of all sources of its pin and tag.
inline std::vector<corner_values> assert_arrivals(node_expansion const& nodes, std::vector<tag> const& tags,
                                                  std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(nodes.node_pin.size(), undefined_arrival());
  for (auto const& source : sources) {
    id const node = find_node(nodes, source.pin, tag_id(tags, {source.launch_edge}));
    if (node == none) continue;  // all conditions undefined
    for (int c = 0; c < conditions; ++c) {
      float& best = asserted[node][c];
      if (is_late(c) ? source.arrival[c] > best : source.arrival[c] < best) best = source.arrival[c];
    }
  }
  return asserted;
}

}  // namespace gsta::detail
