#pragma once

#include <cooperative_groups.h>

#include <algorithm>

#include "gsta/core/algorithm.cuh"
#include "gsta/path/detail/constrain/states.hpp"

namespace gsta::detail {

__device__ inline void fetch_ahead(void const* from) { asm volatile("prefetch.global.L2 [%0];" ::"l"(from)); }

/// All levels in one launch: resident blocks share a level and meet behind it. Who has done his share of a
/// level looks up his next vertex and its row, so that they are there when all meet.
template <class Op>
__global__ void sweep_kernel(device_span<id const> order, device_span<id const> level_begin, bool against,
                             Op op) {
  id const levels = static_cast<id>(level_begin.size()) - 1;
  auto const stride = static_cast<id>(gridDim.x * blockDim.x);
  auto const mine = static_cast<id>(blockIdx.x * blockDim.x + threadIdx.x);
  auto const begin_of = [&](id l) { return level_begin[against ? levels - 1 - l : l]; };
  auto const end_of = [&](id l) { return level_begin[(against ? levels - 1 - l : l) + 1]; };
  id next = levels > 0 && begin_of(0) + mine < end_of(0) ? order[begin_of(0) + mine] : none;
  for (id l = 0; l < levels; ++l) {
    if (next != none) op(next);
    for (id i = begin_of(l) + mine + stride; i < end_of(l); i += stride) op(order[i]);
    if (l + 1 == levels) break;
    id const ahead = begin_of(l + 1) + mine;
    next = ahead < end_of(l + 1) ? order[ahead] : none;
    if (next != none && op.graph.begin[next] < op.graph.begin[next + 1])
      fetch_ahead(op.graph.to.data() + op.graph.begin[next]);
    cooperative_groups::this_grid().sync();
  }
}

template <class Op>
void sweep_rows(cuda_executor const& exec, search_rows<memory_space::device> const& rows,
                walk_direction direction, Op const& op) {
  constexpr int block = 256;
  int device = 0, processors = 0, each = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, sweep_kernel<Op>, block, 0),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  buffer<id, memory_space::device> const begin = clone(exec, rows.level_begin);
  device_span<id const> order = rows.view().order, level_begin = begin.view();
  bool against = direction == walk_direction::against_walks;
  Op copy = op;
  void* arguments[] = {&order, &level_begin, &against, &copy};
  auto const useful = static_cast<int>(std::min<std::size_t>((order.size() + block - 1) / block, 1 << 20));
  int const blocks = std::max(1, std::min(useful, processors * std::min(each, 2)));
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(sweep_kernel<Op>),
                                         dim3(static_cast<unsigned>(blocks)), dim3(block), arguments, 0,
                                         exec.stream),
             "cudaLaunchCooperativeKernel");
}

}  // namespace gsta::detail
