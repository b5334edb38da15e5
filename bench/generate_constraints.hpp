#pragma once

#include <cstddef>
#include <string>

#include "bench/generate_options.hpp"
#include "bench/generate_random.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench::detail {

struct constrained_design {
  gsta::flat_design& design;
  generator_random& random;
  generate_options const& options;

  gsta::femtoseconds period() const {
    return 1000 * static_cast<gsta::femtoseconds>(30 * options.stages() + 100);
  }

  /// Each clock an eighth of a period behind the one before.
  void add_clocks() const {
    gsta::require(options.tags >= 1 && options.tags <= 8, "a generated design has 1 to 8 tags");
    for (int clock = 0; clock < options.tags; ++clock) {
      gsta::femtoseconds const rise = clock * period() / 8;
      design.clocks.push_back({period(), {rise, rise + period() / 2}});
      design.clock_name.push_back(clock == 0 ? std::string("clock") : "clock" + std::to_string(clock + 1));
    }
  }
  /// An arrival after each clock's rising edge.
  void add_source(gsta::id pin, gsta::per_condition<float> const& arrival) const {
    for (int clock = 0; clock < options.tags; ++clock) design.sources.push_back({pin, 2 * clock, arrival});
  }
};

/// As the TAU contest has it: one kind of arrival, all launched at a clock's rising edge; the falling edge is
/// half a period late. Ports: inputs, the clock, outputs.
inline void constrain(constrained_design const& to, std::size_t inputs, std::size_t outputs) {
  auto const ps = gsta::to_picoseconds(to.period());
  gsta::flat_design& design = to.design;
  to.add_clocks();
  gsta::id const clock = static_cast<gsta::id>(inputs);
  to.add_source(clock, {0, ps / 2, 0, ps / 2});
  design.asserted_slew[clock] = gsta::same_value(20);
  for (gsta::id pin = 0; pin < clock; ++pin) {
    auto const early = static_cast<float>(to.random.below(50));
    auto const late = early + static_cast<float>(to.random.below(50));
    auto const slew = 20 + static_cast<float>(to.random.below(40));
    if (static_cast<std::size_t>(pin) < to.options.undefined_inputs) continue;
    to.add_source(pin, {early, early, late, late});
    design.asserted_slew[pin] = gsta::same_value(slew);
  }
  for (std::size_t i = 0; i < outputs; ++i) {
    gsta::id const pin = static_cast<gsta::id>(inputs + 1 + i);
    design.outputs.push_back(pin);
    design.pin_load[pin] = gsta::same_value(4);
    design.requirements.push_back({pin, gsta::none, {0, 0, ps, ps}});
  }
}

}  // namespace gsta_bench::detail
