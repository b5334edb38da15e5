#pragma once

#include "gsta/engine/detail/row_sweep.cuh"
#include "gsta/forward/detail/row_pass.hpp"
#include "gsta/forward/propagate.hpp"

namespace gsta {

namespace detail {

/// The delay layer by a sweep of rows, as `row_sweep` is one.
template <class Sweep>
void sweep_delays(cuda_executor const& exec, Sweep const& sweep,
                  delay_problem<memory_space::device> const& pins,
                  table_delay_model<memory_space::device> const& model,
                  delay_state<memory_space::device>& delays) {
  forward_row<memory_space::device, true, false> const pass{delay_op(pins, model, delays), {}};
  sweep(exec, *pins.order, pass, sweep_direction::forward);
}

/// The arrival layer, with the delays of the delay layer.
template <class Sweep>
void sweep_arrivals(cuda_executor const& exec, Sweep const& sweep,
                    arrival_problem<memory_space::device> const& nodes,
                    delay_state<memory_space::device> const& delays,
                    arrival_state<memory_space::device>& arrivals) {
  forward_row<memory_space::device, false, true> const pass{{}, arrival_op(nodes, delays, arrivals)};
  sweep(exec, *nodes.order, pass, sweep_direction::forward);
}

/// Both layers, in one sweep where nodes are pins.
template <class Sweep>
void sweep_both(cuda_executor const& exec, Sweep const& sweep,
                delay_problem<memory_space::device> const& pins,
                arrival_problem<memory_space::device> const& nodes,
                table_delay_model<memory_space::device> const& model,
                delay_state<memory_space::device>& delays, arrival_state<memory_space::device>& arrivals) {
  if (!nodes.one_per_pin) {
    sweep_delays(exec, sweep, pins, model, delays);
    sweep_arrivals(exec, sweep, nodes, delays, arrivals);
    return;
  }
  forward_row<memory_space::device, true, true> const pass{delay_op(pins, model, delays),
                                                           arrival_op(nodes, delays, arrivals)};
  sweep(exec, *pins.order, pass, sweep_direction::forward);
}

}  // namespace detail

/// `propagate` on the device by rows: a warp shares the arcs of a vertex, eight arcs by four conditions.
/// Plans (forward/plan.cuh) are faster and take a wait to make.
///
/// Shapes: as the problems and states say. Units: ps. Cost: O(arcs) lookups, one launch a level (and layer,
/// where pins have several nodes). Where: the executor's stream; does not wait, allocates nothing. Throws:
/// argument_error on sizes, cuda_error. Exact: equals the level loop bit for bit. Paper: Warp-STAR, DAC 2026,
/// section 3.1, Algorithm 1; both layers in one sweep is ours.
inline void propagate_by_rows(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                              arrival_problem<memory_space::device> const& nodes,
                              table_delay_model<memory_space::device> const& model,
                              delay_state<memory_space::device>& delays,
                              arrival_state<memory_space::device>& arrivals) {
  detail::sweep_both(exec, detail::row_sweep{}, pins, nodes, model, delays, arrivals);
}

}  // namespace gsta
