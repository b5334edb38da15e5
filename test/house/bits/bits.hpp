#pragma once

#include <cstdint>
#include <cstring>

#include "gsta/core/math.hpp"

/// One item of the bit comparison: a hash of results whose bits change if a product and a sum are fused, if a
/// quotient or root is approximated, or if a sum is taken in another order.
GSTA_HD inline std::uint32_t next(std::uint32_t& state) {
  state = state * 1664525u + 1013904223u;
  return state;
}
GSTA_HD inline float next_float(std::uint32_t& state) {  // in [0.5, 1.5)
  return 0.5f + static_cast<float>(next(state) >> 8) * 0x1p-24f;
}
GSTA_HD inline std::uint64_t mix(std::uint64_t hash, std::uint64_t bits) {
  hash ^= bits + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}
GSTA_HD inline std::uint64_t mix(std::uint64_t hash, float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return mix(hash, static_cast<std::uint64_t>(bits));
}
GSTA_HD inline std::uint64_t mix(std::uint64_t hash, double x) {
  std::uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return mix(hash, bits);
}

GSTA_HD inline std::uint64_t item_bits(std::uint32_t item) {
  namespace math = gsta::math;
  std::uint32_t state = item * 2654435761u + 1u;
  std::uint64_t hash = item;
  float const a = next_float(state), b = next_float(state), c = next_float(state), d = next_float(state);
  hash = mix(hash, math::add(math::mul(a, b), c));
  hash = mix(hash, math::sub(math::mul(a, b), math::mul(c, d)));
  hash = mix(hash, math::div(math::sub(math::mul(a, a), b), math::add(c, d)));
  hash = mix(hash, math::sqrt(math::add(math::mul(a, b), math::mul(c, d))));
  double const p = a, q = math::div(static_cast<double>(b), static_cast<double>(c));
  hash = mix(hash, math::sqrt(math::add(math::mul(q, q), p)));
  hash = mix(hash, math::sub(math::mul(q, q), math::div(p, 3.0)));
  auto const term = [=](std::int32_t i) {
    std::uint32_t s = item + static_cast<std::uint32_t>(i) * 40503u;
    float const x = next_float(s);
    return math::mul(x, next_float(s));
  };
  return mix(hash, math::ordered_sum<float>(static_cast<std::int32_t>(item % 100), term));
}

inline constexpr std::uint32_t items = 5000;

GSTA_HD inline std::uint64_t all_item_bits() {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < items; ++i) hash = mix(hash, item_bits(i));
  return hash;
}
