#pragma once

#include <algorithm>
#include <limits>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/recover/rows.hpp"
#include "gsta/path/detail/recover/slices.hpp"

namespace gsta::detail {

/// Elements that a warp takes in turn.
inline constexpr std::int64_t row_stretch = 512;

/// The row that each stretch begins in.
struct stretch_row_op {
  device_span<std::int64_t const> begin;
  device_span<id> row;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::int64_t const first = static_cast<std::int64_t>(i) * row_stretch;
    row[i] = row_of(begin, first);
  }
};

/// Where a lane is among the rows, which it passes one after the other.
struct row_cursor {
  device_span<std::int64_t const> begins;
  std::int64_t row, begin, end;

  __device__ row_cursor(device_span<std::int64_t const> all, id first)
      : begins(all), row(first), begin(__ldg(all.data() + row)), end(__ldg(all.data() + row + 1)) {}
  __device__ void go_to(std::int64_t at) {
    while (end <= at) {
      ++row;
      begin = end;
      end = __ldg(begins.data() + row + 1);
    }
  }
};

/// A warp goes along its stretch, its lanes side by side, so that what it reads and writes of a row is
/// coalesced, however long rows are. An op that reads and writes apart has several elements under way.
template <class Op>
__global__ void row_stretch_kernel(device_span<std::int64_t const> begin, device_span<id const> first_row,
                                   std::int64_t elements, Op op) {
  std::int64_t const warp = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  std::int64_t const first = warp * row_stretch;
  if (first >= elements) return;
  std::int64_t const end = first + row_stretch < elements ? first + row_stretch : elements;
  row_cursor cursor(begin, first_row[static_cast<std::size_t>(warp)]);
  if constexpr (requires { typename Op::value_type; }) {
    constexpr int at_once = 8;
    for (std::int64_t at = first + threadIdx.x % 32; at < end; at += 32 * at_once) {
      typename Op::value_type value[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (at + 32 * u >= end) break;
        cursor.go_to(at + 32 * u);
        value[u] = op.read(cursor.row, at + 32 * u - cursor.begin);
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (at + 32 * u < end) op.write(at + 32 * u, value[u]);
      }
    }
  } else {
    for (std::int64_t at = first + threadIdx.x % 32; at < end; at += 32) {
      cursor.go_to(at);
      op(cursor.row, at - cursor.begin, at);
    }
  }
}

template <class Op>
void for_each_in_rows(cuda_executor const& exec, device_span<std::int64_t const> begin, std::int64_t elements,
                      Op const& op) {
  if (elements == 0) return;
  constexpr std::int64_t block = 256, most = std::numeric_limits<int>::max();
  std::int64_t const stretches = (elements + row_stretch - 1) / row_stretch;
  std::int64_t const blocks = (32 * stretches + block - 1) / block;
  require(blocks <= most && begin.size() <= static_cast<std::size_t>(most),
          "for_each_in_rows: too many rows or elements");
  buffer<id, memory_space::device> row(exec, static_cast<std::size_t>(stretches));
  for_each_n(exec, row.size(), stretch_row_op{begin, row.view()});
  row_stretch_kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(block), 0, exec.stream>>>(
      begin, std::as_const(row).view(), elements, op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

// The steps of recovery that a device does in a way of its own; what comes out is the same.

inline constexpr unsigned recover_block = 256;
inline constexpr unsigned mark_block = 1024;
inline constexpr unsigned flags_remembered = 4096;

/// Most paths share a few sidetracks: each block remembers which it has told lately, so that millions of
/// threads do not queue for a few words of memory.
static __global__ void __launch_bounds__(mark_block)
    mark_chains_kernel(mark_chain_op<memory_space::device> op) {
  __shared__ id told[flags_remembered];
  for (unsigned i = threadIdx.x; i < flags_remembered; i += mark_block) told[i] = none;
  __syncthreads();
  std::size_t const count = op.side.size() + 1;
  for (std::size_t i = std::size_t{blockIdx.x} * mark_block + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * mark_block) {
    id const e = op.edge(i);
    id volatile& entry = told[static_cast<unsigned>(e) * 0x9e3779b1u / (~0u / flags_remembered + 1)];
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

/// Two loops of which neither waits for the other, in one launch: the first one's blocks begin first.
template <class First, class Second>
__global__ void __launch_bounds__(recover_block)
    side_by_side_kernel(std::size_t firsts, First first, std::size_t seconds, Second second) {
  std::size_t const blocks_of_first = (firsts + recover_block - 1) / recover_block;
  bool const is_first = blockIdx.x < blocks_of_first;
  std::size_t const block = is_first ? blockIdx.x : blockIdx.x - blocks_of_first;
  std::size_t const i = block * recover_block + threadIdx.x;
  if (is_first && i < firsts) first(i);
  if (!is_first && i < seconds) second(i);
}

/// A chain walked by its vertices alone waits half as long as one that is written out; but a pass over all
/// vertices behind it has to pay, which it does not where chains are short.
template <memory_space S>
bool walks_vertices(path_chains_view<S> const& chains, std::size_t steps) {
  constexpr std::size_t short_chain = 64;  // on average
  return steps >= short_chain * chains.tail.size();
}

/// Where chains will surely be written out, they are walked while paths are measured: a walk is one load
/// after the other, and leaves the device to others.
inline void measure_paths(cuda_executor const& exec, search_problem<memory_space::device> const& problem,
                          path_chains<memory_space::device>& chains,
                          measure_chain_path_op<memory_space::device> const& op) {
  constexpr auto S = memory_space::device;
  std::size_t const paths = op.length.size(), count = chains.tail.size();
  auto const steps = static_cast<std::size_t>(chains.steps);
  std::size_t const about = paths * static_cast<std::size_t>(chains.root_length);
  if (steps > about / 8 || !walks_vertices(chains.view(), steps)) return for_each_n(exec, paths, op);
  chains.vertex = buffer<id, S>(exec, steps);
  walk_chain_op<S> const walk{chains.view(), problem.graph.to, problem.costs.next, chains.vertex.view()};
  std::size_t const blocks =
      (count + recover_block - 1) / recover_block + (paths + recover_block - 1) / recover_block;
  require(blocks <= static_cast<std::size_t>(std::numeric_limits<int>::max()), "recover: too many paths");
  side_by_side_kernel<<<static_cast<unsigned>(blocks), recover_block, 0, exec.stream>>>(count, walk, paths,
                                                                                        op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// What stands at the vertices of chains is written side by side. `vertex`: of chains that have been walked.
template <class Writer>
void write_chains(cuda_executor const& exec, write_chain_op<memory_space::device, Writer> const& op,
                  device_span<id const> vertex) {
  constexpr auto S = memory_space::device;
  std::size_t const chains = op.chains.tail.size(), steps = op.step.size();
  buffer<id, S> walked;
  if (vertex.empty()) {
    if (!walks_vertices(op.chains, steps)) return for_each_n(exec, chains, op);
    walked = buffer<id, S>(exec, steps);
    for_each_n(exec, chains,
               walk_chain_op<S>{op.chains, op.problem.graph.to, op.problem.costs.next, walked.view()});
    vertex = walked.view();
  }
  for_each_n(exec, steps, write_step_op<S, Writer>{op, vertex});
}

/// Up to 32 slices one after the other, as a warp has them in shared memory. Places are counted from where
/// the warp's part begins.
struct slices_of_warp {
  std::int64_t from[32];  ///< of the step that place 0 would have, were it in the slice
  id end[32];             ///< the place behind the slice's last step
};

/// Copies what slices say of the places begin .. end of a part that begins at `first`, the lanes side by side
/// and across slices: each store of a warp fills a line of memory, and many loads are under way, however
/// short slices are.
template <class Op>
__device__ void copy_slices(Op const& op, slices_of_warp const& slices, std::int64_t first, id begin,
                            id end) {
  constexpr id at_once = 8;
  std::int64_t const stride = op.stride();
  id slice = 0;
  id const line = begin - static_cast<id>((first + begin) % 32);
  for (id at = line + static_cast<id>(threadIdx.x % 32); at < end; at += 32 * at_once) {
    typename Op::value_type value[at_once];
#pragma unroll
    for (id u = 0; u < at_once; ++u) {
      id const place = at + 32 * u;
      if (place < begin || place >= end) continue;
      while (slices.end[slice] <= place) ++slice;
      value[u] = op.read(slices.from[slice] + stride * place);
    }
#pragma unroll
    for (id u = 0; u < at_once; ++u) {
      id const place = at + 32 * u;
      if (place >= begin && place < end) op.writer.put(first + place, value[u]);
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
  if (first >= last) return;
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
    auto const within = [&](std::int64_t step) {
      return static_cast<id>(min(max(step, first), last) - first);
    };
    std::int64_t const from = at + until - mine.steps;
    id const part_begin = within(at), part_end = within(at + __shfl_sync(~0u, until, 31));
    __syncwarp();
    slices.from[lane] = mine.from - op.stride() * (from - first);
    slices.end[lane] = within(at + until);
    __syncwarp();
    copy_slices(op, slices, first, part_begin, part_end);
    at += __shfl_sync(~0u, until, 31);
  }
}

template <class Writer>
void copy_paths(cuda_executor const& exec, copy_path_op<memory_space::device, Writer> const& op,
                std::int64_t steps) {
  constexpr std::size_t most = std::numeric_limits<int>::max(), warps = recover_block / 32;
  std::size_t const paths = op.begin.size() - 1, groups = (paths + paths_of_warp - 1) / paths_of_warp;
  // Very long paths are shared out, and all where a part's places might be more than ids can count.
  bool const may_be_long = paths_of_warp * op.slices.choice.size() >= most;
  auto const parts =
      may_be_long ? 64 : std::clamp<std::size_t>(static_cast<std::size_t>(steps) / groups / 8192, 1, 64);
  std::size_t const blocks = (groups * parts + warps - 1) / warps;
  require(blocks <= most, "recover: too many paths");
  copy_paths_kernel<<<static_cast<unsigned>(blocks), recover_block, 0, exec.stream>>>(
      op, static_cast<std::int64_t>(parts));
  check_cuda(cudaGetLastError(), "kernel launch");
}

}  // namespace gsta::detail
