#pragma once

#include "gsta/prop/adjoint_delays.hpp"
#include "gsta/prop/detail/adjoint_exchange.hpp"

namespace gsta {

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
