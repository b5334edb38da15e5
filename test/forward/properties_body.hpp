#pragma once

#include <cmath>

#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// A false path from everywhere to everywhere leaves no check; of one side alone, none of that side.
template <class E>
void false_everywhere_leaves_no_check(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t checks = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto design = random_circuit(seed);
    design.exceptions.clear();
    checks += snapshot_on(exec, design, options_of(seed).timer).checks.size();
    design.exceptions.resize(1);
    auto const none_left = snapshot_on(exec, design, options_of(seed).timer);
    CAPTURE(seed);
    REQUIRE(none_left.checks.empty());
    REQUIRE(none_left.setup.endpoints + none_left.hold.endpoints == 0);
    design.exceptions[0].hold = false;
    for (auto const& check : snapshot_on(exec, design, options_of(seed).timer).checks)
      REQUIRE_FALSE(gsta::is_late(check.kind));
  }
  CHECK(checks > 10 * (last - first));
}

/// Factors of 1 on every arc and check change no bit.
template <class E>
void factors_of_one_change_nothing(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto without = random_circuit(seed);
    without.arc_derate.clear();
    without.late_check_factor = without.early_check_factor = 1;
    auto with = without;
    with.derates = {gsta::same_value(1.0f)};
    with.arc_derate.assign(with.net_sink.size() + with.arc_from.size(), 0);
    auto const options = options_of(seed).timer;
    auto const same = compare_bits(snapshot_on(exec, without, options), snapshot_on(exec, with, options));
    compared += same.compared;
    CAPTURE(seed, same.report());
    REQUIRE(same.failed == 0);
  }
  CHECK(compared > 100 * (last - first));
}

/// Registers and gates on one clock that reaches all of them without delay. Ideal: by its network latency;
/// propagated: by its source latency. Both clocks come to the same.
class one_clock_circuit {
 public:
  one_clock_circuit(std::uint64_t seed, bool ideal) : random_(seed), library_(make_library(flat_, random_)) {
    clk_ = flat_.add_pin();
    flat_.clocks.push_back({1000000, {0, 450000}});
    flat_.asserted_slew[0] = gsta::same_value(12.0f);
    per_condition<float> const latency{31, 33, 40, 44};
    gsta::clock_rules rules;
    rules.propagated = !ideal;
    (ideal ? rules.latency : rules.insertion) = latency;
    rules.transition = gsta::same_value(12.0f);
    rules.setup_uncertainty = 7000;
    flat_.rules = {rules};
    for (int e = 0; e < 2; ++e) add_clock_edge(e, rules.insertion);
    add_input();
    for (int i = 0; i < 60; ++i) random_.chance(40) ? add_register() : add_gate();
    join();
    gsta::resolve_clocks(flat_);
  }
  flat_design take() { return std::move(flat_); }

 private:
  void add_clock_edge(int e, per_condition<float> const& insertion) {
    per_condition<float> at = gsta::undefined_arrival();
    at[e] = insertion[e];
    at[2 + e] = insertion[2 + e];
    flat_.sources.push_back({clk_, e, at, gsta::arrival_kind::clock});
  }
  id add_pin() { return flat_.add_pin({}, gsta::same_value(random_.real(0.1, 2))); }
  void add_input() {
    id const in = add_pin();
    drivers_.push_back(in);
    flat_.asserted_slew[static_cast<std::size_t>(in)] = gsta::same_value(10.0f);
    flat_.sources.push_back({in, 0, {100, 110, 120, 130}, gsta::arrival_kind::data});
  }
  id sink() {
    id const pin = add_pin();
    sinks_.push_back({random_.below(static_cast<int>(drivers_.size())), pin});
    return pin;
  }
  void add_register() {
    id const clock = add_pin(), data = sink(), out = add_pin();
    clock_pins_.push_back(clock);
    auto const e = static_cast<std::size_t>(random_.chance(30));
    flat_.add_arc(clock, out, random_.pick(library_.launch[e]));
    flat_.add_check(data, clock, random_.pick(library_.setup_like[e]));
    flat_.add_check(data, clock, random_.pick(library_.hold_like[e]));
    drivers_.push_back(out);
  }
  void add_gate() {
    id const a = sink(), b = sink(), out = add_pin();
    flat_.add_arc(a, out, random_.pick(library_.positive));
    flat_.add_arc(b, out, random_.pick(library_.negative));
    drivers_.push_back(out);
  }
  void join() {
    flat_.add_net(clk_, clock_pins_);
    for (std::size_t i = 0; i < drivers_.size(); ++i) {
      std::vector<id> sinks;
      for (auto const& [driver, pin] : sinks_) {
        if (static_cast<std::size_t>(driver) == i) sinks.push_back(pin);
      }
      flat_.add_net(drivers_[i], sinks);
    }
  }

  flat_design flat_;
  prng random_;
  random_library library_;
  id clk_ = 0;
  std::vector<id> drivers_, clock_pins_;
  std::vector<std::pair<int, id>> sinks_;
};

template <class E>
void ideal_latency_equals_insertion(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const ideal = snapshot_on(exec, one_clock_circuit(seed, true).take(), {});
    auto const propagated = snapshot_on(exec, one_clock_circuit(seed, false).take(), {});
    CAPTURE(seed);
    REQUIRE(ideal.checks.size() == propagated.checks.size());
    REQUIRE(ideal.node_pin.size() > propagated.node_pin.size());  // shadows
    for (std::size_t i = 0; i < ideal.checks.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        float const a = ideal.check_slack[i][e], b = propagated.check_slack[i][e];
        REQUIRE(gsta::math::is_defined(a) == gsta::math::is_defined(b));
        if (!gsta::math::is_defined(a)) continue;
        ++compared;
        REQUIRE(std::abs(a - b) <= 1e-3f);
      }
    }
    CHECK(ideal.setup.endpoints == propagated.setup.endpoints);
    CHECK(std::abs(ideal.hold.worst_slack - propagated.hold.worst_slack) <= 1e-3f);
  }
  CHECK(compared > 20 * (last - first));
}

}  // namespace gsta_test
