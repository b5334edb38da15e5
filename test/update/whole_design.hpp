#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "test/support/random_circuit.hpp"
#include "test/update/edited_cases.hpp"

namespace gsta_test {

/// Gives a random circuit what no other one has together: latches (with limits of their own, of clocks, or
/// none), path delays with required times of their own, multicycles, margins, latencies of required times,
/// limits of pins and clocks, pulses.
class whole_maker {
 public:
  explicit whole_maker(std::uint64_t seed) : random_(seed + 99), design_(unresolved(seed)) {}

  flat_design take() {
    if (random_.chance(60)) add_latches();
    if (random_.chance(70)) add_exceptions();
    if (random_.chance(50)) add_limits();
    gsta::resolve_clocks(design_);
    if (random_.chance(35)) rule_maker(design_, random_).add_derates();
    return std::move(design_);
  }

 private:
  /// Half of the circuits are small: there a rare thing is a large part.
  static flat_design unresolved(std::uint64_t seed) {
    return random_unresolved_circuit(seed, seed % 2 == 0 ? 40 : 100);
  }
  id some(std::size_t size) { return random_.below(static_cast<int>(size)); }
  float any_limit(double most) { return random_.chance(40) ? gsta::math::infinity : random_.real(0, most); }

  /// Registers become latches: their data go on from a shadow.
  void add_latches() {
    std::vector<id> through;
    for (std::size_t t = 0; t < design_.arc_types.size(); ++t) {
      auto const& type = design_.arc_types[t];
      if (type.edges.code == gsta::positive_edges().code && !type.launches && !type.slews_only &&
          !type.beyond_no_load)
        through.push_back(static_cast<id>(t));
    }
    std::size_t const arcs = design_.arc_from.size(), checks = design_.check_data.size();
    std::vector<std::uint8_t> is_latch(design_.pin_load.size(), 0);
    for (std::size_t i = 0; i < checks && !through.empty(); ++i) {
      id const data = design_.check_data[i], enable = design_.check_clock[i];
      auto const& type = design_.check_types[static_cast<std::size_t>(design_.check_type_of[i])];
      if (type.kind != gsta::check_kind::setup || is_latch[static_cast<std::size_t>(data)] != 0 ||
          !random_.chance(50))
        continue;
      std::vector<id> outputs;
      for (std::size_t a = 0; a < arcs; ++a) {
        bool const launches = design_.arc_types[static_cast<std::size_t>(design_.arc_type_of[a])].launches;
        if (design_.arc_from[a] == enable && launches) outputs.push_back(design_.arc_to[a]);
      }
      if (outputs.empty()) continue;
      is_latch[static_cast<std::size_t>(data)] = 1;
      id const departs = design_.add_shadow(data);
      is_latch.resize(design_.pin_load.size(), 1);
      auto const opens = static_cast<gsta::edge>(1 - static_cast<int>(type.active));
      design_.latches.push_back({data, departs, enable, opens, static_cast<id>(i), any_limit(80)});
      for (id const out : outputs) design_.add_arc(departs, out, random_.pick(through));
    }
    for (std::size_t c = 0; c < design_.clocks.size() && random_.chance(50); ++c)
      design_.borrow_limits.push_back(any_limit(80));
  }

  void add_exceptions() {
    for (int i = random_.between(1, 5); i > 0; --i) {
      gsta::path_exception path;
      int const what = random_.below(10);
      path.effect = what < 6   ? gsta::exception_effect::path_delay
                    : what < 8 ? gsta::exception_effect::multicycle
                               : gsta::exception_effect::margin;
      path.delay = random_.real(-20, 400);
      path.cycles = random_.between(0, 3);
      path.from_start = path.effect == gsta::exception_effect::path_delay && random_.chance(25);
      if (random_.chance(40)) (random_.chance(50) ? path.setup : path.hold) = false;
      if (random_.chance(40) && !design_.sources.empty())
        path.from.push_back(random_.pick(design_.sources).pin);
      else if (random_.chance(40) && !design_.clocks.empty())
        path.from_clocks.push_back(some(design_.clocks.size()));
      if (random_.chance(20)) path.through.push_back({{some(design_.pin_load.size())}});
      if (random_.chance(50) && !design_.check_data.empty())
        path.to.push_back(random_.pick(design_.check_data));
      else if (!design_.outputs.empty())
        path.to.push_back(random_.pick(design_.outputs));
      if (random_.chance(20)) path.to_at = random_.chance(50) ? 1 : 2;
      for (id const end : path.to) {
        if (path.effect != gsta::exception_effect::path_delay || !random_.chance(50)) continue;
        gsta::flat_requirement required{end, gsta::none, gsta::same_value(0.0f)};
        required.by_delay = random_.chance(80);
        design_.requirements.push_back(required);
      }
      design_.exceptions.push_back(path);
    }
    for (auto& required : design_.requirements) {
      for (int c = 0; c < gsta::conditions && random_.chance(50); ++c)
        required.latency[c] = random_.real(-10, 40);
    }
  }

  void add_limits() {
    design_.limits.resize(design_.pin_load.size());
    for (auto& of : design_.limits) of = {any_limit(60), any_limit(20), any_limit(8), random_.real(0, 2)};
    for (std::size_t c = 0; c < design_.clocks.size(); ++c)
      design_.clock_limits.push_back({{any_limit(50), any_limit(50)}, {any_limit(60), any_limit(60)}});
  }

  prng random_;
  flat_design design_;
};

/// Everything at once.
inline edited_case whole_case(std::uint64_t seed) {
  auto options = options_of(seed).timer;
  if (seed % 3 == 0) options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
  if (seed % 9 == 3) options.credit_levels_at_once = 1;
  if (seed % 5 == 4) options.delays.model = gsta::cell_model::effective;
  return {whole_maker(seed).take(), options};
}

}  // namespace gsta_test
