#pragma once

#include <utility>

#include "gsta/adjoint/detail/latch_ops.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "gsta/smooth/latches.hpp"

/// Gradients of designs with latches, level by level on every executor.
namespace gsta {

/// `propagate_adjoint` of a design with latches: the gradient of what departs from one goes back to its data
/// while it is open, and to the edge that closes it (with a limit: that opens it) where they are later.
/// Loops through latches are swept until gradients rest, at most `latch_sweeps` times. Returns whether they
/// came to rest: they do not where a loop gains nothing and each turn counts as much as the one before.
///
/// Shapes: seed [nodes], the rest as the structs say. Units: those of the cost a ps. Cost: that of the plain
/// adjoint, a look at each node's checks, and sweeps of the loops' nodes. Where: the executor; waits where
/// there are loops. Throws: argument_error on sizes. Exact: the same bits on every executor.
template <class Value, executor E>
bool propagate_adjoint(E const& exec, latch_problem<E::space> const& of,
                       adjoint_rows_view<E::space> const& rows, smooth_state<E::space, Value> const& smooth,
                       smooth_latch_state<E::space, Value> const& latches,
                       view_for<E, per_condition<Value> const> seed,
                       adjoint_state<E::space, Value>& adjoint) {
  constexpr memory_space S = E::space;
  if (!of.latches.any()) {
    propagate_adjoint(exec, of.nodes, rows, smooth, seed, adjoint);
    return true;
  }
  auto const pull = detail::pull_op(of.nodes, rows, smooth, seed, adjoint);
  require(latches.departs.size() == of.latches.pair.size(),
          "propagate_adjoint: the state of latches was made for other checks");
  detail::pull_latched_op<S, Value> op{pull, of.checks, of.latches, latches.departs.view(), {}, {}};
  levels<S> const& order = *of.nodes.order;
  buffer<std::uint8_t, S> looping;
  bool moves = false;
  if (of.opened_loops > 0) {
    // Data of the latches at which a loop was opened look at gradients in front of them: none yet.
    fill(exec, adjoint.node_arrival.view(), per_condition<Value>{});
    looping = detail::mark_looping(exec, *of.looping, adjoint.node_arrival.size());
    op.left_out = std::as_const(looping).view();
    sweep_backward(exec, order, op);
    op.left_out = {};
    moves = detail::turn_loops(exec, op, [&](auto const& turn) { sweep_backward(exec, *of.looping, turn); });
    op.left_out = std::as_const(looping).view();
  }
  sweep_backward(exec, order, op);
  detail::add_up_arcs(exec, rows, smooth, adjoint);
  return !moves;
}

/// `find_slew_seed` of a design with latches, after its `update_smooth_cost`.
///
/// Shapes: slew, seed [pins]. Units: those of the cost a ps. Cost: O(checks) lookups, one launch. Where: the
/// executor; does not wait. Throws: argument_error on sizes.
template <class Value, executor E>
void find_slew_seed(E const& exec, latch_problem<E::space> const& of, adjoint_rows_view<E::space> const& rows,
                    view_for<E, per_condition<Value> const> slew, smooth_cost_options const& options,
                    smooth_cost_state<E::space, Value> const& cost,
                    smooth_latch_state<E::space, Value> const& latches,
                    view_for<E, per_condition<Value>> seed) {
  bool const any = of.latches.any();
  detail::find_slew_seed_of<Value>(exec, of.checks, of.luts, rows, slew, options,
                                   any ? latches.by_closes.view() : cost.check_share.view(), seed);
}

namespace detail {
template <class Value, executor E, class Model>
void add_latch_slew_seed_of(E const& exec, latch_problem<E::space> const& of, Model const& model,
                            adjoint_rows_view<E::space> const& rows,
                            view_for<E, per_condition<Value> const> slew,
                            smooth_latch_state<E::space, Value> const& latches,
                            adjoint_state<E::space, Value> const& adjoint,
                            view_for<E, per_condition<Value>> seed) {
  constexpr memory_space S = E::space;
  if (!of.latches.any()) return;
  require(seed.size() + 1 == rows.pin_begin.size() && slew.size() == seed.size() &&
              latches.departs.size() == of.latches.pair.size() &&
              adjoint.arc_delay.size() == of.nodes.edges.size(),
          "add_latch_slew_seed: the arrays were made for another design");
  for_each_n(exec, seed.size(),
             latch_slew_op<S, Value, Model>{of.checks,
                                            of.latches,
                                            of.nodes.edges,
                                            model,
                                            {of.checks.check, of.luts, {slew, {}}, true, {}},
                                            rows.pin_begin,
                                            latches.departs.view(),
                                            adjoint.node_arrival.view(),
                                            adjoint.arc_delay.view(),
                                            seed});
}
}  // namespace detail

/// Adds to the seed of slews what departs from latches asks of them, between `propagate_adjoint` and
/// `propagate_delay_adjoint`: delays from the data to the outputs and setup times follow slews.
///
/// Shapes: slew, seed [pins], the rest as the structs say. Units: those of the cost a ps. Cost: two lookups
/// an arc or check of a latch, one launch. Where: the executor; does not wait. Throws: argument_error on
/// sizes.
template <class Value, executor E, class Wires>
void add_latch_slew_seed(E const& exec, latch_problem<E::space> const& of,
                         value_model<E::space, Wires> const& model, adjoint_rows_view<E::space> const& rows,
                         view_for<E, per_condition<Value> const> slew,
                         smooth_latch_state<E::space, Value> const& latches,
                         adjoint_state<E::space, Value> const& adjoint,
                         view_for<E, per_condition<Value>> seed) {
  detail::require_tables(model.options,
                         "add_latch_slew_seed: with cell_model::effective it takes effective_slopes");
  detail::add_latch_slew_seed_of<Value>(
      exec, of, detail::slope_model<E::space, Value, Wires>{model.design, model.wires, model.options}, rows,
      slew, latches, adjoint, seed);
}

/// `update_latch_delays` in any precision, after `propagate_delay_values`.
///
/// Shapes: as `latch_view`, edges [arcs] and `delay_values`. Units: ps. Cost: O(latches) lookups, one launch.
/// Where: the executor; does not wait. Throws: cuda_error if a launch fails. Exact: in float the bits of
/// `update_latch_delays`.
template <class Value, executor E, class Wires>
void update_latch_delay_values(E const& exec, latch_view<E::space> const& latches,
                               view_for<E, edge_map const> edges, value_model<E::space, Wires> const& model,
                               delay_values<E::space, Value>& delays) {
  using slopes = detail::slope_model<E::space, Value, Wires>;
  detail::require_tables(model.options,
                         "update_latch_delay_values: with cell_model::effective it takes effective_slopes");
  for_each_n(exec, latches.arc.size(),
             detail::latch_value_op<E::space, Value, slopes>{latches,
                                                             edges,
                                                             {model.design, model.wires, model.options},
                                                             delays.slew.view(),
                                                             delays.arc_delay.view()});
}

}  // namespace gsta
