#pragma once

#include <atomic>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Lowers `target` to `value` indivisibly where that is less, and returns the value before. The minimum of
/// several does not depend on their order.
GSTA_HD inline id fetch_min(id& target, id value) noexcept {
#ifdef __CUDA_ARCH__
  return atomicMin(&target, value);
#else
  std::atomic_ref<id> const shared(target);
  id before = shared.load(std::memory_order_relaxed);
  while (value < before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
  return before;
#endif
}

GSTA_HD inline femtoseconds fetch_min(femtoseconds& target, femtoseconds value) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(long long) == sizeof(femtoseconds));
  return atomicMin(reinterpret_cast<long long*>(&target), static_cast<long long>(value));
#else
  std::atomic_ref<femtoseconds> const shared(target);
  femtoseconds before = shared.load(std::memory_order_relaxed);
  while (value < before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
  return before;
#endif
}

}  // namespace gsta::detail
