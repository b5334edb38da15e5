#pragma once

#include <optional>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/detail/repair_kernels.cuh"
#include "gsta/update/repair.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::repair_timing, cuda_executor> = true;

namespace detail {
/// Whether nodes are pins and stand in the pins' own order.
inline bool have_same_levels(timed_parts_in<memory_space::device> const& parts) {
  return parts.nodes->one_per_pin &&
         parts.nodes->order.order.view.vertex.data() == parts.pin_order->order.view.vertex.data();
}

/// What a block left behind; waits.
inline repair_figures look(cuda_executor const& exec, repair_state<memory_space::device> const& state) {
  return to_vector(exec, state.figures.view())[0];
}

/// Goes on where a block stopped; returns what then stands there. Waits.
inline repair_figures settle(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                             delay_options const& model, repair_state<memory_space::device>& state,
                             repair_figures const& found) {
  auto const stage = static_cast<repair_stage>(found.stage);
  if (!std::exchange(state.is_open, false) || stage == repair_stage::done) return found;
  go_on_widely(exec, steps_of(parts, state, model, {}), state, stage);
  return look(exec, state);
}
}  // namespace detail

/// `repair_timing` on a device: one block does all of it in one launch, with barriers of its own between
/// levels, as long as no list becomes longer than it can take. Where one does, the block stops there, and
/// whoever waits next goes on with a launch a level.
///
/// Shapes: as the generic one. Cost: one copy and one launch; some microseconds for each level that has
/// anything. Where: the executor's stream; does not wait, but where a repair before may have stopped, or
/// scratch grows. Throws: as the generic one, cuda_error. Exact: the bits of the generic driver.
inline void repair_timing(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                          delay_options const& model, edit_records const& edits,
                          repair_state<memory_space::device>& state) {
  detail::require_repairable(parts);
  detail::require_sums(parts);
  require(state.options.longest <= detail::block_limit,
          "repair_timing: a block does not take lists of this length");
  if (state.is_open) {
    auto const found = detail::look(exec, state);
    if (found.gave_up == 0) detail::settle(exec, parts, model, state, found);
    state.is_open = false;  // where it gave up, what waits in the lists is for this repair
  }
  auto const there = detail::take_edits(exec, edits, state);
  auto const steps = detail::steps_of(parts, state, model, there);
  if (edits.size() > state.options.longest) return detail::repair_widely(exec, steps, state);
  state.is_open = true;
  detail::repair_kernel<<<1, detail::repair_threads, 0, exec.stream>>>(
      steps, static_cast<id>(state.options.longest), detail::patience_of(state.options),
      detail::have_same_levels(parts));
  check_cuda(cudaGetLastError(), "repair_kernel");
}

/// `repair_required` on a device, by one block or a launch a level.
///
/// Shapes: as the generic one. Throws: as the generic one, cuda_error. Cost: one launch. Where: the
/// executor's stream; waits where a repair before may have stopped.
inline void repair_required(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                            delay_options const& model, repair_state<memory_space::device>& state) {
  if (state.is_open) detail::settle(exec, parts, model, state, detail::look(exec, state));
  state.is_open = true;
  detail::required_kernel<<<1, detail::repair_threads, 0, exec.stream>>>(
      detail::steps_of(parts, state, model, {}), static_cast<id>(state.options.longest));
  check_cuda(cudaGetLastError(), "required_kernel");
  detail::settle(exec, parts, model, state, detail::look(exec, state));
}

/// `read_figures` on a device: one copy where the block did all of it.
///
/// Shapes: as the generic one. Units: ps. Throws: as the generic one, cuda_error. Cost: a copy, and what a
/// block left to do. Where: the executor; waits.
inline repaired_figures read_figures(cuda_executor const& exec,
                                     timed_parts_in<memory_space::device> const& parts,
                                     delay_options const& model, repair_state<memory_space::device>& state) {
  return detail::figures_of(detail::settle(exec, parts, model, state, detail::look(exec, state)),
                            parts.checks.endpoint_pin.size());
}

/// `try_figures` on a device: one copy.
///
/// Shapes: as the generic one. Units: ps. Throws: as the generic one, cuda_error. Cost: as `read_figures`.
/// Where: the executor; waits.
inline std::optional<repaired_figures> try_figures(cuda_executor const& exec,
                                                   timed_parts_in<memory_space::device> const& parts,
                                                   delay_options const& model,
                                                   repair_state<memory_space::device>& state) {
  auto const found = detail::look(exec, state);
  if (state.is_open && found.gave_up != 0) return {};
  return detail::figures_of(detail::settle(exec, parts, model, state, found),
                            parts.checks.endpoint_pin.size());
}

}  // namespace gsta
