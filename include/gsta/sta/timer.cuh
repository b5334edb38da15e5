#pragma once

#include "gsta/core/cuda_executor.cuh"
#include "gsta/sta/timer.hpp"
#ifndef GSTA_COMPILED_DEVICE
#include "gsta/sta/detail/timer_drivers.cuh"
#endif

namespace gsta {

/// The device's own drivers of what a timer builds itself with: with this header they are all known, or
/// compiled in gsta::device.
template <>
inline constexpr bool driver_known<primitive::timer, cuda_executor> = true;

#ifdef GSTA_COMPILED_DEVICE
extern template class timer<cuda_executor>;
#endif

}  // namespace gsta
