#pragma once

#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// Puts rules on a finished circuit: what clocks promise, which paths do not count, factors on delays, ports
/// that drive wires without resistance.
class rule_maker {
 public:
  rule_maker(gsta::flat_design& design, prng& random) : d_(design), random_(random) {}

  /// `ideal_percent` of the clocks are ideal. Now and then the last clocks have no rules.
  void add_clock_rules(int ideal_percent) {
    for (std::size_t i = 0; i < d_.clocks.size() && !random_.chance(15); ++i) {
      gsta::clock_rules rules;
      rules.propagated = !random_.chance(ideal_percent);
      rules.insertion = ordered(0, 20);
      rules.latency = ordered(10, 90);
      rules.transition = ordered(0, 40);
      if (random_.chance(60)) rules.setup_uncertainty = random_.between(-5000, 25000);
      if (random_.chance(60)) rules.hold_uncertainty = random_.between(-5000, 25000);
      d_.rules.push_back(rules);
    }
  }

  void add_check_factors() {
    d_.late_check_factor = random_.real(0.8, 1.3);
    d_.early_check_factor = random_.real(0.7, 1.2);
  }

  void add_false_paths() {
    for (int i = random_.between(1, 4); i > 0; --i) {
      gsta::path_exception path;
      if (random_.chance(50)) add_pins(path.from, starts());
      if (random_.chance(50)) add_pins(path.to, ends());
      if (!d_.clocks.empty() && random_.chance(35)) path.from_clocks.push_back(some_clock());
      if (!d_.clocks.empty() && random_.chance(35)) path.to_clocks.push_back(some_clock());
      bool const everywhere =
          path.from.empty() && path.to.empty() && path.from_clocks.empty() && path.to_clocks.empty();
      if (everywhere && random_.chance(90)) continue;
      if (random_.chance(30)) (random_.chance(50) ? path.setup : path.hold) = false;
      d_.exceptions.push_back(path);
    }
  }

  /// Last of all: it knows how many arcs there are.
  void add_derates() {
    int const rows = random_.between(1, 4);
    for (int i = 0; i < rows; ++i) d_.derates.push_back(values(0.8, 1.2));
    for (std::size_t a = 0; a < d_.net_sink.size() + d_.arc_from.size(); ++a)
      d_.arc_derate.push_back(random_.chance(40) ? gsta::none : random_.below(rows));
  }

  /// Some types keep the usual one.
  void add_measures() {
    int const rows = random_.between(1, 3);
    for (int i = 0; i < rows; ++i) {
      gsta::slew_measure measure;
      for (int e = 0; e < 2; ++e) measure.threshold[e] = random_.real(0.4, 0.6);
      for (int e = 0; e < 2; ++e) measure.lower[e] = random_.real(0.05, 0.35);
      for (int e = 0; e < 2; ++e) measure.upper[e] = random_.real(0.65, 0.95);
      if (random_.chance(40)) measure.derate = random_.real(0.5, 1);
      d_.add_measure(measure);
    }
    for (auto& type : d_.arc_types) type.measure = random_.chance(30) ? gsta::none : random_.below(rows);
  }

  void add_responses() {
    int const rows = random_.between(1, 2);
    for (int i = 0; i < rows; ++i) {
      gsta::wire_response response;
      for (int e = 0; e < 2; ++e) response.delay[e] = random_.real(0.4, 1);
      for (int e = 0; e < 2; ++e) response.widen[e] = random_.real(0, 1.5);
      for (int e = 0; e < 2 && random_.chance(50); ++e) response.scale[e] = random_.real(0.8, 1.1);
      for (int e = 0; e < 2 && random_.chance(50); ++e) response.shift[e] = random_.real(-0.2, 0.2);
      d_.wire_responses.push_back(response);
    }
    for (std::size_t a = 0; a < d_.net_sink.size(); ++a)
      d_.rc_response.push_back(random_.chance(65) ? gsta::none : random_.below(rows));
  }

 private:
  gsta::per_condition<float> values(double low, double high) {
    gsta::per_condition<float> v{};
    for (int c = 0; c < gsta::conditions; ++c) v[c] = random_.real(low, high);
    return v;
  }
  gsta::per_condition<float> ordered(double low, double high) {
    gsta::per_condition<float> v = values(low, high);
    for (int e = 0; e < 2; ++e) {
      if (v[e] > v[2 + e]) std::swap(v[e], v[2 + e]);
    }
    return v;
  }
  gsta::id some_clock() { return random_.below(static_cast<int>(d_.clocks.size())); }

  /// Pins where paths start, and some where none does.
  std::vector<gsta::id> starts() {
    std::vector<gsta::id> pins{random_.below(static_cast<int>(d_.pin_load.size()))};
    for (auto const& source : d_.sources) pins.push_back(source.pin);
    for (std::size_t i = 0; i < d_.arc_from.size(); ++i) {
      bool const launches = d_.arc_types[static_cast<std::size_t>(d_.arc_type_of[i])].launches;
      if (launches) pins.push_back(d_.arc_from[i]);
    }
    return pins;
  }
  std::vector<gsta::id> ends() {
    std::vector<gsta::id> pins = d_.check_data;
    pins.insert(pins.end(), d_.outputs.begin(), d_.outputs.end());
    for (auto const& requirement : d_.requirements) pins.push_back(requirement.pin);
    pins.push_back(random_.below(static_cast<int>(d_.pin_load.size())));
    return pins;
  }
  void add_pins(std::vector<gsta::id>& to, std::vector<gsta::id> const& from) {
    for (int i = random_.between(1, 4); i > 0; --i) to.push_back(random_.pick(from));
  }

  gsta::flat_design& d_;
  prng& random_;
};

}  // namespace gsta_test
