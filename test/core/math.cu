#include "test/core/math_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("core/math gives the host's bits on CUDA", "[core][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::math_has_host_bits(exec); });
}

TEST_CASE("sums run in the one documented order on CUDA", "[core][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::sums_keep_their_order(exec); });
}
