#pragma once

#include "gsta/core/search.hpp"
#include "gsta/engine/detail/row_sweep.cuh"

/// Kernels of a row pass (engine/detail/row_sweep.cuh) in the papers' schemes, but for `pin_based`, which is
/// the row sweep itself.
namespace gsta::detail {

/// A thread a vertex and condition.
template <class Pass>
__global__ void __launch_bounds__(most_row_threads) net_based_kernel(Pass pass, device_span<id const> level) {
  let_next_launch_begin();
  unsigned const t = blockIdx.x * blockDim.x + threadIdx.x, i = t / conditions;
  int const c = static_cast<int>(t % conditions);
  if (i >= level.size()) return;
  id const v = level[i];
  row_walk<Pass> walk{pass, v, pass.first(v), pass.end(v), 1, c};
  walk.prefetch();
  typename Pass::best best = pass.start(v, c);
  wait_for_launch_before();
  walk.run(best);
  pass.finish(v, c, best);
}

inline constexpr int pool_threads = 128;   // of a block
inline constexpr id pool_tasks = 512;      // whose results are kept at once
inline constexpr id longest_in_pool = 64;  // arcs of a row that the pool takes

/// Collaborative task engagement: what a block's vertices bring, and what is found. Lies in shared memory.
template <class Pass, int Vertices>
struct cte_pool {
  typename Pass::best found[pool_tasks];
  id vertex[Vertices], first[Vertices], arcs[Vertices];
  id begin[Vertices + 1];  // of each vertex' arcs in the pool
  id of_warp[pool_threads / 32];

  /// Lists a vertex for each thread that has one, and makes the prefix sum over the rows that are not too
  /// long. True if some are.
  __device__ bool gather(Pass const& pass, device_span<id const> level, int t) {
    std::size_t const i = std::size_t{blockIdx.x} * Vertices + static_cast<std::size_t>(t);
    bool const own = t < Vertices && i < level.size();
    id const v = own ? level[i] : none, from = own ? pass.first(v) : 0, n = own ? pass.end(v) - from : 0;
    id sum = n > longest_in_pool ? 0 : n;
    for (int by = 1; by < 32; by *= 2) {
      id const before = __shfl_up_sync(~0u, sum, static_cast<unsigned>(by));
      if (t % 32 >= by) sum += before;
    }
    if (t % 32 == 31) of_warp[t / 32] = sum;
    __syncthreads();
    for (int w = 0; w < t / 32; ++w) sum += of_warp[w];
    if (t == 0) begin[0] = 0;
    if (t < Vertices) {
      vertex[t] = v;
      first[t] = from;
      arcs[t] = n;
      begin[t + 1] = sum;
    }
    return __syncthreads_or(n > longest_in_pool);
  }

  /// Whose arc this is: the last vertex whose arcs begin at or before it.
  __device__ int owner_of(id arc) const { return row_of(begin, 0, Vertices, arc); }

  /// The tasks [from, from + pool_tasks), strided over the threads.
  __device__ void work(Pass const& pass, id from, id tasks, int t) {
    int const c = t % conditions;
    id const last = tasks - from < pool_tasks ? tasks - from : pool_tasks;
    for (id task = t; task < last; task += pool_threads) {
      id const arc = (from + task) / conditions;
      int const at = owner_of(arc);
      id const k = first[at] + arc - begin[at];
      typename Pass::best best = pass.nothing(c);
      pass.take(vertex[at], k, pass.fetch(k, c), c, best);
      found[task] = best;
    }
  }

  /// What was found for one vertex and condition in [from, from + pool_tasks), in the order of its row.
  __device__ void reduce(Pass const& pass, id from, int at, int c, typename Pass::best& best) const {
    id low = begin[at] * conditions - from, high = begin[at + 1] * conditions - from;
    if (low < 0) low = 0;
    if (high > pool_tasks) high = pool_tasks;
    for (id task = low + c; task < high; task += conditions) pass.merge(c, best, found[task]);
  }

  /// A row that is too long for the pool, by the whole block.
  __device__ void take_long(Pass const& pass, int at, int t) {
    int const c = t % conditions;
    id const v = vertex[at];
    row_walk<Pass> walk{pass, v, first[at] + t / conditions, first[at] + arcs[at], pool_threads / conditions,
                        c};
    typename Pass::best best = t < conditions ? pass.start(v, c) : pass.nothing(c);
    walk.prefetch();
    walk.run(best);
    __syncwarp();
    merge_octet(pass, row_lanes, c, best);
    __syncthreads();  // `found` may still be read
    if (t % 32 < conditions) found[t / 32 * conditions + c] = best;
    __syncthreads();
    if (t >= conditions) return;
    for (int w = 1; w < pool_threads / 32; ++w) pass.merge(c, best, found[w * conditions + c]);
    pass.finish(v, c, best);
  }
};

/// Warp-STAR's Algorithm 2: the arcs of a block's vertices are shared out by a prefix sum and a search in it.
template <class Pass, int Vertices>
__global__ void __launch_bounds__(pool_threads) cte_kernel(Pass pass, device_span<id const> level) {
  constexpr int each =
      Vertices * conditions / pool_threads;  // vertices and conditions that a thread finishes
  static_assert(each > 0 && Vertices <= pool_threads);
  __shared__ cte_pool<Pass, Vertices> pool;
  let_next_launch_begin();
  int const t = static_cast<int>(threadIdx.x), c = t % conditions;
  bool const some_long = pool.gather(pass, level, t);
  typename Pass::best best[each];
  for (int p = 0; p < each; ++p) {
    int const at = (t + p * pool_threads) / conditions;
    best[p] = pool.vertex[at] == none ? pass.nothing(c) : pass.start(pool.vertex[at], c);
  }
  wait_for_launch_before();
  id const tasks = pool.begin[Vertices] * conditions;
  for (id from = 0; from < tasks; from += pool_tasks) {
    pool.work(pass, from, tasks, t);
    __syncthreads();
    for (int p = 0; p < each; ++p) pool.reduce(pass, from, (t + p * pool_threads) / conditions, c, best[p]);
    __syncthreads();
  }
  for (int p = 0; p < each; ++p) {
    int const at = (t + p * pool_threads) / conditions;
    if (pool.vertex[at] != none && pool.arcs[at] <= longest_in_pool) pass.finish(pool.vertex[at], c, best[p]);
  }
  if (!some_long) return;
  for (int at = 0; at < Vertices; ++at) {
    if (pool.arcs[at] > longest_in_pool) pool.take_long(pass, at, t);
  }
}

}  // namespace gsta::detail
