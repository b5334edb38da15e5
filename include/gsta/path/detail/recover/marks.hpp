#pragma once

#include <atomic>
#include <cstdint>

#include "gsta/core/macros.hpp"
#include "gsta/core/span.hpp"

namespace gsta::detail {

/// Sets a mark that others may be setting to the same value meanwhile.
template <class T>
GSTA_HD inline void set_mark(T& mark, T value) noexcept {
#ifdef __CUDA_ARCH__
  *static_cast<T volatile*>(&mark) = value;
#else
  std::atomic_ref<T>(mark).store(value, std::memory_order_relaxed);
#endif
}

/// Sets bits that others may be adding to meanwhile: what comes out does not depend on who was first.
GSTA_HD inline void set_bits(std::uint64_t& word, std::uint64_t bits) noexcept {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  atomicOr(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
#else
  std::atomic_ref<std::uint64_t>(word).fetch_or(bits, std::memory_order_relaxed);
#endif
}

GSTA_HD inline id count_bits(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
  return __popcll(word);
#else
  return static_cast<id>(__builtin_popcountll(word));
#endif
}

/// The place of the lowest bit of a word that has one.
GSTA_HD inline id lowest_bit(std::uint64_t word) noexcept { return count_bits((word & (~word + 1)) - 1); }

}  // namespace gsta::detail
