#pragma once

#include <concepts>

#include "gsta/engine/detail/sweep.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/forward/parallel_drivers.hpp"

namespace gsta {

/// The delay layer: slews of all pins and delays of all arcs, in level order.
///
/// Shapes: as `delay_problem` and `delay_state` say. Units: ps. Cost: O(arcs) lookups, one launch a level.
/// Where: the executor; does not wait. Throws: argument_error on sizes.
/// Exact: merges strictly, the first arc of equals wins. Paper: Guo, Huang, Lin, ICCAD 2020, Section III.
template <executor E, delay_model Model>
void propagate_delays(E const& exec, delay_problem<E::space> const& pins, Model const& model,
                      delay_state<E::space>& delays) {
  sweep_forward(exec, *pins.order, detail::delay_op(pins, model, delays));
  if constexpr (std::same_as<Model, ceff_delay_model<E::space>>) share_loads(exec, pins, model, delays);
}

/// The arrival layer: arrivals and winning predecessors of all nodes, from the delays of the delay layer.
///
/// Shapes: as `arrival_problem` and `arrival_state` say. Units: ps. Cost: O(node arcs), one launch a level.
/// Where: the executor; does not wait. Throws: argument_error on sizes. Exact: as `propagate_delays`.
template <executor E>
void propagate_arrivals(E const& exec, arrival_problem<E::space> const& nodes,
                        delay_state<E::space> const& delays, arrival_state<E::space>& arrivals) {
  sweep_forward(exec, *nodes.order, detail::arrival_op(nodes, delays, arrivals));
}

/// Both layers: in one sweep where every pin has one node and drives alone, else one after the other. The
/// same bits either way.
///
/// Shapes: as the structs say. Units: ps. Cost: O(arcs + node arcs), one launch a level and layer.
/// Where: the executor; does not wait. Throws: argument_error on sizes. Exact: equals the two single sweeps.
template <executor E, delay_model Model>
void propagate(E const& exec, delay_problem<E::space> const& pins, arrival_problem<E::space> const& nodes,
               Model const& model, delay_state<E::space>& delays, arrival_state<E::space>& arrivals) {
  if (!nodes.one_per_pin || detail::has_parallel_drivers(model)) {
    propagate_delays(exec, pins, model, delays);
    propagate_arrivals(exec, nodes, delays, arrivals);
    return;
  }
  auto const delay = detail::delay_op(pins, model, delays);
  auto const arrival = detail::arrival_op(nodes, delays, arrivals);
  sweep_forward(exec, *pins.order, detail::fused_op<decltype(delay), decltype(arrival)>{delay, arrival});
}

}  // namespace gsta
