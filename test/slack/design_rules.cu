#include "gsta/sta/timer.cuh"
#include "test/slack/design_rules_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("design rules of random circuits are those of enumeration on CUDA", "[slack][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::rules_are_as_enumerated(exec, 0, 30); });
}
