#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/core/span.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

namespace detail {
template <memory_space S>
struct row_size_op {
  span<id const, S> begin, vertex_of;
  span<id, S> size;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    size[i] = begin[vertex_of[i] + 1] - begin[vertex_of[i]];
  }
};

template <memory_space S>
struct moved_row_op {
  span<id const, S> old_begin, vertex_of, begin;
  span<id, S> moved;
  GSTA_HD void operator()(std::size_t v) const noexcept { moved[v] = old_begin[vertex_of[v]] - begin[v]; }
};

/// Moves a stretch of edges: one search, then a walk along the new rows. Rows keep their order.
template <memory_space S>
struct move_edges_op {
  static constexpr std::size_t stretch = 16;
  span<id const, S> old_to, number, begin, moved;
  span<id, S> to;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const first = i * stretch, left = to.size() - first;
    id v = row_of(begin, static_cast<id>(first));
    for (std::size_t e = first; e < first + (left < stretch ? left : stretch); ++e) {
      while (begin[v + 1] <= static_cast<id>(e)) ++v;
      to[e] = number[old_to[static_cast<id>(e) + moved[v]]];
    }
  }
};

/// Neither source nor sink.
template <memory_space S>
struct is_inner_op {
  span<id const, S> order;
  id source;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return order[i] < source; }
};

/// Vertices with most edges, in and out, first.
template <memory_space S>
struct degree_key_op {
  static constexpr id most = std::numeric_limits<id>::max();
  span<id const, S> begin, in_begin;
  span<id, S> key;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    key[v] = most - (begin[v + 1] - begin[v]) - (in_begin[v + 1] - in_begin[v]);
  }
};

/// One step of a walk in breadth: vertices not met before go to the end of `met`, under the earliest rank
/// that they were met from.
template <memory_space S>
struct meet_op {
  static constexpr id never = std::numeric_limits<id>::max();
  search_graph_view<S> graph;
  id first;  ///< of the frontier in `met`
  span<id, S> met, rank, count;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const at = first + static_cast<id>(i), v = met[at];
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e];
      if (to == graph.sink()) continue;
      if (fetch_min(rank[to], at) == never) met[fetch_add(count[0], 1)] = to;
    }
  }
};

template <memory_space S>
struct not_met_op {
  span<id const, S> rank;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return rank[v] == meet_op<S>::never; }
};

template <executor E>
void order_by_degree(E const& exec, search_rows_view<E::space> const& rows,
                     search_graph_view<E::space> const& graph, view_for<E, id> order) {
  constexpr memory_space S = E::space;
  buffer<id, S> key(exec, order.size());
  for_each_n(exec, order.size(), degree_key_op<S>{graph.begin, rows.in_begin, key.view()});
  for_each_n(exec, order.size(), iota_op<S>{order});
  sort_by_key(exec, key.view(), order);
}

/// Puts the frontier met[first .. end) in order: by the rank that each was met from, by id where equal.
template <executor E>
void order_frontier(E const& exec, span<id, E::space> frontier, span<id const, E::space> rank) {
  constexpr memory_space S = E::space;
  buffer<id, S> key(exec, frontier.size());
  sort(exec, frontier);
  for_each_n(exec, frontier.size(), gather_op<id, S>{frontier, rank, key.view()});
  sort_by_key(exec, key.view(), frontier);
}

template <executor E>
void order_by_neighbours(E const& exec, search_graph_view<E::space> const& graph, view_for<E, id> order) {
  constexpr memory_space S = E::space;
  std::size_t const n = order.size(), source = static_cast<std::size_t>(graph.source());
  buffer<id, S> rank(exec, n), count(exec, 1);
  fill(exec, rank.view(), meet_op<S>::never);
  fill(exec, rank.view().subspan(source, 2), 0);  // the sink is never met
  fill(exec, order.subspan(0, 1), graph.source());
  std::size_t first = 0, end = 1;
  while (first < end) {
    fill(exec, count.view(), static_cast<id>(end));
    for_each_n(exec, end - first,
               meet_op<S>{graph, static_cast<id>(first), order, rank.view(), count.view()});
    first = end;
    end = static_cast<std::size_t>(to_vector(exec, count.view())[0]);
    order_frontier(exec, order.subspan(first, end - first), std::as_const(rank).view());
  }
  std::size_t const rest = select(exec, n, not_met_op<S>{rank.view()}, order.subspan(end, n - end));
  fill(exec, order.subspan(end + rest, n - end - rest), graph.sink());
}
}  // namespace detail

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
