#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bench/generate_random.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench {

/// Which register has which clock.
enum class clocks_of_registers {
  at_random,
  by_quarters  ///< of the layout's curve: neighbours mostly have the same
};

namespace detail {
/// The clock pins of registers, ascending.
inline std::vector<gsta::id> register_clock_pins(gsta::flat_design const& design) {
  std::vector<gsta::id> pins = design.check_clock;
  std::sort(pins.begin(), pins.end());
  pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
  return pins;
}
}  // namespace detail

/// Several clocks in the place of a generated design's one: each register has one of them, whose edges
/// arrive at its pin, and each input is launched by one of them at random. Each clock is an eighth of a
/// period behind the one before. The clock tree keeps its slews and delays, and carries no arrivals.
inline void give_clocks(gsta::flat_design& design, int clocks, clocks_of_registers how,
                        std::uint64_t seed = 1) {
  generator_random random{seed};
  auto const first = design.clocks.at(0);
  design.clocks.clear();
  design.clock_name.clear();
  for (int c = 0; c < clocks; ++c) {
    gsta::femtoseconds const later = c * first.period / 8;
    design.clocks.push_back({first.period, {first.at[0] + later, first.at[1] + later}});
    design.clock_name.push_back("clock" + std::to_string(c + 1));
  }
  auto const any = [&] { return static_cast<int>(random.below(static_cast<std::size_t>(clocks))); };
  auto const registers = detail::register_clock_pins(design);
  std::vector<gsta::flat_source> inputs;
  for (auto source : design.sources) {
    bool const is_clock_port = source.pin == design.sources.front().pin;  // `constrain` writes it first
    source.launch_edge = 2 * any();
    source.kind = gsta::arrival_kind::data;
    if (!is_clock_port) inputs.push_back(source);
  }
  design.sources = std::move(inputs);
  for (std::size_t i = 0; i < registers.size(); ++i) {
    int const clock = how == clocks_of_registers::at_random
                          ? any()
                          : static_cast<int>(i * static_cast<std::size_t>(clocks) / registers.size());
    auto const early = static_cast<float>(random.below(20)),
               late = early + static_cast<float>(random.below(10));
    for (int e = 0; e < 2; ++e) {
      gsta::per_condition<float> arrival = gsta::undefined_arrival();
      arrival[e] = early;
      arrival[2 + e] = late;
      design.sources.push_back({registers[i], 2 * clock + e, arrival, gsta::arrival_kind::clock});
    }
  }
}

/// So many exceptions between random registers: multicycle and false paths, path delays, and multicycle paths
/// through random drivers, in turn.
inline void give_exceptions(gsta::flat_design& design, std::size_t count, std::uint64_t seed = 1) {
  generator_random random{seed};
  auto const registers = detail::register_clock_pins(design);
  auto const one_of = [&](std::vector<gsta::id> const& pins) { return pins[random.below(pins.size())]; };
  for (std::size_t i = 0; i < count; ++i) {
    gsta::path_exception made;
    made.effect = i % 4 == 1   ? gsta::exception_effect::false_path
                  : i % 4 == 2 ? gsta::exception_effect::path_delay
                               : gsta::exception_effect::multicycle;
    made.cycles = 2;
    made.delay = 1000;
    made.hold = false;
    if (i % 4 == 3) {
      made.through.push_back({{one_of(design.net_driver)}});
    } else {
      made.from = {one_of(registers)};
    }
    made.to = {one_of(design.check_data)};
    design.exceptions.push_back(std::move(made));
  }
}

}  // namespace gsta_bench
