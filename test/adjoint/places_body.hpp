#pragma once

#include "gsta/adjoint/locations.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "test/adjoint/full_case.hpp"

namespace gsta_test {

inline constexpr gsta::wire_unit moving_wires{1.0f / 128, 1.0f / 16};  // products with few bits are exact

/// Which pins each RC node of a circuit moves with: its own, or two of its net's at random.
struct random_topology {
  std::vector<gsta::id> x_pin, y_pin;

  random_topology(std::uint64_t seed, gsta::flat_design const& design) {
    prng random(seed + 6);
    for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
      std::vector<gsta::id> pins{design.net_driver[n]};
      pins.insert(pins.end(), design.net_sink.begin() + design.net_begin[n],
                  design.net_sink.begin() + design.net_begin[n + 1]);
      gsta::id const first = design.rc_node_begin[n];
      for (gsta::id node = first; node < design.rc_node_begin[n + 1]; ++node) {
        gsta::id const sink = design.rc_node_sink[static_cast<std::size_t>(node)];
        bool const root = node - first == design.rc_root[n];
        gsta::id const own =
            sink != gsta::none ? design.net_sink[static_cast<std::size_t>(sink)] : design.net_driver[n];
        bool const free = sink == gsta::none && !root;
        x_pin.push_back(free ? random.pick(pins) : own);
        y_pin.push_back(free ? random.pick(pins) : own);
      }
    }
  }
};

/// Gradients under a given topology that `exec` has turned into R and C, and gains of exchanges: each arc for
/// the next type.
struct moved_gradients {
  std::vector<float> length, x, y, gain;
};

template <class E>
moved_gradients moved_on(E const& exec, std::uint64_t seed, int pins = 0) {
  constexpr gsta::memory_space S = E::space;
  auto const design = random_circuit(seed, pins);
  random_places const places(seed, design);
  random_topology const shape(seed, design);
  auto const x = clone(exec, places.x), y = clone(exec, places.y);
  auto const x_pin = clone(exec, shape.x_pin), y_pin = clone(exec, shape.y_pin);
  auto const topology = make_tree_locations(exec, x_pin.view(), y_pin.view(), places.x.size());
  gsta::timer<E> const timer(exec, design, options_of(seed).timer);
  auto const& forest = timer.view().forest;
  gsta::flat_view<S> view = timer.view().design;
  gsta::buffer<float, S> length(exec, view.rc.resistance.size());
  auto resistance = clone(exec, view.rc.resistance), capacitance = clone(exec, view.rc.capacitance);
  find_tree_lengths(exec, view.rc, topology.view, x.view(), y.view(), length.view());
  set_wire_lengths(exec, forest, std::as_const(length).view(), moving_wires, resistance.view(),
                   capacitance.view());
  view.rc.resistance = std::as_const(resistance).view();
  view.rc.capacitance = std::as_const(capacitance).view();
  full_flow<E, float> flow(exec, timer, view, {}, cost_options_of(seed));
  flow.find_cost();
  flow.find_gradients();
  gsta::buffer<float, S> by_length(exec, length.size());
  find_length_gradients(exec, forest, moving_wires, flow.tree_adjoint, by_length.view());
  auto state = gsta::make_location_adjoint_state(exec, places.x.size(), shape.x_pin.size());
  propagate_location_adjoint(exec, forest, topology.view, x.view(), y.view(), std::as_const(by_length).view(),
                             state);
  std::vector<id> arcs(design.arc_from.size()), others;
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    arcs[a] = static_cast<id>(a);
    others.push_back((design.arc_type_of[a] + 1) % static_cast<id>(design.arc_types.size()));
  }
  auto const arcs_there = clone(exec, arcs), others_there = clone(exec, others);
  gsta::buffer<float, S> gain(exec, arcs.size());
  find_exchange_gains(exec, flow.model(), std::as_const(flow.delays).slew.view(), flow.arrival_adjoint,
                      flow.delay_adjoint, arcs_there.view(), others_there.view(), gain.view());
  return {to_vector(exec, length.view()), to_vector(exec, state.x.view()), to_vector(exec, state.y.view()),
          to_vector(exec, gain.view())};
}

template <class E>
void places_have_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const want = moved_on(gsta::host_executor{}, seed, pins), got = moved_on(exec, seed, pins);
    result.arrays("length", got.length, want.length);
    result.arrays("x", got.x, want.x);
    result.arrays("y", got.y, want.y);
    result.arrays("gain", got.gain, want.gain);
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 100 * (last - first));
}

}  // namespace gsta_test
