#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/executor.hpp"

namespace gsta {

/// Throws cuda_error with the call, CUDA's name for the code and its text unless `status` is success.
inline void check_cuda(cudaError_t status, char const* call) {
  if (status == cudaSuccess) return;
  throw cuda_error(
      status, std::string(call) + " failed: " + cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
}

/// Where device buffers come from. Implement it to hand gsta your own pool.
class device_memory {
 public:
  virtual ~device_memory() = default;
  /// Memory that work on `stream` may use from now on. Throws: cuda_error.
  virtual void* allocate(std::size_t bytes, cudaStream_t stream) = 0;
  /// Gives `data` back once the work submitted to `stream` so far is done.
  virtual void deallocate(void* data, std::size_t bytes, cudaStream_t stream) noexcept = 0;
};

/// The driver's stream-ordered pool (cudaMallocAsync).
class stream_ordered_memory final : public device_memory {
 public:
  void* allocate(std::size_t bytes, cudaStream_t stream) override {
    void* data = nullptr;
    check_cuda(cudaMallocAsync(&data, bytes, stream), "cudaMallocAsync");
    return data;
  }
  void deallocate(void* data, std::size_t, cudaStream_t stream) noexcept override {
    cudaFreeAsync(data, stream);
  }
};

/// While it lives, what `stream_ordered_memory` frees on the current device stays with the process for the
/// next allocation. Else the driver gives it back whenever a stream is waited for, and to map it again takes
/// milliseconds for long arrays: what makes graphs and plans waits for many sizes. It is the device's default
/// pool that keeps the memory, also of what others free there; the pool is as it was behind it.
///
/// Where: the device that is current when it is made. Throws: nothing; where there are no pools it does
/// nothing.
class freed_memory_stays {
 public:
  /// The pool keeps all from now on.
  freed_memory_stays() noexcept {
    int device = 0;
    std::uint64_t all = ~std::uint64_t{0};
    bool const set =
        cudaGetDevice(&device) == cudaSuccess && cudaDeviceGetDefaultMemPool(&pool_, device) == cudaSuccess &&
        cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &before_) == cudaSuccess &&
        cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &all) == cudaSuccess;
    if (set) return;
    pool_ = nullptr;
    cudaGetLastError();  // clears it
  }
  freed_memory_stays(freed_memory_stays const&) = delete;
  freed_memory_stays& operator=(freed_memory_stays const&) = delete;
  ~freed_memory_stays() {
    if (pool_ != nullptr) cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &before_);
  }

 private:
  cudaMemPool_t pool_ = nullptr;
  std::uint64_t before_ = 0;
};

/// Runs on a CUDA stream of the caller's, with memory from the caller's `device_memory`. Both must outlive
/// the executor and every buffer made with it. There is no default: nothing runs on a stream nobody named.
struct cuda_executor {
  static constexpr memory_space space = memory_space::device;  ///< of what it allocates
  cudaStream_t stream;                                         ///< where all its work goes
  device_memory* memory;                                       ///< never null

  /// Names the stream and the memory; takes nothing from either yet.
  cuda_executor(cudaStream_t on, device_memory& from) noexcept : stream(on), memory(&from) {}

  /// Memory that later work on the stream may use. Throws: cuda_error, or what the memory throws.
  void* allocate(std::size_t bytes) const { return memory->allocate(bytes, stream); }
  /// What gives memory back in the stream's order.
  deallocator deallocation() const noexcept { return {release, memory, stream}; }
  /// Waits for the stream. Throws: cuda_error, also of work that failed earlier.
  void sync() const { check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize"); }

 private:
  static void release(void* data, std::size_t bytes, void* from, void* on) noexcept {
    static_cast<device_memory*>(from)->deallocate(data, bytes, static_cast<cudaStream_t>(on));
  }
};

/// Owns a stream that does not wait for the legacy default stream.
class cuda_stream {
 public:
  cuda_stream() {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  /// Takes over the stream.
  cuda_stream(cuda_stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  /// Swaps the two streams.
  cuda_stream& operator=(cuda_stream&& other) noexcept {
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~cuda_stream() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }
  /// The stream, for a `cuda_executor` or for CUDA calls.
  cudaStream_t get() const noexcept { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// True if a driver and a device are there. Leaves no error behind.
inline bool cuda_available() noexcept {
  int devices = 0;
  cudaError_t const status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess) return devices > 0;
  cudaGetLastError();  // clears it
  return false;
}

/// Owns an event, which marks a place in a stream; it takes no time.
class cuda_event {
 public:
  cuda_event() {
    check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  }
  /// Takes over the event.
  cuda_event(cuda_event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  /// Swaps the two events.
  cuda_event& operator=(cuda_event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~cuda_event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  /// The event, for CUDA calls.
  cudaEvent_t get() const noexcept { return event_; }

  /// Marks where the stream of `exec` stands now, in place of an earlier mark.
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

/// A stream beside the caller's, for work that may run concurrently. `fork` lets it begin where the main
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

  /// Lets this stream wait for what `main` has so far; returns an executor for it. Throws: cuda_error.
  cuda_executor fork(cuda_executor const& main) {
    follow(stream_.get(), main.stream);
    return {stream_.get(), *main.memory};
  }
  /// Lets `main` wait for what this stream has so far. Throws: cuda_error.
  void join(cuda_executor const& main) { follow(main.stream, stream_.get()); }

 private:
  void follow(cudaStream_t later, cudaStream_t earlier) {
    check_cuda(cudaEventRecord(event_, earlier), "cudaEventRecord");
    check_cuda(cudaStreamWaitEvent(later, event_, 0), "cudaStreamWaitEvent");
  }
  cuda_stream stream_;
  cudaEvent_t event_ = nullptr;
};

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

/// Loops and copies on a CUDA stream: of core/algorithm.cuh what needs no CUB.
namespace gsta {

namespace detail {
/// Whether the executor's stream is recorded: then nobody may wait for it.
inline bool is_recorded(cuda_executor const& exec) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check_cuda(cudaStreamIsCapturing(exec.stream, &status), "cudaStreamIsCapturing");
  return status == cudaStreamCaptureStatusActive;
}

template <class Op>
__global__ void for_each_kernel(std::size_t n, Op op) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) op(i);
}
}  // namespace detail

/// One thread an element, on the executor's stream; does not wait.
template <class Op>
void for_each_n(cuda_executor const& exec, std::size_t n, Op const& op) {
  constexpr unsigned block = 256;
  if (n == 0) return;
  std::size_t const blocks = (n + block - 1) / block;
  require(blocks <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
          "for_each_n: too many elements");
  detail::for_each_kernel<<<static_cast<unsigned>(blocks), block, 0, exec.stream>>>(n, op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// `copy` between any two spaces, on the executor's stream.
template <class T, memory_space From, memory_space To>
void copy(cuda_executor const& exec, span<T const, From> from, span<T, To> to) {
  require(from.size() == to.size(), "copy: the two spans differ in size");
  if (from.empty()) return;
  check_cuda(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T), cudaMemcpyDefault, exec.stream),
             "cudaMemcpyAsync");
}

}  // namespace gsta
