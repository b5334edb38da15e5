#include "test/sta/gradient_plan_body.hpp"

using namespace gsta_test;

namespace {

void random_cases(gsta::cuda_executor const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (bool const star : {true, false}) {
      plans_equal_levels(exec, random_gradient_case(seed, star, pins), result);
      CAPTURE(seed, star, result.report());
      REQUIRE(result.failed == 0);
    }
  }
  CHECK(result.compared > 1000 * (last - first));
}

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
  with_cuda([](gsta::cuda_executor const& exec) { random_cases(exec, 0, 12); });
}

TEST_CASE("gradient plans by effective capacitances give the bits of the level loops", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      for (bool const star : {true, false}) {
        effective_plans_equal_levels(exec, seed, star, result);
        CAPTURE(seed, star, result.report());
        REQUIRE(result.failed == 0);
      }
    }
    effective_plans_equal_levels(exec, 1000, false, result, 5000);
    CAPTURE(result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > 20000);
  });
}

TEST_CASE("gradient plans give the bits of the level loops in larger circuits") {
  with_cuda([](gsta::cuda_executor const& exec) { random_cases(exec, 1000, 1002, 20000); });
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
  with_cuda([](gsta::cuda_executor const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 20; seed < 26; ++seed) {
      auto const of = random_gradient_case(seed, true);
      host_timer const timer(serial_host, of.design, of.timer);
      own_cost own{std::vector<gsta::per_condition<float>>(timer.nodes().count()),
                   std::vector<gsta::per_condition<float>>(of.design.pin_load.size())};
      prng random(seed);
      for (auto* const seeds : {&own.arrival, &own.slew}) {
        for (auto& s : *seeds) {
          for (int c = 0; c < gsta::conditions; ++c)
            s[c] = random.chance(30) ? static_cast<float>(random.real(-1, 1)) : 0.0f;
        }
      }
      plans_equal_levels(exec, of, result, true, own);
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
    }
    CHECK(result.compared > 5000);
  });
}

TEST_CASE("gradient plans take a cost of endpoints of the caller's own", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 30; seed < 36; ++seed) {
      auto of = random_gradient_case(seed, true);
      of.cost.goal = gsta::smooth_goal::total;
      plans_equal_levels(exec, of, result, true, {.squares = true});
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
    }
    CHECK(result.compared > 5000);
  });
}
