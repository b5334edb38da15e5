#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "gsta/core/span.hpp"

/// Changes that several threads may make to one word at once, and whose outcome does not depend on their
/// order: so integers only.
namespace gsta {

/// Adds `delta` to `target` indivisibly and returns the value before.
GSTA_HD inline id fetch_add(id& target, id delta) noexcept {
#ifdef __CUDA_ARCH__
  return atomicAdd(&target, delta);
#else
  return std::atomic_ref<id>(target).fetch_add(delta, std::memory_order_relaxed);
#endif
}
/// Adds `delta` to a 64-bit `target` indivisibly and returns the value before.
GSTA_HD inline std::int64_t fetch_add(std::int64_t& target, std::int64_t delta) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(unsigned long long) == sizeof(std::int64_t));
  return static_cast<std::int64_t>(
      atomicAdd(reinterpret_cast<unsigned long long*>(&target), static_cast<unsigned long long>(delta)));
#else
  return std::atomic_ref<std::int64_t>(target).fetch_add(delta, std::memory_order_relaxed);
#endif
}

namespace detail {
/// Replaces `target` by `value` where that comes before it, and returns the value before.
template <class T, class Before>
T fetch_first(T& target, T value, Before const& comes_before) noexcept {
  std::atomic_ref<T> const shared(target);
  T before = shared.load(std::memory_order_relaxed);
  while (comes_before(value, before) &&
         !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
  return before;
}
}  // namespace detail

/// Lowers `target` to `value` indivisibly where that is less, and returns the value before.
GSTA_HD inline id fetch_min(id& target, id value) noexcept {
#ifdef __CUDA_ARCH__
  return atomicMin(&target, value);
#else
  return detail::fetch_first(target, value, [](id a, id b) { return a < b; });
#endif
}
/// Lowers a 64-bit `target` to `value` indivisibly where that is less, and returns the value before.
GSTA_HD inline std::int64_t fetch_min(std::int64_t& target, std::int64_t value) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(long long) == sizeof(std::int64_t));
  return atomicMin(reinterpret_cast<long long*>(&target), static_cast<long long>(value));
#else
  return detail::fetch_first(target, value, [](std::int64_t a, std::int64_t b) { return a < b; });
#endif
}

/// Raises `target` to `value` indivisibly where that is more, and returns the value before.
GSTA_HD inline id fetch_max(id& target, id value) noexcept {
#ifdef __CUDA_ARCH__
  return atomicMax(&target, value);
#else
  return detail::fetch_first(target, value, [](id a, id b) { return a > b; });
#endif
}

/// Replaces `target` by `value` indivisibly where it is `expected`, and returns the value before.
GSTA_HD inline std::uint64_t compare_exchange(std::uint64_t& target, std::uint64_t expected,
                                              std::uint64_t value) noexcept {
#ifdef __CUDA_ARCH__
  return atomicCAS(reinterpret_cast<unsigned long long*>(&target), static_cast<unsigned long long>(expected),
                   static_cast<unsigned long long>(value));
#else
  std::atomic_ref<std::uint64_t>(target).compare_exchange_strong(expected, value, std::memory_order_relaxed);
  return expected;
#endif
}

namespace detail {
/// A word as the device's atomics take it.
template <class T>
using device_word = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), unsigned, unsigned long long>;
}  // namespace detail

/// Sets bits that others may be setting or clearing too, and returns the word before: 32 or 64 bits.
template <std::unsigned_integral T>
GSTA_HD inline T fetch_or(T& word, std::type_identity_t<T> bits) noexcept {
#ifdef __CUDA_ARCH__
  using device_word = detail::device_word<T>;
  return static_cast<T>(atomicOr(reinterpret_cast<device_word*>(&word), static_cast<device_word>(bits)));
#else
  return std::atomic_ref<T>(word).fetch_or(bits, std::memory_order_relaxed);
#endif
}
/// Clears the bits that are not in `bits`, indivisibly, and returns the value before: 32 or 64 bits.
template <std::unsigned_integral T>
GSTA_HD inline T fetch_and(T& word, std::type_identity_t<T> bits) noexcept {
#ifdef __CUDA_ARCH__
  using device_word = detail::device_word<T>;
  return static_cast<T>(atomicAnd(reinterpret_cast<device_word*>(&word), static_cast<device_word>(bits)));
#else
  return std::atomic_ref<T>(word).fetch_and(bits, std::memory_order_relaxed);
#endif
}

/// Stores a value while other threads may store an equal one to this place.
template <class T>
GSTA_HD inline void set_mark(T& mark, T value) noexcept {
#ifdef __CUDA_ARCH__
  *static_cast<T volatile*>(&mark) = value;
#else
  std::atomic_ref<T>(mark).store(value, std::memory_order_relaxed);
#endif
}

/// Reads what others may be changing: the value before or after.
template <class T>
GSTA_HD inline T peek(T& shared) noexcept {
#ifdef __CUDA_ARCH__
  return *static_cast<T volatile*>(&shared);
#else
  return std::atomic_ref<T>(shared).load(std::memory_order_relaxed);
#endif
}

}  // namespace gsta
