#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "gsta/path/detail/graph/weight_grid.hpp"
#include "gsta/path/detail/graph/weighted_rows.hpp"
#include "gsta/path/graph.hpp"

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
/// with the vertices of one cycle; argument_error where sizes or ids do not fit, or where the magnitudes
/// along a path might sum to 2^60. Exact: sums of costs.
inline weighted_search make_weighted_search(std::size_t vertices, host_span<id const> from,
                                            host_span<id const> to, host_span<femtoseconds const> weight) {
  require(weight.size() == from.size(), "weighted search: edges and weights differ in number");
  detail::weighted_rows rows = detail::lay_out(vertices, from, to);
  std::vector<id> const order = detail::tails_first(rows);
  std::vector<femtoseconds> costs(rows.to.size(), 0);
  for (std::size_t e = 0; e < costs.size(); ++e) {
    if (rows.edge[e] != none) costs[e] = weight[rows.edge[e]];
  }
  require(detail::sums_fit(rows, order, costs), "weights are too large for exact sums of 60 bits");
  return {std::move(rows.begin), std::move(rows.to),     std::move(costs),
          std::move(rows.edge),  std::move(rows.vertex), 0};
}

/// The same with weights that are rounded once, to multiples of 2^-grid. The grid is as fine as the weights
/// need, which then are exact, or else as fine as sums of 60 bits allow.
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
  while (!detail::sums_fit(rows, order, costs)) costs = detail::on_grid(rows, weight, --grid);
  return {std::move(rows.begin), std::move(rows.to),     std::move(costs),
          std::move(rows.edge),  std::move(rows.vertex), grid};
}

}  // namespace gsta
