#pragma once

#include "gsta/forward/propagate.cuh"
#include "gsta/schemes/sweep.cuh"

namespace gsta {

/// The delay layer, `propagate_delays`, on the device in a scheme of the papers.
///
/// Shapes: as the problems and states say. Units: ps. Cost: O(arcs), one launch a level. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error. Exact:
/// equals the level loop bit for bit. Paper: as `scheme_sweep` says.
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             table_delay_model<memory_space::device> const& model,
                             delay_state<memory_space::device>& delays, scheme how) {
  detail::sweep_delays(exec, scheme_sweep{how}, pins, model, delays);
}

/// The arrival layer, `propagate_arrivals`, on the device in a scheme of the papers.
///
/// Shapes: as the problems and states say. Units: ps. Cost: O(arcs), one launch a level. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error. Exact:
/// equals the level loop bit for bit. Paper: as `scheme_sweep` says.
inline void propagate_arrivals(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                               delay_state<memory_space::device> const& delays,
                               arrival_state<memory_space::device>& arrivals, scheme how) {
  detail::sweep_arrivals(exec, scheme_sweep{how}, nodes, delays, arrivals);
}

/// Both layers, `propagate`, on the device in a scheme of the papers, in one sweep where nodes are pins.
///
/// Shapes: as the problems and states say. Units: ps. Cost: O(arcs), one launch a level (and layer, where
/// pins have several nodes). Where: the executor's stream; does not wait, allocates nothing. Throws:
/// argument_error on sizes, cuda_error. Exact: equals the level loop bit for bit. Paper: as `scheme_sweep`
/// says; both layers in one sweep is ours.
inline void propagate(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                      arrival_problem<memory_space::device> const& nodes,
                      table_delay_model<memory_space::device> const& model,
                      delay_state<memory_space::device>& delays,
                      arrival_state<memory_space::device>& arrivals, scheme how) {
  detail::sweep_both(exec, scheme_sweep{how}, pins, nodes, model, delays, arrivals);
}

}  // namespace gsta
