#include "gsta/sta/timer.cuh"
#include "test/slack/credits_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("slacks with credits are those of the worst of all paths on CUDA", "[slack][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::credits::slacks_equal_all_paths(exec, 0, 60); });
}

TEST_CASE("slacks rise with the credits that conventions give where clock paths meet, on CUDA",
          "[slack][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::credits::slacks_rise(exec, 0, 100); });
}
