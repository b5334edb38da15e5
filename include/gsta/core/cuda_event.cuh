#pragma once

#include <utility>

#include "gsta/core/cuda_executor.cuh"

namespace gsta {

/// Owns an event, which marks a place in a stream; it takes no time.
class cuda_event {
 public:
  cuda_event() {
    check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  }
  cuda_event(cuda_event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  cuda_event& operator=(cuda_event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~cuda_event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  cudaEvent_t get() const noexcept { return event_; }

  void record(cuda_executor const& exec) const {
    check_cuda(cudaEventRecord(event_, exec.stream), "cudaEventRecord");
  }
  /// What comes after on `exec` waits for the place marked; the host does not.
  void let_wait(cuda_executor const& exec) const {
    check_cuda(cudaStreamWaitEvent(exec.stream, event_, 0), "cudaStreamWaitEvent");
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace gsta
