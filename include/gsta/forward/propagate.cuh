#pragma once

#include "gsta/engine/detail/scheme_sweep.cuh"
#include "gsta/forward/detail/scheme.hpp"
#include "gsta/forward/propagate.hpp"

namespace gsta {

/// `propagate_delays`, `propagate_arrivals` and `propagate` on the device in a scheme of the papers.
/// `scheme::best` is refused: gsta's own runs by a plan (forward/plan.cuh), which takes a wait to make.
///
/// Shapes: as the problems and states say. Units: ps. Cost: O(arcs) lookups, one launch a level (and layer,
/// where pins have several nodes). Where: the executor's stream; does not wait, allocates nothing.
/// Throws: argument_error on sizes and for `scheme::best`, cuda_error. Exact: equals the level loop bit for
/// bit. Paper: as `sweep_in_scheme` says; both layers in one sweep is ours.
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             table_delay_model<memory_space::device> const& model,
                             delay_state<memory_space::device>& delays, scheme how) {
  detail::scheme_forward<memory_space::device, true, false> const pass{detail::delay_op(pins, model, delays),
                                                                       {}};
  sweep_in_scheme(exec, *pins.order, pass, how, sweep_direction::forward);
}
/// The arrival layer in a scheme of the papers, with the delays of the delay layer: as `propagate_delays`.
inline void propagate_arrivals(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                               delay_state<memory_space::device> const& delays,
                               arrival_state<memory_space::device>& arrivals, scheme how) {
  detail::scheme_forward<memory_space::device, false, true> const pass{
      {}, detail::arrival_op(nodes, delays, arrivals)};
  sweep_in_scheme(exec, *nodes.order, pass, how, sweep_direction::forward);
}
/// Both layers in a scheme of the papers, in one sweep where nodes are pins: as `propagate_delays`.
inline void propagate(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                      arrival_problem<memory_space::device> const& nodes,
                      table_delay_model<memory_space::device> const& model,
                      delay_state<memory_space::device>& delays,
                      arrival_state<memory_space::device>& arrivals, scheme how) {
  if (!nodes.one_per_pin) {
    propagate_delays(exec, pins, model, delays, how);
    propagate_arrivals(exec, nodes, delays, arrivals, how);
    return;
  }
  detail::scheme_forward<memory_space::device, true, true> const pass{
      detail::delay_op(pins, model, delays), detail::arrival_op(nodes, delays, arrivals)};
  sweep_in_scheme(exec, *pins.order, pass, how, sweep_direction::forward);
}

}  // namespace gsta
