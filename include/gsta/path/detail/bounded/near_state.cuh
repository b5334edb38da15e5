#pragma once

#include "gsta/path/detail/bounded/launch.cuh"
#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/detail/costs/side.cuh"

namespace gsta::detail {

/// What a walk near the best path, the trunk, works with, and how it finds out how far to go.
struct near_prefixes {
  static constexpr id long_row = 1024, edges_of_chunk = 256;
  static constexpr int most_hops = 32;  ///< down the forest in a round

  /// `queued` and `long_rows` are told for the rounds r % 3.
  enum total : int { queued = 0, long_rows = 3, totals = 6 };

  search_problem<memory_space::device> problem;
  device_span<femtoseconds> prefix;     // `no_path` before
  device_span<id> round_of;             // [vertices] in which a vertex was last queued; `none` before
  device_span<id> trunk, other;         // [vertices] queues of even and odd rounds; trunk all `none` before
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
  __device__ bool walks_trunk() const { return range[0] < 0; }

  /// The best path's vertices but for the sink, one after the other; others look for them there.
  __device__ void walk_trunk() const {
    id const sink = problem.graph.sink();
    femtoseconds const all = best();
    id v = problem.graph.source();
    for (std::size_t at = 0; v != sink; ++at) {
      id const next = problem.next(v);
      store_id(&trunk[at], v);
      prefix[v] = all - problem.costs.suffix[v];
      round_of[v] = 0;
      v = next;
    }
    prefix[sink] = all;
  }

  /// Counts the sidetracks that leave the trunk. Its first row is often long: all warps share it.
  __device__ void count_sidetracks(id length, warp_of_grid const& warp) const {
    id const source = problem.graph.source();
    if (is_long(source)) {
      each_chunk(source, warp, [&](id first, id last) { count_row(source, first, last, warp.lane); });
    }
    for (auto at = static_cast<id>(warp.number); at < length; at += static_cast<id>(warp.count)) {
      id v = load_id(&trunk[at]);
      while (v == none) v = load_id(&trunk[at]);
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

  /// The excess that holds enough sidetracks of the trunk. Called by a block of `resident_block` threads.
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

}  // namespace gsta::detail
