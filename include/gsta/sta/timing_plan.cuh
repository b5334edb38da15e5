#pragma once

#include <memory>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/sta/plan_options.hpp"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/timing_plan.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::timing_plan, cuda_executor> = true;

class device_update;

/// A timing plan on a device: gsta's own scheme, captured once.
///
/// Needs: no NaN among the values: with all bits set it says "not yet" to a dataflow sweep, which would wait
/// for ever. The timer's required times stay as runs leave them: those of conditions that nothing asks for
/// anything are written once, when the plan is made.
template <>
class timing_plan<cuda_executor> {
 public:
  static constexpr memory_space space = memory_space::device;  ///< where its arrays lie

  /// Times the design again. Allocates nothing, does not wait and returns nothing. On a stream that the
  /// caller is recording it puts the launches themselves.
  ///
  /// Shapes: as the timer's. Cost: one launch. Where: the executor's stream. Throws: cuda_error.
  void run() { run(exec_); }

  /// Times the design again on another stream of this device.
  ///
  /// Shapes, Cost: as above. Where: the stream of `on`. Throws: cuda_error.
  void run(cuda_executor const& on);

  /// After a run of `update_extent::all_pins`: winning arcs and delays of all arcs, by id. Does not wait.
  ///
  /// Shapes: as the timer's. Cost: two launches. Where: the executor's stream. Throws: cuda_error.
  void scatter_paths();

  /// Waits, and reports what the device found since.
  ///
  /// Shapes: none. Cost: a synchronisation. Where: the executor's stream. Throws: cuda_error.
  void check() const { exec_.sync(); }

 private:
  friend timer<cuda_executor>;

  timing_plan(cuda_executor const& exec, timer<cuda_executor>& of, plan_options<space> const& options = {});

  cuda_executor exec_;
  std::unique_ptr<device_update, void (*)(device_update*)> update_;
  captured_work work_;
};

}  // namespace gsta

#ifndef GSTA_COMPILED_DEVICE
#include "gsta/sta/detail/timing_plan.cuh"
#endif
