#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "gsta/core/macros.hpp"

/// The only arithmetic that ops may use: correctly rounded, never contracted, the same bits on every backend.
///
/// On the device it calls the `_rn` intrinsics, which the compiler never fuses; on the host it is plain
/// operators, for which the targets export `-ffp-contract=off`. Compiling device code with `-use_fast_math`
/// voids the promise: it flushes subnormal values to zero.
namespace gsta::math {

// The one place where a function's body differs by backend.
#ifdef __CUDA_ARCH__
#define GSTA_ROUNDED(host_expression, device_expression) return device_expression
#else
#define GSTA_ROUNDED(host_expression, device_expression) return host_expression
#endif

GSTA_HD inline float add(float a, float b) noexcept { GSTA_ROUNDED(a + b, __fadd_rn(a, b)); }
GSTA_HD inline float sub(float a, float b) noexcept { GSTA_ROUNDED(a - b, __fsub_rn(a, b)); }
GSTA_HD inline float mul(float a, float b) noexcept { GSTA_ROUNDED(a * b, __fmul_rn(a, b)); }
GSTA_HD inline float div(float a, float b) noexcept { GSTA_ROUNDED(a / b, __fdiv_rn(a, b)); }
GSTA_HD inline float sqrt(float a) noexcept { GSTA_ROUNDED(std::sqrt(a), __fsqrt_rn(a)); }
GSTA_HD inline double add(double a, double b) noexcept { GSTA_ROUNDED(a + b, __dadd_rn(a, b)); }
GSTA_HD inline double sub(double a, double b) noexcept { GSTA_ROUNDED(a - b, __dsub_rn(a, b)); }
GSTA_HD inline double mul(double a, double b) noexcept { GSTA_ROUNDED(a * b, __dmul_rn(a, b)); }
GSTA_HD inline double div(double a, double b) noexcept { GSTA_ROUNDED(a / b, __ddiv_rn(a, b)); }
GSTA_HD inline double sqrt(double a) noexcept { GSTA_ROUNDED(std::sqrt(a), __dsqrt_rn(a)); }

#undef GSTA_ROUNDED

inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// True for a value that exists. Undefined is the identity of a merge: plus or minus infinity. NaN, which no
/// op makes, counts as undefined too.
GSTA_HD inline bool is_defined(float x) noexcept { return std::fabs(x) < infinity; }

/// `x` where it is defined, else `otherwise`: arithmetic on huge values may overflow, and then make NaN,
/// which no array holds.
GSTA_HD inline float defined_or(float x, float otherwise) noexcept { return is_defined(x) ? x : otherwise; }

/// The square root of what is above zero, else 0.
GSTA_HD inline float root_or_zero(float x) noexcept { return x > 0 ? sqrt(x) : 0.0f; }

/// `x` with its sign turned where `by` is negative.
GSTA_HD inline float turned_where_negative(float x, float by) noexcept { return by < 0 ? -x : x; }

namespace detail {
/// More than 8 terms; apart, so that the few that most sums have are summed in place.
template <class T, class F>
GSTA_HD T lane_sum(std::int32_t n, F const& term) {
  T lane[32]{};
  for (std::int32_t i = 0; i < n; ++i) lane[i % 32] = add(lane[i % 32], term(i));
  for (std::int32_t width = 16; width > 0; width /= 2) {
    for (std::int32_t l = 0; l < width; ++l) lane[l] = add(lane[l], lane[l + width]);
  }
  return lane[0];
}
}  // namespace detail

/// Sums `term(0) .. term(n-1)` in gsta's one order: up to 8 terms serially; beyond that 32 lanes, lane l
/// taking the terms l, l+32, ... in turn, and a fixed tree over the lanes. A warp computes the same bits.
template <class T, class F>
GSTA_HD T ordered_sum(std::int32_t n, F const& term) {
  if (n > 8) return detail::lane_sum<T>(n, term);
  T total{};
  for (std::int32_t i = 0; i < n; ++i) total = add(total, term(i));
  return total;
}

}  // namespace gsta::math
