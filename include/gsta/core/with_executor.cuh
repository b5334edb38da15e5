#pragma once

#include <concepts>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/with_executor.hpp"

namespace gsta {

/// `with_executor` of `with_executor.hpp` for work that can also run on a `cuda_executor`: it gets a stream
/// of its own and the driver's stream-ordered memory, which both live until `f` returns; what is freed
/// meanwhile stays with the process (`freed_memory_stays`). `backend::automatic` means CUDA where a device is
/// there. What `f` returns must not hold device buffers.
///
/// Cost: one stream. Where: the calling thread; waits for the stream before it returns.
/// Throws: backend_unavailable for `backend::cuda` without a device; cuda_error; what `f` throws.
template <class Host = detail::run_on_host, class F>
  requires std::invocable<F, cuda_executor const&>
decltype(auto) with_executor(backend wanted, unsigned threads, F&& f) {
  bool const device = wanted != backend::host && cuda_available();
  if (wanted == backend::cuda && !device) throw backend_unavailable("there is no CUDA device or driver");
  if (!device) return Host::run(threads, std::forward<F>(f));
  cuda_stream const stream;
  stream_ordered_memory memory;
  freed_memory_stays const stays;
  cuda_executor const exec(stream.get(), memory);
  struct wait_at_end {
    cuda_executor const& exec;
    ~wait_at_end() { cudaStreamSynchronize(exec.stream); }
  } const wait{exec};
  return std::forward<F>(f)(exec);
}

}  // namespace gsta
