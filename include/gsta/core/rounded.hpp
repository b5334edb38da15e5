#pragma once

#include <type_traits>

#include "gsta/core/four_lanes.hpp"
#include "gsta/core/math.hpp"

namespace gsta::math {

/// The square root of what is above zero, else 0.
GSTA_HD inline double root_or_zero(double x) noexcept { return x > 0 ? sqrt(x) : 0.0; }

namespace detail {
/// p / 2^n for the n that a sum n + 1.5 * 2^(bits of a mantissa) holds in its last bits. Needs a result that
/// is normal.
GSTA_HD inline float over_power_of_two(float p, float counted) noexcept {
  auto const n = static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, counted)) << 23;
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, p)) - n);
}
/// The same in each lane.
GSTA_HD inline four_lanes over_power_of_two(four_lanes const& p, four_lanes const& counted) noexcept {
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES) && !defined(__CUDA_ARCH__)
  __m128i const n = _mm_slli_epi32(_mm_castps_si128(counted.bits()), 23);
  return {_mm_castsi128_ps(_mm_sub_epi32(_mm_castps_si128(p.bits()), n))};
#else
  four_lanes result;
  for (int c = 0; c < conditions; ++c) result.value[c] = over_power_of_two(p.value[c], counted.value[c]);
  return result;
#endif
}
}  // namespace detail

/// A number whose operators are those above: formulas that read like formulas and give the same bits on every
/// backend. `Value` is float, double, or `four_lanes` for the four conditions at once.
template <class Value>
struct rounded {
  using value_type = Value;  ///< what is computed with
  using mask = bool;         ///< what comparisons give
  Value value;               ///< as it is

  rounded() = default;
  /// A constant.
  GSTA_HD constexpr rounded(double x) noexcept : value(static_cast<Value>(x)) {}
  /// What was computed elsewhere.
  GSTA_HD static rounded of(Value x) noexcept {
    rounded result;
    result.value = x;
    return result;
  }
};

/// The same of four conditions.
template <>
struct rounded<four_lanes> {
  using value_type = four_lanes;  ///< what is computed with
  using mask = lane_mask;         ///< what comparisons give
  four_lanes value;               ///< as it is

  rounded() = default;
  /// A constant in each lane.
  rounded(double x) noexcept : value(four_lanes::same(static_cast<float>(x))) {}
  /// What was computed elsewhere.
  static rounded of(four_lanes const& x) noexcept {
    rounded result;
    result.value = x;
    return result;
  }
};

template <class V>
GSTA_HD rounded<V> operator+(rounded<V> const& a, rounded<V> const& b) noexcept {
  return rounded<V>::of(add(a.value, b.value));
}
template <class V>
GSTA_HD rounded<V> operator-(rounded<V> const& a, rounded<V> const& b) noexcept {
  return rounded<V>::of(sub(a.value, b.value));
}
template <class V>
GSTA_HD rounded<V> operator*(rounded<V> const& a, rounded<V> const& b) noexcept {
  return rounded<V>::of(mul(a.value, b.value));
}
template <class V>
GSTA_HD rounded<V> operator/(rounded<V> const& a, rounded<V> const& b) noexcept {
  return rounded<V>::of(div(a.value, b.value));
}
template <class V>
GSTA_HD typename rounded<V>::mask operator>(rounded<V> const& a, rounded<V> const& b) noexcept {
  return a.value > b.value;
}
template <class V>
GSTA_HD typename rounded<V>::mask operator<(rounded<V> const& a, rounded<V> const& b) noexcept {
  return b.value > a.value;
}
// Constants on one side.
template <class V>
GSTA_HD rounded<V> operator+(rounded<V> const& a, double b) noexcept {
  return a + rounded<V>(b);
}
template <class V>
GSTA_HD rounded<V> operator+(double a, rounded<V> const& b) noexcept {
  return rounded<V>(a) + b;
}
template <class V>
GSTA_HD rounded<V> operator-(rounded<V> const& a, double b) noexcept {
  return a - rounded<V>(b);
}
template <class V>
GSTA_HD rounded<V> operator-(double a, rounded<V> const& b) noexcept {
  return rounded<V>(a) - b;
}
template <class V>
GSTA_HD rounded<V> operator*(double a, rounded<V> const& b) noexcept {
  return rounded<V>(a) * b;
}
template <class V>
GSTA_HD rounded<V> operator/(double a, rounded<V> const& b) noexcept {
  return rounded<V>(a) / b;
}
template <class V>
GSTA_HD typename rounded<V>::mask operator>(rounded<V> const& a, double b) noexcept {
  return a > rounded<V>(b);
}
template <class V>
GSTA_HD typename rounded<V>::mask operator<(rounded<V> const& a, double b) noexcept {
  return a < rounded<V>(b);
}

/// `yes` where `mask` holds, else `no`.
template <class V>
GSTA_HD rounded<V> choose(typename rounded<V>::mask const& mask, rounded<V> const& yes,
                          rounded<V> const& no) noexcept {
  if constexpr (std::is_same_v<V, four_lanes>) {
    return rounded<V>::of(four_lanes::choose(mask, yes.value, no.value));
  } else {
    return mask ? yes : no;
  }
}
/// The greater of two; the second of equals.
template <class V>
GSTA_HD rounded<V> greater(rounded<V> const& a, rounded<V> const& b) noexcept {
  return choose(a > b, a, b);
}
/// The lesser of two; the second of equals.
template <class V>
GSTA_HD rounded<V> lesser(rounded<V> const& a, rounded<V> const& b) noexcept {
  return choose(a < b, a, b);
}
/// The size of a number.
template <class V>
GSTA_HD rounded<V> size_of(rounded<V> const& a) noexcept {
  return greater(a, 0 - a);
}
/// The square root of what is above zero, else 0.
template <class V>
GSTA_HD rounded<V> root_or_zero(rounded<V> const& a) noexcept {
  return rounded<V>::of(root_or_zero(a.value));
}
/// Where a mask does not hold.
GSTA_HD inline bool negated(bool mask) noexcept { return !mask; }
/// The same in each lane.
inline lane_mask negated(lane_mask const& mask) noexcept {
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES)
  return {_mm_xor_ps(mask.bits, _mm_castsi128_ps(_mm_set1_epi32(-1)))};
#else
  lane_mask other;
  for (int c = 0; c < conditions; ++c) other.bits[c] = 1 - mask.bits[c];
  return other;
#endif
}
/// Whether a mask holds in any lane.
GSTA_HD inline bool any(bool mask) noexcept { return mask; }
/// The same of four.
inline bool any(lane_mask const& mask) noexcept { return mask.code() != 0; }

}  // namespace gsta::math
