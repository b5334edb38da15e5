#pragma once

#include "gsta/adjoint/effective.hpp"
#include "gsta/adjoint/latches.hpp"
#include "gsta/adjoint/wires.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "test/adjoint/full_case.hpp"
#include "test/sta/latches_body.hpp"

namespace gsta_test {

/// Smooth arrivals through latches, a cost and its gradients in the precision `Value`: all of the level
/// `full`, or from arc delays that a test has moved.
template <class E, class Value>
class latched_flow {
 public:
  static constexpr gsta::memory_space space = E::space;
  using four = gsta::per_condition<Value>;

  latched_flow(E const& exec, gsta::timer<E> const& timer, gsta::flat_view<space> const& design,
               gsta::smooth_cost_options const& settings)
      : exec_(exec), timer_(timer), settings_(settings), design_view(design) {
    std::size_t const pins = design.pin_count(), wires_count = design.net_arc_count();
    std::size_t const arcs = timer.view().arc_map.size(), nodes = timer.nodes().count();
    rows = make_adjoint_rows(exec, timer.nodes(), arcs);
    trees = gsta::make_tree_values<Value>(exec, design.rc.capacitance.size());
    wires = gsta::make_wire_values<Value>(exec, pins, wires_count, design.nets.driver.size());
    delays = gsta::make_delay_values<Value>(exec, pins, arcs);
    smooth = gsta::make_smooth_state<Value>(exec, nodes, timer.view().node_graph.arc_count());
    latches = gsta::make_smooth_latch_state<Value>(exec, problem());
    cost = gsta::make_smooth_cost_state<Value>(exec, nodes, timer.view().checks);
    adjoint = gsta::make_adjoint_state<Value>(exec, nodes, arcs);
    seed = gsta::buffer<four, space>(exec, pins);
    delay_adjoint =
        gsta::make_delay_adjoint_state<Value>(exec, pins, arcs, wires_count, design.nets.driver.size());
    if (is_effective()) stages = gsta::make_effective_slopes<Value>(exec, design);
    tree_adjoint = gsta::make_tree_adjoint_state<Value>(exec, design);
    find_delays();
  }

  void find_delays() {
    update_tree_values(exec_, design_view, timer_.view().forest, wire_options(), trees, wires);
    auto const& latches_at = timer_.view().latches;
    if constexpr (std::is_same_v<Value, double>) {
      if (is_effective()) {
        propagate_delay_values(exec_, pins(), model(), delays, stages);
        update_latch_delay_values(exec_, latches_at, timer_.view().arc_map, model(), delays, stages);
        return;
      }
    }
    propagate_delay_values(exec_, pins(), model(), delays);
    update_latch_delay_values(exec_, latches_at, timer_.view().arc_map, model(), delays);
  }

  /// The cost of the arc delays as they are now.
  double find_cost() {
    settled = propagate_smooth(exec_, problem(), delays.slew.view(), delays.arc_delay.view(),
                               static_cast<Value>(settings_.gamma), smooth, latches);
    update_smooth_cost(exec_, problem(), delays.slew.view(), smooth, settings_, cost, latches);
    return to_vector(exec_, cost.cost.view())[0];
  }
  double find_cost_anew() {
    find_delays();
    return find_cost();
  }

  void find_gradients() {
    settled =
        propagate_adjoint(exec_, problem(), rows.view, smooth, latches, cost.node_arrival.view(), adjoint) &&
        settled;
  }
  void find_full_gradients() {
    find_gradients();
    find_slew_seed(exec_, problem(), rows.view, delays.slew.view(), settings_, cost, latches, seed.view());
    auto const arcs = timer_.view().latches.arc;
    if (is_effective()) {
      find_effective_slopes(exec_, pins(), model(), delays.slew.view(), stages, arcs);
      add_latch_slew_seed(exec_, problem(), stages, rows.view, delays.slew.view(), latches, adjoint,
                          seed.view());
      propagate_delay_adjoint(exec_, pins(), model(), delays.slew.view(), adjoint, seed.view(), stages,
                              delay_adjoint);
    } else {
      add_latch_slew_seed(exec_, problem(), model(), rows.view, delays.slew.view(), latches, adjoint,
                          seed.view());
      propagate_delay_adjoint(exec_, pins(), model(), delays.slew.view(), adjoint, seed.view(), delay_adjoint,
                              arcs);
    }
    propagate_tree_adjoint(exec_, timer_.view().graph, design_view, timer_.view().forest, wire_options(),
                           trees, delay_adjoint, tree_adjoint);
  }

  gsta::latch_problem<space> problem() const {
    return latch_problem_of(timer_.nodes(), timer_.checks(), timer_.view().arc_map, design_view.luts);
  }

 private:
  bool is_effective() const { return options().model == gsta::cell_model::effective; }
  gsta::delay_options const& options() const { return timer_.options().delays; }
  gsta::wire_options wire_options() const { return {options().wires, options().unreached}; }
  gsta::delay_problem<space> pins() const {
    return {timer_.view().graph, &timer_.order(), timer_.view().arc_map, design_view.asserted_slew};
  }
  gsta::value_model<space, gsta::wire_values_view<space, Value>> model() const {
    return {design_view, wires.view(), options()};
  }

  E exec_;
  gsta::timer<E> const& timer_;
  gsta::smooth_cost_options settings_;

 public:
  gsta::flat_view<space> design_view;
  gsta::adjoint_rows<space> rows;
  gsta::tree_values<space, Value> trees;
  gsta::wire_values_state<space, Value> wires;
  gsta::effective_slopes<space, Value> stages;  ///< of `cell_model::effective`
  gsta::delay_values<space, Value> delays;
  gsta::smooth_state<space, Value> smooth;
  gsta::smooth_latch_state<space, Value> latches;
  gsta::smooth_cost_state<space, Value> cost;
  gsta::adjoint_state<space, Value> adjoint;
  gsta::buffer<four, space> seed;
  gsta::delay_adjoint_state<space, Value> delay_adjoint;
  gsta::tree_adjoint_state<space, Value> tree_adjoint;
  bool settled = true;
};

/// A random circuit in which most registers have become latches, and some paths have several cycles: with
/// wires, tables, derates, ideal and propagated clocks.
class latched_circuit {
 public:
  explicit latched_circuit(std::uint64_t seed, int pins = 0) : random_(seed + 901) {
    design = circuit_grower(seed, pins).take_unresolved();
    std::size_t const arcs = design.arc_from.size(), checks = design.check_data.size();
    for (auto& clock : design.clocks) {  // short, so that data come late
      clock.period = random_.between(8, 40) * 10'000;
      clock.at[0] = random_.below(4) * 5'000;
      clock.at[1] = clock.at[0] + random_.between(2, 6) * clock.period / 8;
    }
    for (std::size_t i = 0; i < checks; ++i) {
      if (design.check_types[static_cast<std::size_t>(design.check_type_of[i])].kind ==
              gsta::check_kind::setup &&
          random_.chance(80))
        make_latch(static_cast<id>(i), arcs);
    }
    for (int i = random_.below(3); i > 0 && checks > 0; --i) {
      gsta::path_exception several;
      several.effect = gsta::exception_effect::multicycle;
      several.to = {design.check_data[static_cast<std::size_t>(random_.below(static_cast<int>(checks)))]};
      several.cycles = random_.between(2, 3);
      several.hold = false;
      design.exceptions.push_back(several);
    }
    gsta::resolve_clocks(design);
    if (!design.exceptions.empty()) gsta::resolve_exceptions(design);
  }
  flat_design design;

 private:
  /// Opens at the edge before the one that checks; passes data on where the clock launched.
  void make_latch(id check, std::size_t arcs) {
    id const data = design.check_data[static_cast<std::size_t>(check)],
             clock = design.check_clock[static_cast<std::size_t>(check)];
    for (auto const& latch : design.latches) {
      if (latch.data == data) return;
    }
    auto const type =
        design.check_types[static_cast<std::size_t>(design.check_type_of[static_cast<std::size_t>(check)])];
    auto const opens = static_cast<gsta::edge>(1 - static_cast<int>(type.active));
    id departs = none;
    for (std::size_t a = 0; a < arcs; ++a) {
      auto const launching = design.arc_types[static_cast<std::size_t>(design.arc_type_of[a])];
      if (design.arc_from[a] != clock || !launching.launches) continue;
      if (departs == none) departs = design.add_shadow(data);
      gsta::arc_type through = launching, from_edge = launching;
      through.launches = false;
      through.edges = random_.chance(70) ? gsta::positive_edges() : gsta::negative_edges();
      from_edge.edges = {};
      for (int c = 0; c < gsta::conditions; ++c) from_edge.edges.set(c, opens);
      if (random_.chance(70)) design.arc_type_of[a] = design.add_arc_type(from_edge);
      id const out = design.arc_to[a];
      design.add_arc(departs, out, design.add_arc_type(through));
    }
    if (departs == none) return;
    float const limit = random_.chance(50) ? random_.real(0, 40) : gsta::math::infinity;
    design.latches.push_back({data, departs, clock, opens, check, limit});
    if (random_.chance(60)) return;
    // A second setup, of another time, with a slack or without.
    gsta::check_type second = type;
    second.is_checked = random_.chance(60);
    for (id& table : second.constraint) table = design.luts.add({}, {}, {random_.real(0, 30)});
    id const other = design.add_check(data, clock, design.add_check_type(second));
    design.latches.push_back({data, departs, clock, opens, other, limit});
  }

  prng random_;
};

/// The level `full` through latches in double.
using double_latches = latched_flow<gsta::host_executor, double>;

/// All that gradients through latches write, on the host.
struct latched_gradients {
  std::vector<double> cost;
  std::vector<std::vector<gsta::per_condition<float>>> arrays;
  std::vector<std::vector<float>> numbers;
  std::vector<gsta::latch_slopes<float>> departs;
  bool settled = true;
  std::size_t loops = 0;
};

template <class E>
latched_gradients latched_on(E const& exec, flat_design const& design, gsta::timer_options const& options,
                             gsta::smooth_cost_options const& cost) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  latched_flow<E, float> flow(exec, timer, timer.view().design, cost);
  latched_gradients g;
  g.cost = {flow.find_cost()};
  flow.find_full_gradients();
  g.arrays = {
      to_vector(exec, flow.smooth.node_arrival.view()),  to_vector(exec, flow.smooth.weight.view()),
      to_vector(exec, flow.cost.node_arrival.view()),    to_vector(exec, flow.adjoint.node_arrival.view()),
      to_vector(exec, flow.adjoint.arc_delay.view()),    to_vector(exec, flow.seed.view()),
      to_vector(exec, flow.delay_adjoint.slew.view()),   to_vector(exec, flow.delay_adjoint.load.view()),
      to_vector(exec, flow.tree_adjoint.pin_load.view())};
  g.numbers = {to_vector(exec, flow.tree_adjoint.resistance.view()),
               to_vector(exec, flow.tree_adjoint.capacitance.view())};
  g.departs = to_vector(exec, flow.latches.departs.view());
  g.settled = flow.settled;
  g.loops = timer.nodes().opened_loops;
  return g;
}

/// Gradients through latches on an executor against the host's, of random circuits and of circuits of latches
/// alone, with loops.
template <class E>
void latched_has_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last) {
  bit_comparison result;
  std::size_t borrowing = 0, loops = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, true);
    latched_circuit const large(seed, 200);
    for (auto const* design : {&built.made.design, &large.design}) {
      auto const options = options_of(seed).timer;
      auto const cost = cost_options_of(seed);
      auto const want = latched_on(gsta::host_executor{}, *design, options, cost);
      auto const got = latched_on(exec, *design, options, cost);
      result.arrays("cost", got.cost, want.cost);
      for (std::size_t i = 0; i < want.arrays.size(); ++i)
        result.arrays(("array " + std::to_string(i)).c_str(), got.arrays[i], want.arrays[i]);
      for (std::size_t i = 0; i < want.numbers.size(); ++i)
        result.arrays(("numbers " + std::to_string(i)).c_str(), got.numbers[i], want.numbers[i]);
      result.arrays("departs", got.departs, want.departs);
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
      for (auto const& by : want.departs) borrowing += by.data[0] > 0;
      CHECK(got.settled == want.settled);
      loops += want.loops;
    }
  }
  CHECK(result.compared > 100 * (last - first));
  CHECK(borrowing > (last - first) / 2);
  CHECK(loops > (last - first) / 2);
}

}  // namespace gsta_test
