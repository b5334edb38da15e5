#pragma once

#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.cuh"

/// Paths with common-path credits on a cuda_executor. With gsta::device they are compiled there, and this
/// header has no kernel.

namespace gsta {

/// credited_paths: its ops as they are, around the device's search.
template <>
inline constexpr bool driver_known<primitive::credited_paths, cuda_executor> = true;

#ifdef GSTA_COMPILED_DEVICE
extern template class detail::credited_tracer<cuda_executor>;
#endif

}  // namespace gsta
