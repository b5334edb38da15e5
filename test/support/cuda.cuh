#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "test/support/skip.hpp"

namespace gsta_test {

/// Runs `body(exec)` on a stream of its own; skips the test case where there is no device.
template <class Body>
void with_cuda(Body const& body) {
  if (!gsta::cuda_available()) skip("no CUDA device");
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  body(exec);
  exec.sync();
}

}  // namespace gsta_test
