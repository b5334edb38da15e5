#pragma once

#include "gsta/core/cuda_executor.cuh"

namespace gsta {

/// A stream beside the caller's, for work that may run at the same time. `fork` lets it begin where the main
/// stream stands, `join` lets the main stream wait for it. While the main stream is being recorded, both
/// become edges of the graph.
class side_stream {
 public:
  side_stream() {
    check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  }
  side_stream(side_stream const&) = delete;
  side_stream& operator=(side_stream const&) = delete;
  ~side_stream() { cudaEventDestroy(event_); }

  cuda_executor fork(cuda_executor const& main) {
    follow(stream_.get(), main.stream);
    return {stream_.get(), *main.memory};
  }
  void join(cuda_executor const& main) { follow(main.stream, stream_.get()); }

 private:
  void follow(cudaStream_t later, cudaStream_t earlier) {
    check_cuda(cudaEventRecord(event_, earlier), "cudaEventRecord");
    check_cuda(cudaStreamWaitEvent(later, event_, 0), "cudaStreamWaitEvent");
  }
  cuda_stream stream_;
  cudaEvent_t event_ = nullptr;
};

}  // namespace gsta
