#pragma once

#include <atomic>

#include "gsta/core/span.hpp"

namespace gsta {

/// Adds `delta` to `target` indivisibly and returns the value before. Integers only: their sum has no order.
GSTA_HD inline id fetch_add(id& target, id delta) noexcept {
#ifdef __CUDA_ARCH__
  return atomicAdd(&target, delta);
#else
  return std::atomic_ref<id>(target).fetch_add(delta, std::memory_order_relaxed);
#endif
}

}  // namespace gsta
