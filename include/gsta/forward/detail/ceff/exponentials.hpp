#pragma once

#include <type_traits>

#include "gsta/core/rounded.hpp"

/// Exponentials of drivers' waveforms, for arguments from 0 on.
///
/// As in the reference tool e^-y is (1 - y/4096)^4096, up to 12 and 0 beyond: the crossings that it computes
/// are those of this function, and within 7e-5 of the exponential's. In double that is twelve squarings. In
/// float 1 - y/4096 would lose twelve bits, so that there it is the exponential of its logarithm's series.
namespace gsta::detail::ceff {

using math::any, math::negated, math::rounded;

inline constexpr double power = 4096, last_exponent = 12;

/// e^-r for |r| <= ln 2 / 2 by its series, from the term of r^N / N! on, over r^N.
template <int N, class V>
GSTA_HD rounded<V> exp_series(rounded<V> const& r) noexcept {
  constexpr double scale = 1 / math::detail::factorial(N);
  if constexpr (N == 7)
    return scale;
  else
    return scale - r * exp_series<N + 1>(r);
}

/// e^-y for 0 <= y <= 12, by a power of two and a series; no branch and no conversion to integers.
template <class V>
GSTA_HD rounded<V> exp_of_minus(rounded<V> const& y) noexcept {
  constexpr double magic = 12582912;  // 1.5 * 2^23: a sum with it is rounded to an integer
  rounded<V> const counted = 0x1.715476p+0 * y + magic;
  rounded<V> const whole = counted - magic;
  rounded<V> const rest = (y - 0x1.62ep-1 * whole) - 0x1.0bfbe8p-15 * whole;
  return over_power_of_two(exp_series<0>(rest), counted);
}

/// The waveforms' e^-y.
template <class V>
GSTA_HD rounded<V> decay(rounded<V> const& y) noexcept {
  rounded<V> result;
  if constexpr (std::is_same_v<V, double>) {
    result = 1.0 - (1 / power) * y;
    for (int i = 0; i < 12; ++i) result = result * result;
  } else {
    // ln of the power: -y (1 + y / (2 * 4096) + y^2 / (3 * 4096^2) + ...)
    rounded<V> const held = lesser(y, rounded<V>(last_exponent));
    result = exp_of_minus(held * (1.0 + held * (0.5 / power + (1 / (3.0 * power * power)) * held)));
  }
  return choose(y > last_exponent, rounded<V>(0.0), result);
}

/// Coefficient k of (1 - y/4096)^4096, sign left out.
GSTA_HD constexpr double power_coefficient(int k) noexcept {
  double c = 1;
  for (int i = 0; i < k; ++i) c *= (1 - i / power) / (i + 1);
  return c;
}

/// (1 - y/4096)^4096 from the term of y^N on, over (-y)^N.
template <int N, class V>
GSTA_HD rounded<V> power_series(rounded<V> const& y) noexcept {
  constexpr double scale = power_coefficient(N);
  if constexpr (N == 11)
    return scale;
  else
    return scale - y * power_series<N + 1>(y);
}

/// e^-y and what is left of it when its first terms are gone: `first` = (1 - e^-y) / y and `second` =
/// (1 - first) / y. Close to 0 they are series, so that nothing cancels.
template <class V>
struct decays {
  rounded<V> none, first, second;
};

template <class V>
GSTA_HD decays<V> decays_close(rounded<V> y) noexcept {
  rounded<V> const second = power_series<2>(y), first = 1.0 - y * second;
  return {1.0 - y * first, first, second};
}
template <class V>
GSTA_HD decays<V> decays_far(rounded<V> y) noexcept {
  rounded<V> const none = decay(y), over = 1.0 / y, first = (1.0 - none) * over;
  return {none, first, (1.0 - first) * over};
}

template <class V>
GSTA_HD decays<V> decays_of(rounded<V> y) noexcept {
  // Where the series ends its rest is below the rounding of the quotients beyond.
  constexpr double series_end = std::is_same_v<V, double> ? 0.1 : 1.25;
  auto const close = y < series_end;
  if (!any(close)) return decays_far(y);
  decays<V> const near = decays_close(y);
  if (!any(negated(close))) return near;
  decays<V> const far = decays_far(choose(close, rounded<V>(1.0), y));
  return {choose(close, near.none, far.none), choose(close, near.first, far.first),
          choose(close, near.second, far.second)};
}

}  // namespace gsta::detail::ceff
