#pragma once

#include "test/adjoint/adjoint_case.hpp"

namespace gsta_test {

/// All that the level `linear` writes, on the host.
template <class Value>
struct linear_gradients {
  std::vector<double> cost;
  std::vector<gsta::per_condition<Value>> seed, arrival, arc_delay;
};

template <class Value, class E>
linear_gradients<Value> linear_on(E const& exec, std::uint64_t seed, int pins = 0) {
  auto const design = random_circuit(seed, pins);
  smooth_flow<E, Value> flow(exec, design, options_of(seed).timer, cost_options_of(seed));
  flow.find_cost();
  flow.find_gradients();
  return {to_vector(exec, flow.cost.cost.view()), to_vector(exec, flow.cost.node_arrival.view()),
          to_vector(exec, flow.adjoint.node_arrival.view()), to_vector(exec, flow.adjoint.arc_delay.view())};
}

template <class E>
void linear_has_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const want = linear_on<float>(gsta::host_executor{}, seed, pins);
    auto const got = linear_on<float>(exec, seed, pins);
    result.arrays("cost", got.cost, want.cost);
    result.arrays("seed", got.seed, want.seed);
    result.arrays("arrival", got.arrival, want.arrival);
    result.arrays("arc delay", got.arc_delay, want.arc_delay);
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 100 * (last - first));
}

}  // namespace gsta_test
