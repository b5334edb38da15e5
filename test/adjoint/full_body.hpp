#pragma once

#include "test/adjoint/full_case.hpp"

namespace gsta_test {

/// A circuit's places in an executor's space.
template <class E>
struct placed {
  gsta::buffer<float, E::space> x, y;
  gsta::buffer<std::uint8_t, E::space> ideal;
  float resistance, capacitance;

  placed(E const& exec, random_places const& from)
      : x(clone(exec, from.x)),
        y(clone(exec, from.y)),
        ideal(clone(exec, from.ideal)),
        resistance(from.resistance),
        capacitance(from.capacitance) {}
  gsta::star_view<E::space> view() const {
    return {x.view(), y.view(), resistance, capacitance, ideal.view()};
  }
};

/// All that the level `full` writes, on the host.
template <class Value>
struct full_gradients {
  std::vector<double> cost;
  std::vector<gsta::per_condition<Value>> slew, load, arc_slew, made_slew, star_pins, tree_pins;
  std::vector<Value> x, y, star_r, star_c, tree_r, tree_c;
};

template <class Value, class E>
full_gradients<Value> full_of(E const& exec, gsta::flat_design const& design, std::uint64_t seed, bool star) {
  placed<E> const places(exec, random_places(seed, design));
  gsta::timer<E> const timer(exec, design, options_of(seed).timer);
  auto const stars = star ? places.view() : gsta::star_view<E::space>{};
  full_flow<E, Value> flow(exec, timer, timer.view().design, stars, cost_options_of(seed));
  full_gradients<Value> g;
  g.cost = {flow.find_cost()};
  flow.find_gradients();
  g.slew = to_vector(exec, flow.delay_adjoint.slew.view());
  g.load = to_vector(exec, flow.delay_adjoint.load.view());
  g.arc_slew = to_vector(exec, flow.delay_adjoint.arc_slew.view());
  g.made_slew = to_vector(exec, flow.delay_adjoint.made_slew.view());
  if (star) {
    g.star_pins = to_vector(exec, flow.star_adjoint.pin_load.view());
    g.x = to_vector(exec, flow.star_adjoint.x.view());
    g.y = to_vector(exec, flow.star_adjoint.y.view());
    g.star_r = to_vector(exec, flow.star_adjoint.resistance.view());
    g.star_c = to_vector(exec, flow.star_adjoint.capacitance.view());
  } else {
    g.tree_pins = to_vector(exec, flow.tree_adjoint.pin_load.view());
    g.tree_r = to_vector(exec, flow.tree_adjoint.resistance.view());
    g.tree_c = to_vector(exec, flow.tree_adjoint.capacitance.view());
  }
  return g;
}

template <class Value, class E>
full_gradients<Value> full_on(E const& exec, std::uint64_t seed, bool star, int pins = 0) {
  return full_of<Value>(exec, random_circuit(seed, pins), seed, star);
}

/// Calls `f(name, array of a, array of b)` for every array of gradients.
template <class A, class B, class F>
void for_each_gradient(A const& a, B const& b, F const& f) {
  f("slew", a.slew, b.slew);
  f("load", a.load, b.load);
  f("arc slew", a.arc_slew, b.arc_slew);
  f("made slew", a.made_slew, b.made_slew);
  f("pin load of stars", a.star_pins, b.star_pins);
  f("pin load of trees", a.tree_pins, b.tree_pins);
  f("x", a.x, b.x);
  f("y", a.y, b.y);
  f("resistance of stars", a.star_r, b.star_r);
  f("capacitance of stars", a.star_c, b.star_c);
  f("resistance of trees", a.tree_r, b.tree_r);
  f("capacitance of trees", a.tree_c, b.tree_c);
}

template <class E>
void full_has_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (bool const star : {false, true}) {
      auto const want = full_on<float>(gsta::host_executor{}, seed, star, pins);
      auto const got = full_on<float>(exec, seed, star, pins);
      result.arrays("cost", got.cost, want.cost);
      for_each_gradient(got, want,
                        [&](char const* what, auto const& a, auto const& b) { result.arrays(what, a, b); });
      CAPTURE(seed, star, result.report());
      REQUIRE(result.failed == 0);
    }
  }
  CHECK(result.compared > 200 * (last - first));
}

}  // namespace gsta_test
