#pragma once

#include "gsta/sta/detail/device_update.cuh"
#include "gsta/sta/timing_plan.cuh"

namespace gsta {

GSTA_DEVICE_INLINE timing_plan<cuda_executor>::timing_plan(cuda_executor const& exec,
                                                           timer<cuda_executor>& of,
                                                           plan_options<space> const& options)
    : exec_(exec),
      update_(new device_update(exec, of, options), [](device_update* made) { delete made; }),
      work_(captured_work::record(
          exec, [&, &state = detail::state_of(of), was = of.view().is_written](cuda_executor const& inner) {
            update_->enqueue(inner);
            state.slacks.is_written = was;  // what is recorded has not run
          })) {}

GSTA_DEVICE_INLINE void timing_plan<cuda_executor>::run(cuda_executor const& on) {
  if (detail::is_recorded(on)) {
    update_->enqueue(on);
  } else {
    work_.launch(on);
    update_->note_run();
  }
}

GSTA_DEVICE_INLINE void timing_plan<cuda_executor>::scatter_paths() { update_->scatter_paths(exec_); }

}  // namespace gsta
