#pragma once

#include <cstdio>

#include "gsta/forward/plan.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/slack/required.cuh"

namespace gsta_bench {

namespace detail {
template <class Kernel>
void print_kernel(char const* name, Kernel kernel, int threads) {
  cudaFuncAttributes of{};
  int blocks = 0, device = 0, most = 0;
  gsta::check_cuda(cudaFuncGetAttributes(&of, kernel), "cudaFuncGetAttributes");
  gsta::check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0),
                   "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  gsta::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  gsta::check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, device),
                   "cudaDeviceGetAttribute");
  std::printf("| %s | %d | %zu | %zu | %d %% |\n", name, of.numRegs, of.localSizeBytes, of.sharedSizeBytes,
              100 * blocks * threads / most);
}
}  // namespace detail

/// Registers of the main kernels, and the threads that they let a multiprocessor hold.
inline void print_kernels() {
  namespace inner = gsta::detail;
  using forward = inner::forward_pass<inner::device_layer<true, true>>;
  using backward = inner::backward_pass;
  std::printf("| kernel | registers | local bytes | shared bytes | occupancy |\n|---|---|---|---|---|\n");
  detail::print_kernel("star wires", inner::star_plan_kernel<inner::star_op<gsta::memory_space::device>>,
                       inner::star_threads);
  detail::print_kernel("tree wires", inner::tree_plan_kernel<inner::device_elmore_op>, inner::tree_threads);
  detail::print_kernel("forward, dataflow", inner::dataflow_kernel<forward>, inner::sweep_block);
  detail::print_kernel("forward, level", inner::level_kernel<forward>, inner::sweep_block);
  detail::print_kernel("backward, dataflow", inner::dataflow_kernel<backward>, inner::sweep_block);
  detail::print_kernel("backward, level", inner::level_kernel<backward>, inner::sweep_block);
}

}  // namespace gsta_bench
