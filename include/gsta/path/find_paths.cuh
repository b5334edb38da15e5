#pragma once

#include "gsta/core/cuda_executor.cuh"
#include "gsta/path/find_paths.hpp"
#ifndef GSTA_COMPILED_DEVICE
#include "gsta/path/path.cuh"
#endif

/// Paths of a timed design on a cuda_executor, as k_critical_paths, recover_paths and the rest of
/// path/path.cuh find them. With gsta::device they are compiled there, and this header has no kernel.

namespace gsta {

/// find_paths: its ops as they are, around the device's search.
template <>
inline constexpr bool driver_known<primitive::find_paths, cuda_executor> = true;

#ifdef GSTA_COMPILED_DEVICE
extern template class detail::path_tracer<cuda_executor>;
extern template class detail::credited_tracer<cuda_executor>;
extern template class detail::path_finder<cuda_executor, detail::fresh_search<cuda_executor>>;
#endif

}  // namespace gsta
