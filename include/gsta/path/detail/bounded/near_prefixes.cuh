#pragma once

#include <algorithm>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/launch.cuh"
#include "gsta/path/detail/bounded/near_prefixes.hpp"
#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/detail/costs/side.cuh"

namespace gsta::detail {

/// What a walk near the best path works with, and how it finds out how far to go.
struct near_prefixes {
  static constexpr id long_row = 1024, edges_of_chunk = 256;
  static constexpr int most_hops = 32;  ///< down the forest in a round

  /// `queued` and `long_rows` are told for the rounds r % 3.
  enum total : int { queued = 0, long_rows = 3, totals = 6 };

  search_problem<memory_space::device> problem;
  device_span<femtoseconds> prefix;  // `no_path` before
  device_span<id> round_of;          // [vertices] in which a vertex was last queued; `none` before
  device_span<id> best_path, other;  // [vertices] queues of even and odd rounds; best path all `none` before
  device_span<id> long_even, long_odd;  // [long rows] the same for vertices with long rows
  device_span<id> sidetracks;           // [excess_class::count] of the best path; 0 before
  device_span<id> total_of;             // [totals] 0 before
  /// [2] The excess to go to; below 0 before: it is to hold `wanted` of these sidetracks. Then 1 if paths lie
  /// beyond, 0 before.
  device_span<femtoseconds> range;
  id wanted;

  __device__ id row(id v) const { return __ldg(problem.graph.begin.data() + v); }
  __device__ bool is_long(id v) const { return row(v + 1) - row(v) > long_row; }
  __device__ femtoseconds best() const { return problem.costs.suffix[problem.graph.source()]; }
  __device__ bool walks_best_path() const { return range[0] < 0; }

  /// The best path's vertices but for the sink, one after the other; others look for them there.
  __device__ void walk_best_path() const {
    id const sink = problem.graph.sink();
    femtoseconds const all = best();
    id v = problem.graph.source();
    for (std::size_t at = 0; v != sink; ++at) {
      id const next = problem.next(v);
      store_id(&best_path[at], v);
      prefix[v] = all - problem.costs.suffix[v];
      round_of[v] = 0;
      v = next;
    }
    prefix[sink] = all;
  }

  /// Counts the sidetracks that leave the best path. Its first row is often long: all warps share it.
  __device__ void count_sidetracks(id length, warp_of_grid const& warp) const {
    id const source = problem.graph.source();
    if (is_long(source)) {
      each_chunk(source, warp, [&](id first, id last) { count_row(source, first, last, warp.lane); });
    }
    for (auto at = static_cast<id>(warp.number); at < length; at += static_cast<id>(warp.count)) {
      id v = load_id(&best_path[at]);
      while (v == none) v = load_id(&best_path[at]);
      if (v != source || !is_long(source)) count_row(v, row(v), row(v + 1), warp.lane);
    }
  }
  /// Calls `f(first, last)` for this warp's pieces of a long row.
  template <class F>
  __device__ void each_chunk(id v, warp_of_grid const& warp, F const& f) const {
    std::int64_t const end = row(v + 1), step = static_cast<std::int64_t>(warp.count) * edges_of_chunk;
    for (std::int64_t e = row(v) + static_cast<std::int64_t>(warp.number) * edges_of_chunk; e < end;
         e += step)
      f(static_cast<id>(e), static_cast<id>(min(e + edges_of_chunk, end)));
  }
  __device__ void count_row(id v, id first, id last, unsigned lane) const {
    id const choice = problem.costs.choice[v];
    for (id e = first + static_cast<id>(lane); e < last; e += lanes_of_warp) {
      femtoseconds const detour = e == choice ? no_path : problem.detour(v, e);
      if (detour != no_path) atomicAdd(&sidetracks[excess_class::of(detour)], 1);
    }
  }

  /// The excess that holds enough sidetracks of the best path. Called by a block of `resident_block` threads.
  __device__ void find_range() const {
    static_assert(excess_class::count <= resident_block);
    __shared__ id of_warp[resident_block / lanes_of_warp];
    std::size_t const c = threadIdx.x;
    unsigned const lane = threadIdx.x % lanes_of_warp, warp = threadIdx.x / lanes_of_warp;
    id const mine = c < excess_class::count ? load_id(&sidetracks[c]) : 0;
    id until = sum_until(mine, lane);
    if (lane == lanes_of_warp - 1) of_warp[warp] = until;
    __syncthreads();
    for (unsigned w = 0; w < warp; ++w) until += of_warp[w];
    if (until >= wanted && until - mine < wanted) range[0] = excess_class::last(c);
    if (c == resident_block - 1 && until < wanted) range[0] = any_excess;
  }
};

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

// find_near_prefixes on a cuda_executor: one launch. The best path is walked first; what its sidetracks cost
// says how far to go. Then, in rounds, vertices whose prefix fell tell their heads, and so on down the
// forest. A minimum does not depend on the order in which it is found.

template <class Near>
__global__ void __launch_bounds__(resident_block, 1) near_prefixes_kernel(Near in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  if (in.best() == no_path) return;
  id const source = in.problem.graph.source();
  id const length = in.problem.costs.height[source];
  if (in.walks_best_path()) {
    if (grid.thread_rank() == 0) in.walk_best_path();
    __syncwarp();
    in.count_sidetracks(length, warp);
    grid.sync();
    if (blockIdx.x == 0) in.find_range();
    if (grid.thread_rank() == 0) in.total_of[Near::queued] = length;
  } else if (grid.thread_rank() == 0) {
    in.prefix[source] = 0;
    in.best_path[0] = source;
    in.total_of[Near::queued] = 1;
  }
  grid.sync();
  bool cut = false;
  for (id round = 0;; ++round) {
    bool const even = round % 2 == 0;
    device_span<id> const queue = even ? in.best_path : in.other, longs = even ? in.long_even : in.long_odd;
    near_round step{in, even ? in.other : in.best_path, even ? in.long_odd : in.long_even, round,
                    in.best() + __ldcg(&in.range[0])};
    id const count = __ldcg(&in.total_of[Near::queued + round % 3]);
    id const long_count = __ldcg(&in.total_of[Near::long_rows + round % 3]);
    if (count + long_count == 0) break;
    for (auto i = static_cast<id>(warp.number); i < count; i += static_cast<id>(warp.count))
      step.relax(__ldcg(&queue[i]), warp.lane);
    for (id i = 0; i < long_count; ++i) {
      id const v = __ldcg(&longs[i]);
      in.each_chunk(v, warp, [&](id first, id last) { step.relax(v, first, last, warp.lane); });
    }
    cut = cut || step.cut;
    if (grid.thread_rank() == 0)
      in.total_of[Near::queued + (round + 2) % 3] = in.total_of[Near::long_rows + (round + 2) % 3] = 0;
    grid.sync();
  }
  if (cut) set_mark(in.range[1], femtoseconds{1});
}

struct clear_near_op {
  near_prefixes in;
  femtoseconds range;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (i < in.prefix.size()) {
      in.prefix[i] = no_path;
      in.round_of[i] = in.best_path[i] = none;
    }
    if (i < in.sidetracks.size()) in.sidetracks[i] = 0;
    if (i < in.total_of.size()) in.total_of[i] = 0;
    if (i == 0) in.range[0] = range;
    if (i == 1) in.range[1] = 0;
  }
};

inline femtoseconds find_near_prefixes(cuda_executor const& exec, search_rows<memory_space::device> const&,
                                       search_problem<memory_space::device> const& problem,
                                       near_request const& request, device_span<femtoseconds> prefix,
                                       work_memory& memory) {
  constexpr auto S = memory_space::device;
  std::size_t const n = problem.graph.vertex_count();
  std::size_t const longs = problem.graph.edge_count() / near_prefixes::long_row + 1;
  work_array<id, S> round_of(exec, memory, n), best_path(exec, memory, n), other(exec, memory, n);
  work_array<id, S> long_even(exec, memory, longs), long_odd(exec, memory, longs);
  work_array<id, S> sidetracks(exec, memory, excess_class::count), total(exec, memory, near_prefixes::totals);
  work_array<femtoseconds, S> range(exec, memory, 2);
  near_prefixes const in{problem,
                         prefix,
                         round_of.view(),
                         best_path.view(),
                         other.view(),
                         long_even.view(),
                         long_odd.view(),
                         sidetracks.view(),
                         total.view(),
                         range.view(),
                         best_path_sidetracks(request.paths)};
  for_each_n(exec, std::max(n, excess_class::count), clear_near_op{in, request.excess});
  launch_resident(exec, near_prefixes_kernel<near_prefixes>, in);
  std::vector<femtoseconds> const reached = to_vector(exec, range.read());
  return reached[1] != 0 ? reached[0] : any_excess;
}

}  // namespace gsta::detail
