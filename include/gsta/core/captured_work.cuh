#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include "gsta/core/cuda_executor.cuh"

namespace gsta {

/// Launches on a stream, recorded once as a CUDA graph and repeated with one call: a launch costs the device
/// about half a microsecond instead of three. Pointers and sizes are those of the recording; what they point
/// to may change.
class captured_work {
 public:
  captured_work() = default;
  /// Takes over the recording.
  captured_work(captured_work&& other) noexcept : runnable_(std::exchange(other.runnable_, nullptr)) {}
  /// Swaps the two recordings.
  captured_work& operator=(captured_work&& other) noexcept {
    std::swap(runnable_, other.runnable_);
    return *this;
  }
  ~captured_work() {
    if (runnable_ != nullptr) cudaGraphExecDestroy(runnable_);
  }

  /// Records what `enqueue(executor)` puts on a stream, which may neither allocate nor wait. The recording
  /// has a stream of its own, so the caller's may be busy, or be recording itself.
  ///
  /// Shapes: any. Cost: the launches on the host, and an instantiation. Where: host. Throws: cuda_error.
  template <class F>
  static captured_work record(cuda_executor const& like, F const& enqueue) {
    cuda_stream const stream;
    check_cuda(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
               "cudaStreamBeginCapture");
    recording graph(stream.get());
    enqueue(cuda_executor(stream.get(), *like.memory));
    graph.finish();
    captured_work work;
    check_cuda(cudaGraphInstantiate(&work.runnable_, graph.graph, 0), "cudaGraphInstantiate");
    return work;
  }

  /// Repeats it on the executor's stream, which must not be recording.
  ///
  /// Shapes: as recorded. Cost: one launch. Where: the stream; does not wait. Throws: cuda_error.
  void launch(cuda_executor const& exec) const {
    check_cuda(cudaGraphLaunch(runnable_, exec.stream), "cudaGraphLaunch");
  }

 private:
  /// Ends the recording on every way out.
  struct recording {
    explicit recording(cudaStream_t on) : stream(on) {}
    recording(recording const&) = delete;
    recording& operator=(recording const&) = delete;
    ~recording() {
      if (graph == nullptr) cudaStreamEndCapture(stream, &graph);
      if (graph != nullptr) cudaGraphDestroy(graph);
    }
    void finish() { check_cuda(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture"); }
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
  };

  cudaGraphExec_t runnable_ = nullptr;
};

}  // namespace gsta
