#pragma once

#include <cmath>

#include "gsta/slack/pin_timing.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// `update_checks` alone gives the check and endpoint slacks of `update_required`, and the same figures.
template <class E>
void checks_need_no_backward_pass(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    auto alone = make_slack_state(exec, timer.nodes().count(), timer.view().checks.check.size(),
                                  timer.view().checks.endpoint_pin.size());
    update_checks(exec, timer.view().checks, timer.view().design.luts, state_of(timer).delays,
                  state_of(timer).arrivals, alone);
    bit_comparison result;
    auto const compare = [&](char const* what, auto const& a, auto const& b) {
      result.arrays(what, to_vector(exec, a.view()), to_vector(exec, b.view()));
    };
    compare("check required", alone.check_required, timer.slacks().check_required);
    compare("check slack", alone.check_slack, timer.slacks().check_slack);
    compare("endpoint slack", alone.endpoint_slack, timer.slacks().endpoint_slack);
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      detail::compare_summary(summarize(exec, timer.view().checks, alone, side), timer.summary(exec, side),
                              result);
    }
    compared += result.compared;
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(compared > 50 * (last - first));
}

/// Slews, loads, arrivals and resistances up to the largest that counts: results may be beyond all, never
/// NaN.
inline flat_design overflowing_circuit(std::uint64_t seed) {
  auto design = random_circuit(seed);
  prng random(seed + 3);
  auto const blow_up = [&](float& x) {
    if (gsta::math::is_defined(x) && random.chance(30))
      x = random.chance(50) ? gsta::most_time : random.real(-9e12, 9e12);
  };
  for (auto& v : design.asserted_slew) {
    for (int c = 0; c < 4; ++c) blow_up(v[c]);
  }
  for (auto& source : design.sources) {
    for (int c = 0; c < 4; ++c) blow_up(source.arrival[c]);
  }
  for (auto& v : design.pin_load) {
    if (random.chance(10)) v = gsta::same_value(gsta::most_capacitance);
  }
  for (float& r : design.rc_resistance) {
    if (random.chance(10)) r = gsta::most_resistance;
  }
  for (auto& r : design.requirements) {
    for (int c = 0; c < 4; ++c) blow_up(r.required[c]);
  }
  return design;
}

template <class E>
void overflow_makes_no_nan(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t values = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = overflowing_circuit(seed);
    auto const s = snapshot_on(exec, design, options_of(seed).timer);
    values += s.node_slack.size() + s.arc_delay.size();
    CAPTURE(seed);
    CHECK(count_nan(s) == 0);
    auto const serial = compare_bits(snapshot_on(gsta::host_executor{}, design, options_of(seed).timer), s);
    CAPTURE(serial.report());
    CHECK(serial.failed == 0);
  }
  CHECK(values > 20 * (last - first));
}

/// What `find_pin_timing` has to find for one pin and condition, from all nodes that say they are the pin's.
inline per_condition<float> worst_of_nodes(gsta::timing_snapshot const& s, id pin, int c) {
  std::size_t chosen = s.node_pin.size();
  auto const has_slack = [&](std::size_t node) { return std::isfinite(s.node_slack[node][c]); };
  for (std::size_t node = 0; node < s.node_pin.size(); ++node) {
    if (s.node_pin[node] != pin) continue;
    if (chosen == s.node_pin.size()) {
      chosen = node;
    } else if (has_slack(node) != has_slack(chosen)) {
      if (has_slack(node)) chosen = node;
    } else if (has_slack(node)) {
      if (s.node_slack[node][c] < s.node_slack[chosen][c]) chosen = node;
    } else {
      float const now = s.node_arrival[node][c], before = s.node_arrival[chosen][c];
      if (gsta::is_late(c) ? now > before : now < before) chosen = node;
    }
  }
  if (chosen == s.node_pin.size())
    return {gsta::math::infinity, gsta::undefined_required(c), gsta::undefined_arrival(c), 0};
  return {s.node_slack[chosen][c], s.node_required[chosen][c], s.node_arrival[chosen][c], 0};
}

/// Timing by pin, on designs whose pins have several nodes and on such whose pins are nodes.
template <class E>
void pins_have_the_timing_of_their_worst_node(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t several = 0, apart = 0, compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    std::size_t const pins = design.pin_load.size();
    gsta::buffer<per_condition<float>, E::space> slack(exec, pins), required(exec, pins), arrival(exec, pins);
    find_pin_timing(exec, timer.nodes(), timer.arrivals(), timer.slacks(),
                    {slack.view(), required.view(), arrival.view()});
    auto const got_slack = to_vector(exec, slack.view()), got_required = to_vector(exec, required.view()),
               got_arrival = to_vector(exec, arrival.view());
    auto const s = take_snapshot(exec, timer);
    for (std::size_t p = 0; p < pins; ++p) {
      several += s.pin_begin[p + 1] - s.pin_begin[p] > 1 ? 1 : 0;
      apart += s.pin_begin[p] != static_cast<id>(p) ? 1 : 0;
      for (int c = 0; c < gsta::conditions; ++c) {
        per_condition<float> const want = worst_of_nodes(s, static_cast<id>(p), c);
        CAPTURE(seed, p, c);
        REQUIRE(got_slack[p][c] == want[0]);
        REQUIRE(got_required[p][c] == want[1]);
        REQUIRE(got_arrival[p][c] == want[2]);
        ++compared;
      }
    }
    gsta::buffer<per_condition<float>, E::space> alone(exec, pins);
    find_pin_timing(exec, timer.nodes(), timer.arrivals(), timer.slacks(), {.slack = alone.view()});
    REQUIRE(to_vector(exec, alone.view()) == got_slack);
    if (pins > 0) {
      CHECK_THROWS_AS(find_pin_timing(exec, timer.nodes(), timer.arrivals(), timer.slacks(),
                                      {.slack = alone.view().subspan(0, pins - 1)}),
                      gsta::argument_error);
    }
  }
  CHECK(several > last - first);
  CHECK(apart > last - first);
  CHECK(compared > 50 * (last - first));
}

}  // namespace gsta_test
