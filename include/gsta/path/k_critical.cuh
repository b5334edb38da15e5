#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/path/detail/bounded/bounded.cuh"
#include "gsta/path/detail/expand/expand.cuh"
#include "gsta/path/k_critical.hpp"

/// The engines of path/k_critical.hpp on a cuda_executor: the same list, with kernels that know warps.

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::k_critical_paths, cuda_executor> = true;

}  // namespace gsta
