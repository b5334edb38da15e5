#pragma once

#include "gsta/adjoint/detail/arrival.hpp"
#include "gsta/adjoint/detail/exchange.hpp"
#include "gsta/adjoint/detail/slew.hpp"
#include "gsta/adjoint/state.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/engine/detail/sweep.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta {

/// Gradients of a cost with respect to the arrival layer, written by `propagate_adjoint`.
template <memory_space S, class Value = float>
struct adjoint_state {
  buffer<per_condition<Value>, S> node_arrival;  ///< [nodes] d cost / d smooth arrival
  buffer<per_condition<Value>, S> arc_delay;     ///< [arcs of the pin graph] d cost / d delay
};

/// Buffers for `propagate_adjoint`.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
adjoint_state<E::space, Value> make_adjoint_state(E const& exec, std::size_t nodes, std::size_t arcs) {
  return {{exec, nodes}, {exec, arcs}};
}

namespace detail {
template <memory_space S, class Value>
pull_arrival_op<S, Value> pull_op(arrival_problem<S> const& nodes, adjoint_rows_view<S> const& rows,
                                  smooth_state<S, Value> const& smooth,
                                  std::type_identity_t<span<per_condition<Value> const, S>> seed,
                                  adjoint_state<S, Value>& adjoint) {
  std::size_t const count = nodes.graph.vertex_count(), arcs = nodes.edges.size();
  require(seed.size() == count && adjoint.node_arrival.size() == count && adjoint.arc_delay.size() == arcs &&
              smooth.weight.size() == nodes.graph.arc_count() && rows.arc_begin.size() == arcs + 1,
          "propagate_adjoint: the states were made for another graph");
  return {nodes.graph,          nodes.edges, rows.fanin_position,
          smooth.weight.view(), seed,        adjoint.node_arrival.view()};
}

/// Gradients of arcs' delays, from those of nodes.
template <class Value, executor E>
void add_up_arcs(E const& exec, adjoint_rows_view<E::space> const& rows,
                 smooth_state<E::space, Value> const& smooth, adjoint_state<E::space, Value>& adjoint) {
  for_each_n(
      exec, adjoint.arc_delay.size(),
      arc_gradient_op<E::space, Value>{rows, smooth.weight.view(), std::as_const(adjoint).node_arrival.view(),
                                       adjoint.arc_delay.view()});
}
}  // namespace detail

/// The adjoint of `propagate_smooth`: gradients of every node's smooth arrival and of every arc's delay, from
/// those of a cost. `seed` is the cost's own gradient with respect to smooth arrivals: that of
/// `update_smooth_cost`, or the caller's (0 wherever the cost does not look; early conditions have theirs).
///
/// This is the level `linear` of the differentiable timing: arc delays count as given.
///
/// Shapes: seed [nodes], the rest as the structs say. Units: those of the cost a ps. Cost: O(node arcs), one
/// launch a level and one more. Where: the executor; does not wait. Throws: argument_error on sizes. Exact:
/// pulled along fan-out rows, each summed in `ordered_sum`'s order, so that every run gives the same bits.
/// Paper: Warp-STAR, DAC 2026, Section 3.2, whose model this level is.
template <class Value, executor E>
void propagate_adjoint(E const& exec, arrival_problem<E::space> const& nodes,
                       adjoint_rows_view<E::space> const& rows, smooth_state<E::space, Value> const& smooth,
                       view_for<E, per_condition<Value> const> seed,
                       adjoint_state<E::space, Value>& adjoint) {
  sweep_backward(exec, *nodes.order, detail::pull_op(nodes, rows, smooth, seed, adjoint));
  detail::add_up_arcs(exec, rows, smooth, adjoint);
}

/// Gradients of a cost with respect to asserted arrivals (input delays, latencies of clocks), from those of
/// all nodes that `propagate_adjoint` found: 0 where nothing is asserted. What departs from latches counts as
/// asserted here.
///
/// Shapes: all [nodes]; asserted is the problem's, smooth the smooth arrivals under the same gamma, arrival
/// the gradients. Units: those of the cost a ps. Cost: O(nodes), an exponential where something else arrives
/// too. Where: the executor; does not wait. Throws: argument_error on sizes or if gamma is not above 0.
/// Exact: softmax weights are found from the merged arrival, not from the sum that made it.
template <class Value, executor E>
void find_asserted_gradients(E const& exec, view_for<E, per_condition<float> const> asserted,
                             view_for<E, per_condition<Value> const> smooth,
                             view_for<E, per_condition<Value> const> arrival, Value gamma,
                             view_for<E, per_condition<Value>> gradient) {
  require(detail::exists(gamma) && gamma > 0, "find_asserted_gradients: gamma must be above 0");
  require(asserted.size() == gradient.size() && smooth.size() == gradient.size() &&
              arrival.size() == gradient.size(),
          "find_asserted_gradients: the arrays differ in size");
  for_each_n(exec, gradient.size(),
             detail::asserted_gradient_op<E::space, Value>{asserted, smooth, arrival, gamma, gradient});
}

/// Gradients with respect to asserted slews: `merged` are the slews of the delay layer, `slew` the gradients.
///
/// Shapes: all [pins]. Units: those of the cost a ps. Cost: O(pins). Where: the executor; does not wait.
/// Throws: argument_error on sizes. Exact: no sum; an asserted slew that ties with an arc's wins, as
/// forwards.
template <class Value, executor E>
void find_asserted_slew_gradients(E const& exec, view_for<E, per_condition<float> const> asserted,
                                  view_for<E, per_condition<Value> const> merged,
                                  view_for<E, per_condition<Value> const> slew,
                                  view_for<E, per_condition<Value>> gradient) {
  require(asserted.size() == gradient.size() && merged.size() == gradient.size() &&
              slew.size() == gradient.size(),
          "find_asserted_slew_gradients: the arrays differ in size");
  for_each_n(exec, gradient.size(),
             detail::asserted_slew_gradient_op<E::space, Value>{asserted, merged, slew, gradient});
}

/// Gradients of a cost with respect to the delay layer, written by `propagate_delay_adjoint`.
template <memory_space S, class Value = float>
struct delay_adjoint_state {
  buffer<per_condition<Value>, S> slew;  ///< [pins] d cost / d slew
  /// [arcs] through each arc to the slew in front of it, by the condition at the arc's output.
  buffer<per_condition<Value>, S> arc_slew;
  /// [arcs] d cost / d the slew that the arc makes: with the gradients of arc delays, what a cell's tables
  /// are worth (see `find_exchange_gains`).
  buffer<per_condition<Value>, S> made_slew;
  buffer<per_condition<Value>, S> load;  ///< [pins] d cost / d load that a driver sees
  buffer<wire_values<Value>, S> wire;    ///< [net arcs] d cost / d what the wire answers
  buffer<pi_values<Value>, S> pi{};      ///< [nets] d cost / d pi models, of `cell_model::effective`
};

/// Buffers for `propagate_delay_adjoint`. Pi models have a place where `nets` is the count of nets.
///
/// Shapes: as the struct says. Cost: six allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
delay_adjoint_state<E::space, Value> make_delay_adjoint_state(E const& exec, std::size_t pins,
                                                              std::size_t arcs, std::size_t net_arcs,
                                                              std::size_t nets = 0) {
  return {{exec, pins}, {exec, arcs}, {exec, arcs}, {exec, pins}, {exec, net_arcs}, {exec, nets}};
}

/// A delay model's data in any precision. `Wires` is a `wire_view` (float) or a `wire_values_view`.
template <memory_space S, class Wires>
struct value_model {
  flat_view<S> design;    ///< arcs, types, tables, responses and derates
  Wires wires;            ///< loads of drivers and what wires do
  delay_options options;  ///< those of the forward pass
};

namespace detail {
/// What takes no `effective_slopes` knows tables alone.
inline void require_tables(delay_options const& options, char const* sentence) {
  require(options.model == cell_model::table, sentence);
}
}  // namespace detail

/// The delay layer in any precision, level by level: what `propagate_delays` does, for checks in double.
///
/// Shapes: as `delay_problem` and `delay_values`. Units: ps. Cost: O(arcs) lookups, one launch a level.
/// Where: the executor; does not wait. Throws: argument_error on sizes. Exact: in float the bits of
/// `propagate_delays` with the `table_delay_model` of the same design.
template <class Value, executor E, class Wires>
void propagate_delay_values(E const& exec, delay_problem<E::space> const& pins,
                            value_model<E::space, Wires> const& model,
                            delay_values<E::space, Value>& delays) {
  constexpr memory_space S = E::space;
  detail::require_tables(model.options,
                         "propagate_delay_values: with cell_model::effective it takes effective_slopes");
  require(delays.slew.size() == pins.graph.vertex_count() && delays.arc_delay.size() == pins.edges.size(),
          "propagate_delay_values: the values were made for another graph");
  sweep_forward(exec, *pins.order,
                detail::value_delay_op<S, Value, Wires>{pins.graph,
                                                        pins.edges,
                                                        pins.asserted_slew,
                                                        {model.design, model.wires, model.options},
                                                        delays.slew.view(),
                                                        delays.arc_delay.view()});
}

namespace detail {
/// `share`: what each check's constraint is worth to the cost.
template <class Value, executor E>
void find_slew_seed_of(E const& exec, timing_checks_view<E::space> const& checks,
                       lut_pool_view<E::space> const& luts, adjoint_rows_view<E::space> const& rows,
                       view_for<E, per_condition<Value> const> slew, smooth_cost_options const& options,
                       view_for<E, edge_pair<Value> const> share, view_for<E, per_condition<Value>> seed) {
  constexpr memory_space S = E::space;
  require(seed.size() + 1 == rows.pin_begin.size() && slew.size() == seed.size() &&
              share.size() == checks.check.size(),
          "find_slew_seed: the arrays were made for another design");
  smooth_check_op<S, Value> const check{checks.check, luts, slew, {}, options.side == split::late, {}};
  for_each_n(exec, seed.size(), slew_seed_op<S, Value>{checks, check, rows.pin_begin, share, seed});
}
}  // namespace detail

/// How a cost of `update_smooth_cost` changes with slews where checks look at them: the seed of
/// `propagate_delay_adjoint`. `slew` and `options` are those the cost was found with.
///
/// Shapes: slew, seed [pins]. Units: those of the cost a ps. Cost: O(checks) lookups, one launch. Where: the
/// executor; does not wait. Throws: argument_error on sizes.
template <class Value, executor E>
void find_slew_seed(E const& exec, timing_checks_view<E::space> const& checks,
                    lut_pool_view<E::space> const& luts, adjoint_rows_view<E::space> const& rows,
                    view_for<E, per_condition<Value> const> slew, smooth_cost_options const& options,
                    smooth_cost_state<E::space, Value> const& cost, view_for<E, per_condition<Value>> seed) {
  detail::find_slew_seed_of<Value>(exec, checks, luts, rows, slew, options, cost.check_share.view(), seed);
}

namespace detail {
template <memory_space S, class Value, class Wires>
pull_slew_op<S, Value, Wires> slew_op_of(delay_problem<S> const& pins, value_model<S, Wires> const& model,
                                         span<per_condition<Value> const, S> slew,
                                         adjoint_state<S, Value> const& arrivals,
                                         span<per_condition<Value> const, S> seed,
                                         delay_adjoint_state<S, Value>& adjoint,
                                         span<id const, S> latch_arcs) {
  std::size_t const count = pins.graph.vertex_count(), arcs = pins.edges.size();
  require(slew.size() == count && (seed.empty() || seed.size() == count) &&
              arrivals.arc_delay.size() == arcs && adjoint.slew.size() == count &&
              adjoint.load.size() == count && adjoint.arc_slew.size() == arcs &&
              adjoint.made_slew.size() == arcs && adjoint.wire.size() == model.design.net_arc_count(),
          "propagate_delay_adjoint: the states were made for another graph");
  return {pins.graph,
          pins.edges,
          pins.asserted_slew,
          {model.design, model.wires, model.options},
          slew,
          arrivals.arc_delay.view(),
          seed,
          adjoint.slew.view(),
          adjoint.arc_slew.view(),
          adjoint.made_slew.view(),
          adjoint.load.view(),
          adjoint.wire.view(),
          latch_arcs};
}
}  // namespace detail

/// The adjoint of the delay layer, from the gradients of arc delays that `propagate_adjoint` found: of slews,
/// loads, wires' answers and what tables give. This and the adjoints of wires after it are the level `full`.
///
/// `slew` is that of the delay layer; `seed` is the cost's own gradient with respect to it, or empty. Of a
/// design with latches `latch_arcs` is `latch_view::arc`.
///
/// Shapes: slew, seed [pins], arc_delay [arcs of the pin graph], the rest as the structs say. Units: those of
/// the cost a ps or fF. Cost: up to two lookups a table and arc, none where gradients are 0, one launch a
/// level. Where: the executor; does not wait. Throws: argument_error on sizes. Exact: sums run along fan-out
/// rows in `ordered_sum`'s order and along fan-in rows from the first; a merged slew passes its gradient to
/// the arc that won alone.
template <class Value, executor E, class Wires>
void propagate_delay_adjoint(E const& exec, delay_problem<E::space> const& pins,
                             value_model<E::space, Wires> const& model,
                             view_for<E, per_condition<Value> const> slew,
                             adjoint_state<E::space, Value> const& arrivals,
                             view_for<E, per_condition<Value> const> seed,
                             delay_adjoint_state<E::space, Value>& adjoint,
                             view_for<E, id const> latch_arcs = {}) {
  detail::require_tables(model.options,
                         "propagate_delay_adjoint: with cell_model::effective it takes effective_slopes");
  if (adjoint.pi.size() > 0) fill(exec, adjoint.pi.view(), pi_values<Value>{});
  sweep_backward(exec, *pins.order,
                 detail::slew_op_of(pins, model, slew, arrivals, seed, adjoint, latch_arcs));
}

/// What exchanging cells would change of a cost, to first order: for each candidate (a cell arc and another
/// arc type) the gradients of its delay and of the slew that it makes, times how the two types' tables differ
/// at the slew and load there. A candidate cell's gain is the sum over its arcs, and its pins' loads times
/// their gradients. Below 0: the cost shrinks.
///
/// Shapes: cell_arc (position among the cell arcs), type (into the design's arc types), gain [candidates],
/// slew [pins]. Units: those of the cost. Cost: up to sixteen lookups a candidate, one launch. Where: the
/// executor; does not wait. Needs: types with the same edges; conditions whose edges differ count nothing.
/// Throws: argument_error on sizes. Exact: conditions are added in their order.
template <class Value, executor E, class Wires>
void find_exchange_gains(E const& exec, value_model<E::space, Wires> const& model,
                         view_for<E, per_condition<Value> const> slew,
                         adjoint_state<E::space, Value> const& arrivals,
                         delay_adjoint_state<E::space, Value> const& delays, view_for<E, id const> cell_arc,
                         view_for<E, id const> type, view_for<E, Value> gain) {
  detail::require_tables(model.options, "find_exchange_gains: not there for cell_model::effective");
  require(cell_arc.size() == gain.size() && type.size() == gain.size() &&
              slew.size() == model.design.pin_count() && delays.made_slew.size() == arrivals.arc_delay.size(),
          "find_exchange_gains: the arrays differ in size");
  for_each_n(exec, gain.size(),
             detail::exchange_op<E::space, Value, Wires>{{model.design, model.wires, model.options},
                                                         cell_arc,
                                                         type,
                                                         slew,
                                                         arrivals.arc_delay.view(),
                                                         delays.made_slew.view(),
                                                         gain});
}

}  // namespace gsta
