#include "gsta/sta/timer.cuh"
#include "test/slack/slack_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("check slacks need no backward pass on CUDA", "[slack][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::checks_need_no_backward_pass(exec, 0, 20); });
}

TEST_CASE("pins have the timing of their worst node on CUDA", "[slack][small][race]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::pins_have_the_timing_of_their_worst_node(exec, 0, 20);
  });
}

TEST_CASE("overflow ends beyond all on CUDA, never as NaN", "[slack][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::overflow_makes_no_nan(exec, 0, 40); });
}

TEST_CASE("an empty design can be timed on CUDA", "[slack][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    auto const s = gsta_test::snapshot_on(exec, gsta::flat_design{}, {});
    CHECK(s.node_slack.empty());
    CHECK(s.setup.endpoints == 0);
  });
}
