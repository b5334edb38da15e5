#pragma once

#include "gsta/path/detail/recover/copy.cuh"
#include "gsta/path/detail/recover/rows.cuh"
#include "gsta/path/recover.hpp"

/// recover_walks and recover_paths (path/recover.hpp) on a cuda_executor: warps copy slices side by side,
/// several paths each.

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::recover_paths, cuda_executor> = true;

}  // namespace gsta
