#pragma once

#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/weights/criticality.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

inline gsta::net_weight_options net_options_of(std::uint64_t seed) {
  gsta::net_weight_options o;
  o.side = seed % 2 == 0 ? gsta::split::late : gsta::split::early;
  o.momentum = seed % 3 == 0 ? 0.0f : 0.75f;
  o.most = seed % 5 == 0 ? 3.0f : 1e6f;
  o.degree_limit = seed % 4 == 0 ? 3 : 100;
  return o;
}

inline gsta::pin_weight_options pin_options_of(std::uint64_t seed) {
  gsta::pin_weight_options o;
  o.first = seed % 2 == 0 ? 10.0f : 0.0f;
  o.rank_decay = seed % 3 == 0 ? 1.0f : 0.9f;
  o.degree_limit = seed % 4 == 0 ? 3 : 100;
  return o;
}

/// The worst paths of a circuit of both sides.
inline gsta::path_set paths_of(std::uint64_t seed, gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design, options_of(seed).timer);
  timer.update(exec);
  auto const problem = path_problem_of(timer);
  auto const worst = [&](gsta::split side) {
    return k_worst_paths(make_path_graph(problem, side), {.k = 60});
  };
  return gsta_test::merge_worst(worst(gsta::split::late), worst(gsta::split::early), 80);
}

struct weights_snapshot {
  std::vector<float> net, criticality, pin;
};

/// Two rounds of both kinds on `exec`.
template <class E>
weights_snapshot weights_on(E const& exec, std::uint64_t seed, int pins = 0) {
  auto const design = random_circuit(seed, pins);
  gsta::timer<E> timer(exec, design, options_of(seed).timer);
  timer.update(exec);
  auto const& nets = timer.view().design.nets;
  auto const pin_begin = clone(exec, timer.nodes().pin_begin);
  auto const paths = paths_of(seed, design);
  auto const there = gsta::clone_view(exec, paths.view());
  auto net = make_net_weights(exec, nets.driver.size());
  auto pin = make_pin_weights(exec, nets.sink.size());
  for (int round = 0; round < 2; ++round) {
    update_net_weights(exec, nets, pin_begin.view(), timer.slacks(), net_options_of(seed), net);
    update_pin_weights(exec, nets, there.view, pin_options_of(seed), pin);
  }
  return {to_vector(exec, net.weight.view()), to_vector(exec, net.criticality.view()),
          to_vector(exec, pin.weight.view())};
}

template <class E>
void weights_have_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const want = weights_on(gsta::host_executor{}, seed, pins), got = weights_on(exec, seed, pins);
    result.arrays("net weight", got.net, want.net);
    result.arrays("criticality", got.criticality, want.criticality);
    result.arrays("pin weight", got.pin, want.pin);
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 50 * (last - first));
}

}  // namespace gsta_test
