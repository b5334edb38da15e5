#include "gsta/graph/build.cuh"
#include "gsta/sta/timer.cuh"
#include "test/adjoint/latches_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("gradients through latches have the host's bits on CUDA", "[adjoint][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { latched_has_serial_bits(exec, 4000, 4020); });
}
