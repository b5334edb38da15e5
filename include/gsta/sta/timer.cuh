#pragma once

#include "gsta/constrain/checks.cuh"
#include "gsta/constrain/nodes.cuh"
#include "gsta/core/algorithm.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// The device's own drivers of what a timer builds itself with: with this header they are all known.
template <>
inline constexpr bool drivers_known<cuda_executor> = true;

}  // namespace gsta
