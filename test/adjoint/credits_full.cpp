// Gradients with credits through tables and wires, against differences of the timer's own figures, in float.
#include <cmath>

#include "gsta/rc/star.hpp"
#include "test/adjoint/credits_body.hpp"
#include "test/adjoint/full_case.hpp"
#include "test/support/long_run.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;

namespace credit_figures {
namespace {

constexpr auto host = gsta::memory_space::host;

/// A random circuit, timed with credits; `places`, if any, make its wires.
struct timed_circuit {
  flat_design design;
  random_places places;
  gsta::timer_options options;
  gsta::exact_cost_options cost;
  bool has_stars;

  explicit timed_circuit(std::uint64_t seed, gsta::cell_model model)
      : design(random_circuit(seed, 40 + static_cast<int>(seed % 3) * 40)),
        places(seed, design),
        options(options_of(seed).timer),
        cost(credits::exact_options_of(seed / 2)),
        has_stars(seed % 2 == 1) {
    options.credits = credits::credit_options_of(seed).credits;
    options.delays.model = model;
    design.conventions.worst_clock_paths = true;
    for (auto& clock : design.clocks) {  // so fast that some are late
      clock.period /= 8;
      for (auto& at : clock.at) at /= 8;
    }
  }
  gsta::star_view<host> stars() const { return has_stars ? places.view() : gsta::star_view<host>{}; }

  void update(host_timer& timer) const {
    if (!has_stars) return timer.update(serial_host);
    update_star_wires(serial_host, timer.view().design, stars(), state_of(timer).wires,
                      {timer.options().delays.wires, {}});
    if (options.delays.model == gsta::cell_model::effective) {
      propagate(serial_host, timer.pins(), timer.arrival_nodes(), timer.effective_model(),
                state_of(timer).delays, state_of(timer).arrivals);
    } else {
      propagate(serial_host, timer.pins(), timer.arrival_nodes(), timer.delay_model_of(),
                state_of(timer).delays, state_of(timer).arrivals);
    }
    timer.update_credits(serial_host);
    update_required(serial_host, timer.arrival_nodes(), timer.checked_against(), timer.view().design.luts,
                    state_of(timer).delays, state_of(timer).arrivals, state_of(timer).slacks,
                    options.capture);
  }
  double find(bool with_credits = true) const {
    gsta::timer_options with = options;
    if (!with_credits) with.credits = gsta::common_path::leave_in;
    host_timer timer(serial_host, design, with);
    update(timer);
    auto const figures = timer.summary(serial_host, cost.side);
    return cost.goal == gsta::smooth_goal::total ? -figures.tns : -static_cast<double>(figures.worst_slack);
  }
};

struct full_tally {
  std::size_t circuits = 0, credited = 0, compared = 0, unclear = 0, wrong = 0;
  std::size_t seen[5] = {};  // by kind
  std::string first;
};

/// Moves one input as far as the cost needs to move by much more than floats round it.
void against_figures(timed_circuit const& of, int kind, float& input, double gradient, full_tally& tally) {
  float const before = input;
  if (!std::isfinite(before)) return;
  double const most = std::abs(static_cast<double>(before)) / 16;
  double const step = gradient == 0 ? most / 4 : std::min(0.25 / std::abs(gradient), most);
  if (step == 0 || (gradient != 0 && step * std::abs(gradient) < 0.05)) return;
  auto const slope = [&](double from, double to) {
    double x[2], cost[2];
    for (int i = 0; i < 2; ++i) {
      input = static_cast<float>(before + (i == 0 ? from : to));
      x[i] = input;
      cost[i] = of.find();
    }
    input = before;
    return (cost[1] - cost[0]) / (x[1] - x[0]);
  };
  double const whole = slope(-step, step), noise = 4e-3 / step;
  if (std::abs(slope(0, step) - slope(-step, 0)) > 0.05 * std::abs(whole) + noise ||
      std::abs(slope(-step / 2, step / 2) - whole) > 0.01 * std::abs(whole) + noise) {  // a kink between
    ++tally.unclear;
    return;
  }
  ++tally.compared;
  tally.seen[kind] += gradient != 0;
  if (std::abs(whole - gradient) <= 0.02 * std::abs(whole) + noise) return;
  ++tally.wrong;
  tally.first += "\n  kind " + std::to_string(kind) + ": " + std::to_string(gradient) + " against " +
                 std::to_string(whole);
}

/// Some inputs of a kind, those that count first.
template <class Input, class Gradient>
void some_inputs(timed_circuit const& of, int kind, std::size_t count, Input const& input,
                 Gradient const& gradient, prng& random, full_tally& tally) {
  for (int t = 0; t < 6 && count > 0; ++t) {
    std::size_t i = 0;
    for (int again = 0; again < 20; ++again) {
      i = static_cast<std::size_t>(random.below(static_cast<int>(count)));
      if (t == 0 || gradient(i) != 0) break;
    }
    against_figures(of, kind, input(i), gradient(i), tally);
  }
}

void check_circuit(std::uint64_t seed, full_tally& tally, gsta::cell_model model = gsta::cell_model::table) {
  timed_circuit of(seed, model);
  host_timer timer(serial_host, of.design, of.options);
  of.update(timer);
  if (timer.view().clock_tree.credit_levels < 2) return;
  auto found = gsta::make_credit_gradients(serial_host, timer, of.has_stars);
  gsta::find_credit_gradients(serial_host, timer, of.cost, found, of.stars());
  if (!std::isfinite(found.cost) || found.cost == 0) return;
  ++tally.circuits;
  CAPTURE(seed);
  REQUIRE(found.cost == of.find());
  tally.credited += found.cost != of.find(false);
  prng random(seed + 7);
  auto const& by_load = of.has_stars ? found.stars.pin_load : found.trees.pin_load;
  std::size_t const pins = of.design.pin_load.size();
  some_inputs(
      of, 0, 4 * pins,
      [&](std::size_t i) -> float& { return of.design.pin_load[i / 4][static_cast<int>(i % 4)]; },
      [&](std::size_t i) { return by_load[i / 4][static_cast<int>(i % 4)]; }, random, tally);
  if (of.has_stars) {
    some_inputs(
        of, 1, pins, [&](std::size_t i) -> float& { return of.places.x[i]; },
        [&](std::size_t i) { return found.stars.x[i]; }, random, tally);
    some_inputs(
        of, 2, pins, [&](std::size_t i) -> float& { return of.places.y[i]; },
        [&](std::size_t i) { return found.stars.y[i]; }, random, tally);
  } else {
    some_inputs(
        of, 3, of.design.rc_resistance.size(),
        [&](std::size_t i) -> float& { return of.design.rc_resistance[i]; },
        [&](std::size_t i) { return found.trees.resistance[i]; }, random, tally);
    some_inputs(
        of, 4, of.design.rc_capacitance.size(),
        [&](std::size_t i) -> float& { return of.design.rc_capacitance[i]; },
        [&](std::size_t i) { return found.trees.capacitance[i]; }, random, tally);
  }
  CAPTURE(tally.first);
  REQUIRE(tally.wrong == 0);
}

}  // namespace
}  // namespace credit_figures

TEST_CASE("gradients with credits through tables and wires follow the timer's figures", "[adjoint][slow]") {
  credit_figures::full_tally tally;
  for (std::uint64_t seed = 0; seed < 500; ++seed) credit_figures::check_circuit(seed, tally);
  CAPTURE(tally.circuits, tally.credited, tally.compared, tally.unclear, tally.seen[0], tally.seen[1],
          tally.seen[2], tally.seen[3], tally.seen[4]);
  CHECK(tally.circuits > 220);
  CHECK(tally.credited > 45);
  CHECK(tally.compared > 2200);
  CHECK(tally.unclear * 20 < tally.compared);
  for (std::size_t const seen : tally.seen) CHECK(seen > 100);
}

TEST_CASE("gradients with credits by effective capacitances follow the timer's figures", "[adjoint][slow]") {
  credit_figures::full_tally tally;
  for (std::uint64_t seed = 0; seed < random_cases(40); ++seed)
    credit_figures::check_circuit(seed, tally, gsta::cell_model::effective);
  CAPTURE(tally.circuits, tally.credited, tally.compared, tally.unclear, tally.seen[0], tally.seen[1],
          tally.seen[2], tally.seen[3], tally.seen[4]);
  CHECK(tally.circuits > 14);
  CHECK(tally.compared > 120);
  CHECK(tally.unclear * 10 < tally.compared);
  for (std::size_t const seen : tally.seen) CHECK(seen > 6);
}

TEST_CASE("gradients with credits of every pair of clock paths are refused where these meet",
          "[adjoint][small]") {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    auto const design = random_circuit(seed, 60);
    gsta::timer_options options;
    options.credits = gsta::common_path::by_edge;
    host_timer timer(serial_host, design, options);
    timer.update(serial_host);
    if (timer.clocks().reconvergence.view.pair.empty() || timer.view().latches.any()) continue;
    ++refused;
    auto found = gsta::make_credit_gradients(serial_host, timer);
    CHECK_THROWS_AS(gsta::find_credit_gradients(serial_host, timer, {}, found), gsta::argument_error);
  }
  CHECK(refused > 0);
}
