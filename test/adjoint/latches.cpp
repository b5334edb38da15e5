// Gradients through latches, against central differences in double.
#include "test/adjoint/latches_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/long_run.hpp"

using namespace gsta_test;

namespace {

/// What latches did to a smooth cost, by pair and data edge.
struct latch_counts {
  std::size_t borrow = 0, close = 0, open = 0, early = 0, late = 0;
  void add(double_latches const& flow) {
    for (std::size_t i = 0; i < flow.latches.departs.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        auto const& departs = flow.latches.departs[i];
        borrow += departs.data[e] > 0;
        close += departs.closes[e] > 0;
        open += departs.opens[e] > 0;
        early += flow.latches.violated[i].opens[e] < 0;
        late += flow.latches.violated[i].closes[e] < 0;
      }
    }
  }
};

gsta::smooth_cost_options latch_options(std::uint64_t seed) {
  auto options = cost_options_of(seed);
  if (seed % 3 == 0) options.side = seed % 9 == 0 ? gsta::split::early : gsta::split::late;
  float const gammas[] = {0.5f, 2, 8};
  options.gamma = gammas[seed % 7 % 3];
  return options;
}

/// Gradients of some arcs' delays beside differences.
void delays_against_differences(double_latches& flow, prng& random, int tries, gradient_check& check) {
  auto const arcs = static_cast<int>(flow.delays.arc_delay.size());
  for (int t = 0; t < tries && arcs > 0; ++t) {
    std::size_t arc = 0;
    int c = 0;
    for (int again = 0; again < 8; ++again) {  // most early ones are 0
      arc = static_cast<std::size_t>(random.below(arcs));
      c = random.below(gsta::conditions);
      if (flow.adjoint.arc_delay[arc][c] != 0) break;
    }
    double& delay = flow.delays.arc_delay[arc][c];
    double const before = delay;
    if (!std::isfinite(before)) continue;
    check.differ("arc", arc, c, flow.adjoint.arc_delay[arc][c], before, 1e-3, [&](double x) {
      delay = x;
      return flow.find_cost();
    });
    delay = before;
  }
}

struct linear_result {
  gradient_check check;
  latch_counts counts;
  std::size_t restless = 0, looping = 0;
};

linear_result check_delays(std::uint64_t first, std::uint64_t last, bool loops) {
  linear_result result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, loops);
    host_timer timer(serial_host, built.made.design);
    timer.update(serial_host);
    double_latches flow(serial_host, timer, timer.view().design, latch_options(seed));
    for (auto& delay : flow.delays.arc_delay.view()) {  // no two times are the same
      for (int c = 0; c < gsta::conditions; ++c) delay[c] += random.real(-1, 1);
    }
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    result.looping += timer.nodes().opened_loops > 0;
    if (!flow.settled) {
      ++result.restless;
      continue;
    }
    result.counts.add(flow);
    delays_against_differences(flow, random, 12, result.check);
    CAPTURE(seed, loops, result.check.first);
    REQUIRE(result.check.wrong == 0);
  }
  return result;
}

}  // namespace

TEST_CASE("gradients through latches equal central differences", "[adjoint][small]") {
  auto const r = check_delays(0, 400, false);
  CAPTURE(r.check.compared, r.check.above_zero, r.check.kinks, r.counts.borrow, r.counts.close, r.counts.open,
          r.counts.early, r.counts.late);
  CHECK(r.restless == 0);
  CHECK(r.check.above_zero > 1000);
  CHECK(r.check.kinks < r.check.compared / 50);
  CHECK(r.counts.borrow > 300);
  CHECK(r.counts.close > 300);
  CHECK(r.counts.open > 200);
  CHECK(r.counts.early > 300);
  CHECK(r.counts.late > 100);
}

TEST_CASE("gradients through loops of latches equal central differences", "[adjoint][small]") {
  auto const r = check_delays(1000, 1300, true);
  CAPTURE(r.check.compared, r.check.above_zero, r.check.kinks, r.counts.borrow, r.counts.close, r.counts.open,
          r.counts.early, r.counts.late, r.restless, r.looping);
  CHECK(r.looping > 60);
  CHECK(r.restless < 10);
  CHECK(r.check.above_zero > 1000);
  CHECK(r.check.kinks < r.check.compared / 50);
}

TEST_CASE("smooth costs through latches approach the exact figures as gamma approaches 0",
          "[adjoint][small]") {
  std::size_t violated = 0, looping = 0;
  for (std::uint64_t seed = 2000; seed < 2300; ++seed) {
    prng random(seed);
    bool const loops = seed % 2 == 0;
    latch_circuits::builder const built(random, loops);
    host_timer timer(serial_host, built.made.design);
    timer.update(serial_host);
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      auto const exact = timer.summary(serial_host, side);
      if (!std::isfinite(exact.worst_slack)) continue;  // nothing arrives where something is required
      latched_flow<gsta::host_executor, float> total(serial_host, timer, timer.view().design,
                                                     {gsta::smooth_goal::total, side, 1e-6f});
      latched_flow<gsta::host_executor, float> worst(serial_host, timer, timer.view().design,
                                                     {gsta::smooth_goal::worst, side, 1e-6f});
      CAPTURE(seed, loops, static_cast<int>(side), exact.tns, exact.worst_slack);
      CHECK(std::abs(total.find_cost() + exact.tns) <= 1e-3 * static_cast<double>(exact.violations + 1));
      CHECK(std::abs(worst.find_cost() + static_cast<double>(exact.worst_slack)) < 1e-3);
      CHECK((total.settled && worst.settled));
      violated += static_cast<std::size_t>(exact.violations);
    }
    looping += timer.nodes().opened_loops > 0;
  }
  CHECK(violated > 300);
  CHECK(looping > 60);
}

namespace {

/// One kind of input of the level `full`, which a float can move by small steps without being rounded.
template <class Input, class Gradient>
void inputs_against_differences(double_latches& flow, prng& random, char const* what, std::size_t count,
                                int lanes, gradient_check& check, Input const& input_at,
                                Gradient const& gradient) {
  for (int t = 0; t < 20 && count > 0; ++t) {
    std::size_t i = 0;
    int c = 0;
    for (int again = 0; again < 12; ++again) {  // most gradients are 0
      i = static_cast<std::size_t>(random.below(static_cast<int>(count)));
      c = random.below(lanes);
      if (gradient(i, c) != 0) break;
    }
    float& input = input_at(i, c);
    float const before = input;
    if (!std::isfinite(before)) continue;
    check.differ(what, i, c, gradient(i, c), static_cast<double>(before), 1.0 / 256, [&](double x) {
      input = static_cast<float>(x);
      return flow.find_cost_anew();
    });
    input = before;
    flow.find_cost_anew();  // what gradients are looked up by
  }
}

struct full_latch_result {
  gradient_check loads, slews, resistances;
  latch_counts counts;
  std::size_t looping = 0, restless = 0, latches = 0;
};

full_latch_result check_full(std::uint64_t seeds, gsta::cell_model model = gsta::cell_model::table) {
  full_latch_result result;
  if (model == gsta::cell_model::effective)
    result.loads.noise = result.slews.noise = result.resistances.noise = 1e-9;
  auto const shorten = [](float& x, float unit) {
    if (std::isfinite(x)) x = std::round(x / unit) * unit;
  };
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    latched_circuit made(seed, 60 + static_cast<int>(seed % 4) * 60);
    auto& design = made.design;
    if (design.latches.empty()) continue;
    for (auto* array : {&design.pin_load, &design.asserted_slew}) {
      for (auto& v : *array) {
        for (int c = 0; c < gsta::conditions; ++c) shorten(v[c], 1.0f / 64);
      }
    }
    for (float& x : design.rc_resistance) shorten(x, 1.0f / 64);
    auto options = options_of(seed).timer;
    options.delays.model = model;
    options.delays.effective = {16, 12, 12, gsta::ceff_precision::in_double};
    host_timer timer(serial_host, design, options);
    timer.update(serial_host);
    double_latches flow(serial_host, timer, design.view(), latch_options(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_full_gradients();
    result.latches += design.latches.size();
    result.looping += timer.nodes().opened_loops > 0;
    if (!flow.settled) {
      ++result.restless;
      continue;
    }
    result.counts.add(flow);
    prng random(seed + 84);
    inputs_against_differences(
        flow, random, "pin load", design.pin_load.size(), 4, result.loads,
        [&](std::size_t i, int c) -> float& { return design.pin_load[i][c]; },
        [&](std::size_t i, int c) { return flow.tree_adjoint.pin_load[i][c]; });
    inputs_against_differences(
        flow, random, "asserted slew", design.pin_load.size(), 4, result.slews,
        [&](std::size_t i, int c) -> float& { return design.asserted_slew[i][c]; },
        [&](std::size_t i, int c) {
          bool const wins = flow.delays.slew[i][c] == static_cast<double>(design.asserted_slew[i][c]);
          return wins ? flow.delay_adjoint.slew[i][c] : 0;
        });
    inputs_against_differences(
        flow, random, "resistance", design.rc_resistance.size(), 1, result.resistances,
        [&](std::size_t i, int) -> float& { return design.rc_resistance[i]; },
        [&](std::size_t i, int) { return flow.tree_adjoint.resistance[i]; });
    CAPTURE(seed, result.loads.first, result.slews.first, result.resistances.first);
    REQUIRE(result.loads.wrong + result.slews.wrong + result.resistances.wrong == 0);
  }
  return result;
}

}  // namespace

TEST_CASE("full gradients through latches equal central differences in a few circuits", "[adjoint][small]") {
  auto const r = check_full(25);
  CAPTURE(r.loads.compared, r.slews.compared, r.resistances.compared, r.restless);
  CHECK(r.counts.borrow > 5);
  CHECK(r.loads.above_zero > 100);
  CHECK(r.resistances.above_zero > 100);
}

TEST_CASE("full gradients through latches equal central differences", "[adjoint][slow]") {
  auto const r = check_full(random_cases(80));
  CAPTURE(r.latches, r.counts.borrow, r.counts.close, r.counts.open, r.counts.early, r.counts.late, r.looping,
          r.restless);
  CAPTURE(r.loads.compared, r.loads.above_zero, r.loads.kinks);
  CAPTURE(r.slews.compared, r.slews.above_zero, r.slews.kinks);
  CAPTURE(r.resistances.compared, r.resistances.above_zero, r.resistances.kinks);
  CHECK(r.looping > 10);
  CHECK(r.restless < 5);
  CHECK(r.counts.borrow > 35);
  CHECK(r.counts.close > 100);
  CHECK(r.counts.open > 100);
  CHECK(r.loads.above_zero > 400);
  CHECK(r.slews.above_zero > 60);
  CHECK(r.resistances.above_zero > 400);
  CHECK(r.loads.kinks + r.resistances.kinks < (r.loads.compared + r.resistances.compared) / 10);
}

TEST_CASE("full gradients through latches by effective capacitances equal central differences",
          "[adjoint][slow]") {
  auto const r = check_full(random_cases(20), gsta::cell_model::effective);
  CAPTURE(r.latches, r.counts.borrow, r.loads.compared, r.loads.above_zero, r.loads.kinks, r.slews.compared,
          r.slews.above_zero, r.resistances.compared, r.resistances.above_zero, r.resistances.kinks,
          r.restless);
  CHECK(r.counts.borrow > 5);
  CHECK(r.loads.above_zero > 80);
  CHECK(r.slews.above_zero > 10);
  CHECK(r.resistances.above_zero > 80);
  CHECK(r.loads.kinks + r.resistances.kinks < (r.loads.compared + r.resistances.compared) / 10);
}

TEST_CASE("gradients through latches have the serial bits on every host backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) { latched_has_serial_bits(exec, 4000, 4060); });
}

TEST_CASE("delays through latches in float have the bits of the update", "[adjoint][small]") {
  bit_comparison result;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    latched_circuit const made(seed, 150);
    host_timer timer(serial_host, made.design, options_of(seed).timer);
    timer.update(serial_host);
    latched_flow<gsta::host_executor, float> const flow(serial_host, timer, timer.view().design, {});
    auto const arcs = timer.view().latches.arc;
    std::vector<gsta::per_condition<float>> got, want;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      got.push_back(flow.delays.arc_delay[static_cast<std::size_t>(arcs[i])]);
      want.push_back(timer.view().arc_delay[static_cast<std::size_t>(arcs[i])]);
    }
    result.arrays("delays", got, want);
    result.arrays("slews", to_vector(serial_host, flow.delays.slew.view()),
                  to_vector(serial_host, timer.view().slew));
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 4000);
}
