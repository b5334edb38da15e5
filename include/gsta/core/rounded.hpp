#pragma once

#include "gsta/core/four_lanes.hpp"
#include "gsta/core/math.hpp"

namespace gsta::math {

namespace detail {
/// p / 2^n for the n that a sum n + 1.5 * 2^23 holds in its last bits. Needs a result that is normal.
GSTA_HD inline float over_power_of_two(float p, float counted) noexcept {
  auto const n = static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, counted)) << 23;
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(__builtin_bit_cast(std::int32_t, p)) - n);
}
}  // namespace detail

/// A number whose operators are those above: formulas read like formulas and give equal bits on every
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

  /// Sum.
  friend GSTA_HD rounded operator+(rounded a, rounded b) noexcept { return of(add(a.value, b.value)); }
  /// Difference.
  friend GSTA_HD rounded operator-(rounded a, rounded b) noexcept { return of(sub(a.value, b.value)); }
  /// Product.
  friend GSTA_HD rounded operator*(rounded a, rounded b) noexcept { return of(mul(a.value, b.value)); }
  /// Quotient.
  friend GSTA_HD rounded operator/(rounded a, rounded b) noexcept { return of(div(a.value, b.value)); }
  /// Whether the first is greater.
  friend GSTA_HD bool operator>(rounded a, rounded b) noexcept { return a.value > b.value; }
  /// Whether the first is less.
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

/// True or false under each condition.
struct four_truths {
  bool is[conditions];  ///< by condition
  /// True where both are.
  friend GSTA_HD four_truths operator&(four_truths a, four_truths const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.is[c] = a.is[c] && b.is[c];
    return a;
  }
  /// True where one of them is.
  friend GSTA_HD four_truths operator|(four_truths a, four_truths const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.is[c] = a.is[c] || b.is[c];
    return a;
  }
  /// Bit c is set where it holds under condition c.
  GSTA_HD int code() const noexcept { return is[0] | is[1] << 1 | is[2] << 2 | is[3] << 3; }
};

/// A number for each of four conditions, computed one after the other.
template <>
struct rounded<four_lanes> {
  using mask = four_truths;    ///< what comparisons give
  per_condition<float> value;  ///< by condition

  rounded() = default;
  /// A constant in each lane.
  GSTA_HD rounded(double x) noexcept : value(same_value(static_cast<float>(x))) {}
  /// What was computed elsewhere.
  static rounded of(four_lanes const& x) noexcept {
    rounded result;
    x.store(result.value);
    return result;
  }
  /// For what is computed elsewhere.
  four_lanes lanes() const noexcept { return four_lanes::load(value); }

  /// Sum.
  friend GSTA_HD rounded operator+(rounded a, rounded const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.value[c] = add(a.value[c], b.value[c]);
    return a;
  }
  /// Difference.
  friend GSTA_HD rounded operator-(rounded a, rounded const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.value[c] = sub(a.value[c], b.value[c]);
    return a;
  }
  /// Product.
  friend GSTA_HD rounded operator*(rounded a, rounded const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.value[c] = mul(a.value[c], b.value[c]);
    return a;
  }
  /// Quotient.
  friend GSTA_HD rounded operator/(rounded a, rounded const& b) noexcept {
    for (int c = 0; c < conditions; ++c) a.value[c] = div(a.value[c], b.value[c]);
    return a;
  }
  /// Whether the first is greater.
  friend GSTA_HD four_truths operator>(rounded const& a, rounded const& b) noexcept {
    four_truths mask;
    for (int c = 0; c < conditions; ++c) mask.is[c] = a.value[c] > b.value[c];
    return mask;
  }
  /// Whether the first is less.
  friend GSTA_HD four_truths operator<(rounded const& a, rounded const& b) noexcept { return b > a; }
  /// `yes` where `mask` holds, else `no`.
  friend GSTA_HD rounded choose(four_truths const& mask, rounded yes, rounded const& no) noexcept {
    for (int c = 0; c < conditions; ++c) yes.value[c] = mask.is[c] ? yes.value[c] : no.value[c];
    return yes;
  }
  /// The square root of what is above zero, else 0.
  friend GSTA_HD rounded root_or_zero(rounded a) noexcept {
    for (int c = 0; c < conditions; ++c) a.value[c] = math::root_or_zero(a.value[c]);
    return a;
  }
  /// `detail::over_power_of_two`.
  friend GSTA_HD rounded over_power_of_two(rounded p, rounded const& counted) noexcept {
    for (int c = 0; c < conditions; ++c) p.value[c] = detail::over_power_of_two(p.value[c], counted.value[c]);
    return p;
  }
};

#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES) && !defined(__CUDACC__)
/// Four conditions in one register: a type of its own, since a device's compiler, which reads host code too,
/// knows no such registers, and what it makes of a template must not be taken for this.
struct four_registers {};

template <>
struct rounded<four_registers> {
  using mask = lane_mask;  ///< what comparisons give
  __m128 bits;             ///< by condition

  rounded() = default;
  rounded(__m128 all) noexcept : bits(all) {}
  /// A constant in each lane.
  rounded(double x) noexcept : bits(_mm_set1_ps(static_cast<float>(x))) {}
  /// What was computed elsewhere.
  static rounded of(four_lanes const& x) noexcept { return x.bits(); }
  /// For what is computed elsewhere.
  four_lanes lanes() const noexcept { return {bits}; }

  friend rounded operator+(rounded a, rounded b) noexcept { return _mm_add_ps(a.bits, b.bits); }
  friend rounded operator-(rounded a, rounded b) noexcept { return _mm_sub_ps(a.bits, b.bits); }
  friend rounded operator*(rounded a, rounded b) noexcept { return _mm_mul_ps(a.bits, b.bits); }
  friend rounded operator/(rounded a, rounded b) noexcept { return _mm_div_ps(a.bits, b.bits); }
  friend lane_mask operator>(rounded a, rounded b) noexcept { return {_mm_cmpgt_ps(a.bits, b.bits)}; }
  friend lane_mask operator<(rounded a, rounded b) noexcept { return b > a; }
  friend rounded choose(lane_mask mask, rounded yes, rounded no) noexcept {
    return _mm_or_ps(_mm_and_ps(mask.bits(), yes.bits), _mm_andnot_ps(mask.bits(), no.bits));
  }
  friend rounded root_or_zero(rounded a) noexcept {
    return _mm_and_ps(_mm_cmpgt_ps(a.bits, _mm_setzero_ps()), _mm_sqrt_ps(a.bits));
  }
  friend rounded over_power_of_two(rounded p, rounded counted) noexcept {
    return _mm_castsi128_ps(
        _mm_sub_epi32(_mm_castps_si128(p.bits), _mm_slli_epi32(_mm_castps_si128(counted.bits), 23)));
  }
};
/// What a host core computes with at a time.
using host_lanes = four_registers;
#else
/// What a host core computes with at a time.
using host_lanes = four_lanes;
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
/// Where a mask does not hold, under each condition.
GSTA_HD inline four_truths negated(four_truths mask) noexcept {
  for (bool& one : mask.is) one = !one;
  return mask;
}
/// Whether a mask holds in any lane.
GSTA_HD inline bool any(bool mask) noexcept { return mask; }
/// Whether a mask holds under any condition.
GSTA_HD inline bool any(four_truths const& mask) noexcept {
  return mask.is[0] || mask.is[1] || mask.is[2] || mask.is[3];
}
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES) && !defined(__CUDACC__)
/// Where a mask in registers does not hold.
inline lane_mask negated(lane_mask mask) noexcept {
  return {_mm_xor_ps(mask.bits(), _mm_castsi128_ps(_mm_set1_epi32(-1)))};
}
/// Whether a mask in registers holds in any lane.
inline bool any(lane_mask mask) noexcept { return mask.code() != 0; }
#endif

}  // namespace gsta::math
