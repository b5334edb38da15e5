#pragma once

#include <cmath>
#include <map>
#include <tuple>

#include "gsta/sta/design_rules.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// A random circuit with random limits of all kinds, on some pins.
inline flat_design limited_circuit(std::uint64_t seed) {
  auto design = random_circuit(seed);
  prng random(seed + 77);
  std::size_t const pins = design.pin_load.size();
  design.limits.resize(random.chance(50) ? pins
                                         : static_cast<std::size_t>(random.below(static_cast<int>(pins))));
  for (auto& of : design.limits) {
    if (random.chance(60)) of.slew = random.real(0, 60);
    if (random.chance(60)) of.load = random.real(0, 40);
    if (random.chance(60)) of.fanout = static_cast<float>(random.below(6));
    if (random.chance(30)) of.fanout_load = random.real(0, 3);
  }
  if (random.chance(40)) design.clock_limits.resize(design.clocks.size());
  for (auto& of : design.clock_limits) {
    for (auto* const values : {of.clock, of.data})
      for (int e = 0; e < 2; ++e)
        if (random.chance(60)) values[e] = random.real(0, 60);
  }
  auto const table = [&] {
    if (random.chance(30)) return none;
    float const base = random.real(0, 60'000);
    return design.luts.add({0, 50}, {0, 50}, {base, base + 3, base + 20, base + 27});
  };
  for (std::size_t pin = 0; pin < pins && !design.clocks.empty(); ++pin) {
    if (!random.chance(40)) continue;
    id const clock = random.chance(50) ? none : random.below(static_cast<int>(design.clocks.size()));
    design.pulse_limits.push_back({static_cast<id>(pin), clock, {table(), table()}, table()});
  }
  return design;
}

/// Every check of a design by enumeration, in double precision, from a timer's values: the worst slack of
/// each pin and rule (of pulses for each clock and edge too).
class rule_oracle {
 public:
  using key = std::tuple<int, id, id, id>;
  rule_oracle(flat_design const& design, gsta::timing_snapshot const& timing) : d_(design), s_(timing) {
    for (std::size_t pin = 0; pin < d_.pin_load.size(); ++pin) slew(static_cast<id>(pin));
    for (std::size_t net = 0; net < d_.net_driver.size(); ++net) driver(net);
    for (auto const& limit : d_.pulse_limits) {
      for (id node = s_.pin_begin[limit.pin]; node < s_.pin_begin[limit.pin + 1]; ++node) pulse(limit, node);
    }
  }
  std::map<key, double> const& worst() const { return worst_; }
  std::int64_t checked(int rule) const { return checked_[rule]; }

 private:
  void add(gsta::design_rule rule, id pin, id clock, id condition, double slack) {
    auto const [at, fresh] =
        worst_.emplace(key{static_cast<int>(rule), d_.real_pin(pin), clock, condition}, slack);
    if (!fresh && slack < at->second) at->second = slack;
  }
  gsta::pin_limits limits(id pin) const {
    return static_cast<std::size_t>(pin) < d_.limits.size() ? d_.limits[pin] : gsta::pin_limits{};
  }

  void slew(id pin) {
    double worst = INFINITY;
    for (int e = 0; e < 2; ++e) {
      double limit = limits(pin).slew;
      for (id node = s_.pin_begin[pin]; node < s_.pin_begin[pin + 1]; ++node) {
        auto const& tag = s_.tags[s_.node_tag[node]];
        if (tag.launch_edge == none || d_.clock_limits.empty()) continue;
        id const clock = tag.launch_edge / 2;
        bool const still = tag.kind == gsta::arrival_kind::clock;
        if (still && !d_.rules_of(clock).propagated) continue;
        auto const& of = d_.clock_limits[clock];
        limit = std::fmin(limit, still ? of.clock[e] : of.data[e]);
      }
      double const value = s_.slew[pin][2 + e];
      if (std::isfinite(limit) && std::isfinite(value)) worst = std::fmin(worst, limit - value);
    }
    if (!std::isfinite(worst)) return;
    ++checked_[0];
    add(gsta::design_rule::max_slew, pin, none, none, worst);
  }

  void driver(std::size_t net) {
    id const pin = d_.net_driver[net];
    double const load = std::fmax(s_.load[pin][2], s_.load[pin][3]);
    if (std::isfinite(limits(pin).load) && std::isfinite(load)) {
      ++checked_[1];
      add(gsta::design_rule::max_capacitance, pin, none, none, limits(pin).load - load);
    }
    if (!std::isfinite(limits(pin).fanout)) return;
    double fanout = 0;
    for (id k = d_.net_begin[net]; k < d_.net_begin[net + 1]; ++k)
      fanout += limits(d_.net_sink[k]).fanout_load;
    ++checked_[2];
    add(gsta::design_rule::max_fanout, pin, none, none, limits(pin).fanout - fanout);
  }

  double table(id of, double x, double y) const {
    return gsta::lookup(d_.luts.view(), of, static_cast<float>(x), static_cast<float>(y));
  }

  void pulse(gsta::pulse_limit const& limit, id begin) {
    auto const& tag = s_.tags[s_.node_tag[begin]];
    if (tag.kind != gsta::arrival_kind::clock || tag.launch_edge == none) return;
    id const clock = tag.launch_edge / 2;
    if (limit.clock != none && limit.clock != clock) return;
    auto const& wave = d_.clocks[clock];
    auto const slew_at = [&](int c) {
      double const value = s_.slew[limit.pin][c];
      return std::isfinite(value) ? value : 0.0;
    };
    bool first = true;
    for (id other = s_.pin_begin[limit.pin]; other < begin; ++other) {
      auto const& of = s_.tags[s_.node_tag[other]];
      if (of.kind == gsta::arrival_kind::clock && of.launch_edge != none && of.launch_edge / 2 == clock)
        first = false;
    }
    if (limit.period != none && first) {
      ++checked_[4];
      add(gsta::design_rule::min_period, limit.pin, none, none,
          static_cast<double>(wave.period) / 1000 - table(limit.period, slew_at(3), slew_at(0)));
    }
    for (id end = s_.pin_begin[limit.pin]; end < s_.pin_begin[limit.pin + 1]; ++end) {
      auto const& to = s_.tags[s_.node_tag[end]];
      if (to.kind != tag.kind || to.launch_edge != (tag.launch_edge ^ 1) || to.exception != tag.exception)
        continue;
      int const source = tag.launch_edge % 2;
      double time = static_cast<double>(wave.at[1 - source] - wave.at[source]) / 1000;
      while (time < 0) time += static_cast<double>(wave.period) / 1000;
      for (int e = 0; e < 2; ++e) {
        double const from = s_.node_arrival[begin][2 + e], until = s_.node_arrival[end][1 - e];
        if (limit.width[e] == none || !std::isfinite(from) || !std::isfinite(until)) continue;
        ++checked_[3];
        add(gsta::design_rule::min_pulse_width, limit.pin, clock, 2 + e,
            time + until - from - table(limit.width[e], slew_at(3 - e), slew_at(e)));
      }
    }
  }

  flat_design const& d_;
  gsta::timing_snapshot const& s_;
  std::map<key, double> worst_;
  std::int64_t checked_[5] = {};
};

/// All checks, and the violations alone, are those of the oracle; on every backend in the same order with the
/// same bits.
template <class E>
void rules_are_as_enumerated(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared[5] = {}, violations = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    auto const design = limited_circuit(seed);
    gsta::timer<E> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    auto const all = gsta::check_design_rules(exec, timer, design, {INFINITY});
    rule_oracle const want(design, gsta::take_snapshot(exec, timer));
    REQUIRE(all.checks.size() == want.worst().size());
    std::int64_t negative[5] = {};
    for (std::size_t i = 0; i < all.checks.size(); ++i) {
      auto const& check = all.checks[i];
      int const rule = static_cast<int>(check.rule);
      bool const pulse = check.rule == gsta::design_rule::min_pulse_width;
      auto const found =
          want.worst().find({rule, check.pin, pulse ? check.clock : none, pulse ? check.condition : none});
      REQUIRE(found != want.worst().end());
      double const size = 1 + std::fabs(check.limit) + std::fabs(check.value);
      CHECK(std::fabs(found->second - static_cast<double>(check.slack)) < 1e-5 * size);
      negative[rule] += check.slack < 0 ? 1 : 0;
      ++compared[rule];
      if (i > 0 && all.checks[i - 1].rule == check.rule) CHECK(all.checks[i - 1].slack <= check.slack);
    }
    auto const bad = gsta::check_design_rules(exec, timer, design);
    std::size_t expected = 0;
    for (int rule = 0; rule < 5; ++rule) {
      CHECK(all.summary[rule].checked == want.checked(rule));
      CHECK(all.summary[rule].violations == negative[rule]);
      CHECK(bad.summary[rule].violations == negative[rule]);
      expected += static_cast<std::size_t>(negative[rule]);
    }
    CHECK(bad.checks.size() == expected);
    violations += expected;
    gsta::host_executor const serial;
    gsta::timer<gsta::host_executor> other(serial, design, options_of(seed).timer);
    other.update(serial);
    auto const same = gsta::check_design_rules(serial, other, design);
    REQUIRE(same.checks.size() == bad.checks.size());
    for (std::size_t i = 0; i < bad.checks.size(); ++i) {
      CHECK(same.checks[i].pin == bad.checks[i].pin);
      CHECK(same.checks[i].slack == bad.checks[i].slack);
      CHECK(same.checks[i].condition == bad.checks[i].condition);
    }
  }
  for (auto const n : compared) CHECK(n > 2 * (last - first));
  CHECK(violations > last - first);
}

}  // namespace gsta_test
