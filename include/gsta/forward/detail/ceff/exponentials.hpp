#pragma once

#include <type_traits>

#include "gsta/core/rounded.hpp"

/// Exponentials of drivers' waveforms, for arguments from 0 on.
///
/// As in the reference tool e^-y is (1 - y/4096)^4096, up to 12 and 0 beyond: the crossings that it computes
/// are those of this function, and within 7e-5 of the exponential's. In double that is twelve squarings. In
/// float 1 - y/4096 would lose twelve bits, so that there it is the exponential of its logarithm.
namespace gsta::detail::ceff {

using math::any, math::negated, math::rounded;

/// Whether numbers are of several lanes.
template <class V>
inline constexpr bool has_lanes = !std::is_same_v<typename rounded<V>::mask, bool>;

/// Whether numbers have the digits of a double.
template <class V>
inline constexpr bool is_twofold = std::is_same_v<V, double>;

inline constexpr double power = 4096, last_exponent = 12;

/// The polynomial of these coefficients, the constant first.
template <int N, int K = 0, class V>
GSTA_HD rounded<V> polynomial(double const (&coefficient)[N], rounded<V> const& x) noexcept {
  if constexpr (K == N - 1)
    return coefficient[K];
  else
    return coefficient[K] + x * polynomial<N, K + 1>(coefficient, x);
}

/// e^-r for |r| <= ln 2 / 2, within 3e-9.
template <class V>
GSTA_HD rounded<V> exp_of_rest(rounded<V> const& r) noexcept {
  constexpr double coefficient[] = {1.0,           -1.000000038,   0.5000000108,  -0.1666641546,
                                    0.04166621824, -0.00837513044, 0.001394858293};
  return polynomial(coefficient, r);
}

/// e^-y for 0 <= y <= 12, by a power of two and a polynomial; no branch and no conversion to integers.
template <class V>
GSTA_HD rounded<V> exp_of_minus(rounded<V> const& y) noexcept {
  constexpr double magic = 12582912;  // 1.5 * 2^23: a sum with it is rounded to an integer
  rounded<V> const counted = 0x1.715476p+0 * y + magic;
  rounded<V> const whole = counted - magic;
  rounded<V> const rest = (y - 0x1.62ep-1 * whole) - 0x1.0bfbe8p-15 * whole;
  return over_power_of_two(exp_of_rest(rest), counted);
}

/// The waveforms' e^-y. That of a fast pole is mostly 0 in all lanes.
template <class V>
GSTA_HD rounded<V> decay(rounded<V> const& y) noexcept {
  auto const is_left = negated(y > last_exponent);
  if (!any(is_left)) return 0.0;
  rounded<V> result;
  if constexpr (std::is_same_v<V, double>) {
    result = 1.0 - (1 / power) * y;
    for (int i = 0; i < 12; ++i) result = result * result;
  } else {
    // ln of the power: -y (1 + y / (2 * 4096) + ...); what is left out changes it by 3e-8.
    rounded<V> const held = lesser(y, rounded<V>(last_exponent));
    result = exp_of_minus(held * (1.0 + (0.5 / power) * held));
  }
  return choose(is_left, result, rounded<V>(0.0));
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
/// (1 - first) / y. Close to 0 they are series or polynomials, so that nothing cancels.
template <class V>
struct decays {
  rounded<V> none, first, second;
};

/// Up to here decays are computed as close.
template <class V>
inline constexpr double close_end = is_twofold<V> ? 0.1 : 4;

template <class V>
GSTA_HD decays<V> decays_close(rounded<V> const& y) noexcept {
  rounded<V> second;
  if constexpr (std::is_same_v<V, double>) {
    second = power_series<2>(y);
  } else {  // within 4e-9, around the middle so that no term is large
    constexpr double coefficient[] = {0.2838172999,    -0.06765111885,  0.01361782537,  -0.002345401579,
                                      0.0003507071556, -4.614902424e-5, 5.394829405e-6, -5.69339439e-7,
                                      5.869256557e-8,  -5.125101313e-9};
    second = polynomial(coefficient, y - 2.0);
  }
  rounded<V> const first = 1.0 - y * second;
  return {1.0 - y * first, first, second};
}

template <class V>
GSTA_HD decays<V> decays_far(rounded<V> const& y) noexcept {
  rounded<V> const none = decay(y), over = 1.0 / y, first = (1.0 - none) * over;
  return {none, first, (1.0 - first) * over};
}

/// One number's, or where `none_only` that alone, as `decay` has it.
template <class V>
GSTA_CALLED GSTA_HD decays<V> decays_called(rounded<V> y, bool none_only) noexcept {
  return !none_only && y < close_end<V> ? decays_close(y) : decays_far(y);
}

template <class V>
GSTA_HD decays<V> decays_of(rounded<V> const& y) noexcept {
  if constexpr (!has_lanes<V>) {
    return decays_called(y, false);
  } else {
    auto const close = y < close_end<V>;
    if (!any(close)) return decays_far(y);
    decays<V> const near_end = decays_close(y);
    if (!any(negated(close))) return near_end;
    decays<V> const far_end = decays_far(choose(close, rounded<V>(close_end<V>), y));
    return {choose(close, near_end.none, far_end.none), choose(close, near_end.first, far_end.first),
            choose(close, near_end.second, far_end.second)};
  }
}

}  // namespace gsta::detail::ceff
