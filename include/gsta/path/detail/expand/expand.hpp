#pragma once

#include <cstdint>

#include "gsta/core/algorithm.hpp"
#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// Deviation trees that are being written: as `deviation_tree_view`.
template <memory_space S>
struct deviation_spans {
  span<femtoseconds, S> cost;
  span<id, S> parent, side, tail, depth;

  operator deviation_tree_view<S>() const noexcept { return {cost, parent, side, tail, depth}; }
  GSTA_HD void set(std::size_t at, femtoseconds its_cost, id from, id edge, id edge_tail,
                   id sidetracks) const noexcept {
    cost[at] = its_cost;
    parent[at] = from;
    side[at] = edge;
    tail[at] = edge_tail;
    depth[at] = sidetracks;
  }
};

/// Where the forest leads from each vertex, past vertices of one edge: nobody leaves it there.
template <memory_space S>
struct link_forest_op {
  search_problem<S> problem;
  span<id, S> onward;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    constexpr int most_passed = 32;  // long chains are passed in several strides
    id const v = static_cast<id>(i);
    if (problem.costs.choice[v] == none) return;
    id next = problem.next(v);
    for (int passed = 0; passed < most_passed && one_edge(next); ++passed) next = problem.next(next);
    onward[v] = next;
  }
  GSTA_HD bool one_edge(id v) const noexcept {
    return problem.graph.begin[v + 1] - problem.graph.begin[v] == 1;
  }
};

/// Paths whose children are to be made, and the cost above which a child cannot matter.
///
/// A path's children leave the forest once more, somewhere between the head of its last sidetrack (the
/// root's: the source) and the sink.
template <memory_space S>
struct suffix_expansion {
  search_problem<S> problem;
  deviation_spans<S> tree;
  span<id const, S> onward;  ///< [vertices] by link_forest_op
  span<id const, S> window;
  femtoseconds most;

  GSTA_HD id first_vertex(id path) const noexcept {
    id const side = tree.side[path];
    return side == none ? problem.graph.source() : problem.graph.to[side];
  }
  /// What a path of `cost` costs that leaves the forest by `e`; no_path where that is not to be.
  GSTA_HD femtoseconds child_cost(femtoseconds cost, id tail, id e) const noexcept {
    femtoseconds const detour = problem.detour(tail, e);
    return detour == no_path || cost + detour > most ? no_path : cost + detour;
  }
};

/// Look-ahead: how many children each path of the window gets.
template <memory_space S>
struct count_suffix_children_op {
  suffix_expansion<S> work;
  span<std::int64_t, S> count;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& [problem, tree, onward, window, most] = work;
    femtoseconds const cost = tree.cost[window[i]];
    std::int64_t children = 0;
    for (id v = work.first_vertex(window[i]); v != problem.graph.sink(); v = onward[v]) {
      id const choice = problem.costs.choice[v];
      for (id e = problem.graph.begin[v]; e < problem.graph.begin[v + 1]; ++e)
        children += e != choice && work.child_cost(cost, v, e) != no_path ? 1 : 0;
    }
    count[i] = children;
  }
};

/// Writes the children of each path of the window from `at + begin[i]` on, those nearest to its last
/// sidetrack first, those of a vertex in the order of its row.
template <memory_space S>
struct make_suffix_children_op {
  suffix_expansion<S> work;
  span<std::int64_t const, S> begin;
  std::size_t at;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& [problem, tree, onward, window, most] = work;
    id const path = window[i];
    femtoseconds const cost = tree.cost[path];
    id const depth = tree.depth[path] + 1;
    std::size_t out = at + static_cast<std::size_t>(begin[i]);
    for (id v = work.first_vertex(path); v != problem.graph.sink(); v = onward[v]) {
      id const choice = problem.costs.choice[v];
      for (id e = problem.graph.begin[v]; e < problem.graph.begin[v + 1]; ++e) {
        femtoseconds const child = e == choice ? no_path : work.child_cost(cost, v, e);
        if (child != no_path) tree.set(out++, child, path, e, v, depth);
      }
    }
  }
};

/// Where: the executor; do not wait. On a device detail/expand.cuh has those that know warps.
template <executor E>
void count_suffix_children(E const& exec, path_expansion, count_suffix_children_op<E::space> const& op) {
  for_each_n(exec, op.work.window.size(), op);
}
template <executor E>
void make_suffix_children(E const& exec, path_expansion, make_suffix_children_op<E::space> const& op) {
  for_each_n(exec, op.work.window.size(), op);
}

}  // namespace gsta::detail
