#pragma once

#include <type_traits>

#include "gsta/core/four_lanes.hpp"
#include "gsta/core/math.hpp"

namespace gsta::math {

/// The square root of what is above zero, else 0.
GSTA_HD inline double root_or_zero(double x) noexcept { return x > 0 ? sqrt(x) : 0.0; }

namespace detail {
/// p / 2^n for the n that a sum n + 1.5 * 2^23 holds in its last bits. Needs a result that is normal.
GSTA_HD inline float over_power_of_two(float p, float counted) noexcept {
  auto const n = static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, counted)) << 23;
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, p)) - n);
}
}  // namespace detail

/// A number whose operators are those above: formulas that read like formulas and give the same bits on every
/// backend. `Value` is float, double, or `four_lanes` for the four conditions at once.
template <class Value>
struct rounded {
  using mask = bool;  ///< what comparisons give
  Value value;        ///< as it is

  rounded() = default;
  /// A constant.
  GSTA_HD constexpr rounded(double x) noexcept : value(static_cast<Value>(x)) {}
  /// What was computed elsewhere.
  GSTA_HD static rounded of(Value x) noexcept {
    rounded result;
    result.value = x;
    return result;
  }

  friend GSTA_HD rounded operator+(rounded a, rounded b) noexcept { return of(add(a.value, b.value)); }
  friend GSTA_HD rounded operator-(rounded a, rounded b) noexcept { return of(sub(a.value, b.value)); }
  friend GSTA_HD rounded operator*(rounded a, rounded b) noexcept { return of(mul(a.value, b.value)); }
  friend GSTA_HD rounded operator/(rounded a, rounded b) noexcept { return of(div(a.value, b.value)); }
  friend GSTA_HD bool operator>(rounded a, rounded b) noexcept { return a.value > b.value; }
  friend GSTA_HD bool operator<(rounded a, rounded b) noexcept { return a.value < b.value; }
  /// `yes` where `mask` holds, else `no`.
  friend GSTA_HD rounded choose(bool mask, rounded yes, rounded no) noexcept { return mask ? yes : no; }
  /// The square root of what is above zero, else 0.
  friend GSTA_HD rounded root_or_zero(rounded a) noexcept { return of(math::root_or_zero(a.value)); }
  /// `detail::over_power_of_two`.
  friend GSTA_HD rounded over_power_of_two(rounded p, rounded counted) noexcept {
    return of(detail::over_power_of_two(p.value, counted.value));
  }
};

#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES)
// A device never runs this, but its compiler reads it, and knows no such operations.
#ifdef __CUDA_ARCH__
#define GSTA_IN_REGISTERS(expression, otherwise) return otherwise
#else
#define GSTA_IN_REGISTERS(expression, otherwise) return expression
#endif

/// The same of four conditions, in one register.
template <>
struct rounded<four_lanes> {
  using mask = lane_mask;  ///< what comparisons give
  __m128 bits;             ///< as they are

  rounded() = default;
  GSTA_HD rounded(__m128 all) noexcept : bits(all) {}
  /// A constant in each lane.
  GSTA_HD rounded(double x) noexcept {
#ifndef __CUDA_ARCH__
    bits = _mm_set1_ps(static_cast<float>(x));
#endif
  }
  /// What was computed elsewhere.
  static rounded of(four_lanes const& x) noexcept { return x.bits(); }
  /// For what is computed elsewhere.
  four_lanes lanes() const noexcept { return {bits}; }

  friend GSTA_HD rounded operator+(rounded a, rounded b) noexcept {
    GSTA_IN_REGISTERS(_mm_add_ps(a.bits, b.bits), a);
  }
  friend GSTA_HD rounded operator-(rounded a, rounded b) noexcept {
    GSTA_IN_REGISTERS(_mm_sub_ps(a.bits, b.bits), a);
  }
  friend GSTA_HD rounded operator*(rounded a, rounded b) noexcept {
    GSTA_IN_REGISTERS(_mm_mul_ps(a.bits, b.bits), a);
  }
  friend GSTA_HD rounded operator/(rounded a, rounded b) noexcept {
    GSTA_IN_REGISTERS(_mm_div_ps(a.bits, b.bits), a);
  }
  friend GSTA_HD lane_mask operator>(rounded a, rounded b) noexcept {
    GSTA_IN_REGISTERS((lane_mask{_mm_cmpgt_ps(a.bits, b.bits)}), lane_mask{});
  }
  friend GSTA_HD lane_mask operator<(rounded a, rounded b) noexcept { return b > a; }
  friend GSTA_HD rounded choose(lane_mask mask, rounded yes, rounded no) noexcept {
    GSTA_IN_REGISTERS(_mm_or_ps(_mm_and_ps(mask.bits, yes.bits), _mm_andnot_ps(mask.bits, no.bits)), yes);
  }
  friend GSTA_HD rounded root_or_zero(rounded a) noexcept {
    GSTA_IN_REGISTERS(_mm_and_ps(_mm_cmpgt_ps(a.bits, _mm_setzero_ps()), _mm_sqrt_ps(a.bits)), a);
  }
  friend GSTA_HD rounded over_power_of_two(rounded p, rounded counted) noexcept {
    GSTA_IN_REGISTERS(_mm_castsi128_ps(_mm_sub_epi32(_mm_castps_si128(p.bits),
                                                     _mm_slli_epi32(_mm_castps_si128(counted.bits), 23))),
                      p);
  }
};
#undef GSTA_IN_REGISTERS
#else
/// The same of four conditions, one after the other.
template <>
struct rounded<four_lanes> {
  using mask = lane_mask;  ///< what comparisons give
  corner_values value;     ///< by condition

  rounded() = default;
  /// A constant in each lane.
  GSTA_HD rounded(double x) noexcept : value(same_value(static_cast<float>(x))) {}
  /// What was computed elsewhere.
  GSTA_HD static rounded of(four_lanes const& x) noexcept {
    rounded result;
    result.value = x.value;
    return result;
  }
  /// For what is computed elsewhere.
  GSTA_HD four_lanes lanes() const noexcept { return {value}; }

  friend GSTA_HD rounded operator+(rounded a, rounded b) noexcept { return of(add(a.lanes(), b.lanes())); }
  friend GSTA_HD rounded operator-(rounded a, rounded b) noexcept { return of(sub(a.lanes(), b.lanes())); }
  friend GSTA_HD rounded operator*(rounded a, rounded b) noexcept { return of(mul(a.lanes(), b.lanes())); }
  friend GSTA_HD rounded operator/(rounded a, rounded b) noexcept { return of(div(a.lanes(), b.lanes())); }
  friend GSTA_HD lane_mask operator>(rounded a, rounded b) noexcept {
    lane_mask mask;
    for (int c = 0; c < conditions; ++c) mask.bits[c] = a.value[c] > b.value[c] ? 1 : 0;
    return mask;
  }
  friend GSTA_HD lane_mask operator<(rounded a, rounded b) noexcept { return b > a; }
  friend GSTA_HD rounded choose(lane_mask mask, rounded yes, rounded no) noexcept {
    for (int c = 0; c < conditions; ++c) yes.value[c] = mask.bits[c] != 0 ? yes.value[c] : no.value[c];
    return yes;
  }
  friend GSTA_HD rounded root_or_zero(rounded a) noexcept { return of(math::root_or_zero(a.lanes())); }
  friend GSTA_HD rounded over_power_of_two(rounded p, rounded counted) noexcept {
    for (int c = 0; c < conditions; ++c) p.value[c] = detail::over_power_of_two(p.value[c], counted.value[c]);
    return p;
  }
};
#endif

/// The greater of two; the second of equals.
template <class V>
GSTA_HD rounded<V> greater(rounded<V> a, rounded<V> b) noexcept {
  return choose(a > b, a, b);
}
/// The lesser of two; the second of equals.
template <class V>
GSTA_HD rounded<V> lesser(rounded<V> a, rounded<V> b) noexcept {
  return choose(a < b, a, b);
}
/// The size of a number.
template <class V>
GSTA_HD rounded<V> size_of(rounded<V> a) noexcept {
  return greater(a, 0.0 - a);
}
/// Where a mask does not hold.
GSTA_HD inline bool negated(bool mask) noexcept { return !mask; }
/// The same in each lane.
GSTA_HD inline lane_mask negated(lane_mask const& mask) noexcept {
#if defined(__CUDA_ARCH__)
  return mask;
#elif defined(__SSE2__) && !defined(GSTA_PLAIN_LANES)
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
GSTA_HD inline bool any(lane_mask const& mask) noexcept {
#ifdef __CUDA_ARCH__
  return false;
#else
  return mask.code() != 0;
#endif
}

}  // namespace gsta::math
