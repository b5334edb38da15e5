#pragma once

#include "gsta/core/search.hpp"
#include "gsta/rc/detail/warp.cuh"

namespace gsta::detail {

inline constexpr int cte_threads = 128;  // of a block, and the nets it takes

/// Collaborative task engagement: every thread of a block brings work, and all share it out. Lies in shared
/// memory.
struct alignas(16) task_pool {
  // In front, so that the load of all four takes in nothing of `begin`, which others may be writing.
  id of_warp[cte_threads / warp_lanes];
  id begin[cte_threads + 1];

  /// Makes the prefix sum over what each thread brings; returns the total. The whole block calls it.
  __device__ id gather(id mine) {
    int const t = static_cast<int>(threadIdx.x), lane = t % warp_lanes, warp = t / warp_lanes;
    id sum = mine;
    for (int by = 1; by < warp_lanes; by *= 2) {
      id const before = __shfl_up_sync(every_lane, sum, by);
      if (lane >= by) sum += before;
    }
    __syncthreads();  // the pool may still be read
    if (lane == warp_lanes - 1) of_warp[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w) sum += of_warp[w];
    if (t == 0) begin[0] = 0;
    begin[t + 1] = sum;
    __syncthreads();
    return begin[cte_threads];
  }

  /// Whose work `task` is: the last thread whose work begins at or before it.
  __device__ int owner_of(id task) const { return row_of(begin, 0, cte_threads, task); }
};

}  // namespace gsta::detail
