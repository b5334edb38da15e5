#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/near_state.cuh"

namespace gsta::detail {

/// What a thread knows of a round.
struct near_round {
  near_prefixes const& all;
  device_span<id> next, next_long;
  id round;
  femtoseconds most;  // a prefix and suffix may come to
  bool cut = false;

  /// A vertex whose prefix fell tells its heads in the next round, once.
  __device__ id mark_queued(id v) const { return atomicExch(&all.round_of[v], round + 1); }
  __device__ void enqueue(id v) const {
    next[atomicAdd(&all.total_of[near_prefixes::queued + (round + 1) % 3], 1)] = v;
  }
  __device__ void enqueue_once(id v) const {
    if (v != all.problem.graph.sink() && mark_queued(v) != round + 1) enqueue(v);
  }

  /// From `v`, whose prefix fell so that its best path costs `through`, down the forest, until a prefix no
  /// longer falls. A few hops are made at once, so that what they ask for is under way together.
  __device__ void walk(id v, femtoseconds through) const {
    constexpr int at_once = 4;
    search_problem<memory_space::device> const& problem = all.problem;
    enqueue_once(v);
    id at = __ldg(problem.costs.next.data() + v);
    bool goes_on = true;
    for (int hop = 0; hop < near_prefixes::most_hops && goes_on; hop += at_once) {
      id passed[at_once], was[at_once];
      femtoseconds cost[at_once], before[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        passed[u] = at;
        cost[u] = at == none ? 0 : through - __ldg(problem.costs.suffix.data() + at);
        if (at != none) at = __ldg(problem.costs.next.data() + at);
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u)
        before[u] = passed[u] == none ? cost[u] : fetch_min(all.prefix[passed[u]], cost[u]);
      goes_on = before[at_once - 1] > cost[at_once - 1];
#pragma unroll
      for (int u = 0; u < at_once; ++u)
        was[u] =
            before[u] > cost[u] && passed[u] != problem.graph.sink() ? mark_queued(passed[u]) : round + 1;
#pragma unroll
      for (int u = 0; u < at_once; ++u)
        if (was[u] != round + 1) enqueue(passed[u]);
    }
  }
  /// Tells the heads of `v` by edges of its row.
  __device__ void relax(id v, id first, id last, unsigned lane) {
    search_problem<memory_space::device> const& problem = all.problem;
    femtoseconds const to = load_cost(all.prefix.data() + v);
    constexpr int at_once = 2;
    constexpr id stride = at_once * lanes_of_warp;
    id fell = none;  // of several the last one is walked from
    femtoseconds fell_to = 0;
    for (id from = first + static_cast<id>(lane); from < last; from += stride) {
      id head[at_once];
      femtoseconds cost[at_once], through[at_once], before[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        id const e = from + u * static_cast<id>(lanes_of_warp);
        id const other = e < last ? __ldg(problem.graph.to.data() + e) : none;
        femtoseconds const own = e < last ? problem.graph.weight_of(v, e) : no_path;
        head[u] = own == no_path ? none : other;
        cost[u] = own == no_path ? 0 : to + own;
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        femtoseconds const on = head[u] == none ? no_path : __ldg(problem.costs.suffix.data() + head[u]);
        through[u] = on == no_path ? no_path : cost[u] + on;
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        cut = cut || (through[u] > most && through[u] != no_path);
        before[u] = through[u] > most ? cost[u] : fetch_min(all.prefix[head[u]], cost[u]);
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (before[u] <= cost[u]) continue;
        if (fell != none) enqueue_once(fell);
        fell = head[u];
        fell_to = through[u];
      }
    }
    if (fell != none) walk(fell, fell_to);
  }
  /// A vertex of the queue; a long row is for all warps, in the next round.
  __device__ void relax(id v, unsigned lane) {
    if (!all.is_long(v))
      relax(v, all.row(v), all.row(v + 1), lane);
    else if (lane == 0)
      next_long[atomicAdd(&all.total_of[near_prefixes::long_rows + (round + 1) % 3], 1)] = v;
  }
};

}  // namespace gsta::detail
