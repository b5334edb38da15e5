#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/core/captured_work.cuh"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// A timer's whole update, captured once: for loops that change loads, wires or delays in place and time
/// again. The timer must outlive it and stay where it is.
class update_plan {
 public:
  /// Shapes: any. Cost: one update's launches on the host. Where: host; leaves the executor's stream alone.
  /// Throws: cuda_error.
  update_plan(cuda_executor const& exec, timer<cuda_executor>& of)
      : exec_(exec),
        timer_(&of),
        work_(captured_work::record(exec, [&](cuda_executor const& inner) { of.update(inner); })) {}

  /// Times the design again. Allocates nothing, does not wait and returns nothing. On a stream that the
  /// caller is recording it puts the launches themselves.
  ///
  /// Shapes: as the timer's. Cost: one launch. Where: the executor's stream. Throws: cuda_error.
  void run() {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check_cuda(cudaStreamIsCapturing(exec_.stream, &status), "cudaStreamIsCapturing");
    if (status == cudaStreamCaptureStatusActive) {
      timer_->update(exec_);
    } else {
      work_.launch(exec_);
    }
  }

  /// Waits, and reports what the device found since.
  ///
  /// Shapes: none. Cost: a synchronisation. Where: the executor's stream. Throws: cuda_error.
  void check() const { exec_.sync(); }

 private:
  cuda_executor exec_;
  timer<cuda_executor>* timer_;
  captured_work work_;
};

}  // namespace gsta
