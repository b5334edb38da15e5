#pragma once

#include <cstdint>
#include <utility>

#include "test/sta/latch_circuit.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// What a run of edits begins with.
struct edited_case {
  gsta::flat_design design;
  gsta::timer_options options;
};
inline edited_case plain_case(std::uint64_t seed) { return {random_circuit(seed), options_of(seed).timer}; }
inline edited_case credited_case(std::uint64_t seed) {
  auto options = options_of(seed).timer;
  options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
  if (seed % 3 == 0) options.credit_levels_at_once = 1;
  return {random_circuit(seed, 200), options};
}
inline edited_case effective_case(std::uint64_t seed) {
  auto options = options_of(seed).timer;
  options.delays.model = gsta::cell_model::effective;
  if (seed % 3 == 0) options.credits = gsta::common_path::by_edge;
  return {seed % 2 == 0 ? random_circuit(seed, 150) : parallel_circuit(seed, 120), options};
}
inline edited_case latched_case(std::uint64_t seed) {
  prng random(seed);
  latch_circuits::builder built(random, seed % 2 == 0);
  gsta::timer_options options;
  if (seed % 3 == 0) options.credits = gsta::common_path::by_edge;
  return {std::move(built.made.design), options};
}

}  // namespace gsta_test
