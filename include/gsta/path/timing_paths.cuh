#pragma once

#include "gsta/path/constraint.cuh"
#include "gsta/path/costs.cuh"
#include "gsta/path/k_critical.cuh"
#include "gsta/path/recover.cuh"
#include "gsta/path/timing_paths.hpp"

/// timing_paths (path/timing_paths.hpp) on a cuda_executor.

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::timing_paths, cuda_executor> = true;

}  // namespace gsta
