#pragma once

#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// With one tag both layers run in one sweep; two single sweeps must give the same bits. Also counts the
/// circuits that took the fused way, so that the test cannot pass by never meeting it.
template <class E>
void fused_equals_two_sweeps(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t fused = 0, compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    auto states =
        std::pair{gsta::make_delay_state(exec, timer.view().design.pin_count(), timer.view().arc_map.size()),
                  gsta::make_arrival_state(exec, timer.nodes().count())};
    propagate_delays(exec, timer.pins(), timer.delay_model_of(), states.first);
    propagate_arrivals(exec, timer.arrival_nodes(), states.first, states.second);
    bit_comparison result;
    result.arrays("slew", to_vector(exec, states.first.slew.view()), to_vector(exec, timer.view().slew));
    result.arrays("delay", to_vector(exec, states.first.arc_delay.view()),
                  to_vector(exec, timer.view().arc_delay));
    result.arrays("arrival", to_vector(exec, states.second.node_arrival.view()),
                  to_vector(exec, timer.view().node_arrival));
    result.arrays("predecessor", to_vector(exec, states.second.node_predecessor.view()),
                  to_vector(exec, timer.view().node_predecessor));
    fused += timer.nodes().one_per_pin;
    compared += result.compared;
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(fused * 10 > last - first);
  CHECK(compared > 10 * (last - first));
}

}  // namespace gsta_test
