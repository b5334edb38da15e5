#include "test/sta/timing_plan_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("a timing plan gives the bits of the loop over levels, also after values changed in place") {
  on_host_backends([](auto const& exec) { plans_equal_loops(exec, 0, 16); });
}

TEST_CASE("a timing plan gives the bits of the loop over levels on more circuits", "[slow]") {
  plans_equal_loops(gsta::host_executor{}, 12, 80);
}

TEST_CASE("a timing plan by effective capacitances gives the bits of the loop over levels") {
  on_host_backends([](auto const& exec) { effective_plans_equal_loops(exec, 0, 6); });
}

TEST_CASE("a timing plan with common-path credits gives the bits of the loop over levels") {
  on_host_backends([](auto const& exec) { plans_with_credits_equal_loops(exec, 0, 40); });
}

TEST_CASE("a timing plan with credits of a deep clock tree gives the bits of the loop over levels",
          "[slow]") {
  on_host_backends([](auto const& exec) { plan_of_a_clock_tree_equals_loop(exec); });
}

TEST_CASE("a timing plan refuses locations of another design") {
  gsta::host_executor const exec;
  auto const design = random_circuit(3);
  gsta::timer timer(exec, design);
  std::vector<float> const few(3);
  gsta::star_view<gsta::memory_space::host> const star{gsta::view_of(few), gsta::view_of(few)};
  CHECK_THROWS_AS(timer.prepare(exec, {.star = star}), gsta::argument_error);
}

TEST_CASE("a timing plan of a design without any arc leaves every slack undefined") {
  on_host_backends([](auto const& exec) {
    gsta::flat_design design;
    for (int i = 0; i < 100; ++i) design.add_pin();  // more than the loops look ahead
    gsta::timer timer(exec, design);
    auto plan = timer.prepare(exec);
    plan.run();
    auto const s = gsta::take_snapshot(exec, timer);
    REQUIRE(s.node_slack.size() == 100);
    for (auto const& slack : s.node_slack) {
      for (int c = 0; c < gsta::conditions; ++c) CHECK(slack[c] == gsta::math::infinity);
    }
  });
}
