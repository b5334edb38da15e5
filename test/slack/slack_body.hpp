#pragma once

#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
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
    auto alone = make_slack_state(exec, timer.nodes.count(), timer.checks.view.check.size(),
                                  timer.checks.view.endpoint_pin.size());
    update_checks(exec, timer.checks.view, timer.design.view.luts, timer.delays, timer.arrivals, alone);
    bit_comparison result;
    auto const compare = [&](char const* what, auto const& a, auto const& b) {
      result.arrays(what, to_vector(exec, a.view()), to_vector(exec, b.view()));
    };
    compare("check required", alone.check_required, timer.slacks.check_required);
    compare("check slack", alone.check_slack, timer.slacks.check_slack);
    compare("endpoint slack", alone.endpoint_slack, timer.slacks.endpoint_slack);
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      detail::compare_summary(summarize(exec, timer.checks.view, alone, side), timer.summary(exec, side),
                              result);
    }
    compared += result.compared;
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(compared > 50 * (last - first));
}

/// Slews, loads, arrivals and resistances near the largest float: results may be undefined, never NaN.
inline flat_design overflowing_circuit(std::uint64_t seed) {
  auto design = random_circuit(seed);
  prng random(seed + 3);
  auto const blow_up = [&](float& x) {
    if (gsta::math::is_defined(x) && random.chance(30))
      x = random.chance(50) ? 3e38f : random.real(-3e38, 3e38);
  };
  for (auto& v : design.asserted_slew) {
    for (int c = 0; c < 4; ++c) blow_up(v[c]);
  }
  for (auto& source : design.sources) {
    for (int c = 0; c < 4; ++c) blow_up(source.arrival[c]);
  }
  for (auto& v : design.pin_load) {
    if (random.chance(10)) v = gsta::same_value(3e38f);
  }
  for (float& r : design.rc_resistance) {
    if (random.chance(10)) r = 3e38f;
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
    values += s.slack.size() + s.arc_delay.size();
    CAPTURE(seed);
    CHECK(count_nan(s) == 0);
    auto const serial = compare_bits(snapshot_on(gsta::host_executor{}, design, options_of(seed).timer), s);
    CAPTURE(serial.report());
    CHECK(serial.failed == 0);
  }
  CHECK(values > 20 * (last - first));
}

}  // namespace gsta_test
