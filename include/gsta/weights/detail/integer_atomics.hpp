#pragma once

#include <atomic>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Lowers `target` to `value` where that is less; the least of several does not depend on their order.
GSTA_HD inline void lower_to(femtoseconds& target, femtoseconds value) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(long long) == sizeof(femtoseconds));
  atomicMin(reinterpret_cast<long long*>(&target), static_cast<long long>(value));
#else
  std::atomic_ref<femtoseconds> const shared(target);
  femtoseconds before = shared.load(std::memory_order_relaxed);
  while (value < before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
#endif
}

/// Adds indivisibly; a sum of integers has no order.
GSTA_HD inline void add_to(std::int64_t& target, std::int64_t delta) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(unsigned long long) == sizeof(std::int64_t));
  atomicAdd(reinterpret_cast<unsigned long long*>(&target), static_cast<unsigned long long>(delta));
#else
  std::atomic_ref<std::int64_t>(target).fetch_add(delta, std::memory_order_relaxed);
#endif
}

}  // namespace gsta::detail
