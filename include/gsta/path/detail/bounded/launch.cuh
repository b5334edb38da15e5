#pragma once

#include <cooperative_groups.h>

#include "gsta/core/algorithm.cuh"

namespace gsta::detail {

inline constexpr unsigned lanes_of_warp = 32;
inline constexpr unsigned full_warp = 0xffffffffu;
/// One block a processor, as wide as blocks can be: steps of all are then as short as they get.
inline constexpr unsigned resident_block = 1024;

/// Warps of a grid share work by their number.
struct warp_of_grid {
  unsigned lane = threadIdx.x % lanes_of_warp;
  std::size_t number = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / lanes_of_warp;
  std::size_t count = std::size_t{gridDim.x} * blockDim.x / lanes_of_warp;
};

/// The sum of `value` over this lane and those before it.
inline __device__ id sum_until(id value, unsigned lane) {
  for (unsigned step = 1; step < lanes_of_warp; step *= 2) {
    id const other = __shfl_up_sync(full_warp, value, step);
    if (lane >= step) value += other;
  }
  return value;
}

inline unsigned processors_of_device() {
  int device = 0, processors = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  return static_cast<unsigned>(processors);
}

/// Runs `kernel` with one block on each processor, all at once, so that they may wait for each other.
template <class Args>
void launch_resident(cuda_executor const& exec, void (*kernel)(Args), Args args) {
  void* arguments[] = {&args};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), dim3(processors_of_device()),
                                         dim3(resident_block), arguments, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

}  // namespace gsta::detail
