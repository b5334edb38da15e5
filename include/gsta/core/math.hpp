#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gsta/core/macros.hpp"

/// The only arithmetic that ops may use: correctly rounded, never contracted, equal bits on every backend.
///
/// On the device it calls the `_rn` intrinsics, which the compiler never fuses; on the host it is plain
/// operators, for which the targets export `-ffp-contract=off`. Compiling device code with `-use_fast_math`
/// voids the promise: it flushes subnormal values to zero.
namespace gsta::math {

// The one place where a function's body differs by backend.
#ifdef __CUDA_ARCH__
/// Returns the one expression on a device and the other on a host.
#define GSTA_ROUNDED(host_expression, device_expression) return device_expression
#else
/// Returns the one expression on a device and the other on a host.
#define GSTA_ROUNDED(host_expression, device_expression) return host_expression
#endif

/// a + b, rounded to nearest.
GSTA_HD inline float add(float a, float b) noexcept { GSTA_ROUNDED(a + b, __fadd_rn(a, b)); }
/// a - b, rounded to nearest.
GSTA_HD inline float sub(float a, float b) noexcept { GSTA_ROUNDED(a - b, __fsub_rn(a, b)); }
/// a b, rounded to nearest and never fused with a sum.
GSTA_HD inline float mul(float a, float b) noexcept { GSTA_ROUNDED(a * b, __fmul_rn(a, b)); }
/// a / b, rounded to nearest.
GSTA_HD inline float div(float a, float b) noexcept { GSTA_ROUNDED(a / b, __fdiv_rn(a, b)); }
/// The square root, rounded to nearest; NaN below zero, see `root_or_zero`.
GSTA_HD inline float sqrt(float a) noexcept { GSTA_ROUNDED(std::sqrt(a), __fsqrt_rn(a)); }
/// a + b in double, correctly rounded.
GSTA_HD inline double add(double a, double b) noexcept { GSTA_ROUNDED(a + b, __dadd_rn(a, b)); }
/// a - b in double, correctly rounded.
GSTA_HD inline double sub(double a, double b) noexcept { GSTA_ROUNDED(a - b, __dsub_rn(a, b)); }
/// a * b in double, correctly rounded.
GSTA_HD inline double mul(double a, double b) noexcept { GSTA_ROUNDED(a * b, __dmul_rn(a, b)); }
/// a / b in double, correctly rounded.
GSTA_HD inline double div(double a, double b) noexcept { GSTA_ROUNDED(a / b, __ddiv_rn(a, b)); }
/// The square root in double, correctly rounded.
GSTA_HD inline double sqrt(double a) noexcept { GSTA_ROUNDED(std::sqrt(a), __dsqrt_rn(a)); }

#undef GSTA_ROUNDED

/// Undefined values are this or minus this; see `is_defined`.
inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// True for a value that exists. Undefined is the identity of a merge: plus or minus infinity. NaN, which no
/// op makes, counts as undefined too.
GSTA_HD inline bool is_defined(float x) noexcept { return std::fabs(x) < infinity; }

/// Whether all of `first` and `more` hold, without a branch: truths, or masks of lanes, which have `&`.
GSTA_AS_ARGUMENTS
template <class M, class... More>
GSTA_HD constexpr M all_of(M first, More... more) noexcept {
  if constexpr (std::is_same_v<M, bool>) {
    return (static_cast<int>(first) & ... & static_cast<int>(more)) != 0;
  } else {
    return (first & ... & more);
  }
}
/// Whether one of `first` and `more` holds, without a branch.
GSTA_AS_ARGUMENTS
template <class M, class... More>
GSTA_HD constexpr M any_of(M first, More... more) noexcept {
  if constexpr (std::is_same_v<M, bool>) {
    return (static_cast<int>(first) | ... | static_cast<int>(more)) != 0;
  } else {
    return (first | ... | more);
  }
}
/// True for a value that exists and is no larger than `most`, whatever its sign.
GSTA_HD inline bool is_within(float x, float most) noexcept { return std::fabs(x) <= most; }

/// `x` where it is defined, else `otherwise`: arithmetic on huge values may overflow, and then make NaN,
/// which no array holds.
GSTA_HD inline float defined_or(float x, float otherwise) noexcept { return is_defined(x) ? x : otherwise; }

/// The square root of what is above zero, else 0.
GSTA_HD inline float root_or_zero(float x) noexcept { return x > 0 ? sqrt(x) : 0.0f; }
/// The square root in double of what is above zero, else 0.
GSTA_HD inline double root_or_zero(double x) noexcept { return x > 0 ? sqrt(x) : 0.0; }

/// `x` with its sign turned where `by` is negative.
template <class Value>
GSTA_HD Value turned_where_negative(Value x, Value by) noexcept {
  return by < 0 ? -x : x;
}

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

/// Sums `term(0)` to `term(n-1)` in gsta's one order: up to 8 terms serially; beyond that 32 lanes, lane l
/// taking the terms l, l+32, ... in turn, and a fixed tree over the lanes. A warp computes the same bits.
template <class T, class F>
GSTA_HD T ordered_sum(std::int32_t n, F const& term) {
  if (n > 8) return detail::lane_sum<T>(n, term);
  T total{};
  for (std::int32_t i = 0; i < n; ++i) total = add(total, term(i));
  return total;
}

}  // namespace gsta::math

/// Exponentials and logarithms from core/math's own operations, so that they too have equal bits on every
/// backend: the standard library's and the device's own differ from each other.
namespace gsta::math {

namespace detail {
template <class Value>
inline constexpr Value infinity_of = std::numeric_limits<Value>::infinity();

/// What `exp` and `log` know of a floating type: the layout of its bits, and ln 2 as a part that few bits
/// make, whose product with an exponent is exact, and the rest.
template <class Value>
struct exponential_of;

template <>
struct exponential_of<float> {
  using bits = std::int32_t;
  static constexpr int mantissa_bits = 23, bias = 127;
  static constexpr float log2_e = 0x1.715476p+0f, ln2_high = 0x1.62ep-1f, ln2_low = 0x1.0bfbe8p-15f;
  static constexpr float overflow = 0x1.62e430p+6f;  // the least whose power is beyond the largest value
  static constexpr float underflow = -104;           // powers from here down are 0
  static constexpr int exp_terms = 7, log_terms = 4;
};

template <>
struct exponential_of<double> {
  using bits = std::int64_t;
  static constexpr int mantissa_bits = 52, bias = 1023;
  static constexpr double log2_e = 0x1.71547652b82fep+0, ln2_high = 0x1.62e42fefap-1,
                          ln2_low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double overflow = 0x1.62e42fefa39f0p+9, underflow = -746;
  static constexpr int exp_terms = 13, log_terms = 10;
};

template <class Value>
GSTA_HD typename exponential_of<Value>::bits bits_of(Value x) noexcept {
  return __builtin_bit_cast(typename exponential_of<Value>::bits, x);
}

/// 2^n, for exponents of normal values.
template <class Value>
GSTA_HD Value power_of_two(int n) noexcept {
  using of = exponential_of<Value>;
  auto const exponent = static_cast<typename of::bits>(n + of::bias);
  return __builtin_bit_cast(Value, static_cast<typename of::bits>(exponent << of::mantissa_bits));
}

GSTA_HD constexpr double factorial(int n) noexcept { return n == 0 ? 1.0 : n * factorial(n - 1); }

/// e^r for |r| <= ln 2 / 2 by its series, from the term of r^N / N! on, over r^N.
template <class Value, int N = 0>
GSTA_HD Value exp_series(Value r) noexcept {
  constexpr auto scale = static_cast<Value>(1 / factorial(N));
  if constexpr (N == exponential_of<Value>::exp_terms)
    return scale;
  else
    return add(scale, mul(r, exp_series<Value, N + 1>(r)));
}

/// What ln((1 + s) / (1 - s)) is above 2 s, over s: 2 (s^2/3 + s^4/5 + ...), for |s| <= 0.1716; here over
/// s^2N and from that of term N on.
template <class Value, int N = 0>
GSTA_HD Value log_series(Value square) noexcept {
  constexpr auto scale = static_cast<Value>(2.0 / (2 * N + 1));
  if constexpr (N == exponential_of<Value>::log_terms)
    return scale;
  else
    return add(N == 0 ? Value{0} : scale, mul(square, log_series<Value, N + 1>(square)));
}

}  // namespace detail

/// e^x: 0 and infinity where a float or double cannot hold it, subnormal values rounded once; x where it is
/// NaN.
///
/// Shapes: one value, float or double. Cost: two operations a term, 7 of float and 13 of double. Where: host
/// and device, the same bits. Throws: nothing. Exact: within 2 ulp.
template <class Value>
GSTA_HD Value exp(Value x) noexcept {
  using of = detail::exponential_of<Value>;
  if (!(x < of::overflow)) return x >= of::overflow ? detail::infinity_of<Value> : x;
  if (x < of::underflow) return 0;
  Value const turns = mul(x, of::log2_e);
  int const n = static_cast<int>(turns < 0 ? sub(turns, Value{0.5}) : add(turns, Value{0.5}));
  auto const whole = static_cast<Value>(n);
  Value const rest = sub(sub(x, mul(whole, of::ln2_high)), mul(whole, of::ln2_low));
  // Half of the powers first: that product is a normal value and exact, whatever the whole comes to.
  int const half = n / 2;
  return mul(mul(detail::exp_series(rest), detail::power_of_two<Value>(half)),
             detail::power_of_two<Value>(n - half));
}

/// The natural logarithm of x > 0: infinity's is infinity, zero's is minus infinity; x where it is NaN.
///
/// Shapes: one value, float or double. Cost: a division, and two operations a term, 4 of float and 10 of
/// double. Where: host and device, the same bits. Needs: no value below zero. Throws: nothing. Exact: within
/// 2 ulp.
template <class Value>
GSTA_HD Value log(Value x) noexcept {
  using of = detail::exponential_of<Value>;
  using bits = typename of::bits;
  if (!(x < detail::infinity_of<Value>)) return x;
  if (x <= 0) return -detail::infinity_of<Value>;
  int exponent = 0;
  if (x < detail::power_of_two<Value>(1 - of::bias)) {  // subnormal: its bits hold no exponent
    x = mul(x, detail::power_of_two<Value>(of::mantissa_bits));
    exponent = -of::mantissa_bits;
  }
  // x = 2^exponent m with m between the roots of 1/2 and of 2, so that logarithms near 0 do not cancel.
  bits const all = detail::bits_of(x), one = bits{of::bias} << of::mantissa_bits;
  exponent += static_cast<int>(all >> of::mantissa_bits) - of::bias;
  Value m = __builtin_bit_cast(Value, static_cast<bits>((all & ((bits{1} << of::mantissa_bits) - 1)) | one));
  if (m > static_cast<Value>(1.4142135623730951)) {
    m = mul(m, Value{0.5});
    ++exponent;
  }
  Value const f = sub(m, Value{1});
  Value const s = div(f, add(Value{2}, f));
  Value const less = mul(s, sub(f, detail::log_series(mul(s, s))));  // ln m = f - less, and 2 s = f - s f
  auto const whole = static_cast<Value>(exponent);
  return add(mul(whole, of::ln2_high), sub(f, sub(less, mul(whole, of::ln2_low))));
}

/// ln(1 + x) for x > -1, without losing a small x in the sum.
///
/// Shapes: one value, float or double. Cost: `log` and a division. Where: host and device, the same bits.
/// Throws: nothing. Exact: within 4 ulp for x >= 0.
template <class Value>
GSTA_HD Value log1p(Value x) noexcept {
  Value const sum = add(Value{1}, x);
  if (!(sum < detail::infinity_of<Value>) || sum <= 0) return log(sum);
  return add(log(sum), div(sub(x, sub(sum, Value{1})), sum));
}

}  // namespace gsta::math
