#pragma once

#include <gsta/adjoint/effective.hpp>

#include "test/adjoint/full_case.hpp"
#include "test/support/timer_state.hpp"

namespace gsta_test {

/// All that gradients by effective capacitances write in float, on the host, behind a timer's own update.
struct effective_gradients {
  std::vector<double> cost;
  std::vector<gsta::per_condition<float>> arc_delay, slew, arc_slew, made_slew, load, pin_load;
  std::vector<float> far_end, resistance, edges, nodes, x, y;
};

/// The timer's update with wires that are trees or `star`.
template <class E>
void update_effective(E const& exec, gsta::timer<E>& timer, gsta::star_view<E::space> const& star) {
  if (star.pin_x.empty()) return timer.update(exec);
  update_star_wires(exec, timer.view().design, star, state_of(timer).wires,
                    {timer.options().delays.wires, {}});
  propagate(exec, timer.pins(), timer.arrival_nodes(), timer.effective_model(), state_of(timer).delays,
            state_of(timer).arrivals);
}

template <class E>
effective_gradients effective_on(E const& exec, gsta::flat_design const& design,
                                 gsta::timer_options const& options,
                                 gsta::smooth_cost_options const& settings, random_places const* places) {
  gsta::timer<E> timer(exec, design, options);
  gsta::buffer<float, E::space> x, y;
  gsta::buffer<std::uint8_t, E::space> ideal;
  gsta::star_view<E::space> star{};
  if (places != nullptr) {
    x = clone(exec, places->x);
    y = clone(exec, places->y);
    ideal = clone(exec, places->ideal);
    star = {x.view(), y.view(), places->resistance, places->capacitance, ideal.view()};
  }
  update_effective(exec, timer, star);
  auto const& view = timer.view().design;
  std::size_t const pins = view.pin_count(), wires = view.net_arc_count(), arcs = timer.view().arc_map.size();
  auto const rows = make_adjoint_rows(exec, timer.nodes(), arcs);
  auto smooth = gsta::make_smooth_state(exec, timer.nodes().count(), timer.view().node_graph.arc_count());
  auto cost = gsta::make_smooth_cost_state(exec, timer.nodes().count(), timer.view().checks);
  auto by_arrival = gsta::make_adjoint_state(exec, timer.nodes().count(), arcs);
  auto by_delay = gsta::make_delay_adjoint_state(exec, pins, arcs, wires, view.nets.driver.size());
  auto slopes = gsta::make_effective_slopes(exec, view);
  gsta::buffer<gsta::per_condition<float>, E::space> seed(exec, pins);
  gsta::value_model<E::space, gsta::wire_view<E::space>> const model{view, view_of(timer.wires()),
                                                                     timer.options().delays};
  auto const slew = timer.view().slew;
  propagate_smooth(exec, timer.arrival_nodes(), timer.view().arc_delay, settings.gamma, smooth);
  update_smooth_cost(exec, timer.view().checks, view.luts, slew, smooth, settings, cost);
  propagate_adjoint(exec, timer.arrival_nodes(), rows.view, smooth, cost.node_arrival.view(), by_arrival);
  find_slew_seed(exec, timer.view().checks, view.luts, rows.view, slew, settings, cost, seed.view());
  find_effective_slopes<float>(exec, timer.pins(), model, slew, slopes);
  propagate_delay_adjoint<float>(exec, timer.pins(), model, slew, by_arrival, seed.view(), slopes, by_delay);
  effective_gradients g;
  g.cost = to_vector(exec, cost.cost.view());
  g.arc_delay = to_vector(exec, by_arrival.arc_delay.view());
  g.slew = to_vector(exec, by_delay.slew.view());
  g.arc_slew = to_vector(exec, by_delay.arc_slew.view());
  g.made_slew = to_vector(exec, by_delay.made_slew.view());
  g.load = to_vector(exec, by_delay.load.view());
  for (auto const& pi : to_vector(exec, by_delay.pi.view())) {
    for (int c = 0; c < gsta::conditions; ++c) {
      g.far_end.push_back(pi.far_end[c]);
      g.resistance.push_back(pi.resistance[c]);
    }
  }
  if (places != nullptr) {
    auto stars = gsta::make_star_adjoint_state(exec, pins, wires);
    propagate_star_adjoint(exec, timer.view().graph, view, star, timer.options().delays.wires, by_delay,
                           stars);
    g.pin_load = to_vector(exec, stars.pin_load.view());
    g.x = to_vector(exec, stars.x.view());
    g.y = to_vector(exec, stars.y.view());
    g.edges = to_vector(exec, stars.resistance.view());
    g.nodes = to_vector(exec, stars.capacitance.view());
  } else {
    auto trees = gsta::make_tree_adjoint_state(exec, view);
    propagate_tree_adjoint(exec, timer.view().graph, view, timer.view().forest,
                           {timer.options().delays.wires, timer.options().delays.unreached},
                           state_of(timer).trees, by_delay, trees);
    g.pin_load = to_vector(exec, trees.pin_load.view());
    g.edges = to_vector(exec, trees.resistance.view());
    g.nodes = to_vector(exec, trees.capacitance.view());
  }
  return g;
}

/// Circuit `seed`'s options, in either precision.
inline gsta::timer_options effective_options(std::uint64_t seed) {
  gsta::timer_options options = options_of(seed).timer;
  options.delays.model = gsta::cell_model::effective;
  if (seed % 4 == 0) options.delays.effective.precision = gsta::ceff_precision::in_double;
  return options;
}

/// Calls `f(name, array of a, array of b)` for every array.
template <class F>
void for_each_array(effective_gradients const& a, effective_gradients const& b, F const& f) {
  f("cost", a.cost, b.cost);
  f("arc delay", a.arc_delay, b.arc_delay);
  f("slew", a.slew, b.slew);
  f("arc slew", a.arc_slew, b.arc_slew);
  f("made slew", a.made_slew, b.made_slew);
  f("load", a.load, b.load);
  f("far end", a.far_end, b.far_end);
  f("resistance of pi models", a.resistance, b.resistance);
  f("pin load", a.pin_load, b.pin_load);
  f("x", a.x, b.x);
  f("y", a.y, b.y);
  f("resistance", a.edges, b.edges);
  f("capacitance", a.nodes, b.nodes);
}

template <class E>
void effective_has_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed, pins);
    random_places const places(seed, design);
    for (auto const* at : {static_cast<random_places const*>(nullptr), &places}) {
      auto const options = effective_options(seed);
      auto const want = effective_on(gsta::host_executor{}, design, options, cost_options_of(seed), at);
      auto const got = effective_on(exec, design, options, cost_options_of(seed), at);
      for_each_array(got, want,
                     [&](char const* what, auto const& a, auto const& b) { result.arrays(what, a, b); });
      CAPTURE(seed, at == nullptr, result.report());
      REQUIRE(result.failed == 0);
    }
  }
  CHECK(result.compared > 200 * (last - first));
}

}  // namespace gsta_test
