#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/path/detail/graph/cheapest.hpp"
#include "gsta/path/detail/graph/weighted_rows.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/recover.hpp"

namespace gsta {

/// A search graph made of a caller's weighted edges, in plain host vectors. A path begins at a vertex that no
/// edge enters and ends at one that no edge leaves; a vertex without edges is on no path and left out.
///
/// Rows keep the order of the edges and the source's row that of the vertices, so that of two paths of equal
/// cost that one comes first which begins at the smaller vertex, or else, where they part, takes the edge
/// that was given earlier.
struct weighted_search {
  std::vector<id> begin;             ///< as `search_graph_view::begin`
  std::vector<id> to;                ///< as `search_graph_view::to`
  std::vector<femtoseconds> weight;  ///< [edges] in units of 2^-grid
  std::vector<id> edge;    ///< [edges] the caller's edge; none where a path begins or ends, which is free
  std::vector<id> vertex;  ///< [vertices - 2] the caller's vertices, ascending; source and sink are none
  int grid = 0;            ///< bits behind the point; less than 0 for units of 2, 4, ...

  /// The graph as searches take it; this must outlive it.
  search_graph_view<memory_space::host> view() const noexcept {
    return {view_of(begin), view_of(to), view_of(weight)};
  }
  /// A path's cost in the caller's unit.
  double cost_of(femtoseconds cost) const noexcept { return std::ldexp(static_cast<double>(cost), -grid); }
};

/// Makes a search graph of edges with whole weights.
///
/// Shapes: from, to, weight [edges]; ends below `vertices`. Parallel edges stay. Cost: O(edges), a sort where
/// vertices are many more than edges; memory follows the edges. Where: host, one thread. Throws: graph_error
/// with the vertices of one cycle; argument_error where sizes or ids do not fit; weight_error at an edge
/// where the magnitudes along a path might sum to 2^60. Exact: sums of costs.
inline weighted_search make_weighted_search(std::size_t vertices, host_span<id const> from,
                                            host_span<id const> to, host_span<femtoseconds const> weight) {
  require(weight.size() == from.size(), "weighted search: edges and weights differ in number");
  detail::weighted_rows rows = detail::lay_out(vertices, from, to);
  std::vector<id> const order = detail::tails_first(rows);
  vector_by_id<femtoseconds> costs(rows.to.size(), 0);
  for (std::size_t e = 0; e < costs.size(); ++e) {
    if (rows.edge[e] != none) costs[e] = weight[rows.edge[e]];
  }
  if (id const at = detail::first_beyond(rows, order, view_of(costs)); at != none)
    throw weight_error("weights are too large for exact sums of 60 bits", rows.edge[at]);
  return {std::move(rows.begin), std::move(rows.to),     std::move(costs),
          std::move(rows.edge),  std::move(rows.vertex), 0};
}

/// `make_weighted_search` with weights that are rounded once, to multiples of 2^-grid. The grid is as fine as
/// the weights need, which then are exact, or else as fine as sums of 60 bits allow.
///
/// Shapes: from, to, weight [edges]; ends below `vertices`. Cost, Where: as above. Throws: graph_error with
/// the vertices of one cycle; argument_error where sizes or ids do not fit or a weight is not finite. Exact:
/// sums of rounded weights; a cost is off by at most half a unit an edge.
inline weighted_search make_weighted_search(std::size_t vertices, host_span<id const> from,
                                            host_span<id const> to, host_span<double const> weight) {
  require(weight.size() == from.size(), "weighted search: edges and weights differ in number");
  detail::weighted_rows rows = detail::lay_out(vertices, from, to);
  std::vector<id> const order = detail::tails_first(rows);
  int grid = detail::finest_grid(rows, order, weight);
  auto costs = detail::on_grid(rows, weight, grid);
  while (detail::first_beyond(rows, order, view_of(costs)) != none)
    costs = detail::on_grid(rows, weight, --grid);
  return {std::move(rows.begin), std::move(rows.to),     std::move(costs),
          std::move(rows.edge),  std::move(rows.vertex), grid};
}

namespace primitive {
struct k_cheapest_paths;
}

/// What a path's edges may weigh.
template <class T>
concept path_weight =
    std::same_as<std::remove_const_t<T>, std::int32_t> || std::same_as<std::remove_const_t<T>, float> ||
    std::same_as<std::remove_const_t<T>, double>;

/// A caller's acyclic graph as compressed rows: vertex v has the edges [begin[v], begin[v + 1]).
template <memory_space S>
struct edge_rows_view {
  span<id const, S> begin;  ///< [vertices + 1]
  span<id const, S> to;     ///< [edges]
};

/// A caller's acyclic graph as a list of edges in any order.
template <memory_space S>
struct edge_list_view {
  std::size_t vertices = 0;  ///< ids are below it
  span<id const, S> from;    ///< [edges]
  span<id const, S> to;      ///< [edges]
};

/// Which paths are searched for, and how. `Engine`: a `path_engine`, or one of schemes/path_engines.hpp.
template <memory_space S, class Engine = path_engine>
struct k_cheapest_options {
  /// Where paths begin, in any order; a vertex that is listed twice counts once. Empty: wherever edges leave
  /// and none enters.
  span<id const, S> sources{};
  /// Where paths end, in any order; a vertex that is listed twice counts once. Empty: wherever edges enter
  /// and none leaves.
  span<id const, S> targets{};
  Engine engine{};  ///< changes times and memory, never paths; by default bounded
  std::size_t most_bytes = std::size_t{8} << 30;  ///< working memory of the search
};

/// Paths as compressed rows, cheapest first. Path p visits the vertices [begin[p], begin[p + 1]), its first
/// and last ones included.
template <memory_space S>
struct cheapest_paths_view {
  span<std::int64_t const, S> begin;  ///< [paths + 1]
  span<id const, S> vertex;           ///< [steps]
  span<id const, S> edge;  ///< [steps] by which the path leaves the vertex, as the caller numbers edges; none
                           ///< for its last
  span<std::int64_t const, S> units;  ///< [paths] the cost, exactly, in units of 2^-grid
  span<double const, S> cost;         ///< [paths] the cost in the unit of the weights, rounded once
  int grid = 0;                       ///< bits behind the point of units; 0 for whole weights

  /// How many paths.
  std::size_t size() const noexcept { return units.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  cheapest_paths_view<D> map(F f) const {
    return {f(begin), f(vertex), f(edge), f(units), f(cost), grid};
  }
};

/// Such paths with the arrays that hold them.
template <memory_space S>
using cheapest_paths = owned<cheapest_paths_view, S>;

namespace detail {
template <memory_space S>
struct cost_of_units_op {
  span<std::int64_t const, S> units;
  int grid;
  span<double, S> cost;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    cost[i] = std::ldexp(static_cast<double>(units[i]), -grid);
  }
};
template <memory_space S>
struct caller_edge_op {
  span<id const, S> caller, edge;
  span<id, S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept { out[i] = caller[edge[i]]; }
};

template <executor E, class Weight, class Engine>
cheapest_paths<E::space> search_cheapest(E const& exec, caller_rows<E::space> const& rows,
                                         span<Weight const, E::space> weight, std::size_t k,
                                         k_cheapest_options<E::space, Engine> const& options) {
  constexpr memory_space S = E::space;
  std::size_t const n = rows.vertex_count();
  require(weight.size() == rows.to.size(), "k_cheapest_paths: edges and weights differ in number");
  require_vertices<E>(exec, options.sources, n, "k_cheapest_paths: a source is no vertex");
  require_vertices<E>(exec, options.targets, n, "k_cheapest_paths: a target is no vertex");
  auto const laid = lay_out_cheapest(exec, rows, {options.sources, options.targets});
  buffer<femtoseconds, S> units(exec, laid.to.size());
  search_graph_view<S> const graph = laid.view(std::as_const(units).view());
  auto const turned = make_search_rows(exec, graph);
  search_cost_buffers<S> costs(exec, turned, prefix_costs::found);
  int const grid =
      choose_grid<E, Weight>(exec, turned, graph, {weight, laid.edge.view(), 0, units.view()}, costs);
  for_each_n(exec, units.size(), weigh_op<Weight, S>{weight, laid.edge.view(), grid, units.view()});
  find_costs(exec, turned, graph, costs);
  search_problem<S> const problem{graph, costs.view()};
  k_paths_options search;
  search.k = k;
  search.most_bytes = options.most_bytes;
  auto const found = k_critical_paths(exec, turned, problem, search, options.engine);
  auto walks = gsta::recover_walks(exec, problem, found.paths.view);
  buffer<id, S> edge(exec, walks.view.edge.size());
  buffer<double, S> cost(exec, walks.view.size());
  for_each_n(exec, edge.size(), caller_edge_op<S>{laid.edge.view(), walks.view.edge, edge.view()});
  for_each_n(exec, cost.size(), cost_of_units_op<S>{walks.view.cost, grid, cost.view()});
  cheapest_paths<S> paths;
  paths.view = {walks.view.begin, walks.view.vertex, {}, walks.view.cost, {}, grid};
  paths = clone_view(exec, paths.view);
  paths.view.edge = paths.keep(std::move(edge));
  paths.view.cost = paths.keep(std::move(cost));
  return paths;
}

template <executor E, class Weight, class Engine>
cheapest_paths<E::space> cheapest_of_rows(E const& exec, edge_rows_view<E::space> const& graph,
                                          span<Weight const, E::space> weight, std::size_t k,
                                          k_cheapest_options<E::space, Engine> const& options) {
  require(!graph.begin.empty(), "k_cheapest_paths: begin has one element more than vertices");
  require_ids(graph.begin.size(), graph.to.size());
  std::size_t const n = graph.begin.size() - 1;
  bad_row_term<E::space> const bad{graph.begin, static_cast<id>(graph.to.size())};
  require((n > 0 || graph.to.empty()) && reduce(exec, n, bad, id{0}, larger_of<id>{}) == 0,
          "k_cheapest_paths: begin does not ascend from 0 to the number of edges");
  require_vertices<E>(exec, graph.to, n, "k_cheapest_paths: an edge names no vertex");
  return search_cheapest<E, Weight>(exec, {graph.begin, graph.to, {}}, weight, k, options);
}

template <executor E, class Weight, class Engine>
cheapest_paths<E::space> cheapest_of_list(E const& exec, edge_list_view<E::space> const& graph,
                                          span<Weight const, E::space> weight, std::size_t k,
                                          k_cheapest_options<E::space, Engine> const& options) {
  require_ids(graph.vertices, graph.from.size());
  require_vertices<E>(exec, graph.from, graph.vertices, "k_cheapest_paths: an edge names no vertex");
  require_vertices<E>(exec, graph.to, graph.vertices, "k_cheapest_paths: an edge names no vertex");
  auto const rows = compress_rows(exec, graph.vertices, graph.from, graph.to);
  return search_cheapest<E, Weight>(exec, {rows.begin.view(), rows.vertex.view(), rows.arc.view()}, weight, k,
                                    options);
}
}  // namespace detail

/// The k cheapest paths of a caller's acyclic weighted graph, with all their steps, in one call.
///
/// The cheaper path comes first. Of two that cost the same, that one comes first which begins at the smaller
/// vertex, and else, where they part, the one that goes on comes before the one that ends there, and of two
/// edges the one that stands earlier in the row. Parallel edges make different paths. Weights may be
/// negative. A vertex that is source and target is a path of itself. Fewer than k paths: all of them.
///
/// Exact: costs are sums of integers, weights in units of 2^-grid. int32 weights are exact (grid 0). float
/// and double weights are exact where the grid that they need keeps the sums of magnitudes along every path
/// below 60 bits: whole numbers do, and floats within a factor of 2^20 of each other on paths of up to 60,000
/// edges. Else each is rounded once (half away from 0) to the finest grid whose sums fit, at most 2^-58 of
/// the largest sum of a path, and a path's cost is off by at most half a unit an edge. The list, the grid and
/// every bit are the same on all executors.
///
/// Shapes: graph as its view says; weight [edges], int32, float or double. Units: the caller's. Cost:
/// O(vertices
/// + edges), levels, a search, and the steps of the result; where weights may need rounding `find_costs` runs
/// twice. Takes about 60 bytes an edge beside the search. To search one graph again and again with other
/// weights, take it apart as examples/085-k-paths does. Where: the executor, whose memory the spans
/// point to, and waits. Throws: graph_error with the vertices of one cycle; argument_error where sizes do not
/// fit, an edge, source or target names no vertex, a weight is NaN or infinite, ids cannot number what there
/// is, or the search needs more than `most_bytes`; what allocation throws; cuda_error. Paper: as
/// `k_critical_paths`.
template <executor E, path_weight Weight, class Engine = path_engine>
cheapest_paths<E::space> k_cheapest_paths(E const& exec, edge_rows_view<E::space> const& graph,
                                          span<Weight, E::space> weight, std::size_t k,
                                          k_cheapest_options<E::space, Engine> const& options = {}) {
  static_assert(driver_known<primitive::k_cheapest_paths, E>,
                "k_cheapest_paths on a device needs gsta/path/path.cuh");
  if constexpr (driver_known<primitive::k_cheapest_paths, E>)
    return detail::cheapest_of_rows<E, std::remove_const_t<Weight>>(exec, graph, weight, k, options);
}

/// `k_cheapest_paths` of a list of edges. Where rows decide ties, it is the order of the list.
///
/// Shapes: from, to, weight [edges], ends below `vertices`. Cost: as above, and a sort of the edges by their
/// tails. Where, Throws, Exact: as above.
template <executor E, path_weight Weight, class Engine = path_engine>
cheapest_paths<E::space> k_cheapest_paths(E const& exec, edge_list_view<E::space> const& graph,
                                          span<Weight, E::space> weight, std::size_t k,
                                          k_cheapest_options<E::space, Engine> const& options = {}) {
  static_assert(driver_known<primitive::k_cheapest_paths, E>,
                "k_cheapest_paths on a device needs gsta/path/path.cuh");
  if constexpr (driver_known<primitive::k_cheapest_paths, E>)
    return detail::cheapest_of_list<E, std::remove_const_t<Weight>>(exec, graph, weight, k, options);
}

}  // namespace gsta
