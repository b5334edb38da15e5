// Gradients by what is asserted, against central differences in double.
#include <cmath>

#include "gsta/adjoint/propagate.hpp"
#include "test/adjoint/full_case.hpp"

using namespace gsta_test;

namespace {

/// What is asserted somewhere, to be moved: (vertex, condition). Of small values only, which a float can move
/// by small steps without being rounded.
std::vector<std::pair<std::size_t, int>> asserted_places(
    std::vector<gsta::per_condition<float>> const& asserted) {
  std::vector<std::pair<std::size_t, int>> places;
  for (std::size_t i = 0; i < asserted.size(); ++i) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (std::abs(asserted[i][c]) < 256) places.push_back({i, c});
    }
  }
  return places;
}

}  // namespace

static gradient_check check_asserted_arrivals(std::uint64_t seeds) {
  gradient_check check;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const design = random_circuit(seed);
    smooth_flow<gsta::host_executor, double> flow(serial_host, design, options_of(seed).timer,
                                                  cost_options_of(seed));
    auto const asserted = flow.timer.inputs().node_asserted;
    for (auto& at : asserted) {  // with few bits
      for (int c = 0; c < gsta::conditions; ++c) at[c] = std::round(at[c] * 64) / 64;
    }
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    std::vector<gsta::per_condition<double>> gradient(asserted.size());
    gsta::find_asserted_gradients<double>(
        serial_host, asserted, std::as_const(flow.smooth.node_arrival).view(),
        std::as_const(flow.adjoint.node_arrival).view(), static_cast<double>(cost_options_of(seed).gamma),
        gsta::view_of(gradient));
    auto const places = asserted_places(to_vector(serial_host, flow.timer.inputs().node_asserted));
    prng random(seed + 82);
    for (int t = 0; t < 20 && !places.empty(); ++t) {
      auto const [i, c] = places[static_cast<std::size_t>(random.below(static_cast<int>(places.size())))];
      float const before = asserted[i][c];
      check.differ("asserted arrival", i, c, gradient[i][c], static_cast<double>(before), 1.0 / 64,
                   [&, i = i, c = c](double x) {
                     asserted[i][c] = static_cast<float>(x);
                     return flow.find_cost();
                   });
      asserted[i][c] = before;
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  return check;
}

TEST_CASE("gradients of asserted arrivals equal central differences in a few circuits", "[adjoint][small]") {
  auto const check = check_asserted_arrivals(10);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.above_zero > 10);
}

TEST_CASE("gradients of asserted arrivals equal central differences", "[adjoint][slow]") {
  auto const check = check_asserted_arrivals(150);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 1000);
  CHECK(check.above_zero > 200);
  CHECK(check.kinks < check.compared / 20);
}

static gradient_check check_asserted_slews(std::uint64_t seeds) {
  gradient_check check;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto design = random_circuit(seed);
    for (auto& slew : design.asserted_slew) {
      for (int c = 0; c < gsta::conditions; ++c) slew[c] = std::round(slew[c] * 64) / 64;
    }
    host_timer const timer(serial_host, design, options_of(seed).timer);
    double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    std::vector<gsta::per_condition<double>> gradient(design.asserted_slew.size());
    gsta::find_asserted_slew_gradients<double>(
        serial_host, gsta::view_of(std::as_const(design.asserted_slew)),
        std::as_const(flow.delays.slew).view(), std::as_const(flow.delay_adjoint.slew).view(),
        gsta::view_of(gradient));
    auto const places = asserted_places(design.asserted_slew);
    prng random(seed + 83);
    for (int t = 0; t < 20 && !places.empty(); ++t) {
      auto const [i, c] = places[static_cast<std::size_t>(random.below(static_cast<int>(places.size())))];
      float const before = design.asserted_slew[i][c];
      check.differ("asserted slew", i, c, gradient[i][c], static_cast<double>(before), 1.0 / 512,
                   [&, i = i, c = c](double x) {
                     design.asserted_slew[i][c] = static_cast<float>(x);
                     return flow.find_cost();
                   });
      design.asserted_slew[i][c] = before;
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  return check;
}

TEST_CASE("gradients of asserted slews equal central differences in a few circuits", "[adjoint][small]") {
  auto const check = check_asserted_slews(10);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.above_zero > 2);
}

TEST_CASE("gradients of asserted slews equal central differences", "[adjoint][slow]") {
  auto const check = check_asserted_slews(120);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 300);
  CHECK(check.above_zero > 50);
}
