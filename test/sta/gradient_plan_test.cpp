#include "test/sta/gradient_plan_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("gradient plans of a host give the bits of the level loops in random circuits", "[sta][small]") {
  on_host_backends([](auto const& exec) { random_plans_equal_levels(exec, 0, 12); });
}

TEST_CASE("gradient plans of a host by effective capacitances give the bits of the level loops",
          "[sta][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    random_effective_plans_equal_levels(exec, result);
    CHECK(result.compared > 2000);
  });
}

TEST_CASE("gradient plans of a host take seeds of the caller's own", "[sta][small]") {
  on_host_backends([](auto const& exec) { plans_take_own_seeds(exec); });
}

TEST_CASE("gradient plans of a host take a cost of endpoints of the caller's own", "[sta][small]") {
  on_host_backends([](auto const& exec) { plans_take_own_costs(exec); });
}

TEST_CASE("gradient plans of a host refuse seeds of other designs, and time as an update does",
          "[sta][small]") {
  gsta::host_executor const exec;
  auto const design = random_circuit(3);
  gsta::timer timer(exec, design);
  std::vector<gsta::per_condition<float>> const seed(timer.nodes().count() + 1);
  CHECK_THROWS_AS(timer.prepare_gradients(exec, {.seed = gsta::view_of(seed)}), gsta::argument_error);
  CHECK_THROWS_AS(timer.prepare_gradients(exec, {.slew_seed = gsta::view_of(seed)}), gsta::argument_error);
  gsta::gradient_options<gsta::host_executor> worst;
  worst.cost.goal = gsta::smooth_goal::worst;
  worst.endpoint_cost = put_squares<gsta::host_executor>;
  CHECK_THROWS_AS(timer.prepare_gradients(exec, worst), gsta::argument_error);
  auto plan = timer.prepare_gradients(exec);
  plan.run();
  gsta::timer whole(exec, design);
  whole.update(exec);
  CHECK(compare_bits(take_snapshot(exec, whole), take_snapshot(exec, timer)).failed == 0);
}
