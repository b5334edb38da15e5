#include "gsta/sta/gradient_plan.cuh"
#include "test/sta/gradient_plan_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

namespace {

void generated_case(gsta_bench::generate_options const& options, bool star) {
  with_cuda([&](gsta::cuda_executor const& exec) {
    bit_comparison result;
    plans_equal_levels(exec, generated_gradient_case(options, star), result);
    CAPTURE(options.tags, star, result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > options.pins);
  });
}

/// Drivers of a thousand and of six thousand sinks, and inputs that nothing is known of.
gsta_bench::generate_options wide_nets(int tags) {
  auto options = gsta_bench::preset("small");
  options.large_nets = {1001, 6000};
  options.undefined_inputs = 3;
  options.conditional = true;
  options.tags = tags;
  return options;
}

}  // namespace

TEST_CASE("gradient plans give the bits of the level loops in random circuits", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) { random_plans_equal_levels(exec, 0, 12); });
}

TEST_CASE("gradient plans by effective capacitances give the bits of the level loops", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    bit_comparison result;
    random_effective_plans_equal_levels(exec, result);
    effective_plans_equal_levels(exec, 1000, false, result, 5000);
    CAPTURE(result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > 20000);
  });
}

TEST_CASE("gradient plans give the bits of the level loops in larger circuits") {
  with_cuda([](gsta::cuda_executor const& exec) { random_plans_equal_levels(exec, 1000, 1002, 20000); });
}

TEST_CASE("gradient plans give the bits of the level loops with wide nets as stars") {
  generated_case(wide_nets(1), true);
}

TEST_CASE("gradient plans give the bits of the level loops with wide nets as trees") {
  auto options = wide_nets(1);
  options.wires = gsta_bench::generated_wires::tree;
  generated_case(options, false);
}

TEST_CASE("gradient plans give the bits of the level loops with wide nets and several tags a pin") {
  generated_case(wide_nets(3), true);
}

TEST_CASE("gradient plans take seeds of the caller's own", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) { plans_take_own_seeds(exec); });
}

TEST_CASE("gradient plans take a cost of endpoints of the caller's own", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) { plans_take_own_costs(exec); });
}
