#pragma once

#include <cmath>

#include "gsta/smooth/smooth.hpp"
#include "test/forward/host_case.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// A smooth merge on `exec` beside the exact one, brought to the host.
struct smooth_snapshot {
  std::vector<gsta::per_condition<float>> arrival, weight, exact;
  std::vector<gsta::per_condition<id>> predecessor;
};

template <class E>
smooth_snapshot smooth_on(E const& exec, gsta::timer<E>& timer, float gamma) {
  auto const nodes = timer.arrival_nodes();
  auto smooth = make_smooth_state(exec, timer.nodes().count(), nodes.graph.arc_count());
  auto exact = make_arrival_state(exec, timer.nodes().count());
  propagate_smooth(exec, nodes, state_of(timer).delays, exact, gamma, smooth);
  return {to_vector(exec, smooth.node_arrival.view()), to_vector(exec, smooth.weight.view()),
          to_vector(exec, exact.node_arrival.view()), to_vector(exec, exact.node_predecessor.view())};
}

/// Circuits [first, last) on `exec`: exact arrivals as the timer has them, smooth ones as on the serial host.
template <class E>
void smooth_has_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed, pins);
    auto const options = options_of(seed).timer;
    float const gamma = seed % 3 == 0 ? 0.1f : 4.0f;
    gsta::host_executor const serial;
    gsta::timer<gsta::host_executor> here(serial, design, options);
    here.update(serial);
    gsta::timer<E> there(exec, design, options);
    there.update(exec);
    smooth_snapshot const want = smooth_on(serial, here, gamma), got = smooth_on(exec, there, gamma);
    result.arrays("smooth arrival", got.arrival, want.arrival);
    result.arrays("weight", got.weight, want.weight);
    result.arrays("arrival", got.exact, to_vector(serial, here.view().node_arrival));
    result.arrays("predecessor", got.predecessor, to_vector(serial, here.view().node_predecessor));
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 100 * (last - first));
}

}  // namespace gsta_test
