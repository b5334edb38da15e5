#pragma once

#include <cuda_runtime.h>

#include "gsta/core/cuda_executor.cuh"

/// Launches that begin before the one in front of them has ended (programmatic dependent launches), for
/// kernels that have something to fetch before they need its results. Code for devices before sm_90 has
/// neither instruction; launches then follow each other as ever.
namespace gsta::detail {

__device__ inline void let_next_launch_begin() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Waits until the launch in front is done and what it wrote can be read.
__device__ inline void wait_for_launch_before() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// True if the code of `kernel` that the current device runs waits for itself.
template <class... Arguments>
bool waits_by_itself(void (*kernel)(Arguments...)) {
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  return attributes.ptxVersion >= 90;
}

}  // namespace gsta::detail
