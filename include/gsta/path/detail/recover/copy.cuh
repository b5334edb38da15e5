#pragma once

#include <algorithm>
#include <limits>

#include "gsta/core/algorithm.cuh"
#include "gsta/path/detail/recover/slices.hpp"

/// The steps of recovery that a device does in a way of its own; what comes out is the same.
namespace gsta::detail {

inline constexpr unsigned recover_block = 256;
inline constexpr unsigned mark_block = 1024;
inline constexpr unsigned marks_remembered = 4096;

/// Most paths share a few sidetracks: each block remembers which it has told lately, so that millions of
/// threads do not queue for a few words of memory.
static __global__ void __launch_bounds__(mark_block)
    mark_chains_kernel(mark_chain_op<memory_space::device> op) {
  __shared__ id told[marks_remembered];
  for (unsigned i = threadIdx.x; i < marks_remembered; i += mark_block) told[i] = none;
  __syncthreads();
  std::size_t const count = op.side.size() + 1;
  for (std::size_t i = std::size_t{blockIdx.x} * mark_block + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * mark_block) {
    id const e = op.edge(i);
    id volatile& entry = told[static_cast<unsigned>(e) * 0x9e3779b1u / (~0u / marks_remembered + 1)];
    if (entry == e) continue;
    entry = e;
    op.mark(e);
  }
}

inline void mark_chains(cuda_executor const& exec, mark_chain_op<memory_space::device> const& op) {
  int device = 0, processors = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  std::size_t const blocks = (op.side.size() + mark_block) / mark_block;
  mark_chains_kernel<<<static_cast<unsigned>(std::min<std::size_t>(blocks, 2 * processors)), mark_block, 0,
                       exec.stream>>>(op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// The vertices of a chain; in the place of the first one, its number, as -1 - number.
template <memory_space S>
struct walk_chain_op {
  path_chains_view<S> chains;
  span<id const, S> to, next;
  span<id, S> vertex;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::int64_t const begin = chains.shape[i].begin, end = begin + chains.shape[i].length;
    vertex[begin] = -1 - static_cast<id>(i);
    id v = to[chains.edge[i]];
    for (std::int64_t at = begin + 1; at < end; ++at) {
      vertex[at] = v;
      v = next[v];
    }
  }
};

template <memory_space S, class Writer>
struct write_step_op {
  write_chain_op<S, Writer> chains;
  span<id const, S> vertex;
  GSTA_HD void operator()(std::size_t at) const noexcept {
    id const v = vertex[at], chain = -1 - v;
    path_chains_view<S> const& of = chains.chains;
    chains.step[at] = v < 0 ? chains.writer.step(of.tail[chain], of.edge[chain])
                            : chains.writer.step(v, chains.problem.costs.choice[v]);
  }
};

/// Chains are walked by their vertices alone; what stands there is then written side by side.
template <class Writer>
void write_chains(cuda_executor const& exec, write_chain_op<memory_space::device, Writer> const& op) {
  constexpr auto S = memory_space::device;
  std::size_t const chains = op.chains.tail.size(), steps = op.step.size();
  constexpr std::size_t short_chain = 64;  // on average: then a pass over all vertices does not pay
  if (steps < short_chain * chains) return for_each_n(exec, chains, op);
  buffer<id, S> vertex(exec, steps);
  for_each_n(exec, chains,
             walk_chain_op<S>{op.chains, op.problem.graph.to, op.problem.costs.next, vertex.view()});
  for_each_n(exec, steps, write_step_op<S, Writer>{op, std::as_const(vertex).view()});
}

/// Up to 32 slices, as a warp has them in shared memory.
struct slices_of_warp {
  std::int64_t to[32], from[32];  ///< of their first steps, among those of all paths and of all chains
  id steps[32];
};

/// Copies slices one after the other, the lanes side by side: nearly all that is left to do for a step is to
/// load and to store it.
template <class Op>
__device__ void copy_slices(Op const& op, slices_of_warp const& slices, id count) {
  constexpr id at_once = 4;
  std::int64_t const stride = op.stride();
  for (id s = 0; s < count; ++s) {
    id const steps = slices.steps[s];
    std::int64_t const to = slices.to[s], from = slices.from[s];
    for (id i = static_cast<id>(threadIdx.x % 32); i < steps; i += 32 * at_once) {
      typename Op::value_type value[at_once];
#pragma unroll
      for (id u = 0; u < at_once; ++u) {
        if (i + 32 * u < steps) value[u] = op.read(from + stride * (i + 32 * u));
      }
#pragma unroll
      for (id u = 0; u < at_once; ++u) {
        if (i + 32 * u < steps) op.writer.put(to + i + 32 * u, value[u]);
      }
    }
  }
}

/// Neighbouring paths that a warp copies: with one alone it would wait for its slices longer than it copies.
inline constexpr int paths_of_warp = 8;

/// Where the slices of a warp's paths begin among them all.
struct slice_rows {
  id begin;  ///< of the lane's path
  id count;

  __device__ slice_rows(device_span<id const> sides, std::size_t first, int paths) {
    int const path = min(static_cast<int>(threadIdx.x % 32), paths);
    begin = sides[first + static_cast<std::size_t>(path)] + path;
    begin -= __shfl_sync(~0u, begin, 0);
    count = __shfl_sync(~0u, begin, paths);
  }
  /// The path that a slice belongs to. The lanes of the warp ask together.
  __device__ int path_of(id slice) const {
    int path = 0;
#pragma unroll
    for (int step = paths_of_warp / 2; step > 0; step /= 2)
      path += __shfl_sync(~0u, begin, path + step) <= slice ? step : 0;
    return path;
  }
};

/// A warp for each of the `parts` of a few paths.
template <class Op>
__global__ void __launch_bounds__(recover_block) copy_paths_kernel(Op op, std::int64_t parts) {
  __shared__ slices_of_warp of_warp[recover_block / 32];
  slices_of_warp& slices = of_warp[threadIdx.x / 32];
  id const lane = static_cast<id>(threadIdx.x % 32);
  std::int64_t const warp = (std::int64_t{blockIdx.x} * recover_block + threadIdx.x) / 32;
  std::size_t const path = static_cast<std::size_t>(warp / parts) * paths_of_warp;
  if (path + 1 >= op.begin.size()) return;
  int const paths = static_cast<int>(min(op.begin.size() - 1 - path, std::size_t{paths_of_warp}));
  std::int64_t const begin = op.begin[path], end = op.begin[path + static_cast<std::size_t>(paths)];
  std::int64_t const share = (end - begin) / parts + 1, first = begin + warp % parts * share,
                     last = min(first + share, end);
  slice_rows const rows(op.slices.paths.begin, path, paths);
  std::int64_t at = begin;
  for (id s = 0; s < rows.count && at < last; s += 32) {
    int const of = rows.path_of(s + lane);
    id const number = s + lane - __shfl_sync(~0u, rows.begin, of);
    path_slice mine{0, 0};
    if (s + lane < rows.count) mine = op.slice(path + static_cast<std::size_t>(of), number);
    std::int64_t until = mine.steps;
    for (id step = 1; step < 32; step *= 2) {
      std::int64_t const other = __shfl_up_sync(~0u, until, step);
      if (lane >= step) until += other;
    }
    // Of its slice, what is in the warp's part.
    std::int64_t const from = at + until - mine.steps, cut = max(first - from, std::int64_t{0});
    __syncwarp();
    slices.to[lane] = from + cut;
    slices.from[lane] = mine.from + op.stride() * cut;
    slices.steps[lane] = static_cast<id>(max(min(at + until, last) - from - cut, std::int64_t{0}));
    __syncwarp();
    copy_slices(op, slices, min(rows.count - s, 32));
    at += __shfl_sync(~0u, until, 31);
  }
}

template <class Writer>
void copy_paths(cuda_executor const& exec, copy_path_op<memory_space::device, Writer> const& op,
                std::int64_t steps) {
  constexpr std::size_t most = std::numeric_limits<int>::max(), warps = recover_block / 32;
  std::size_t const paths = op.begin.size() - 1, groups = (paths + paths_of_warp - 1) / paths_of_warp;
  // Very long paths are shared out.
  auto const parts = std::clamp<std::size_t>(static_cast<std::size_t>(steps) / groups / 8192, 1, 64);
  std::size_t const blocks = (groups * parts + warps - 1) / warps;
  require(blocks <= most, "recover: too many paths");
  copy_paths_kernel<<<static_cast<unsigned>(blocks), recover_block, 0, exec.stream>>>(
      op, static_cast<std::int64_t>(parts));
  check_cuda(cudaGetLastError(), "kernel launch");
}

}  // namespace gsta::detail
