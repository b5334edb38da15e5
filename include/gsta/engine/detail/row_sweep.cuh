#pragma once

#include <cuda_runtime.h>

#include <cstring>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/units.hpp"
#include "gsta/engine/detail/early_launch.cuh"
#include "gsta/graph/timing_graph.hpp"

/// A sweep by levels on the device: a warp a vertex. A *row pass* is a trivially copyable op over the arcs of
/// a vertex's row, under one condition at a time, with
///   `first(v)`, `end(v)`        the row,
///   `best`                      what is merged: plain words; `nothing(c)`, and `start(v, c)`, which stands
///                               in front of the row,
///   `fetched`, `fetch(k, c)`    what an arc needs of arrays that the sweep does not write; so reads `start`,
///   `take(v, k, fetched, c, best)`  one more arc, behind all that `best` holds,
///   `merge(c, best, other)`     two bests of one row, in any order: the first of equals stays,
///   `finish(v, c, best)`        writes the vertex.
/// Kernels read what the sweep does not write before they wait for the level in front.
namespace gsta {

/// Which way a sweep goes through the levels.
enum class sweep_direction : std::uint8_t {
  forward,   ///< the first level first
  backward,  ///< the last level first
};

namespace detail {

inline constexpr int row_lanes = 8;  // that share a row under one condition

/// `x` of the lane `by` further on; any plain words.
template <class T>
__device__ T lane_behind(T const& x, int by) {
  static_assert(sizeof(T) % sizeof(unsigned) == 0);
  unsigned words[sizeof(T) / sizeof(unsigned)];
  std::memcpy(words, &x, sizeof(T));
  for (unsigned& word : words) word = __shfl_down_sync(~0u, word, static_cast<unsigned>(by));
  T result;
  std::memcpy(&result, words, sizeof(T));
  return result;
}

/// Merges what a warp's lanes (8 arcs by 4 conditions) found in one row of `arcs`, for its first four lanes.
template <class Pass>
__device__ void merge_octet(Pass const& pass, id arcs, int c, typename Pass::best& best) {
  for (int step = row_lanes / 2; step > 0; step /= 2) {
    if (arcs > step) pass.merge(c, best, lane_behind(best, step * conditions));
  }
}

/// The arcs k, k + stride, ... of a row; the next arc's record is on its way while one is worked on.
template <class Pass>
struct row_walk {
  Pass const& pass;
  id vertex, k, end, stride;
  int c;
  typename Pass::fetched ahead{};

  __device__ void prefetch() {
    if (k < end) ahead = pass.fetch(k, c);
  }
  __device__ void run(typename Pass::best& best) {
    while (k < end) {
      typename Pass::fetched const now = ahead;
      id const at = k;
      k += stride;
      prefetch();
      pass.take(vertex, at, now, c, best);
    }
  }
};

inline constexpr int most_row_threads = 256;

/// Threads (4 conditions, 8 arcs, vertices), a warp a vertex: Algorithm 1 of Warp-STAR (DAC 2026,
/// section 3.1), with arcs of cells for pins of nets.
template <class Pass>
__global__ void __launch_bounds__(most_row_threads) row_kernel(Pass pass, device_span<id const> level) {
  let_next_launch_begin();
  unsigned const i = blockIdx.x * blockDim.z + threadIdx.z;
  if (i >= level.size()) return;
  int const c = static_cast<int>(threadIdx.x);
  id const v = level[i], y = static_cast<id>(threadIdx.y), first = pass.first(v), end = pass.end(v);
  row_walk<Pass> walk{pass, v, first + y, end, row_lanes, c};
  walk.prefetch();
  typename Pass::best best = y == 0 ? pass.start(v, c) : pass.nothing(c);
  wait_for_launch_before();
  walk.run(best);
  __syncwarp();
  merge_octet(pass, end - first, c, best);
  if (y == 0) pass.finish(v, c, best);
}

/// Launches kernels of levels, one after the other. Those after the first begin early and wait on the device.
struct level_launcher {
  static constexpr std::size_t narrow = 16384;  // vertices of a level that small blocks spread better

  cudaStream_t stream;
  bool early = false;

  /// A warp a vertex.
  template <class Pass>
  void run(Pass const& pass, device_span<id const> level) {
    unsigned const vertices = level.size() < narrow ? 2 : most_row_threads / 32;
    launch(row_kernel<Pass>, pass, level, vertices, dim3(conditions, row_lanes, vertices));
  }

  template <class Pass>
  void launch(void (*kernel)(Pass, device_span<id const>), Pass const& pass, device_span<id const> level,
              unsigned vertices_a_block, dim3 block) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>((level.size() + vertices_a_block - 1) / vertices_a_block));
    config.blockDim = block;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = early && waits_by_itself(kernel) ? 1 : 0;
    check_cuda(cudaLaunchKernelEx(&config, kernel, pass, level), "cudaLaunchKernelEx");
    early = true;
  }
};

/// Calls `run(level)` for every level that is not empty.
template <class Run>
void each_level(levels<memory_space::device> const& order, sweep_direction direction, Run const& run) {
  for (std::size_t i = 0; i < order.count(); ++i) {
    auto const level = order.level(direction == sweep_direction::forward ? i : order.count() - 1 - i);
    if (!level.empty()) run(level);
  }
}

/// Calls a row pass for every vertex, a launch a level. Does not wait, allocates nothing.
struct row_sweep {
  template <class Pass>
  void operator()(cuda_executor const& exec, levels<memory_space::device> const& order, Pass const& pass,
                  sweep_direction direction) const {
    level_launcher launcher{exec.stream};
    each_level(order, direction, [&](device_span<id const> level) { launcher.run(pass, level); });
  }
};

}  // namespace detail
}  // namespace gsta
