#pragma once

#include <utility>
#include <vector>

#include "gsta/path/path_problem.hpp"

namespace gsta_test {

using namespace gsta;

/// Where paths end: a vertex, and what turns a path's cost there into its slack.
struct path_end {
  id vertex = none;             ///< of the path graph, where the check's data arrives
  id check = none;              ///< of the timed design
  edge data_edge = edge::rise;  ///< edge of the data there
  femtoseconds offset = 0;      ///< as `path_problem::end_offset`
};

/// The weighted graph that path search works on, for one split, on the host. A path's slack is the start cost
/// of its first vertex, the weights of its arcs, and the offset of its end: smaller is worse, for early and
/// late alike.
///
/// Vertices are 2 * node + edge, then copies of those clock pins that launch: a launching arc comes from the
/// copy, which starts at the pin's arrival and has no fan-in, while other arcs of the same pin come from the
/// pin itself.
struct path_graph {
  std::vector<id> fanin_begin{0};    ///< [vertices + 1]; rows in the order of the nodes' fan-in rows
  std::vector<id> fanin_from;        ///< [arcs] vertex
  std::vector<id> fanin_arc;         ///< [arcs] arc id
  std::vector<femtoseconds> weight;  ///< [arcs]
  std::vector<femtoseconds> start;   ///< [vertices] no_path where no path starts
  std::vector<id> launch_pin;        ///< [copies] the vertex that is copied
  std::vector<path_end> ends;        ///< ascending in check, then data edge

  /// Vertices, copies of launching clock pins included.
  std::size_t vertex_count() const noexcept { return start.size(); }

  /// The 2 * node + edge that a vertex stands for.
  id pin_vertex(id vertex) const noexcept {
    std::size_t const pins = start.size() - launch_pin.size(), v = static_cast<std::size_t>(vertex);
    return v < pins ? vertex : launch_pin[v - pins];
  }
};

namespace plain {
/// Fills a path graph row by row.
struct path_graph_builder {
  path_problem<memory_space::host> const& problem;
  split side;
  path_graph graph{};
  std::vector<femtoseconds> launch_start{};  // [copies]
  std::vector<id> copy_of{};                 // [2 * nodes] vertex of the copy, or none

  void add_vertex(id node, edge e) {
    int const c = condition(side, e);
    graph.start.push_back(problem.start_cost(node, c));
    for (id k = problem.fanin_begin[node]; k < problem.fanin_begin[node + 1]; ++k) add_arc(k, c);
    graph.fanin_begin.push_back(static_cast<id>(graph.fanin_from.size()));
  }

  void add_arc(id k, int c) {
    id const arc = problem.fanin_arc[k], node = problem.fanin_from[k];
    require(arc >= 0 && static_cast<std::size_t>(arc) < problem.edges.size() && node >= 0 &&
                static_cast<std::size_t>(node) < problem.node_count(),
            "make_path_graph: a fan-in row names no arc or node");
    femtoseconds const cost = problem.arc_cost(arc, c);
    if (cost == no_path) return;
    int const in = problem.edges[arc].input(c);
    id const from = problem.launches(arc) ? launch_copy(node, in) : 2 * node + edge_of(in);
    if (from == none) return;
    graph.fanin_from.push_back(from);
    graph.fanin_arc.push_back(arc);
    graph.weight.push_back(cost);
  }

  /// The copy of a launching clock pin, made on first use; none where no clock arrives.
  id launch_copy(id node, int c) {
    id const pin = 2 * node + edge_of(c);
    femtoseconds const cost = problem.launch_cost(node, c);
    if (copy_of[pin] != none || cost == no_path) return copy_of[pin];
    copy_of[pin] = static_cast<id>(copy_of.size() + launch_start.size());
    graph.launch_pin.push_back(pin);
    launch_start.push_back(cost);
    return copy_of[pin];
  }

  void add_ends(id check) {
    if (is_late(problem.checks[check].kind) != (side == split::late)) return;
    id const node = problem.checks[check].data;
    require(node >= 0 && static_cast<std::size_t>(node) < problem.node_count(),
            "make_path_graph: a check's data is no node");
    for (edge const e : {edge::rise, edge::fall}) {
      femtoseconds const offset = problem.end_offset(check, e);
      if (offset != no_path) graph.ends.push_back({2 * node + static_cast<id>(e), check, e, offset});
    }
  }
};
}  // namespace plain

/// The path graph of one split. Undefined delays, arrivals and required times make no arc, start or end;
/// order-only arcs carry no edge and make no arc either.
///
/// Shapes: as `path_problem` and `path_graph` say. Units: ps in, fs out. Cost: O(node arcs + checks). Where:
/// host. Throws: argument_error on arrays that do not fit together.
inline path_graph make_path_graph(path_problem<memory_space::host> const& problem, split side) {
  gsta::detail::require_fitting(problem);
  require(problem.fanin_begin[problem.node_count()] == static_cast<id>(problem.fanin_from.size()),
          "make_path_graph: the fan-in rows do not end with the arcs");
  id const nodes = static_cast<id>(problem.node_count());
  plain::path_graph_builder builder{problem, side};
  builder.copy_of.assign(2 * problem.node_count(), none);
  for (id node = 0; node < nodes; ++node) {
    builder.add_vertex(node, edge::rise);
    builder.add_vertex(node, edge::fall);
  }
  for (std::size_t i = 0; i < problem.checks.size(); ++i) builder.add_ends(static_cast<id>(i));
  path_graph graph = std::move(builder.graph);
  for (femtoseconds const cost : builder.launch_start) {
    graph.start.push_back(cost);
    graph.fanin_begin.push_back(graph.fanin_begin.back());
  }
  return graph;
}

}  // namespace gsta_test
