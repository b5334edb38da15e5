#pragma once

#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/costs/ops.hpp"

namespace gsta::detail {

/// Costs that are being relaxed. What a step finds goes to `found`, so that its order does not matter.
template <memory_space S>
struct relaxation {
  span<femtoseconds, S> cost, found;
  span<id, S> lowered;  ///< [vertices] 1 where `cost` went down in the last step
  span<id, S> quiet;    ///< [1] 0 once one did
};

template <memory_space S>
struct begin_relaxation_op {
  relaxation<S> state;
  id root;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const is_root = static_cast<id>(v) == root;
    state.cost[v] = state.found[v] = is_root ? 0 : no_path;
    state.lowered[v] = is_root ? 1 : 0;
  }
};

/// Algorithm 1: a vertex that got cheaper tells its neighbours.
template <memory_space S>
struct relax_rows_op {
  relaxation<S> state;
  span<id const, S> begin, to;
  span<id const, S> weight_at;  ///< [edges], or empty: weights are those of the graph's rows
  search_graph_view<S> graph;

  GSTA_HD femtoseconds weight(id v, id k) const noexcept {
    return weight_at.empty() ? graph.weight_of(v, k) : graph.weight[weight_at[k]];
  }
  GSTA_HD void operator()(std::size_t v) const noexcept {
    if (state.lowered[v] == 0) return;
    for (id k = begin[v]; k < begin[v + 1]; ++k) {
      best_way const way = way_over(weight(static_cast<id>(v), k), state.cost[v], k);
      if (way.edge != none) fetch_min(state.found[to[k]], way.cost);
    }
  }
};

template <memory_space S>
struct settle_op {
  relaxation<S> state;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const lower = state.found[v] < state.cost[v];
    state.lowered[v] = lower ? 1 : 0;
    if (!lower) return;
    state.cost[v] = state.found[v];
    fetch_min(state.quiet[0], 0);
  }
};

/// The forest out of costs that are known: the first of the best edges.
template <memory_space S>
struct choose_op {
  search_graph_view<S> graph;
  cost_spans<S> out;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    best_way way;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e)
      way.take(way_over(graph.weight_of(v, e), out.suffix[graph.to[e]], e));
    out.choice[v] = way.edge;
    out.next[v] = way.edge == none ? none : graph.to[way.edge];
  }
};

/// Heights by doubling: each vertex takes over what the end of its hop has.
template <memory_space S>
struct begin_heights_op {
  span<id const, S> next;
  span<id, S> hop, height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    hop[v] = next[v] == none ? static_cast<id>(v) : next[v];
    height[v] = next[v] == none ? 0 : 1;
  }
};
template <memory_space S>
struct double_heights_op {
  span<id const, S> hop, height;
  span<id, S> next_hop, next_height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    id const over = hop[v];
    next_hop[v] = hop[over];
    next_height[v] = height[v] + (over == static_cast<id>(v) ? 0 : height[over]);
  }
};

/// How many edges it is along the forest to its end, of which there are no more than `most`.
template <executor E>
buffer<id, E::space> heights_along(E const& exec, view_for<E, id const> next, std::size_t most) {
  constexpr memory_space S = E::space;
  std::size_t const n = next.size();
  buffer<id, S> hop(exec, n), height(exec, n), next_hop(exec, n), next_height(exec, n);
  for_each_n(exec, n, begin_heights_op<S>{next, hop.view(), height.view()});
  for (std::size_t reach = 1; reach < most; reach *= 2) {
    for_each_n(exec, n, double_heights_op<S>{hop.view(), height.view(), next_hop.view(), next_height.view()});
    std::swap(hop, next_hop);
    std::swap(height, next_height);
  }
  return height;
}

/// Calls `step()` until nothing has changed; how often.
template <executor E, class Step>
std::size_t until_quiet(E const& exec, view_for<E, id> quiet, Step const& step) {
  std::size_t steps = 0;
  for (bool changed = true; changed; ++steps) {
    fill(exec, quiet, 1);
    step();
    changed = to_vector(exec, quiet)[0] == 0;
  }
  return steps;
}

/// Relaxes from `root` along rows until no cost changes.
template <executor E>
std::size_t relax_from(E const& exec, id root, relaxation<E::space> const& state,
                       relax_rows_op<E::space> const& rows) {
  constexpr memory_space S = E::space;
  std::size_t const n = state.cost.size();
  for_each_n(exec, n, begin_relaxation_op<S>{state, root});
  return until_quiet(exec, state.quiet, [&] {
    for_each_n(exec, n, rows);
    for_each_n(exec, n, settle_op<S>{state});
  });
}

}  // namespace gsta::detail
