#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/detail/repair_kernels.cuh"
#include "gsta/update/repair.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::repair_timing, cuda_executor> = true;

/// `repair_timing` on a device: one block does all of it in one launch, with barriers of its own between
/// levels, as long as no list becomes longer than it can take. Where one does, the block stops there, and
/// `finish_repair` goes on with a launch a level.
///
/// Shapes: as the generic one. Cost: one copy and one launch; some microseconds for each level that has
/// anything. Where: the executor's stream; does not wait, but where a repair before has to be finished, or
/// scratch grows. Throws: as the generic one, cuda_error. Exact: the bits of the generic driver.
inline void repair_timing(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                          delay_options const& model, edit_words const& edits,
                          repair_state<memory_space::device>& state) {
  finish_repair(exec, parts, model, state);
  detail::require_repairable(parts);
  auto const there = detail::take_edits(exec, edits, state);
  auto const steps = detail::steps_of(parts, state, model, there);
  if (edits.size() > detail::block_limit) return detail::repair_widely(exec, steps, state);
  state.is_open = true;
  detail::repair_kernel<<<1, detail::repair_threads, 0, exec.stream>>>(steps);
  check_cuda(cudaGetLastError(), "repair_kernel");
}

/// What the block left to do: waits, and if there is anything puts a launch a level on the stream.
///
/// Shapes and Throws: as `repair_timing`. Cost: a copy of some two hundred bytes. Where: the executor; waits.
inline void finish_repair(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                          delay_options const& model, repair_state<memory_space::device>& state) {
  if (!state.is_open) return;
  state.is_open = false;
  auto const found = to_vector(exec, std::as_const(state.figures).view())[0];
  auto const stage = static_cast<detail::repair_stage>(found.stage);
  if (stage == detail::repair_stage::done) return;
  detail::go_on_widely(exec, detail::steps_of(parts, state, model, {}), state, stage);
}

/// `read_figures` on a device: one copy where the block did all of it.
///
/// Shapes, Units and Throws: as the generic one. Cost: as `finish_repair`. Where: the executor; waits.
inline repaired_figures read_figures(cuda_executor const& exec,
                                     timed_parts_in<memory_space::device> const& parts,
                                     delay_options const& model, repair_state<memory_space::device>& state) {
  auto found = to_vector(exec, std::as_const(state.figures).view())[0];
  if (state.is_open && static_cast<detail::repair_stage>(found.stage) != detail::repair_stage::done) {
    detail::go_on_widely(exec, detail::steps_of(parts, state, model, {}), state,
                         static_cast<detail::repair_stage>(found.stage));
    found = to_vector(exec, std::as_const(state.figures).view())[0];
  }
  state.is_open = false;
  return detail::figures_of(found, parts.checks.endpoint_pin.size());
}

}  // namespace gsta
