#pragma once

#include "gsta/adjoint/detail/arrival.hpp"
#include "gsta/adjoint/rows.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/engine/detail/sweep.hpp"
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
  constexpr memory_space S = E::space;
  std::size_t const count = nodes.graph.vertex_count(), arcs = nodes.edges.size();
  require(seed.size() == count && adjoint.node_arrival.size() == count && adjoint.arc_delay.size() == arcs &&
              smooth.weight.size() == nodes.graph.arc_count() && rows.arc_begin.size() == arcs + 1,
          "propagate_adjoint: the states were made for another graph");
  sweep_backward(exec, *nodes.order,
                 detail::pull_arrival_op<S, Value>{nodes.graph, nodes.edges, rows.fanin_position,
                                                   smooth.weight.view(), seed, adjoint.node_arrival.view()});
  for_each_n(
      exec, arcs,
      detail::arc_gradient_op<S, Value>{
          rows, smooth.weight.view(), std::as_const(adjoint).node_arrival.view(), adjoint.arc_delay.view()});
}

/// Gradients of a cost with respect to asserted arrivals (input delays, latencies of clocks), from those of
/// all nodes that `propagate_adjoint` found: 0 where nothing is asserted.
///
/// Shapes: all [nodes]; asserted is the problem's, smooth the smooth arrivals under the same gamma, arrival
/// the gradients. Units: those of the cost a ps. Cost: O(nodes), an exponential where something else arrives
/// too. Where: the executor; does not wait. Throws: argument_error on sizes or if gamma is not above 0.
/// Exact: softmax weights are found from the merged arrival, not from the sum that made it.
template <class Value, executor E>
void find_asserted_gradients(E const& exec, view_for<E, corner_values const> asserted,
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

/// The same with respect to asserted slews: `merged` are the slews of the delay layer, `slew` the gradients.
///
/// Shapes: all [pins]. Units: those of the cost a ps. Cost: O(pins). Where: the executor; does not wait.
/// Throws: argument_error on sizes. Exact: no sum; an asserted slew that ties with an arc's wins, as
/// forwards.
template <class Value, executor E>
void find_asserted_slew_gradients(E const& exec, view_for<E, corner_values const> asserted,
                                  view_for<E, per_condition<Value> const> merged,
                                  view_for<E, per_condition<Value> const> slew,
                                  view_for<E, per_condition<Value>> gradient) {
  require(asserted.size() == gradient.size() && merged.size() == gradient.size() &&
              slew.size() == gradient.size(),
          "find_asserted_slew_gradients: the arrays differ in size");
  for_each_n(exec, gradient.size(),
             detail::asserted_slew_gradient_op<E::space, Value>{asserted, merged, slew, gradient});
}

}  // namespace gsta
