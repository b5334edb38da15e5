#pragma once

#include "gsta/path/costs.cuh"
#include "gsta/path/k_cheapest.hpp"
#include "gsta/path/k_critical.cuh"
#include "gsta/path/recover.cuh"

/// k_cheapest_paths (path/k_cheapest.hpp) on a cuda_executor, in the caller's device memory.
namespace gsta {

template <>
inline constexpr bool driver_known<primitive::k_cheapest_paths, cuda_executor> = true;

}  // namespace gsta
