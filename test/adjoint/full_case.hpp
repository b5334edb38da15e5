#pragma once

#include "gsta/adjoint/effective.hpp"
#include "gsta/adjoint/wires.hpp"
#include "gsta/rc/star.hpp"
#include "test/adjoint/adjoint_case.hpp"

namespace gsta_test {

/// Where the pins of a circuit stand, and what its wires are made of.
struct random_places {
  std::vector<float> x, y;
  std::vector<std::uint8_t> ideal;
  float resistance = 1.0f / 128, capacitance = 1.0f / 16;

  random_places(std::uint64_t seed, gsta::flat_design const& design) {
    prng random(seed + 5);
    for (std::size_t p = 0; p < design.pin_load.size(); ++p) {
      x.push_back(static_cast<float>(random.between(0, 400)) / 8);
      y.push_back(static_cast<float>(random.between(0, 400)) / 8);
    }
    for (std::size_t n = 0; n < design.net_driver.size(); ++n) ideal.push_back(random.chance(10));
  }
  gsta::star_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(x), gsta::view_of(y), resistance, capacitance, gsta::view_of(ideal)};
  }
};

/// The level `full` from wires to a cost and back, in the precision `Value`. Graph, nodes and checks are a
/// timer's; `design` may be another view of the same design, and `star` empty where wires are its trees.
template <class E, class Value>
class full_flow {
 public:
  static constexpr gsta::memory_space space = E::space;
  using four = gsta::per_condition<Value>;

  full_flow(E const& exec, gsta::timer<E> const& timer, gsta::flat_view<space> const& design,
            gsta::star_view<space> const& star, gsta::smooth_cost_options const& settings)
      : exec_(exec), timer_(timer), settings_(settings), design_view(design), star_view(star) {
    std::size_t const pins = design.pin_count(), wires_count = design.net_arc_count();
    std::size_t const arcs = timer.view().arc_map.size(), nodes = timer.nodes().count();
    rows = make_adjoint_rows(exec, timer.nodes(), arcs);
    trees = gsta::make_tree_values<Value>(exec, design.rc.capacitance.size());
    wires = gsta::make_wire_values<Value>(exec, pins, wires_count, design.nets.driver.size());
    delays = gsta::make_delay_values<Value>(exec, pins, arcs);
    smooth = gsta::make_smooth_state<Value>(exec, nodes, timer.view().node_graph.arc_count());
    cost = gsta::make_smooth_cost_state<Value>(exec, nodes, timer.view().checks);
    arrival_adjoint = gsta::make_adjoint_state<Value>(exec, nodes, arcs);
    seed = gsta::buffer<four, space>(exec, pins);
    delay_adjoint =
        gsta::make_delay_adjoint_state<Value>(exec, pins, arcs, wires_count, design.nets.driver.size());
    if (is_effective()) stages = gsta::make_effective_slopes<Value>(exec, design);
    star_adjoint = gsta::make_star_adjoint_state<Value>(exec, pins, wires_count);
    tree_adjoint = gsta::make_tree_adjoint_state<Value>(exec, design);
  }

  bool is_star() const { return star_view.pin_x.size() > 0; }
  bool is_effective() const { return options().model == gsta::cell_model::effective; }

  double find_cost() {
    if (is_star()) {
      update_star_values(exec_, design_view, star_view, options().wires, wires);
    } else {
      update_tree_values(exec_, design_view, timer_.view().forest, wire_options(), trees, wires);
    }
    find_delays();
    propagate_smooth(exec_, timer_.arrival_nodes(), delays.arc_delay.view(),
                     static_cast<Value>(settings_.gamma), smooth);
    update_smooth_cost(exec_, timer_.view().checks, design_view.luts, delays.slew.view(), smooth, settings_,
                       cost);
    return to_vector(exec_, cost.cost.view())[0];
  }

  void find_delays() {
    if constexpr (std::is_same_v<Value, double>) {
      if (is_effective()) return propagate_delay_values(exec_, pins(), model(), delays, stages);
    }
    propagate_delay_values(exec_, pins(), model(), delays);
  }

  void find_gradients() {
    find_slew_seed(exec_, timer_.view().checks, design_view.luts, rows.view, delays.slew.view(), settings_,
                   cost, seed.view());
    find_gradients(cost.node_arrival.view(), seed.view());
  }

  /// Of a cost of the caller's own, by smooth arrivals and slews.
  void find_gradients(gsta::span<four const, space> by_arrival, gsta::span<four const, space> by_slew) {
    propagate_adjoint(exec_, timer_.arrival_nodes(), rows.view, smooth, by_arrival, arrival_adjoint);
    if (is_effective()) {
      find_effective_slopes(exec_, pins(), model(), delays.slew.view(), stages);
      propagate_delay_adjoint(exec_, pins(), model(), delays.slew.view(), arrival_adjoint, by_slew, stages,
                              delay_adjoint);
    } else {
      propagate_delay_adjoint(exec_, pins(), model(), delays.slew.view(), arrival_adjoint, by_slew,
                              delay_adjoint);
    }
    if (is_star()) {
      propagate_star_adjoint(exec_, timer_.view().graph, design_view, star_view, options().wires,
                             delay_adjoint, star_adjoint);
    } else {
      propagate_tree_adjoint(exec_, timer_.view().graph, design_view, timer_.view().forest, wire_options(),
                             trees, delay_adjoint, tree_adjoint);
    }
  }

  gsta::delay_options const& options() const { return timer_.options().delays; }
  gsta::wire_options wire_options() const { return {options().wires, options().unreached}; }
  gsta::delay_problem<space> pins() const {
    return {timer_.view().graph, &timer_.order(), timer_.view().arc_map, design_view.asserted_slew};
  }
  gsta::value_model<space, gsta::wire_values_view<space, Value>> model() const {
    return {design_view, wires.view(), options()};
  }
  gsta::timer<E> const& timer() const { return timer_; }

 private:
  E exec_;
  gsta::timer<E> const& timer_;
  gsta::smooth_cost_options settings_;

 public:
  gsta::flat_view<space> design_view;
  gsta::star_view<space> star_view;
  gsta::adjoint_rows<space> rows;
  gsta::tree_values<space, Value> trees;
  gsta::wire_values_state<space, Value> wires;
  gsta::effective_slopes<space, Value> stages;  ///< of `cell_model::effective`
  gsta::delay_values<space, Value> delays;
  gsta::smooth_state<space, Value> smooth;
  gsta::smooth_cost_state<space, Value> cost;
  gsta::adjoint_state<space, Value> arrival_adjoint;
  gsta::buffer<four, space> seed;
  gsta::delay_adjoint_state<space, Value> delay_adjoint;
  gsta::star_adjoint_state<space, Value> star_adjoint;
  gsta::tree_adjoint_state<space, Value> tree_adjoint;
};

/// The level `full` in double.
using double_flow = full_flow<gsta::host_executor, double>;

}  // namespace gsta_test
