#pragma once

#include <vector>

#include "bench/generate.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/rc/star.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// Compares two delay states and two arrival states, array by array.
template <class E>
void compare_forward(E const& exec, bit_comparison& result, gsta::delay_state<E::space> const& delays,
                     gsta::arrival_state<E::space> const& arrivals, gsta::timer<E> const& timer) {
  auto const same = [&](char const* what, auto const& by_plan, auto const& by_level) {
    result.arrays(what, to_vector(exec, by_plan.view()), to_vector(exec, by_level.view()));
  };
  same("slew", delays.slew, timer.delays().slew);
  same("delay", delays.arc_delay, timer.delays().arc_delay);
  same("arrival", arrivals.node_arrival, timer.arrivals().node_arrival);
  same("predecessor", arrivals.node_predecessor, timer.arrivals().node_predecessor);
}

/// States that hold what no sweep leaves, so that a value that is not written shows.
template <class E>
auto spoiled_states(E const& exec, gsta::timer<E> const& timer) {
  auto states =
      std::pair{gsta::make_delay_state(exec, timer.view().design.pin_count(), timer.view().arc_map.size()),
                gsta::make_arrival_state(exec, timer.nodes().count())};
  for (auto* const array : {&states.first.slew, &states.first.arc_delay, &states.second.node_arrival})
    fill(exec, array->view(), gsta::same_value(-12345.0f));
  fill(exec, states.second.node_predecessor.view(), gsta::same_id(-12345));
  return states;
}

/// A timer that has been updated by the level loop, and the forward sweeps by plans beside it: one for both
/// layers where pins are nodes, and one for each. Twice, since a plan keeps values between runs.
template <class E>
void swept_forward(E const& exec, gsta::timer<E> const& timer, bit_comparison& result) {
  if (timer.nodes().one_per_pin) {
    auto [delays, arrivals] = spoiled_states(exec, timer);
    auto plan = gsta::make_fused_plan(exec, timer.pins(), timer.arrival_nodes(), timer.view().design);
    for (int run = 0; run < 2; ++run)
      propagate(exec, timer.pins(), timer.arrival_nodes(), timer.delay_model_of(), plan, delays, arrivals);
    compare_forward(exec, result, delays, arrivals, timer);
  }
  auto [delays, arrivals] = spoiled_states(exec, timer);
  auto delay_plan = gsta::make_delay_plan(exec, timer.pins(), timer.view().design);
  auto arrival_plan = gsta::make_arrival_plan(exec, timer.arrival_nodes(), timer.view().design);
  for (int run = 0; run < 2; ++run) {
    propagate_delays(exec, timer.pins(), timer.delay_model_of(), delay_plan, delays);
    propagate_arrivals(exec, timer.arrival_nodes(), arrival_plan, delays, arrivals);
  }
  compare_forward(exec, result, delays, arrivals, timer);
}

template <class E>
void swept_equals_levels(E const& exec, gsta::flat_design const& design, gsta::timer_options const& options) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  bit_comparison result;
  swept_forward(exec, timer, result);
  INFO(result.report());
  CHECK(result.failed == 0);
  CHECK(result.compared >= 3 * design.pin_load.size());
}

/// Random circuits: several tags, parallel and non-unate arcs, several drivers, assertions anywhere, derates,
/// responses, tables of all shapes.
template <class E>
void swept_random_circuits(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t fused = 0, compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    bit_comparison result;
    swept_forward(exec, timer, result);
    fused += timer.nodes().one_per_pin;
    compared += result.compared;
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(fused * 10 > last - first);
  CHECK(compared > 10 * (last - first));
}

/// Generated designs in contest mode, which has arcs that no edge passes.
inline std::vector<gsta_bench::generate_options> swept_designs() {
  std::vector<gsta_bench::generate_options> all(5, gsta_bench::preset("tiny"));
  all[1].conditional = true;
  all[1].undefined_inputs = 5;
  all[2].tags = 3;
  all[3].cells = 8000;
  all[3].pins = 25000;
  all[3].large_nets = {1001, 1500};
  all[4].wires = gsta_bench::generated_wires::tree;
  all[4].seed = 7;
  return all;
}

}  // namespace gsta_test
