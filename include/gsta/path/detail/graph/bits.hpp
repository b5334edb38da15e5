#pragma once

#include <cstdint>

#include "gsta/core/span.hpp"

namespace gsta::detail {

GSTA_HD inline id count_bits(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
  return __popcll(word);
#else
  return static_cast<id>(__builtin_popcountll(word));
#endif
}

/// The position of the lowest bit of a word that has one.
GSTA_HD inline id lowest_bit(std::uint64_t word) noexcept { return count_bits((word & (~word + 1)) - 1); }

}  // namespace gsta::detail
