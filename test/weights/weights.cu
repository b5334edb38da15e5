#include "gsta/sta/timer.cuh"
#include "test/support/cuda.cuh"
#include "test/weights/weights_body.hpp"

using namespace gsta_test;

TEST_CASE("weights have the host's bits on CUDA", "[weights][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { weights_have_serial_bits(exec, 0, 20); });
}

TEST_CASE("weights have the host's bits on CUDA in large circuits", "[weights]") {
  with_cuda([](gsta::cuda_executor const& exec) { weights_have_serial_bits(exec, 1000, 1003, 30000); });
}
