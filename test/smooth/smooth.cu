#include "gsta/sta/timer.cuh"
#include "test/smooth/smooth_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("a smooth merge has the host's bits on CUDA", "[smooth][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { smooth_has_serial_bits(exec, 0, 20); });
}

TEST_CASE("a smooth merge has the host's bits on CUDA in large circuits", "[smooth]") {
  with_cuda([](gsta::cuda_executor const& exec) { smooth_has_serial_bits(exec, 1000, 1003, 30000); });
}
