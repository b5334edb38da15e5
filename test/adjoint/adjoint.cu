#include "gsta/graph/build.cuh"
#include "gsta/sta/timer.cuh"
#include "test/adjoint/adjoint_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("gradients have the host's bits on CUDA", "[adjoint][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { linear_has_serial_bits(exec, 0, 20); });
}

TEST_CASE("gradients have the host's bits on CUDA in large circuits", "[adjoint]") {
  with_cuda([](gsta::cuda_executor const& exec) { linear_has_serial_bits(exec, 1000, 1003, 30000); });
}
