#pragma once

#include "gsta/sta/detail/device_update.cuh"
#include "gsta/sta/update_plan.cuh"

/// What gsta::device has compiled is only declared for those who link it.
#ifdef GSTA_COMPILED_DEVICE
#define GSTA_DEVICE_INLINE
#else
#define GSTA_DEVICE_INLINE inline
#endif

namespace gsta {

GSTA_DEVICE_INLINE update_plan<cuda_executor>::update_plan(cuda_executor const& exec,
                                                           timer<cuda_executor>& of,
                                                           update_options<space> const& options)
    : exec_(exec),
      update_(new device_update(exec, of, options), [](device_update* made) { delete made; }),
      work_(captured_work::record(exec, [&](cuda_executor const& inner) { update_->enqueue(inner); })) {}

GSTA_DEVICE_INLINE void update_plan<cuda_executor>::run() {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check_cuda(cudaStreamIsCapturing(exec_.stream, &status), "cudaStreamIsCapturing");
  if (status == cudaStreamCaptureStatusActive) {
    update_->enqueue(exec_);
  } else {
    work_.launch(exec_);
  }
}

GSTA_DEVICE_INLINE void update_plan<cuda_executor>::scatter_paths() { update_->scatter_paths(exec_); }

}  // namespace gsta
