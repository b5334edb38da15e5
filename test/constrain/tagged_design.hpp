#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"
#include "test/support/random_circuit.hpp"

namespace gsta_test {

/// A random circuit whose pins have several nodes and whose checks clocks alone decide: up to five clocks,
/// inputs and outputs timed against any of them, checks of gates and of data, and of some clocks only; pairs
/// of clocks that are cut, or have an uncertainty of their own.
class tagged_design {
 public:
  explicit tagged_design(std::uint64_t seed) : random_(seed), design_(random_circuit(seed)) {
    design_.exceptions.clear();
    design_.pin_uncertainties.clear();
    for (int more = random_.between(1, 2); more > 0; --more) add_clock();
    add_sources();
    add_checks();
    add_requirements();
    relate_clocks();
  }
  gsta::flat_design take() { return std::move(design_); }

 private:
  gsta::id some_pin() { return random_.below(static_cast<int>(design_.pin_count())); }
  gsta::id some_edge() { return random_.below(2 * static_cast<int>(design_.clocks.size())); }
  gsta::id some_clock() { return random_.below(static_cast<int>(design_.clocks.size())); }

  void add_clock() {
    gsta::femtoseconds const period = 1000 * random_.between(300, 3000);
    gsta::femtoseconds const rise = random_.below(static_cast<int>(period / 2));
    design_.clocks.push_back({period, {rise, rise + period / random_.between(2, 4)}});
    if (!design_.clock_name.empty()) design_.clock_name.push_back("more");
  }

  /// What starts somewhere starts there by other clocks too, and elsewhere.
  void add_sources() {
    auto const before = design_.sources;
    auto const add = [&](gsta::flat_source source) {
      source.launch_edge = random_.chance(8) ? gsta::none : some_edge();
      source.kind = static_cast<gsta::arrival_kind>(random_.below(3));
      if (random_.chance(50)) {
        int const e = random_.below(2);
        source.arrival[e] = gsta::undefined_arrival()[e];
        source.arrival[2 + e] = gsta::undefined_arrival()[2 + e];
      }
      design_.sources.push_back(source);
    };
    for (auto const& source : before) {
      for (int more = random_.below(3); more > 0; --more) add(source);
    }
    for (int more = random_.between(2, 12); more > 0; --more) add({some_pin(), 0, gsta::same_value(5.0f)});
  }

  void add_checks() {
    for (auto& type : design_.check_types) change(type);
    for (int more = random_.between(1, 4); more > 0; --more) {
      gsta::check_type type;
      if (!design_.check_types.empty()) type = random_.pick(design_.check_types);
      change(type);
      design_.add_check_type(type);
    }
    for (std::size_t more = design_.pin_count() / 4; more > 0; --more)
      design_.add_check(some_pin(), some_pin(), random_.below(static_cast<int>(design_.check_types.size())));
  }
  void change(gsta::check_type& type) {
    type.kind =
        static_cast<gsta::check_kind>(random_.below(static_cast<int>(gsta::check_kind::output_setup)));
    type.active = static_cast<gsta::edge>(random_.below(2));
    if (random_.chance(20)) type.only_clock = some_clock();
  }

  void add_requirements() {
    constexpr float no = gsta::math::infinity;
    for (int more = random_.between(0, 6); more > 0; --more) {
      gsta::flat_requirement of{some_pin(), random_.chance(15) ? gsta::none : some_edge(), {1, 2, 700, 800}};
      if (random_.chance(25)) of.required[0] = of.required[1] = -no;
      if (random_.chance(25)) of.required[2] = of.required[3] = no;
      of.by_delay = random_.chance(15);
      design_.requirements.push_back(of);
    }
  }

  void relate_clocks() {
    for (int more = random_.below(3); more > 0; --more) {
      auto& groups = design_.exclusive.emplace_back();
      for (std::size_t c = 0; c < design_.clocks.size(); ++c)
        groups.group_of.push_back(random_.chance(30) ? gsta::none : random_.below(2));
    }
    for (int more = random_.below(4); more > 0; --more) {
      gsta::clock_pair_uncertainty of;
      of.from = some_clock();
      of.to = some_clock();
      of.setup = random_.chance(70);
      of.hold = random_.chance(70);
      of.value = random_.below(90'000);
      design_.uncertainties.push_back(of);
    }
    design_.late_check_factor = random_.real(0.9, 1.1);
    design_.early_check_factor = random_.real(0.9, 1.1);
    design_.conventions.few_cycles = random_.chance(20);
  }

  prng random_;
  gsta::flat_design design_;
};

}  // namespace gsta_test
