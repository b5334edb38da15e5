#include "test/core/algorithm_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("the bulk algorithms equal their std counterparts on CUDA", "[core][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_algorithms(exec); });
}
