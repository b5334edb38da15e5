#include "gsta/sta/detail/device_update.cuh"
#include "gsta/sta/timing_plan.cuh"
#include "test/sta/timing_plan_body.hpp"
#include "test/support/cuda.cuh"
#include "test/support/timer_state.hpp"

using namespace gsta_test;

TEST_CASE(
    "a timing plan on a device gives the bits of the loop over levels, also after values changed in place") {
  with_cuda([](gsta::cuda_executor const& exec) { plans_equal_loops(exec, 0, 16); });
}

TEST_CASE("a timing plan with common-path credits on a device gives the bits of the loop over levels") {
  with_cuda([](gsta::cuda_executor const& exec) { plans_with_credits_equal_loops(exec, 0, 40); });
}

TEST_CASE("a timing plan by effective capacitances on a device gives the bits of the loop over levels") {
  with_cuda([](gsta::cuda_executor const& exec) { effective_plans_equal_loops(exec, 0, 40); });
}

TEST_CASE("timing plans by effective capacitances of a few designs give the bits of loops over levels",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) { effective_plans_equal_loops(exec, 0, 4); });
}

// Few, since tools that watch every access take long.
TEST_CASE("timing plans of a few designs on a device give the bits of loops over levels", "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) { plans_equal_loops(exec, 0, 3, 6); });
}

TEST_CASE("timing plans with credits of a few designs on a device give the bits of loops over levels",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    credited_plan_comparison<gsta::cuda_executor> of(exec);
    for (std::uint64_t const seed : {0u, 1u, 36u})
      of.compare(random_circuit(seed), options_of(seed).timer, seed);
    CHECK(of.meeting > 0);  // clock paths
  });
}

TEST_CASE(
    "a timing plan with credits of a deep clock tree on a device gives the bits of the loop over levels") {
  with_cuda([](gsta::cuda_executor const& exec) { plan_of_a_clock_tree_equals_loop(exec); });
}

TEST_CASE("an update that is enqueued gives the bits of one that was captured", "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    // Designs of several nodes a pin, and those of them whose wires alone know delays.
    int apart = 0, plain = 0;
    for (std::uint64_t const seed : {3u, 4u, 7u, 9u, 12u, 24u}) {
      CAPTURE(seed);
      gsta::flat_design const design = random_circuit(seed);
      gsta::timer<gsta::cuda_executor> timer(exec, design);
      timer.update(exec);
      auto const direct = gsta::take_snapshot(exec, timer);
      apart += timer.nodes().one_per_pin ? 0 : 1;
      plain += !timer.nodes().one_per_pin && design.rc_response.empty() && design.arc_derate.empty() ? 1 : 0;
      gsta::fill(exec, state_of(timer).slacks.node_slack.view(), gsta::same_value(0));
      gsta::fill(exec, state_of(timer).delays.arc_delay.view(), gsta::same_value(0));
      gsta::device_update update(exec, timer, {.extent = gsta::update_extent::all_pins});
      update.enqueue(exec);
      update.scatter_paths(exec);
      require_same(direct, gsta::take_snapshot(exec, timer));
    }
    CHECK(apart > plain);
    CHECK(plain > 0);
  });
}
