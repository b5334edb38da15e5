#pragma once

#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/counting_stops.cuh"

/// count_ways on a cuda_executor: one launch, a warp for a stop, a block for one that many sidetracks leave,
/// and all blocks for the source where these are very many.
namespace gsta::detail {

template <class Ways>
__global__ void __launch_bounds__(resident_block) count_ways_kernel(Ways in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  in.place(grid);
  grid.sync();
  id const steps = in.find_steps(grid);
  id const shorts = __ldcg(&in.total[Ways::short_rows]), longs = __ldcg(&in.total[Ways::long_rows]);
  id const is_shared = in.shared_stop();
  std::size_t const root = static_cast<std::size_t>(in.stops.counts.root()) * in.buckets();
  auto from = in.stops.ways, to = in.stops.more;
  counting_progress progress = in.progress;
  for (unsigned round = 0;; ++round) {
    bool changed = false;
    if (is_shared != none) in.leave_share(is_shared, progress.cut, from);
    for (id l = static_cast<id>(blockIdx.x); l < longs; l += static_cast<id>(gridDim.x))
      changed |= in.leave_long(in.rows[in.count() - 1 - static_cast<std::size_t>(l)], progress.cut, from, to);
    for (std::size_t l = warp.count - 1 - warp.number; l < static_cast<std::size_t>(shorts); l += warp.count)
      changed |= in.leave_short(in.rows[l], progress.cut, warp.lane, from, to);
    if (is_shared != none) {
      grid.sync();
      if (warp.number == 0) changed |= in.put_shared(is_shared, progress.cut, warp.lane, from, to);
    }
    for (id step = 0; step < steps; ++step) {
      grid.sync();
      changed |= in.add_up(step, progress.cut, warp, from, to);
    }
    id& changes = in.total[static_cast<std::size_t>(Ways::changes) + round % 3];
    if (__syncthreads_or(changed) && threadIdx.x == 0) atomicAdd(&changes, 1);
    if (grid.thread_rank() == 0) in.total[static_cast<std::size_t>(Ways::changes) + (round + 1) % 3] = 0;
    grid.sync();
    // Every block comes to the same conclusion.
    __shared__ path_count of_source[most_count_buckets];
    __shared__ counting_progress shared;
    __shared__ bool more;
    for (std::size_t b = threadIdx.x; b < in.buckets(); b += blockDim.x) of_source[b] = to[root + b];
    __syncthreads();
    if (threadIdx.x == 0) {
      shared = progress;
      more = shared.goes_on(of_source, in.close, changes != 0);
    }
    __syncthreads();
    progress = shared;
    bool const again = more;
    __syncthreads();
    if (!again) break;
    auto const swapped = from;
    from = to;
    to = swapped;
  }
  if (blockIdx.x == 0) {
    for (std::size_t b = threadIdx.x; b < in.buckets(); b += blockDim.x) in.of_source[b] = to[root + b];
  }
}

inline std::vector<path_count> count_ways(cuda_executor const& exec,
                                          bucket_counts<memory_space::device> const& counts,
                                          std::size_t enough, work_memory& memory) {
  constexpr auto S = memory_space::device;
  std::size_t const size = counts.stops * counts.buckets;
  stop_arrays<S> const arrays(exec, counts, memory);
  work_array<std::uint64_t, S> sums(exec, memory, 2 * size), shared(exec, memory, 2 * counts.buckets);
  work_array<path_count, S> of_source(exec, memory, counts.buckets);
  work_array<id, S> steps(exec, memory, steps_of_adding(counts.stops) * (stops_at_once + 1) * counts.stops);
  work_array<id, S> rows(exec, memory, counts.stops), total(exec, memory, ways_in_counting::totals);
  fill(exec, total.view(), 0);
  fill(exec, shared.view(), std::uint64_t{0});
  launch_resident(exec, count_ways_kernel<ways_in_counting>,
                  ways_in_counting{arrays.stops,
                                   arrays.chains,
                                   {counts.first_cut(), enough, -1},
                                   counts.width > 1,
                                   steps.view(),
                                   sums.view(),
                                   of_source.view(),
                                   rows.view(),
                                   total.view(),
                                   shared.view()});
  return to_vector(exec, of_source.read());
}

}  // namespace gsta::detail
