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

/// The forest out of costs: the first edge that they agree with. Then one hop along it.
template <memory_space S>
struct match_choice_op {
  search_graph_view<S> graph;
  cost_spans<S> out;
  span<id, S> hop;

  GSTA_HD void operator()(std::size_t v) const noexcept {
    id choice = none;
    for (id e = graph.begin[v]; e < graph.begin[v + 1] && choice == none; ++e) {
      best_way const way = way_over(graph.weight_of(static_cast<id>(v), e), out.suffix[graph.to[e]], e);
      if (way.edge != none && way.cost == out.suffix[v]) choice = e;
    }
    out.choice[v] = choice;
    out.next[v] = choice == none ? none : graph.to[choice];
    out.height[v] = choice == none ? 0 : 1;
    hop[v] = choice == none ? static_cast<id>(v) : out.next[v];
  }
};

/// Heights by doubling: each vertex takes over what the end of its hop has.
template <memory_space S>
struct double_hops_op {
  span<id const, S> hop, height;
  span<id, S> next_hop, next_height, quiet;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    id const over = hop[v];
    next_hop[v] = hop[over];
    next_height[v] = height[v] + (over == static_cast<id>(v) ? 0 : height[over]);
    if (hop[over] != over) fetch_min(quiet[0], 0);
  }
};

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

/// Choices and heights out of suffix costs.
template <executor E>
void match_forest(E const& exec, search_graph_view<E::space> const& graph, cost_spans<E::space> const& out,
                  view_for<E, id> quiet) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  buffer<id, S> hop(exec, n), next_hop(exec, n), next_height(exec, n);
  for_each_n(exec, n, match_choice_op<S>{graph, out, hop.view()});
  until_quiet(exec, quiet, [&] {
    for_each_n(exec, n,
               double_hops_op<S>{hop.view(), out.height, next_hop.view(), next_height.view(), quiet});
    std::swap(hop, next_hop);
    copy(exec, std::as_const(next_height).view(), out.height);
  });
}

}  // namespace gsta::detail
