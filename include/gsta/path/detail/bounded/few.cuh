#pragma once

#include "gsta/path/detail/bounded/few.hpp"
#include "gsta/path/detail/bounded/long_lists.cuh"

/// ask_for_few on a cuda_executor: one launch. All blocks gather, one makes the paths.
namespace gsta::detail {

/// The threads of a block of `resident_block`.
struct block_team {
  __device__ id rank() const { return static_cast<id>(threadIdx.x); }
  __device__ id size() const { return static_cast<id>(resident_block); }
  __device__ void sync() const { __syncthreads(); }
  __device__ bool any(bool mine) const { return __syncthreads_or(mine ? 1 : 0) != 0; }
  __device__ id scan(id* value, id count) const {
    static_assert(few_limits::paths <= 2 * resident_block &&
                  few_gathering<memory_space::device>::classes <= static_cast<id>(2 * resident_block));
    id const at = 2 * rank();
    id const first = at < count ? value[at] : 0, second = at + 1 < count ? value[at + 1] : 0;
    id all = 0;
    id const before = sum_before_in_block(first + second, all);
    if (at < count) value[at] = before;
    if (at + 1 < count) value[at + 1] = before + first;
    __syncthreads();
    return all;
  }
  template <std::size_t Most, class Read, class Write>
  __device__ void exchange(id count, Read const& read, Write const& write) const {
    constexpr id each = static_cast<id>((Most + resident_block - 1) / resident_block);
    decltype(read(id{0})) held[each];
#pragma unroll
    for (id u = 0; u < each; ++u) {
      id const i = rank() + u * size();
      if (i < count) held[u] = read(i);
    }
    __syncthreads();
#pragma unroll
    for (id u = 0; u < each; ++u) {
      id const i = rank() + u * size();
      if (i < count) write(i, held[u]);
    }
    __syncthreads();
  }
};

/// All blocks of a grid whose blocks may wait for each other.
struct grid_workers {
  using gathering = few_gathering<memory_space::device>;
  block_team blocks;
  id* classes;  ///< [gathering::classes] in shared memory

  __device__ block_team const& team() const { return blocks; }
  __device__ bool leads() const { return blockIdx.x == 0; }
  __device__ static std::size_t rank() { return std::size_t{blockIdx.x} * resident_block + threadIdx.x; }
  __device__ static std::size_t size() { return std::size_t{gridDim.x} * resident_block; }
  __device__ static void sync() { cooperative_groups::this_grid().sync(); }

  /// Each block counts by itself first.
  __device__ void begin_classes() const {
    for (id c = blocks.rank(); c < gathering::classes; c += blocks.size()) classes[c] = 0;
    __syncthreads();
  }
  __device__ void add_classes(id* to) const {
    __syncthreads();
    for (id c = blocks.rank(); c < gathering::classes; c += blocks.size()) {
      if (classes[c] != 0) atomicAdd(to + c, classes[c]);
    }
  }
  __device__ void sample(gathering const& in) const {
    begin_classes();
    std::size_t const samples = in.samples();
#pragma unroll 4
    for (std::size_t i = rank(); i < samples; i += size()) in.sample(i, classes);
    add_classes(in.vertex_classes());
    sync();
  }

  /// Sidetracks among edges first, first + stride ... of a row that threads of a warp walk side by side.
  __device__ void row(gathering const& in, id attempt, femtoseconds range, id a, id v, id first, id last,
                      id stride) const {
    for (id e = first; e < last; e += stride) {
      femtoseconds const x = in.sidetrack(v, e, range);
      if (x == no_path) continue;
      atomicAdd(classes + excess_class::of(x), 1);
      auto const together = cooperative_groups::coalesced_threads();
      id base = 0;
      if (together.thread_rank() == 0)
        base = atomicAdd(&in.number(attempt, gathering::near_sidetracks), static_cast<id>(together.size()));
      in.put_sidetrack(together.shfl(base, 0) + static_cast<id>(together.thread_rank()), a, e, x);
    }
  }
  /// Vertices of 32 neighbouring ones that are near, and their rows; long rows are put off.
  __device__ void stretch(gathering const& in, id attempt, femtoseconds range, std::size_t first,
                          unsigned are, unsigned lane) const {
    auto const& begin = in.excess.problem.graph.begin;
    id base = 0;
    if (lane == 0) base = atomicAdd(&in.number(attempt, gathering::near_vertices), __popc(are));
    base = __shfl_sync(full_warp, base, 0);
    for (; are != 0; are &= are - 1, ++base) {
      id const v = static_cast<id>(first) + __ffs(static_cast<int>(are)) - 1;
      if (static_cast<std::size_t>(base) >= few_limits::vertices) return;
      if (lane == 0) in.put_vertex(base, v);
      id const row_begin = begin[v], row_end = begin[v + 1];
      bool const is_long = row_end - row_begin > few_limits::long_row;
      if (is_long && lane == 0) {
        id const at = atomicAdd(&in.number(attempt, gathering::long_rows), 1);
        if (static_cast<std::size_t>(at) < few_limits::long_rows) in.space.long_row[at] = base;
      } else if (!is_long) {
        row(in, attempt, range, base, v, row_begin + static_cast<id>(lane), row_end,
            static_cast<id>(lanes_of_warp));
      }
      __syncwarp();
    }
  }
  __device__ void collect(gathering const& in, id attempt, femtoseconds range) const {
    constexpr std::size_t at_once = 4;
    warp_of_grid const warp;
    begin_classes();
    std::size_t const stretches = in.stretches();
    for (std::size_t s = warp.number; s < stretches; s += at_once * warp.count) {
      unsigned are[at_once];
#pragma unroll
      for (std::size_t u = 0; u < at_once; ++u) {
        std::size_t const v = (s + u * warp.count) * lanes_of_warp + warp.lane;
        are[u] = __ballot_sync(full_warp, in.is_near(v, range));
      }
      for (std::size_t u = 0; u < at_once; ++u) {
        if (are[u] != 0) stretch(in, attempt, range, (s + u * warp.count) * lanes_of_warp, are[u], warp.lane);
      }
    }
    sync();
    id const long_rows = in.number(attempt, gathering::long_rows);
    for (id l = 0; l < long_rows && l < static_cast<id>(few_limits::long_rows); ++l) {
      id const a = in.space.long_row[l], v = in.space.found[a];
      auto const& begin = in.excess.problem.graph.begin;
      row(in, attempt, range, a, v, begin[v] + static_cast<id>(rank()), begin[v + 1],
          static_cast<id>(size()));
    }
    add_classes(in.sidetrack_classes(attempt));
    sync();
  }
  __device__ void keep(gathering const& in, id vertices, id sides, femtoseconds range) const {
    for (std::size_t a = rank(); a < static_cast<std::size_t>(vertices); a += size()) in.link(a);
    for (std::size_t i = rank(); i < static_cast<std::size_t>(sides); i += size()) in.keep(i, range);
    sync();
  }
};

/// `Question` is `few_question`: a template, lest every source file has the kernel.
template <class Question>
__global__ void __launch_bounds__(resident_block, 1) few_paths_kernel(Question in) {
  extern __shared__ __align__(16) unsigned char shared[];
  few_room& room = *reinterpret_cast<few_room*>(shared);
  grid_workers const workers{{}, room.edge};
  few_report const report = find_few(workers, in.gathering, in.output, room);
  if (blockIdx.x == 0 && threadIdx.x == 0) in.gathering.space.report[0] = report;
}

/// Whether a block may have so much shared memory.
inline bool has_room_for_few() {
  int device = 0, most = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
             "cudaDeviceGetAttribute");
  return static_cast<std::size_t>(most) >= sizeof(few_room) + 1024;  // what the kernel has beside it
}

inline few_report ask_for_few(cuda_executor const& exec, few_question<memory_space::device> const& question) {
  if (!has_room_for_few()) return {0, 0, 0, 0, 0, 0};
  fill(exec, question.gathering.space.counts, 0);
  auto const kernel = few_paths_kernel<few_question<memory_space::device>>;
  check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(sizeof(few_room))),
             "cudaFuncSetAttribute");
  few_question<memory_space::device> in = question;
  void* arguments[] = {&in};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), dim3(processors_of_device()),
                                         dim3(resident_block), arguments, sizeof(few_room), exec.stream),
             "cudaLaunchCooperativeKernel");
  return to_vector(exec, device_span<few_report const>(question.gathering.space.report))[0];
}

}  // namespace gsta::detail
