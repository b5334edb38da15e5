#pragma once

#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/detail/repair_kernels.cuh"
#include "gsta/update/repair.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::repair_timing, cuda_executor> = true;

namespace detail {
/// A place in pinned memory of this thread, where figures come by one copy.
class pinned_figures {
 public:
  pinned_figures() {
    void* made = nullptr;
    check_cuda(cudaHostAlloc(&made, sizeof(repair_figures), cudaHostAllocPortable), "cudaHostAlloc");
    at_ = static_cast<repair_figures*>(made);
  }
  pinned_figures(pinned_figures const&) = delete;
  pinned_figures& operator=(pinned_figures const&) = delete;
  ~pinned_figures() { cudaFreeHost(at_); }

  repair_figures of(cuda_executor const& exec, repair_state<memory_space::device> const& state) const {
    check_cuda(
        cudaMemcpyAsync(at_, state.figures.data(), sizeof(repair_figures), cudaMemcpyDefault, exec.stream),
        "cudaMemcpyAsync");
    exec.sync();
    return *at_;
  }

 private:
  repair_figures* at_ = nullptr;
};
inline repair_figures figures_there(cuda_executor const& exec,
                                    repair_state<memory_space::device> const& state) {
  thread_local pinned_figures const place;
  return place.of(exec, state);
}

/// Goes on where a block stopped; returns what then stands there. Waits.
inline repair_figures settle(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                             delay_options const& model, repair_state<memory_space::device>& state) {
  auto const found = figures_there(exec, state);
  auto const stage = static_cast<repair_stage>(found.stage);
  if (!std::exchange(state.is_open, false) || stage == repair_stage::done) return found;
  repair_widely(exec, steps_of(parts, state, model, {}), stage);
  return figures_there(exec, state);
}
}  // namespace detail

/// `repair_timing` on a device: one block does all of it in one launch, with barriers of its own between
/// levels, as long as no list becomes longer than it can take. Where one does, the block stops there, and
/// whoever waits next lets the whole device go on, in one launch too.
///
/// Shapes: as the generic one. Cost: one copy and one launch; some microseconds for each level that has
/// anything. Where: the executor's stream; does not wait, but where a repair before may have stopped, or
/// scratch grows. Needs: a device that launches cooperatively. Throws: as the generic one, cuda_error.
/// Exact: the bits of the generic driver.
inline void repair_timing(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                          delay_options const& model, edit_words const& edits,
                          repair_state<memory_space::device>& state) {
  using detail::repair_stage;
  detail::require_repairable(parts);
  require(state.options.longest <= static_cast<std::size_t>(detail::slice_limit),
          "repair_timing: a block does not take lists of this length");
  if (state.is_open) detail::settle(exec, parts, model, state);
  auto const there = detail::take_edits(exec, edits, state);
  auto const steps = detail::steps_of(parts, state, model, there);
  if (edits.nets.size() > state.options.longest)
    return detail::repair_widely(exec, steps, repair_stage::words);
  state.is_open = true;
  detail::repair_by_block(exec, steps, repair_stage::words, state.options);
}

/// `repair_required` on a device, likewise by one block or all of it.
///
/// Shapes: as the generic one. Throws: as the generic one, cuda_error. Cost: one launch. Where: the
/// executor's stream; waits.
inline void repair_required(cuda_executor const& exec, timed_parts_in<memory_space::device> const& parts,
                            delay_options const& model, repair_state<memory_space::device>& state) {
  if (state.is_open) detail::settle(exec, parts, model, state);
  state.is_open = true;
  detail::repair_by_block(exec, detail::steps_of(parts, state, model, {}), detail::repair_stage::required,
                          state.options);
  detail::settle(exec, parts, model, state);
}

/// `read_figures` on a device: one copy where the block did all of it.
///
/// Shapes: as the generic one. Units: ps. Throws: as the generic one, cuda_error. Cost: a copy, and what a
/// block left to do. Where: the executor; waits.
inline repaired_figures read_figures(cuda_executor const& exec,
                                     timed_parts_in<memory_space::device> const& parts,
                                     delay_options const& model, repair_state<memory_space::device>& state) {
  return detail::figures_of(detail::settle(exec, parts, model, state), parts.checks.endpoint_pin.size());
}

}  // namespace gsta
