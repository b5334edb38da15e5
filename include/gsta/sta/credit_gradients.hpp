#pragma once

#include <utility>

#include "gsta/adjoint/credits.hpp"
#include "gsta/adjoint/effective.hpp"
#include "gsta/adjoint/wires.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// Gradients of a timer's exact TNS or worst slack with common-path credits, written by
/// `find_credit_gradients`.
template <memory_space S>
struct credit_gradients {
  double cost = 0;                            ///< ps: -TNS, or minus the worst slack
  adjoint_rows<S> rows;                       ///< what the nodes are pulled along
  buffer<edge_pair<float>, S> check_share;    ///< [checks] d cost / d violation, by data edge
  credit_adjoint_state<S> arrivals;           ///< by arcs' delays and asserted arrivals
  buffer<per_condition<float>, S> slew_seed;  ///< [pins] what checks ask of slews
  delay_adjoint_state<S> delays;              ///< by slews, loads and what wires answer
  effective_slopes<S> stages{};               ///< of a timer by `cell_model::effective`
  tree_adjoint_state<S> trees;                ///< by pins' loads, R and C of RC trees
  star_adjoint_state<S> stars;  ///< by pins' loads, R and C of star wires, and by where pins are
};

/// The problem of one timer, for calls of the primitives.
///
/// Shapes: rows of the timer's nodes. Cost: none. Where: host. Needs: timer and rows to outlive it. Throws:
/// argument_error on a timer without `timer_options::credits`.
template <executor E>
credit_problem<E::space> credit_problem_of(timer<E> const& of, adjoint_rows<E::space> const& rows) {
  auto const& s = detail::state_of(of);
  require(s.options.credits != common_path::leave_in,
          "find_credit_gradients: the timer has no common-path credits (timer_options::credits)");
  return {of.arrival_nodes(), s.checks.view, s.checks.latches.view, s.clocks, s.role.view(), rows.view,
          s.delays,           s.arrivals};
}

/// Buffers for `find_credit_gradients`. `stars`: wires are stars, else RC trees.
///
/// Shapes: as the struct says. Cost: that of `make_adjoint_rows`, and the states. Where: the executor; waits.
/// Throws: argument_error on a timer without `timer_options::credits`, what allocation throws.
template <executor E>
credit_gradients<E::space> make_credit_gradients(E const& exec, timer<E> const& of, bool stars = false) {
  auto const& s = detail::state_of(of);
  std::size_t const pins = s.design.view.pin_count(), net_arcs = s.design.view.net_arc_count(),
                    arcs = s.arcs.edges.size();
  credit_gradients<E::space> made;
  made.rows = make_adjoint_rows(exec, s.nodes, arcs);
  made.check_share = {exec, s.checks.view.check.size()};
  made.arrivals = make_credit_adjoint_state(exec, credit_problem_of(of, made.rows));
  made.slew_seed = {exec, pins};
  made.delays = make_delay_adjoint_state(exec, pins, arcs, net_arcs, s.wires.pi.size());
  if (s.options.delays.model == cell_model::effective)
    made.stages = make_effective_slopes(exec, s.design.view);
  if (stars) {
    made.stars = make_star_adjoint_state(exec, pins, net_arcs);
  } else {
    made.trees = make_tree_adjoint_state(exec, s.design.view);
  }
  return made;
}

/// The gradient of the timer's last update, whose slacks have common-path credits: of the exact -TNS or minus
/// the worst slack of one side, back to arcs' delays, slews, loads and wires. With `star`, the star wires
/// that the update was made with, also to where pins are. A smooth merge would need all groups of a credit
/// level, of which two are kept: so this cost is not smooth, and its gradient a subgradient along the worst
/// paths.
///
/// Shapes: as the structs say. Units: ps a ps, fF, kOhm or um. Cost: those of `propagate_credits` and
/// `propagate_credit_adjoint`, `propagate_delay_adjoint` and the adjoint of the wires. Where: the executor;
/// waits. Throws: argument_error before the first update, on a timer without credits and on a design with
/// latches.
template <executor E>
void find_credit_gradients(E const& exec, timer<E>& of, exact_cost_options const& options,
                           credit_gradients<E::space>& found, star_view<E::space> const& star = {}) {
  auto& s = detail::state_of(of);
  auto const& design = s.design.view;
  auto const problem = credit_problem_of(of, found.rows);
  auto const share = std::as_const(found.check_share).view();
  found.cost = find_exact_cost(exec, s.checks.view, s.slacks, options, found.check_share.view());
  credit_state<E::space> swept;  // a plan keeps none that can be followed back
  if (s.planned_credits) {
    swept = make_credit_state(exec, s.nodes.count(), s.clocks, s.options.credit_levels_at_once);
    propagate_credits(exec, of.arrival_nodes(), s.checks, s.clocks, problem.role, s.delays, s.arrivals,
                      swept);
  }
  propagate_credit_adjoint(exec, problem, share, options.side, s.planned_credits ? swept : s.credit_levels,
                           found.arrivals);
  find_credit_slew_seed(exec, problem, design.luts, share, options.side, found.slew_seed.view());
  value_model<E::space, wire_view<E::space>> const model{design, view_of(s.wires), s.options.delays};
  auto const slew = std::as_const(s.delays.slew).view(), seed = std::as_const(found.slew_seed).view();
  if (model.options.model == cell_model::effective) {
    find_effective_slopes<float>(exec, of.pins(), model, slew, found.stages);
    propagate_delay_adjoint<float>(exec, of.pins(), model, slew, found.arrivals.by, seed, found.stages,
                                   found.delays);
  } else {
    propagate_delay_adjoint<float>(exec, of.pins(), model, slew, found.arrivals.by, seed, found.delays);
  }
  if (star.pin_x.empty()) {
    propagate_tree_adjoint(exec, s.graph.view, design, s.rc.forest.view,
                           {s.options.delays.wires, s.options.delays.unreached}, s.trees, found.delays,
                           found.trees);
  } else {
    propagate_star_adjoint(exec, s.graph.view, design, star, s.options.delays.wires, found.delays,
                           found.stars);
  }
}

}  // namespace gsta
