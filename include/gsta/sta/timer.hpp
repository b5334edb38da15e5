#pragma once

#include <optional>
#include <utility>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/validate.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/lane_plan.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/forward/update_clock_tree.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "gsta/slack/latches.hpp"
#include "gsta/slack/pin_timing.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/slack/summary.hpp"
#include "gsta/sta/detail/timer_sweeps.hpp"
#ifdef GSTA_COMPILED_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

namespace primitive {
struct timer;
}

/// How a timer times its design.
struct timer_options {
  /// Of wires and cells. With `cell_model::effective` wires are reduced, whatever `wires` says.
  delay_options delays{};
  capture_required capture = capture_required::leave_out;  ///< the contest's rule, or not
  /// False: no scratch for `update`, 64 bytes an RC node, and a node and lane; only plans, which need none,
  /// time the design.
  bool keep_tree_sums = true;
  common_path credits = common_path::leave_in;  ///< what of the clock's path is not late and early at once
  std::size_t lanes_at_once = 0;  ///< of credits: 64 bytes a node and lane, of plans where needed; 0: all
  /// On a host: `update` goes through RC trees one at a time and keeps none of their sums, which saves 64
  /// bytes an RC node and time. Gradients of wires need the sums.
  bool a_tree_at_a_time = false;
};

/// What a timer is made of before its states: for flows that make the parts in an order of their own.
template <memory_space S>
struct timer_parts {
  owned<flat_view, S> design;  ///< the flat design's arrays in this space
  buffer<edge_map, S> edges;   ///< [arcs of the pin graph] as `list_pin_arcs` has them
  timing_graph<S> graph;       ///< of pins
  levels<S> order;             ///< of `graph`
  flattened_rc<S> rc;          ///< may be empty where wires are stars
  timing_nodes<S> nodes;       ///< of the arrival layer
  timing_checks<S> checks;     ///< of these nodes
  wire_state<S> wires;         ///< what the wires do; `update` writes it
};

/// One design on one executor, from flat arrays to slacks: the primitives in their usual order and nothing
/// else. Every array stays reachable; those who need another order call the primitives themselves.
///
/// Where: arrays live in the executor's space. Construction waits; `update` mostly does not.
/// Needs: the flat design to outlive the timer.
template <executor E>
class timer {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie
  static_assert(driver_known<primitive::timer, E>, "a timer on a device needs gsta/sta/timer.cuh");

  /// Builds graph, levels, RC trees, arrival nodes and checks, and allocates all states.
  ///
  /// Throws: graph_error on a loop, argument_error on arrays that do not fit together (see `validate`).
  timer(E const& exec, flat_design const& source, timer_options const& settings = {});

  /// Takes over parts of one design that were made before, and allocates the other states. Does not wait.
  ///
  /// Needs: parts that fit together, made with this executor or in its order.
  timer(E const& exec, timer_parts<space>&& parts, timer_options const& settings = {});

  /// The same of parts of `source`, which common-path credits are prepared from. Waits where there are some.
  ///
  /// Needs: as above.
  timer(E const& exec, timer_parts<space>&& parts, flat_design const& source, timer_options const& settings);

  /// The whole update: wires, slews and arrivals, checks, required times and slacks. Neither waits nor
  /// allocates, so that a stream which is being captured takes it as it is; with loops through latches it
  /// does both, and so it does on a device by effective capacitances, unless the stream is being captured.
  void update(E const& exec);

  /// The same with a delay model of the caller's.
  template <delay_model Model>
  void update(E const& exec, Model const& model);

  /// All of `update` but its wires: `wires` has been written, as by a wire plan, which needs no tree sums.
  void update_behind_wires(E const& exec);

  /// WNS, TNS and counts of one side (waits). Throws: argument_error before the first update.
  slack_summary summary(E const& exec, split side) const;

  /// Slack, required time and arrival by pin, into the caller's arrays: `find_pin_timing`. Does not wait.
  /// Throws: argument_error before the first update.
  void pin_timing(E const& exec, pin_timing_view<space> const& out) const;

  /// Common-path credits anew, behind arrivals; nothing without `timer_options::credits`. Where the worst
  /// of clock paths that meet count it waits, and allocates.
  void update_credits(E const& exec);

  /// What checks are updated with: latches and credits too.
  checks_input<space> checked_against() const {
    return options.credits == common_path::leave_in ? checks_input<space>(checks)
                                                    : checks_input<space>(checks, view_of(lanes));
  }

  /// What the delay layer sweeps over, for calls of the primitives; the timer must outlive it.
  delay_problem<space> pins() const {
    return {graph.view, &order, arcs.edges.view(), design.view.asserted_slew};
  }
  /// What the arrival layer sweeps over, likewise.
  arrival_problem<space> arrival_nodes() const { return problem_of(nodes, arcs.edges.view()); }
  /// What its common-path credits are found from, likewise.
  lane_problem<space> credit_problem() const { return {arrival_nodes(), &checks, &clocks, role.view()}; }
  /// The table model of this design and its wires, likewise.
  table_delay_model<space> delay_model_of() const { return {design.view, view_of(wires), options.delays}; }

  /// Whether its delays are of effective capacitances.
  bool is_effective() const noexcept { return options.delays.model == cell_model::effective; }
  /// The model of effective capacitances, likewise, where `timer_options::delays` has it.
  ceff_delay_model<space> effective_model() { return {delay_model_of(), view_of(stages)}; }

  timer_options options;           ///< as given
  owned<flat_view, space> design;  ///< copies of the flat design's arrays
  pin_arcs<space> arcs;            ///< of which `edges` alone is kept: the graph has both ends of every arc
  timing_graph<space> graph;       ///< of pins
  levels<space> order;             ///< of `graph`
  flattened_rc<space> rc;          ///< RC trees, and how much of the wires was no tree
  timing_nodes<space> nodes;       ///< of the arrival layer
  timing_checks<space> checks;     ///< and endpoints
  rc_state<space> trees;           ///< scratch of `update`; empty without `timer_options::keep_tree_sums`
  wire_state<space> wires;         ///< loads and what wires do
  effective_state<space> stages;   ///< of `cell_model::effective`, else empty
  delay_state<space> delays;       ///< by pin and arc
  arrival_state<space> arrivals;   ///< by node
  slack_state<space> slacks;       ///< by node, check and endpoint
  clock_tree<space> clocks;        ///< of common-path credits; empty without `timer_options::credits`
  lane_state<space> lanes;         ///< their arrivals, without a plan, and what checks read
  /// How `update` finds them where clock paths do not meet and there are no latches.
  std::optional<lane_plan<space>> planned_lanes;
  buffer<arc_role, space> role;  ///< [arcs of the pin graph] or shorter; empty without credits
  bool latches_settled = true;   ///< false: at the last update loops through latches did not come to rest

 private:
  static flat_design const& checked(E const& exec, flat_design const& source);
  static timer_options settled(timer_options settings);
  effective_state<space> stages_of(E const& exec) const;
  static timing_graph<space> graph_of(E const& exec, std::size_t pins, pin_arcs<space>& arcs);
  rc_state<space> trees_of(E const& exec) const;
  lane_state<space> lanes_of(E const& exec) const;
  slack_state<space> slacks_of(E const& exec) const;
  void prepare_credits(E const& exec, flat_design const& source);
  void choose_clock_paths(E const& exec);
  void sweep_lanes(E const& exec);
  /// Delays, arrivals and credits of a design with latches. What departs from these depends on credits, so
  /// that where arrivals say which clock paths count, arrivals are swept again.
  template <delay_model Model>
  void update_latched(E const& exec, Model const& model);
  template <delay_model Model>
  void update_behind_wires(E const& exec, Model const& model);
  static timer_options without_credits(timer_options settings);
};

// What follows stands outside the class so that gsta::host and gsta::device can have it compiled.

template <executor E>
timer<E>::timer(E const& exec, flat_design const& source, timer_options const& settings)
    : options(settled(settings)),
      design(clone_view(exec, checked(exec, source).view())),
      arcs(list_pin_arcs(
          exec, design.view,
          settings.capture == capture_required::leave_out ? check_arcs::leave_out : check_arcs::order_only)),
      graph(graph_of(exec, design.view.pin_count(), arcs)),
      order(levelize(exec, graph.view)),
      rc(flatten_rc(exec, design.view)),
      nodes(make_nodes(exec, graph, order, arcs.edges, source.sources, arrival_rules_of(source))),
      checks(make_checks(exec, source, nodes)),
      trees(trees_of(exec)),
      wires(make_wire_state(exec, design.view, options.delays.wires)),
      stages(stages_of(exec)),
      delays(make_delay_state(exec, design.view.pin_count(), arcs.edges.size())),
      arrivals(make_arrival_state(exec, nodes.count())),
      slacks(slacks_of(exec)) {
  prepare_credits(exec, source);
}

template <executor E>
timer<E>::timer(E const& exec, timer_parts<space>&& parts, timer_options const& settings)
    : options(settled(settings)),
      design(std::move(parts.design)),
      arcs{{}, {}, std::move(parts.edges)},
      graph(std::move(parts.graph)),
      order(std::move(parts.order)),
      rc(std::move(parts.rc)),
      nodes(std::move(parts.nodes)),
      checks(std::move(parts.checks)),
      trees(trees_of(exec)),
      wires(std::move(parts.wires)),
      stages(stages_of(exec)),
      delays(make_delay_state(exec, design.view.pin_count(), arcs.edges.size())),
      arrivals(make_arrival_state(exec, nodes.count())),
      slacks(slacks_of(exec)) {
  require(settings.credits == common_path::leave_in, "timer: credits need the whole design, not its parts");
}

template <executor E>
timer<E>::timer(E const& exec, timer_parts<space>&& parts, flat_design const& source,
                timer_options const& settings)
    : timer(exec, std::move(parts), without_credits(settings)) {
  options.credits = settings.credits;
  prepare_credits(exec, source);
}

template <executor E>
void timer<E>::prepare_credits(E const& exec, flat_design const& source) {
  if (!source.conventions.common_path_credits) options.credits = common_path::leave_in;
  if (options.credits == common_path::leave_in) return;
  clocks = make_clock_tree(exec, source, nodes, checks, std::as_const(arcs.edges).view(), options.credits);
  role = clone(exec, arrival_rules_of(source).role);
  if (options.keep_tree_sums && is_planned(credit_problem()))
    planned_lanes =
        make_lane_plan(exec, credit_problem(), {design.view.net_arc_count(), {}, options.lanes_at_once});
  lanes = lanes_of(exec);
}

template <executor E>
void timer<E>::update_credits(E const& exec) {
  if (options.credits == common_path::leave_in) return;
  if (planned_lanes) return propagate_lanes(exec, credit_problem(), *planned_lanes, delays, arrivals, lanes);
  choose_clock_paths(exec);
  sweep_lanes(exec);
}

template <executor E>
void timer<E>::choose_clock_paths(E const& exec) {
  if (update_clock_tree(exec, arrival_nodes(), delays, arrivals, clocks)) lanes = lanes_of(exec);
}

template <executor E>
void timer<E>::sweep_lanes(E const& exec) {
  propagate_lanes(exec, arrival_nodes(), checks, clocks, std::as_const(role).view(), delays, arrivals, lanes);
}

template <executor E>
template <delay_model Model>
void timer<E>::update_latched(E const& exec, Model const& model) {
  auto const sweep = [&] {
    latches_settled = propagate_arrivals(exec, nodes, checks, arcs.edges.view(), design.view.luts, delays,
                                         arrivals, clocks.view);
  };
  propagate_delays(exec, pins(), model, delays);
  update_latch_delays(exec, checks.latches.view, model, delays);
  sweep();
  if (clocks.lanes_stay()) return update_credits(exec);
  choose_clock_paths(exec);
  sweep();
  sweep_lanes(exec);
}

template <executor E>
void timer<E>::update(E const& exec) {
  if (is_effective()) return update(exec, effective_model());
  update(exec, delay_model_of());
}

template <executor E>
template <delay_model Model>
void timer<E>::update(E const& exec, Model const& model) {
  update_wires(exec, design.view, rc.forest.view, trees, wires,
               {options.delays.wires, options.delays.unreached});
  update_behind_wires(exec, model);
}

template <executor E>
void timer<E>::update_behind_wires(E const& exec) {
  if (is_effective()) return update_behind_wires(exec, effective_model());
  update_behind_wires(exec, delay_model_of());
}

template <executor E>
template <delay_model Model>
void timer<E>::update_behind_wires(E const& exec, Model const& model) {
  if (checks.latches.view.any()) {
    update_latched(exec, model);
  } else {
    detail::timer_sweeps<E>::forward(exec, pins(), arrival_nodes(), model, delays, arrivals);
    update_credits(exec);
  }
  detail::timer_sweeps<E>::backward(exec, arrival_nodes(), checked_against(), design.view.luts, delays,
                                    arrivals, slacks, options.capture);
}

template <executor E>
slack_summary timer<E>::summary(E const& exec, split side) const {
  return summarize(exec, checks.view, slacks, side);
}

template <executor E>
void timer<E>::pin_timing(E const& exec, pin_timing_view<space> const& out) const {
  find_pin_timing(exec, nodes, arrivals, slacks, out);
}

template <executor E>
flat_design const& timer<E>::checked(E const& exec, flat_design const& source) {
  if constexpr (host_side_executor<E>)
    validate(exec, source);
  else
    validate(source);
  return source;
}

template <executor E>
timer_options timer<E>::settled(timer_options settings) {
  if (settings.delays.model == cell_model::effective) settings.delays.wires = wire_slew::reduce;
  return settings;
}

template <executor E>
timer_options timer<E>::without_credits(timer_options settings) {
  settings.credits = common_path::leave_in;
  return settings;
}

template <executor E>
effective_state<timer<E>::space> timer<E>::stages_of(E const& exec) const {
  if (!is_effective()) return {};
  return make_effective_state(exec, design.view, options.delays.effective);
}

template <executor E>
timing_graph<timer<E>::space> timer<E>::graph_of(E const& exec, std::size_t pins, pin_arcs<space>& arcs) {
  timing_graph<space> result = build_graph(exec, pins, arcs.from, arcs.to);
  arcs.from = {};
  arcs.to = {};
  return result;
}

template <executor E>
rc_state<timer<E>::space> timer<E>::trees_of(E const& exec) const {
  if (!options.keep_tree_sums) return {};
  if constexpr (host_side_executor<E>) {
    if (options.a_tree_at_a_time) return make_rc_scratch(exec, design.view);
  }
  return make_rc_state(exec, design.view);
}

template <executor E>
lane_state<timer<E>::space> timer<E>::lanes_of(E const& exec) const {
  bool const swept = options.keep_tree_sums && !planned_lanes;
  return make_lane_state(exec, swept ? nodes.count() : 0, clocks, options.lanes_at_once);
}

template <executor E>
slack_state<timer<E>::space> timer<E>::slacks_of(E const& exec) const {
  return make_slack_state(exec, nodes.count(), checks.view.check.size(), checks.view.endpoint_pin.size());
}

#ifdef GSTA_COMPILED_HOST
extern template class timer<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class timer<tbb_executor>;
#endif

}  // namespace gsta
