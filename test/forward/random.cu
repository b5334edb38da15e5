#include "gsta/sta/timer.cuh"
#include "test/forward/random_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("CUDA agrees with the oracle on a few random circuits", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { same_as_oracle(exec, 0, 20); });
}

TEST_CASE("CUDA gives the serial bits on 1,000 random circuits", "[forward]") {
  with_cuda([](gsta::cuda_executor const& exec) { same_bits_as_serial(exec, 0, 1000); });
}

TEST_CASE("CUDA gives the serial bits on large circuits", "[forward]") {
  with_cuda([](gsta::cuda_executor const& exec) { same_bits_as_serial(exec, 1000, 1006, 30000); });
}
