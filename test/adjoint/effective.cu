#include "gsta/graph/build.cuh"
#include "gsta/sta/timer.cuh"
#include "test/adjoint/effective_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("gradients by effective capacitances have the host's bits on CUDA", "[adjoint][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { effective_has_serial_bits(exec, 0, 12); });
}

TEST_CASE("gradients by effective capacitances have the host's bits on CUDA in large circuits", "[adjoint]") {
  with_cuda([](gsta::cuda_executor const& exec) { effective_has_serial_bits(exec, 1000, 1002, 20000); });
}
