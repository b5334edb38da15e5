#pragma once

#include <memory>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/sta/gradient_plan.hpp"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/timing_plan.cuh"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::gradient_plan, cuda_executor> = true;

class device_gradients;

/// Gradients of a smooth cost on a device, captured once with the update.
template <>
class gradient_plan<cuda_executor> {
 public:
  static constexpr memory_space space = memory_space::device;  ///< where its arrays lie

  /// Times the design again and finds the gradients. Allocates nothing, does not wait and returns nothing. On
  /// a stream that the caller is recording it puts the launches themselves.
  ///
  /// Shapes: as the timer's. Cost: one launch. Where: the executor's stream. Throws: cuda_error.
  void run() { run(exec_); }

  /// Times the design again and finds the gradients on another stream of this device.
  ///
  /// Shapes, Cost: as above. Where: the stream of `on`. Throws: cuda_error.
  void run(cuda_executor const& on);

  /// What runs find, where it stays.
  ///
  /// Shapes: as the struct says. Cost: none. Where: host; the result reads device memory. Throws: nothing.
  gradients_view<memory_space::device> gradients() const;

  /// Waits, and reports what the device found since.
  ///
  /// Shapes: none. Cost: a synchronisation. Where: the executor's stream. Throws: cuda_error.
  void check() const { exec_.sync(); }

 private:
  friend timer<cuda_executor>;

  gradient_plan(cuda_executor const& exec, timer<cuda_executor>& of,
                gradient_options<cuda_executor> const& options);

  cuda_executor exec_;
  std::unique_ptr<device_gradients, void (*)(device_gradients*)> gradients_;
  captured_work work_;
};

}  // namespace gsta

#ifndef GSTA_COMPILED_DEVICE
#include "gsta/sta/detail/device_gradients.cuh"
#endif
