// Gradients by effective capacitances in float, behind a timer's update.
#include <cmath>

#include "gsta/adjoint/plan.hpp"
#include "test/adjoint/effective_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/long_run.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;

namespace {

/// Floats beside doubles: how many are far apart, as a share of the array's largest.
struct nearness {
  std::size_t compared = 0, above_zero = 0, far_end = 0;
  std::string first;

  template <class A, class B>
  void add(char const* what, std::uint64_t seed, A const& a, B const& b) {
    REQUIRE(a.size() == b.size());
    double largest = 0;
    for (double const x : b) largest = std::fmax(largest, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i) {
      auto const got = static_cast<double>(a[i]);
      ++compared;
      above_zero += b[i] != 0;
      if (std::abs(got - b[i]) <= 2e-3 * std::abs(b[i]) + 1e-4 * largest + 1e-7) continue;
      if (++far_end < 8)
        first += std::string("\n  ") + what + " " + std::to_string(seed) + ", " + std::to_string(i) + ": " +
                 std::to_string(got) + " against " + std::to_string(b[i]);
    }
  }
};

template <class Four>
auto by_condition_of(std::vector<Four> const& from) {
  std::vector<std::decay_t<decltype(from[0][0])>> all;
  for (auto const& four : from) {
    for (int c = 0; c < gsta::conditions; ++c) all.push_back(four[c]);
  }
  return all;
}

}  // namespace

TEST_CASE("gradients by effective capacitances in float are near those in double", "[adjoint][slow]") {
  nearness near_end;
  std::size_t bent = 0;
  for (std::uint64_t seed = 0; seed < random_cases(16); ++seed) {
    auto const design = random_circuit(seed, 120);
    random_places const places(seed, design);
    auto const options = effective_options(seed);
    for (auto const* at : {static_cast<random_places const*>(nullptr), &places}) {
      auto const got = effective_on(serial_host, design, options, cost_options_of(seed), at);
      host_timer const timer(serial_host, design, options);
      double_flow flow(serial_host, timer, design.view(),
                       at == nullptr ? gsta::star_view<gsta::memory_space::host>{} : at->view(),
                       cost_options_of(seed));
      if (!std::isfinite(flow.find_cost())) continue;
      flow.find_gradients();
      for (float const x : got.far_end) bent += x != 0;
      auto const& delays = flow.delay_adjoint;
      auto const four = [&](char const* what, auto const& a, auto const& b) {
        near_end.add(what, seed, by_condition_of(a), by_condition_of(to_vector(serial_host, b.view())));
      };
      auto const one = [&](char const* what, auto const& a, auto const& b) {
        near_end.add(what, seed, a, to_vector(serial_host, b.view()));
      };
      four("slew", got.slew, delays.slew);
      four("load", got.load, delays.load);
      if (at == nullptr) {
        four("pin load", got.pin_load, flow.tree_adjoint.pin_load);
        one("resistance", got.edges, flow.tree_adjoint.resistance);
        one("capacitance", got.nodes, flow.tree_adjoint.capacitance);
      } else {
        four("pin load", got.pin_load, flow.star_adjoint.pin_load);
        one("x", got.x, flow.star_adjoint.x);
        one("y", got.y, flow.star_adjoint.y);
      }
    }
  }
  CAPTURE(near_end.compared, near_end.above_zero, near_end.far_end, bent, near_end.first);
  CHECK(near_end.above_zero > 10000);
  CHECK(near_end.far_end * 1000 <
        near_end.above_zero);  // a tie, or a knot of a table, and all that is in front of it
  CHECK(bent > 500);
}

TEST_CASE("gradients by effective capacitances have the serial bits on every host backend",
          "[adjoint][slow]") {
  on_host_backends([](auto const& exec) { effective_has_serial_bits(exec, 0, random_cases(5)); });
}

TEST_CASE("delays by effective capacitances in double are those of the update", "[adjoint][slow]") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const design = random_circuit(seed, 150);
    auto options = effective_options(seed);
    options.delays.effective.precision = gsta::ceff_precision::in_double;
    host_timer timer(serial_host, design, options);
    timer.update(serial_host);
    double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(seed));
    flow.find_cost();
    for (std::size_t p = 0; p < flow.delays.slew.size(); ++p) {
      for (int c = 0; c < gsta::conditions; ++c) {
        double const want = timer.view().slew[p][c], got = flow.delays.slew[p][c];
        CAPTURE(seed, p, c, want, got);
        if (!std::isfinite(want) || !std::isfinite(got)) {
          REQUIRE(std::isfinite(want) == std::isfinite(got));
        } else {
          REQUIRE(std::abs(got - want) <= 1e-4 * std::abs(want) + 1e-4);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 10000);
}

TEST_CASE("what takes no slopes of stages refuses effective capacitances", "[adjoint][small]") {
  auto const design = random_circuit(5, 60);
  host_timer timer(serial_host, design, effective_options(5));
  timer.update(serial_host);
  gsta::value_model<gsta::memory_space::host, gsta::wire_view<gsta::memory_space::host>> const model{
      timer.view().design, view_of(timer.wires()), timer.options().delays};
  std::size_t const pins = timer.view().design.pin_count(), arcs = timer.view().arc_map.size(),
                    wires = timer.view().design.net_arc_count(),
                    nets = timer.view().design.nets.driver.size();
  auto const arrivals = gsta::make_adjoint_state(serial_host, timer.nodes().count(), arcs);
  auto adjoint = gsta::make_delay_adjoint_state(serial_host, pins, arcs, wires);
  auto slopes = gsta::make_effective_slopes(serial_host, timer.view().design);
  auto values = gsta::make_delay_values<float>(serial_host, pins, arcs);
  auto const slew = timer.view().slew;
  using gsta::argument_error;
  CHECK_THROWS_AS(propagate_delay_values(serial_host, timer.pins(), model, values), argument_error);
  CHECK_THROWS_AS(
      propagate_delay_adjoint<float>(serial_host, timer.pins(), model, slew, arrivals, {}, adjoint),
      argument_error);
  CHECK_THROWS_AS(find_exchange_gains<float>(serial_host, model, slew, arrivals, adjoint, {}, {}, {}),
                  argument_error);
  auto found = gsta::make_slope_state(serial_host, timer.view().graph.arc_count());
  CHECK_THROWS_AS(gsta::find_slopes(serial_host, timer.pins(), model, slew, {}, found), argument_error);
  find_effective_slopes<float>(serial_host, timer.pins(), model, slew, slopes);
  CHECK_THROWS_AS(  // no place for pi models
      propagate_delay_adjoint<float>(serial_host, timer.pins(), model, slew, arrivals, {}, slopes, adjoint),
      argument_error);
  auto trees = gsta::make_tree_adjoint_state(serial_host, timer.view().design);
  CHECK_THROWS_AS(
      propagate_tree_adjoint(serial_host, timer.view().graph, timer.view().design, timer.view().forest,
                             {gsta::wire_slew::reduce, {}}, state_of(timer).trees, adjoint, trees),
      argument_error);
  adjoint = gsta::make_delay_adjoint_state(serial_host, pins, arcs, wires, nets);
  auto tables = model;
  tables.options.model = gsta::cell_model::table;
  CHECK_THROWS_AS(find_effective_slopes<float>(serial_host, timer.pins(), tables, slew, slopes),
                  argument_error);
  CHECK_THROWS_AS(
      propagate_delay_adjoint<float>(serial_host, timer.pins(), tables, slew, arrivals, {}, slopes, adjoint),
      argument_error);
}
