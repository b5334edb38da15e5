#pragma once

#include <memory>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/sta/detail/device_gradients.cuh"

namespace gsta {

/// A timer's whole update and the gradients of a smooth cost, captured once: for placers and sizers that want
/// both in every iteration. The timer must outlive it and stay where it is. Needs: as `update_plan`.
class gradient_plan {
 public:
  /// Shapes: any; places as `star_view`. Cost: O(pins + arcs), and one run's launches on the host. Where: the
  /// executor; waits. Needs: what is asserted where stays so; the values may change. Throws: cuda_error,
  /// argument_error on seeds or places of another design.
  gradient_plan(cuda_executor const& exec, timer<cuda_executor>& of, gradient_options const& options = {})
      : exec_(exec),
        gradients_(std::make_unique<device_gradients>(exec, of, options)),
        work_(captured_work::record(exec, [&](cuda_executor const& inner) { gradients_->enqueue(inner); })) {}

  /// Times the design again and finds the gradients. Allocates nothing, does not wait and returns nothing. On
  /// a stream that the caller is recording it puts the launches themselves.
  ///
  /// Shapes: as the timer's. Cost: one launch. Where: the executor's stream. Throws: cuda_error.
  void run() {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check_cuda(cudaStreamIsCapturing(exec_.stream, &status), "cudaStreamIsCapturing");
    if (status == cudaStreamCaptureStatusActive) {
      gradients_->enqueue(exec_);
    } else {
      work_.launch(exec_);
    }
  }

  /// What runs find, where it stays.
  ///
  /// Shapes: as the struct says. Cost: none. Where: host; the result reads device memory. Throws: nothing.
  gradients_view<memory_space::device> gradients() const { return gradients_->view(); }

  /// Waits, and reports what the device found since.
  ///
  /// Shapes: none. Cost: a synchronisation. Where: the executor's stream. Throws: cuda_error.
  void check() const { exec_.sync(); }

 private:
  cuda_executor exec_;
  std::unique_ptr<device_gradients> gradients_;
  captured_work work_;
};

}  // namespace gsta
