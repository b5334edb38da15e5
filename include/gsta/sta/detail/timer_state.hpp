#pragma once

#include <optional>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/clock_tree.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/credit_plan.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "gsta/rc/passing_trees.hpp"
#include "gsta/slack/summary.hpp"
#include "gsta/slack/timing_view.hpp"
#include "gsta/sta/timer_options.hpp"
#include "gsta/sta/update_counts.hpp"

namespace gsta {

template <executor E>
class timer;

namespace detail {

/// What a timer owns. Plans, repairs and gradients of this room write it; all others see views.
template <memory_space S>
struct timer_state {
  timer_options options;       // as given
  owned<flat_view, S> design;  // copies of the flat design's arrays
  pin_arcs<S> arcs;            // of which `edges` alone is kept: the graph has both ends of every arc
  timing_graph<S> graph;       // of pins
  levels<S> order;             // of `graph`
  flattened_rc<S> rc;          // RC trees, and how much of the wires was no tree
  timing_nodes<S> nodes;       // of the arrival layer
  timing_checks<S> checks;     // and endpoints
  rc_state<S> trees;           // scratch of `update`; empty without `timer_options::keep_tree_sums`
  std::optional<passing_trees> passing;  // instead, with `timer_options::for_one_update` on a host
  wire_state<S> wires;                   // loads and what wires do
  effective_state<S> stages;             // of `cell_model::effective`, else empty
  delay_state<S> delays;                 // by pin and arc
  arrival_state<S> arrivals;             // by node
  slack_state<S> slacks;                 // by node, check and endpoint
  clock_tree<S> clocks;                  // of common-path credits; empty without `timer_options::credits`
  credit_state<S> credit_levels;         // their arrivals, without a plan, and what checks read
  // How `update` finds them where clock paths do not meet and there are no latches.
  std::optional<credit_plan<S>> planned_credits;
  buffer<arc_role, S> role;     // [arcs of the pin graph] or shorter; empty without credits
  update_counts counts;         // by method
  bool latches_settled = true;  // false: at the last update loops through latches did not come to rest

  checks_input<S> checked_against() const {
    return options.credits == common_path::leave_in ? checks_input<S>(checks)
                                                    : checks_input<S>(checks, gsta::view_of(credit_levels));
  }
  delay_problem<S> pins() const { return {graph.view, &order, arcs.edges.view(), design.view.asserted_slew}; }
  arrival_problem<S> arrival_nodes() const { return problem_of(nodes, arcs.edges.view()); }
  credit_input<S> credit_problem() const { return {arrival_nodes(), &checks, &clocks, role.view()}; }
  table_delay_model<S> delay_model_of() const { return {design.view, gsta::view_of(wires), options.delays}; }
  bool is_effective() const noexcept { return options.delays.model == cell_model::effective; }
  ceff_delay_model<S> effective_model() { return {delay_model_of(), gsta::view_of(stages)}; }

  timing_view<S> view() const noexcept {
    timing_view<S> all{};
    look_at_structure(all);
    all.slew = delays.slew.view();
    all.load = wires.load.view();
    all.wire = wires.sink.view();
    all.pi = wires.pi.view();
    all.arc_delay = delays.arc_delay.view();
    all.node_arrival = arrivals.node_arrival.view();
    all.node_predecessor = arrivals.node_predecessor.view();
    all.node_required = slacks.node_required.view();
    all.node_slack = slacks.node_slack.view();
    all.check_required = slacks.check_required.view();
    all.check_slack = slacks.check_slack.view();
    all.endpoint_slack = slacks.endpoint_slack.view();
    all.credits = gsta::view_of(credit_levels);
    all.stage_credit = credit_levels.credit.view();
    all.is_written = slacks.is_written;
    all.latches_settled = latches_settled;
    return all;
  }

 private:
  void look_at_structure(timing_view<S>& all) const noexcept {
    all.design = design.view;
    all.graph = graph.view;
    all.pin_order = order.order.view.vertex;
    all.arc_map = arcs.edges.view();
    all.forest = rc.forest.view;
    all.node_graph = nodes.graph.view;
    all.node_pin = nodes.node_pin.view();
    all.first_node = nodes.first_node.view();
    all.node_asserted = nodes.node_asserted.view();
    all.checks = checks.view;
    all.latches = checks.latches.view;
    all.clock_tree = clocks.view;
  }
};

/// The one door to a timer's state, for plans, repairs and gradients of this room, and for tests that
/// overwrite results.
struct timer_access {
  template <executor E>
  static timer_state<E::space>& state(timer<E>& of) noexcept {
    return of.state_;
  }
  template <executor E>
  static timer_state<E::space> const& state(timer<E> const& of) noexcept {
    return of.state_;
  }
};

template <executor E>
timer_state<E::space>& state_of(timer<E>& of) noexcept {
  return timer_access::state(of);
}
template <executor E>
timer_state<E::space> const& state_of(timer<E> const& of) noexcept {
  return timer_access::state(of);
}

}  // namespace detail
}  // namespace gsta
