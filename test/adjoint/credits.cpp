// Gradients of slacks with common-path credits against central differences of all paths, one by one, in
// double.
#include <cmath>
#include <gsta/sta/credit_gradients.hpp>

#include "test/adjoint/credits_body.hpp"
#include "test/adjoint/latches_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/long_run.hpp"

using namespace gsta_test;

namespace {

struct credit_tally {
  std::size_t circuits = 0, compared = 0, data = 0, clock = 0, cancelled = 0, starts = 0, kinks = 0,
              wrong = 0;
  std::string first;
};

/// One input beside a difference: costs are linear between kinks, whatever the step.
template <class F>
void against_difference(char const* what, float& input, double gradient, credit_tally& tally, F const& cost) {
  float const before = input, step = 1.0f / 1024;
  double const middle = cost();
  input = before + step;
  double const above = static_cast<double>(input) - before, high = cost();
  input = before - step;
  double const below = before - static_cast<double>(input), low = cost();
  input = before;
  double const slope = (high - low) / (above + below);
  if (std::abs((high - middle) / above - (middle - low) / below) > 1e-4) {
    ++tally.kinks;
    return;
  }
  ++tally.compared;
  if (std::abs(slope - gradient) < 1e-2) return;
  ++tally.wrong;
  tally.first +=
      std::string("\n  ") + what + " " + std::to_string(gradient) + " against " + std::to_string(slope);
}

void check_circuit(std::uint64_t seed, credit_tally& tally) {
  credit_trees::circuit made(seed, seed % 2 == 1, true);
  auto const cost = credits::exact_options_of(seed);
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, made.design, credits::credit_options_of(seed)),
      plain(exec, made.design);
  timer.update(exec);
  plain.update(exec);
  auto found = gsta::make_credit_gradients(exec, timer);
  gsta::find_credit_gradients(exec, timer, cost, found);
  credits::exact_cost want(made, timer, to_vector(exec, plain.view().check_required));
  double const exact = want.find(cost);
  if (!std::isfinite(exact) || want.paths > 400) return;
  ++tally.circuits;
  CAPTURE(seed, found.cost, exact);
  REQUIRE(std::abs(found.cost - exact) < 1e-2);
  auto const find = [&] { return want.find(cost); };
  std::vector<bool> in_clock(made.design.pin_load.size());
  in_clock[static_cast<std::size_t>(made.root)] = true;
  for (std::size_t a = 0; a < made.arcs.size(); ++a) {
    auto& arc = made.arcs[a];
    bool const clocks = !arc.launches && in_clock[static_cast<std::size_t>(arc.from)];
    if (clocks) in_clock[static_cast<std::size_t>(arc.to)] = true;
    auto const& by = found.arrivals.by.arc_delay[a];
    for (int c = 0; c < gsta::conditions; ++c) {
      (clocks ? tally.clock : tally.data) += by[c] != 0;
      against_difference(clocks ? "clock arc" : "data arc", arc.delay[c], by[c], tally, find);
    }
    // What both sides share moves late and early together, and does not count.
    tally.cancelled += clocks && by[0] != 0 && by[0] == -by[2];
  }
  for (auto& source : made.design.sources) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (!gsta::math::is_defined(source.arrival[c])) continue;
      double sum = 0;
      for (gsta::id n = timer.nodes().pin_begin[static_cast<std::size_t>(source.pin)];
           n < timer.nodes().pin_begin[static_cast<std::size_t>(source.pin) + 1]; ++n) {
        auto const tag = static_cast<std::size_t>(timer.nodes().node_tag[static_cast<std::size_t>(n)]);
        if (!made.has_tags || timer.nodes().tags[tag].launch_edge == source.launch_edge)
          sum += found.arrivals.asserted[static_cast<std::size_t>(n)][c];
      }
      tally.starts += sum != 0;
      against_difference("source", source.arrival[c], sum, tally, find);
    }
  }
  CAPTURE(tally.first);
  REQUIRE(tally.wrong == 0);
}

}  // namespace

TEST_CASE("gradients with credits equal central differences over all paths", "[adjoint][slow]") {
  credit_tally tally;
  for (std::uint64_t seed = 0; seed < random_cases(240); ++seed) check_circuit(seed, tally);
  CAPTURE(tally.circuits, tally.compared, tally.data, tally.clock, tally.cancelled, tally.starts,
          tally.kinks);
  CHECK(tally.circuits > 225);
  CHECK(tally.compared > 20'000);
  CHECK(tally.data > 800);
  CHECK(tally.clock > 800);
  CHECK(tally.cancelled > 40);
  CHECK(tally.starts > 200);
  CHECK(tally.kinks * 100 < tally.compared);
}

TEST_CASE("gradients with credits have the same bits on every backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) { credits::credit_gradients_have_serial_bits(exec, 2000, 2060); });
}

namespace {

/// d cost / d arc delay of shares of the caller's own, by arc.
std::vector<gsta::per_condition<float>> by_shares(gsta::timer<gsta::host_executor>& timer,
                                                  gsta::adjoint_rows<gsta::memory_space::host> const& rows,
                                                  std::vector<gsta::edge_pair<float>> const& share) {
  gsta::host_executor const exec;
  auto const problem = gsta::credit_problem_of(timer, rows);
  auto adjoint = gsta::make_credit_adjoint_state(exec, problem);
  auto lanes = gsta::make_credit_state(exec, timer.nodes().count(), timer.clocks(),
                                       timer.options().credit_levels_at_once);
  gsta::propagate_credits(exec, timer.arrival_nodes(), timer.checks(), timer.clocks(), problem.role,
                          timer.delays(), timer.arrivals(), lanes);
  gsta::propagate_credit_adjoint(exec, problem, gsta::view_of(share), gsta::split::late, lanes, adjoint);
  return to_vector(exec, std::as_const(adjoint.by.arc_delay).view());
}

}  // namespace

TEST_CASE("a delay that launch and capture share has no gradient with credits", "[adjoint][small]") {
  // clock -> shared -> launch -> q -> d, and shared -> capture, which checks d; 50 ps are too few.
  enum pin : gsta::id { clock, shared, launch, capture, q, d, pins };
  enum arc : std::size_t { to_shared, to_launch, to_capture, to_q, to_d };
  gsta::flat_design design;
  design.add_clock(gsta::none, {50'000, {0, 25'000}}, "clock");
  for (int p = 0; p < pins; ++p) design.add_pin();
  design.asserted_slew[clock] = gsta::same_value(1);
  design.sources = {{clock, 0, gsta::same_value(0)}};
  gsta::edge_map by_rise;
  for (int c = 0; c < gsta::conditions; ++c) by_rise.set(c, gsta::edge::rise);
  auto const add = [&](gsta::id from, gsta::id to, float early, float late, bool launches) {
    gsta::id const slew = design.luts.add({}, {}, {1});
    gsta::id const fast = design.luts.add({}, {}, {early}), slow = design.luts.add({}, {}, {late});
    gsta::arc_type type{
        {{fast, fast, slow, slow}}, gsta::same_id(slew), launches ? by_rise : gsta::positive_edges()};
    type.launches = launches;
    design.add_arc(from, to, design.add_arc_type(type));
  };
  add(clock, shared, 20, 24, false);
  add(shared, launch, 10, 11, false);
  add(shared, capture, 12, 14, false);
  add(launch, q, 30, 35, true);
  add(q, d, 20, 25, false);
  gsta::id const setup = design.luts.add({}, {}, {5});
  design.add_check(d, capture,
                   design.add_check_type({gsta::check_kind::setup, gsta::edge::rise, {setup, setup}}));
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, {.credits = gsta::common_path::by_edge});
  timer.update(exec);
  auto found = gsta::make_credit_gradients(exec, timer);
  gsta::find_credit_gradients(exec, timer, {gsta::smooth_goal::total, gsta::split::late}, found);
  // Data arrive at 24 + 11 + 35 + 25 = 95, are wanted by 50 + 20 + 12 - 5 = 77, and get 24 - 20 back.
  CHECK(found.cost == 14);
  auto const& by = found.arrivals.by.arc_delay;
  for (int c = 0; c < gsta::conditions; ++c) CHECK(by[to_shared][c] == 0);
  for (arc const a : {to_launch, to_q, to_d}) CHECK(by[a][2] + by[a][3] == 1);
  CHECK(by[to_capture][0] == -1);
}

TEST_CASE("gradients with credits add up over checks of a cost of the caller's own", "[adjoint][small]") {
  gsta::host_executor const exec;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    credit_trees::circuit const made(seed, seed % 2 == 1, true);
    gsta::timer<gsta::host_executor> timer(exec, made.design, credits::credit_options_of(seed));
    timer.update(exec);
    auto const rows = gsta::make_adjoint_rows(exec, timer.nodes(), timer.view().arc_map.size());
    std::size_t const checks = timer.view().checks.check.size();
    std::vector<gsta::edge_pair<float>> all(checks);
    std::vector<gsta::per_condition<float>> sum(timer.view().arc_map.size());
    prng random(seed);
    for (std::size_t i = 0; i < checks; ++i) {
      for (int e = 0; e < 2 && is_late(timer.view().checks.check[i].kind); ++e) {
        std::vector<gsta::edge_pair<float>> one(checks);
        one[i][e] = all[i][e] = static_cast<float>(random.between(1, 9));  // sums of whole numbers are exact
        auto const part = by_shares(timer, rows, one);
        for (std::size_t a = 0; a < part.size(); ++a) {
          for (int c = 0; c < gsta::conditions; ++c) sum[a][c] += part[a][c];
        }
      }
    }
    auto const whole = by_shares(timer, rows, all);
    for (std::size_t a = 0; a < sum.size(); ++a) {
      for (int c = 0; c < gsta::conditions; ++c) {
        CAPTURE(seed, a, c);
        REQUIRE(whole[a][c] == sum[a][c]);
        compared += sum[a][c] != 0;
      }
    }
  }
  CHECK(compared > 500);
}

TEST_CASE("gradients with credits refuse what has none", "[adjoint][small]") {
  gsta::host_executor const exec;
  credit_trees::circuit const made(5, true, true);
  gsta::timer<gsta::host_executor> plain(exec, made.design),
      timer(exec, made.design, credits::credit_options_of(0));
  CHECK_THROWS_AS(gsta::make_credit_gradients(exec, plain), gsta::argument_error);
  auto found = gsta::make_credit_gradients(exec, timer);
  CHECK_THROWS_AS(gsta::find_credit_gradients(exec, timer, {}, found),
                  gsta::argument_error);  // no update yet
  timer.update(exec);
  gsta::find_credit_gradients(exec, timer, {}, found);
  CHECK(found.cost > 0);
  CHECK_THROWS_AS(gsta::find_credit_gradients(exec, plain, {}, found), gsta::argument_error);
  credit_trees::circuit const other(8, true, true);
  gsta::timer<gsta::host_executor> another(exec, other.design, credits::credit_options_of(0));
  another.update(exec);
  REQUIRE(another.nodes().count() != timer.nodes().count());
  CHECK_THROWS_AS(gsta::find_credit_gradients(exec, another, {}, found), gsta::argument_error);
  std::size_t latched = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    latched_circuit const circuit(seed);
    gsta::timer<gsta::host_executor> of(exec, circuit.design, credits::credit_options_of(0));
    if (!of.view().latches.any()) continue;
    of.update(exec);
    auto gradients = gsta::make_credit_gradients(exec, of);
    CHECK_THROWS_AS(gsta::find_credit_gradients(exec, of, {}, gradients), gsta::argument_error);
    ++latched;
  }
  CHECK(latched > 2);
}

TEST_CASE("gradients with credits of nothing that is checked are 0", "[adjoint][small]") {
  gsta::host_executor const exec;
  credit_trees::circuit made(5, true, true);
  made.design.check_data.clear();
  made.design.check_clock.clear();
  made.design.check_type_of.clear();
  gsta::timer<gsta::host_executor> timer(exec, made.design, credits::credit_options_of(0));
  timer.update(exec);
  auto found = gsta::make_credit_gradients(exec, timer);
  for (auto const goal : {gsta::smooth_goal::total, gsta::smooth_goal::worst}) {
    gsta::find_credit_gradients(exec, timer, {goal, gsta::split::late}, found);
    CHECK(found.cost == (goal == gsta::smooth_goal::total ? 0 : -gsta::math::infinity));
    for (auto const& by : found.arrivals.by.arc_delay.view()) {
      for (int c = 0; c < gsta::conditions; ++c) CHECK(by[c] == 0);
    }
  }
}
