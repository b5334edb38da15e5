#pragma once

#include <utility>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/expand/store.hpp"

namespace gsta::detail {

/// The best path of all.
template <memory_space S>
struct make_root_op {
  deviation_spans<S> tree;
  femtoseconds best;
  GSTA_HD void operator()(std::size_t) const noexcept { tree.set(0, best, none, none, none, 0); }
};

/// The vertices of the best path before the sink, and how many edges leave each.
template <memory_space S>
struct list_best_path_op {
  search_problem<S> problem;
  span<id, S> vertex, edges;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id v = problem.graph.source();
    for (std::size_t i = 0; i < vertex.size(); ++i, v = problem.next(v)) {
      vertex[i] = v;
      edges[i] = problem.graph.begin[v + 1] - problem.graph.begin[v];
    }
  }
};

/// The edges out of the best path's vertices, numbered one vertex after the other.
template <memory_space S>
struct best_path_edges {
  suffix_expansion<S> work;
  span<id const, S> vertex, begin;
  femtoseconds best;

  GSTA_HD id vertex_of(id number) const noexcept { return row_of(begin, number); }
  GSTA_HD id edge(id number, id at) const noexcept {
    return work.problem.graph.begin[vertex[at]] + (number - begin[at]);
  }
  /// Whether it makes a child of the best path.
  GSTA_HD bool operator()(std::size_t number) const noexcept {
    id const at = vertex_of(static_cast<id>(number)), v = vertex[at], e = edge(static_cast<id>(number), at);
    return e != work.problem.costs.choice[v] && work.child_cost(best, v, e) != no_path;
  }
};

template <memory_space S>
struct make_root_children_op {
  best_path_edges<S> edges;
  span<id const, S> chosen;
  deviation_spans<S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const at = edges.vertex_of(chosen[i]), v = edges.vertex[at], e = edges.edge(chosen[i], at);
    to.set(i, edges.work.child_cost(edges.best, v, e), 0, e, v, 1);
  }
};

/// Makes the children of the best path, which is row 0, as the open rows of the store. Many paths may begin
/// at the source, so its row is not left to one thread.
///
/// Where: the executor; waits.
template <executor E>
void open_root_children(E const& exec, work_memory& memory, search_problem<E::space> const& problem,
                        deviation_store<E>& store, femtoseconds best, femtoseconds most) {
  constexpr memory_space S = E::space;
  auto const source = static_cast<std::size_t>(problem.graph.source());
  auto const length = static_cast<std::size_t>(to_vector(exec, problem.costs.height.subspan(source, 1))[0]);
  work_array<id, S> vertex(exec, memory, length), edges(exec, memory, length),
      begin(exec, memory, length + 1);
  for_each_n(exec, 1, list_best_path_op<S>{problem, vertex.view(), edges.view()});
  exclusive_scan(exec, edges.read(), begin.view());
  auto const all = static_cast<std::size_t>(to_vector(exec, begin.read().subspan(length, 1))[0]);
  work_array<id, S> chosen(exec, memory, all);
  best_path_edges<S> const choose{{problem, {}, {}, {}, most}, vertex.read(), begin.read(), best};
  std::size_t const count = select(exec, all, choose, chosen.view());
  store.reserve(store.kept(), count);
  store.set_open(count);
  for_each_n(exec, count, make_root_children_op<S>{choose, chosen.read(), store.open_rows()});
}

}  // namespace gsta::detail
