#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/path/detail/costs/tiles.hpp"
#include "gsta/path/detail/graph/tails.hpp"

namespace gsta {

namespace primitive {
struct find_costs;  // and the rows that it needs
}

/// The cost or slack of what does not exist; larger than any that does.
inline constexpr femtoseconds no_path = std::numeric_limits<femtoseconds>::max();

/// An acyclic graph with weights, on which paths from one source to one sink are searched. The source and the
/// sink are vertices of their own, the last two: an edge out of the source says where a path may begin, and
/// an edge into the sink where it may end, at what cost.
///
/// Paths are walked from the source. Where two cost the same, that one comes first which, where they part,
/// takes the edge that stands earlier in its row. So the order of rows is the order of ties, and parallel
/// edges make different paths. Weights may be negative, and are whole: sums are exact. An edge whose weight
/// is `no_path` is closed: no path takes it.
template <memory_space S>
struct search_graph_view {
  span<id const, S> begin;             ///< [vertices + 1]
  span<id const, S> to;                ///< [edges]
  span<femtoseconds const, S> weight;  ///< [edges] `no_path`: closed
  /// [vertices] Where rows have moved and weights have not, as in a graph that was renumbered: what to add to
  /// the position of an edge of this row, for that of its weight. Else empty.
  span<id const, S> moved{};

  /// The weight of edge `e` out of `tail`.
  GSTA_HD femtoseconds weight_of(id tail, id e) const noexcept {
    return weight[moved.empty() ? e : e + moved[tail]];
  }
  /// What edge `e` out of `tail` costs together with `rest` behind it; `no_path` where it is closed or
  /// nothing is behind it.
  GSTA_HD femtoseconds cost_over(id tail, id e, femtoseconds rest) const noexcept {
    femtoseconds const own = weight_of(tail, e);
    return rest == no_path || own == no_path ? no_path : own + rest;
  }
  /// Vertices, source and sink included.
  GSTA_HD std::size_t vertex_count() const noexcept { return begin.size() - 1; }
  /// Edges, those of the source and into the sink included.
  GSTA_HD std::size_t edge_count() const noexcept { return to.size(); }
  /// The last vertex but one; no edge enters it.
  GSTA_HD id source() const noexcept { return static_cast<id>(begin.size()) - 3; }
  /// The last vertex; no edge leaves it.
  GSTA_HD id sink() const noexcept { return static_cast<id>(begin.size()) - 2; }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  search_graph_view<D> map(F f) const {
    return {f(begin), f(to), f(weight), f(moved)};
  }
};

/// The owner of a search graph's arrays.
template <memory_space S>
using search_graph = owned<search_graph_view, S>;

/// What a graph's weights come to: the best cost from the source to each vertex, from each vertex to the
/// sink, and the forest of best suffixes. `no_path` where there is no way. Only the engine `bounded` reads
/// prefixes; where there are none, it finds those that it needs.
///
/// An edge u -> v that the forest does not take is a *sidetrack*: it makes any path through u dearer by
/// weight + suffix[v] - suffix[u], which is never negative.
template <memory_space S>
struct search_costs_view {
  span<femtoseconds const, S> suffix;  ///< [vertices]
  span<femtoseconds const, S> prefix;  ///< [vertices], or none at all
  span<id const, S> choice;  ///< [vertices] position of the first of the best edges; none: no way on
  span<id const, S> height;  ///< [vertices] edges to the sink along choices
  span<id const, S> next;    ///< [vertices] where the choice leads; none: no way on

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  search_costs_view<D> map(F f) const {
    return {f(suffix), f(prefix), f(choice), f(height), f(next)};
  }
};

/// The owner of a graph's costs; `find_costs` makes it.
template <memory_space S>
using search_costs = owned<search_costs_view, S>;

/// A graph with the costs found on it: what every engine works on.
template <memory_space S>
struct search_problem {
  search_graph_view<S> graph;  ///< whose arrays must outlive the problem
  search_costs_view<S> costs;  ///< of this graph and its weights

  /// What taking edge `e` out of `tail` adds; `no_path` where it leads nowhere.
  GSTA_HD femtoseconds detour(id tail, id e) const noexcept {
    femtoseconds const on = graph.cost_over(tail, e, costs.suffix[graph.to[e]]);
    return on == no_path ? no_path : on - costs.suffix[tail];
  }
  /// Where the forest goes on from `v`, which is not the sink and has a way on.
  GSTA_HD id next(id v) const noexcept { return costs.next[v]; }
  /// Cost of the best path of all; `no_path` where there is none.
  template <memory_space Q = S>
    requires(Q == memory_space::host)
  femtoseconds best() const noexcept {
    return costs.suffix[graph.source()];
  }
};

/// What follows from the shape of a search graph alone: its edges by head, and its vertices in topological
/// order.
template <memory_space S>
struct search_rows_view {
  span<id const, S> in_begin;   ///< [vertices + 1]
  span<id const, S> in_from;    ///< [edges] tail
  span<id const, S> in_weight;  ///< [edges] position in `search_graph_view::weight`; rows ascend by edge
  span<id const, S> order;      ///< [vertices] by level, by id in a level; heads stand behind tails

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  search_rows_view<D> map(F f) const {
    return {f(in_begin), f(in_from), f(in_weight), f(order)};
  }
};

/// Rows in an executor's space and the levels of their order. Copies share the arrays. They serve any
/// weights, and any number of runs at once.
template <memory_space S>
struct search_rows {
  owned<search_rows_view, S> arrays;  ///< what `view()` looks at, but for the order
  owned<vertex_order_view, S> order;  ///< keeps what the view's order looks at
  std::vector<id> level_begin;        ///< [levels + 1] into order; on the host, since it shapes the launches
  detail::cost_tiles<S> tiles;        ///< how a device's threads share rows; empty on a host

  /// The rows as searches take them.
  search_rows_view<S> const& view() const noexcept { return arrays.view; }
  /// Levels of the order, source and sink included.
  std::size_t level_count() const noexcept { return level_begin.size() - 1; }
};

namespace detail {
template <executor E>
void require_search_graph(E const& exec, search_graph_view<E::space> const& graph) {
  require(graph.begin.size() >= 3, "search graph: it has no source and sink");
  require(graph.weight.size() == graph.to.size(), "search graph: to and weight differ in size");
  require(graph.moved.empty() || graph.moved.size() == graph.vertex_count(),
          "search graph: moved differs from the vertices in size");
  require(graph.edge_count() < static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "search graph: more edges than ids can number");
  std::size_t const n = graph.vertex_count();
  std::vector<id> const ends = to_vector(exec, graph.begin.subspan(n - 1, 2));
  require(static_cast<std::size_t>(ends[1]) == graph.edge_count(),
          "search graph: begin does not end at the number of edges");
  require(ends[0] == ends[1], "search graph: an edge leaves the sink");
}

/// Where the weights of edges stand.
template <memory_space S>
struct move_edge_op {
  span<id const, S> moved, tail;
  span<id, S> edge;
  GSTA_HD void operator()(std::size_t k) const noexcept { edge[k] += moved[tail[k]]; }
};

template <executor E>
void make_cost_tiles(E const& exec, search_graph_view<E::space> const& graph, search_rows<E::space>& rows) {
  if constexpr (E::space == memory_space::device) {
    auto const& view = rows.view();
    int const lanes = lanes_of_rows(graph.vertex_count(), graph.edge_count(), rows.level_count());
    rows.tiles.lanes = lanes;
    rows.tiles.prefix =
        list_cost_items<E>(exec, view.order, view.in_begin, rows.level_begin, pull_direction::prefix, lanes);
    rows.tiles.suffix =
        list_cost_items<E>(exec, view.order, graph.begin, rows.level_begin, pull_direction::suffix, lanes);
  }
}
}  // namespace detail

/// Turns the rows of `graph` round and puts its vertices in topological order. Its weights are not read.
///
/// Shapes: as search_rows_view says. Cost: O(vertices + edges), on a device a sort of the edges; memory for
/// two more ids an edge meanwhile. Where: the executor; waits. Needs: heads in range. Throws: graph_error
/// with the vertices of one cycle; argument_error where an edge enters the source or leaves the sink, or
/// sizes do not fit each other; what allocation throws. Exact: by ids alone, on every executor the same.
template <executor E>
search_rows<E::space> make_search_rows(E const& exec, search_graph_view<E::space> const& graph) {
  static_assert(driver_known<primitive::find_costs, E>,
                "make_search_rows on a device needs gsta/path/path.cuh");
  constexpr memory_space S = E::space;
  detail::require_search_graph(exec, graph);
  auto const tail = detail::tails_of<E>(exec, graph.begin, graph.edge_count());
  auto turned = compress_rows(exec, graph.vertex_count(), graph.to, tail);
  if (!graph.moved.empty())
    for_each_n(exec, turned.arc.size(),
               detail::move_edge_op<S>{graph.moved, std::as_const(turned.vertex).view(), turned.arc.view()});
  search_rows<S> rows;
  search_rows_view<S>& view = rows.arrays.view;
  view.in_begin = rows.arrays.keep(std::move(turned.begin));
  view.in_from = rows.arrays.keep(std::move(turned.vertex));
  view.in_weight = rows.arrays.keep(std::move(turned.arc));
  std::vector<id> const source_row =
      to_vector(exec, view.in_begin.subspan(static_cast<std::size_t>(graph.source()), 2));
  require(source_row[0] == source_row[1], "search graph: an edge enters the source");
  timing_graph_view<S> const both{view.in_begin, view.in_from, view.in_weight, graph.begin, graph.to, {}};
  levels<S> found = levelize(exec, both);
  rows.order = std::move(found.order);
  rows.level_begin = std::move(found.begin);
  view.order = rows.order.view.vertex;
  detail::make_cost_tiles(exec, graph, rows);
  return rows;
}

}  // namespace gsta
