#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/core/span.hpp"
#include "gsta/path/detail/graph/reorder_ops.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

/// Where the vertices and edges of a renumbered graph stood before.
template <memory_space S>
struct renumbering_view {
  span<id const, S> vertex_of;  ///< [vertices] old vertex of each new one
  span<id const, S> moved;  ///< [vertices] what leads from the position of an edge of a row to the old one

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  renumbering_view<D> map(F f) const {
    return {f(vertex_of), f(moved)};
  }
};

/// A graph with its vertices renumbered. Rows keep their order, and source and sink stay last, so the paths
/// found on it are the same ones in the same order; `numbers` takes them back. Weights stay where they are,
/// in the array of the graph that it was made of: that has to live on, and what changes there changes here.
template <memory_space S>
struct reordered_graph {
  search_graph<S> graph;               ///< looks at the old graph's weights
  owned<renumbering_view, S> numbers;  ///< its view goes into `walk_options::numbers`
};

/// How vertices are renumbered. All are determined by the graph alone.
enum class vertex_order : std::uint8_t {
  level,       ///< by level of the topological order, by id in a level
  degree,      ///< those with most edges first, by id where equal
  neighbours,  ///< by a walk in breadth from the source; by id where met from one vertex; the rest at the end
};

/// Gives vertex `vertex_of[i]` the number i.
///
/// Shapes: vertex_of [vertices], a permutation that leaves source and sink last. Cost: O(vertices + edges),
/// edges moved row by row. Where: the executor; does not wait. Throws: argument_error where the size differs,
/// cuda_error, what allocation throws. Paper: Chang et al., "G-PathGen", ICS 2026, section 3.4, Algorithm 3.
template <executor E>
reordered_graph<E::space> renumber(E const& exec, search_graph_view<E::space> const& graph,
                                   buffer<id, E::space>&& vertex_of) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count(), edges = graph.edge_count();
  require(vertex_of.size() == n, "renumber: the permutation is not one of the vertices");
  require(graph.moved.empty(), "renumber: the graph is renumbered already");
  span<id const, S> const old = std::as_const(vertex_of).view();
  buffer<id, S> number(exec, n), size(exec, n), begin(exec, n + 1), moved(exec, n), to(exec, edges);
  for_each_n(exec, n, invert_op<S>{old, number.view()});
  for_each_n(exec, n, detail::row_size_op<S>{graph.begin, old, size.view()});
  exclusive_scan(exec, std::as_const(size).view(), begin.view());
  span<id const, S> const rows = std::as_const(begin).view();
  for_each_n(exec, n, detail::moved_row_op<S>{graph.begin, old, rows, moved.view()});
  using move = detail::move_edges_op<S>;
  for_each_n(exec, (edges + move::stretch - 1) / move::stretch,
             move{graph.to, number.view(), rows, moved.view(), to.view()});
  reordered_graph<S> result;
  result.numbers.view = {result.numbers.keep(std::move(vertex_of)),
                         result.numbers.keep(clone(exec, std::as_const(moved).view()))};
  result.graph.view = {result.graph.keep(std::move(begin)), result.graph.keep(std::move(to)), graph.weight,
                       result.graph.keep(std::move(moved))};
  return result;
}

/// Renumbers the vertices of `graph`, whose rows are `rows`.
///
/// Shapes: as renumber. Cost: as renumber, and for `degree` a sort of the vertices, for `neighbours` a sort
/// and a wait a step of the walk. Where: the executor; waits. Throws: cuda_error, what allocation throws.
/// Exact: by the graph alone. Paper: as renumber; `level` is its order, the other two are for comparison.
template <executor E>
reordered_graph<E::space> reorder(E const& exec, search_rows<E::space> const& rows,
                                  search_graph_view<E::space> const& graph,
                                  vertex_order order = vertex_order::level) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  buffer<id, S> wanted(exec, n), inner(exec, n), vertex_of(exec, n);
  switch (order) {
    case vertex_order::level:
      copy(exec, rows.view().order, wanted.view());
      break;
    case vertex_order::degree:
      detail::order_by_degree(exec, rows.view(), graph, wanted.view());
      break;
    case vertex_order::neighbours:
      detail::order_by_neighbours(exec, graph, wanted.view());
      break;
  }
  span<id const, S> const all = std::as_const(wanted).view();
  std::size_t const count = select(exec, n, detail::is_inner_op<S>{all, graph.source()}, inner.view());
  for_each_n(exec, n, iota_op<S>{vertex_of.view()});  // source and sink stay where they are
  for_each_n(exec, count, gather_op<id, S>{inner.view(), all, vertex_of.view()});
  return renumber(exec, graph, std::move(vertex_of));
}

/// `reorder` where the rows are not at hand.
///
/// Shapes, Exact: as above. Cost: as above, and make_search_rows. Where: the executor; waits. Throws: as
/// make_search_rows.
template <executor E>
reordered_graph<E::space> reorder(E const& exec, search_graph_view<E::space> const& graph,
                                  vertex_order order = vertex_order::level) {
  return reorder(exec, make_search_rows(exec, graph), graph, order);
}

}  // namespace gsta
