#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/prop/detail/adjoint_asserted.hpp"

namespace gsta {

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
