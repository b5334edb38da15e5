#pragma once

#include <cstdint>
#include <utility>

#include "gsta/path/detail/reorder_ops.hpp"
#include "gsta/path/renumbering.hpp"
#include "gsta/path/search_rows.hpp"

namespace gsta {

/// A graph with its vertices renumbered. Rows keep their order, and source and sink stay last, so the paths
/// found on it are the same ones in the same order; `edge_of` takes them back.
template <memory_space S>
struct reordered_graph {
  search_graph<S> graph;
  owned<renumbering_view, S> numbers;
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
  span<id const, S> const old = std::as_const(vertex_of).view();
  buffer<id, S> number(exec, n), size(exec, n), begin(exec, n + 1), to(exec, edges), edge_of(exec, edges);
  buffer<femtoseconds, S> weight(exec, edges);
  for_each_n(exec, n, detail::invert_op<S>{old, number.view()});
  for_each_n(exec, n, detail::row_size_op<S>{graph.begin, old, size.view()});
  exclusive_scan(exec, std::as_const(size).view(), begin.view());
  using move = detail::move_edges_op<S>;
  for_each_n(exec, (edges + move::stretch - 1) / move::stretch,
             move{graph, old, number.view(), begin.view(), to.view(), edge_of.view(), weight.view()});
  reordered_graph<S> result;
  result.graph.view = {result.graph.keep(std::move(begin)), result.graph.keep(std::move(to)),
                       result.graph.keep(std::move(weight))};
  result.numbers.view = {result.numbers.keep(std::move(vertex_of)), result.numbers.keep(std::move(edge_of))};
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
  for_each_n(exec, n, detail::number_op<S>{vertex_of.view()});  // source and sink stay where they are
  for_each_n(exec, count, detail::pick_op<S>{all, inner.view(), vertex_of.view()});
  return renumber(exec, graph, std::move(vertex_of));
}

/// The same where the rows are not at hand.
///
/// Shapes, Exact: as above. Cost: as above, and make_search_rows. Where: the executor; waits. Throws: as
/// make_search_rows.
template <executor E>
reordered_graph<E::space> reorder(E const& exec, search_graph_view<E::space> const& graph,
                                  vertex_order order = vertex_order::level) {
  return reorder(exec, make_search_rows(exec, graph), graph, order);
}

/// Brings weights of the old graph to the new one's positions.
///
/// Shapes: both [edges]. Cost: O(edges). Where: the executor; does not wait. Throws: argument_error where a
/// size differs, cuda_error.
template <executor E>
void reorder_weights(E const& exec, renumbering_view<E::space> const& numbers,
                     view_for<E, femtoseconds const> old_weight, view_for<E, femtoseconds> new_weight) {
  require(old_weight.size() == numbers.edge_of.size() && new_weight.size() == numbers.edge_of.size(),
          "reorder_weights: a weight array differs in size from the edges");
  for_each_n(exec, numbers.edge_of.size(),
             detail::move_weights_op<E::space>{numbers.edge_of, old_weight, new_weight});
}

}  // namespace gsta
