#pragma once

#include "gsta/path/constraint.hpp"
#include "gsta/path/detail/constrain/sweep.cuh"

/// constrain_graph and constrain_search (path/constraint.hpp) on a cuda_executor: a launch a sweep.

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::constrain_graph, cuda_executor> = true;

}  // namespace gsta
