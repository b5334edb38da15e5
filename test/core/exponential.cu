#include "test/core/exponential_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("exponentials have the host's bits on CUDA", "[core][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::exponentials_have_host_bits(exec); });
}
