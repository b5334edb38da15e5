#pragma once

#include <type_traits>

#include "gsta/core/rounded.hpp"

/// Exponentials of drivers' waveforms, for arguments from 0 on.
///
/// As in the reference tool e^-y is (1 - y/4096)^4096, up to 12 and 0 beyond: the crossings that it computes
/// are those of this function, and within 7e-5 of the exponential's. In double that is twelve squarings. In
/// float 1 - y/4096 would lose twelve bits, so that there it is the exponential of its logarithm.
///
/// Waveforms are sums of what is left of e^-y when its first terms are gone. No term of these is a difference
/// of nearly equal numbers, and no quotient is taken.
namespace gsta::detail::ceff {

using math::any, math::negated, math::rounded;

/// Whether numbers are of several lanes.
template <class V>
inline constexpr bool has_lanes = !std::is_same_v<typename rounded<V>::mask, bool>;

/// Whether numbers have the digits of a double.
template <class V>
inline constexpr bool is_double = std::is_same_v<V, double>;

inline constexpr double power = 4096, last_exponent = 12;

/// The polynomial of these coefficients, the constant first.
template <std::size_t N, std::size_t K = 0, class V>
GSTA_HD rounded<V> polynomial(double const (&coefficient)[N], rounded<V> const& x) noexcept {
  if constexpr (K == N - 1)
    return coefficient[K];
  else
    return coefficient[K] + x * polynomial<N, K + 1>(coefficient, x);
}

/// e^-y, what is missing of it to 1, and what is missing of that to y.
template <class V>
struct decays {
  rounded<V> none, taken, held;  ///< e^-y, 1 - e^-y, y - (1 - e^-y)
};

/// The waveforms' e^-y in double.
GSTA_HD inline rounded<double> decay(rounded<double> const& y) noexcept {
  if (y > last_exponent) return 0.0;
  rounded<double> result = 1.0 - (1 / power) * y;
  for (int i = 0; i < 12; ++i) result = result * result;
  return result;
}

/// Coefficient k of (1 - y/4096)^4096, sign left out.
GSTA_HD constexpr double power_coefficient(int k) noexcept {
  double c = 1;
  for (int i = 0; i < k; ++i) c *= (1 - i / power) / (i + 1);
  return c;
}

/// (1 - y/4096)^4096 from the term of y^N on, over (-y)^N.
template <int N>
GSTA_HD rounded<double> power_series(rounded<double> const& y) noexcept {
  constexpr double scale = power_coefficient(N);
  if constexpr (N == 11)
    return scale;
  else
    return scale - y * power_series<N + 1>(y);
}

/// In double: close to 0 by a series.
GSTA_HD inline decays<double> decays_of(rounded<double> const& y) noexcept {
  if (y < 0.1) {
    rounded<double> const second = power_series<2>(y), first = 1.0 - y * second;
    return {1.0 - y * first, y * first, y * (y * second)};
  }
  rounded<double> const none = decay(y), taken = 1.0 - none;
  return {none, taken, y - taken};
}

/// In float: the exponential of the power's logarithm, z = y + y^2 / 8192 (what is left out changes it by
/// 3e-8), with z = n ln 2 + r: no branch, no quotient and no conversion to integers. A sum with 1.5 * 2^23 is
/// rounded to an integer.
template <class V>
GSTA_HD decays<V> decays_of(rounded<V> const& y) noexcept {
  using N = rounded<V>;
  constexpr double magic = 12582912;
  // (e^-r - 1 + r) / r^2 for |r| <= ln 2 / 2, within 3e-9
  constexpr double rest[] = {0.5000000014,    -0.1666666672,  0.04166646457,
                             -0.008333298411, 0.001393368836, -0.0001989933432};
  N const within = lesser(y, N(last_exponent)), bow = (0.5 / power) * (within * within), z = within + bow;
  N const counted = 0x1.715476p+0 * z + magic, turns = 0x1.62e43p-1 * (counted - magic);
  N const r = z - turns, square_rest = (r * r) * polynomial(rest, r), low = r - square_rest;
  N const left = over_power_of_two(N(1.0), counted), gone = 1.0 - left;
  auto const is_over = y > last_exponent;
  N const held = ((turns - gone) + r * gone) + left * square_rest;
  return {choose(is_over, N(0.0), left * (1.0 - low)), choose(is_over, N(1.0), gone + left * low),
          choose(is_over, y - 1.0, held - bow)};
}

}  // namespace gsta::detail::ceff
