#pragma once

#include "gsta/forward/detail/ceff/charge.hpp"

/// When voltages cross: at a driver into a pi load, and at the sinks behind it. Times count from the start of
/// the driver's ramp.
namespace gsta::detail::ceff {

/// A voltage and its first two derivatives, all times the ramp's length; `miss` is what lacks to a level.
template <class V>
struct voltage_at {
  rounded<V> miss, slope, bend;
};

/// What a ramp from 0 to 1 of length `ramp` makes behind poles whose shares add up to 1.
template <class V, int Poles>
struct waveform {
  using N = rounded<V>;
  N ramp;
  N pole[Poles], share[Poles];
  N left[Poles];  ///< of each share when the ramp ends

  /// Within the ramp a pole p brings share p u^2 second(p u); behind it what it left decays.
  GSTA_HD voltage_at<V> at(N const& u, N const& level) const noexcept {
    auto const after = u > ramp;
    N const since = choose(after, u - ramp, u);
    N value = 0.0, slope = 0.0, bend = 0.0;
    for (int i = 0; i < Poles; ++i) {
      decays<V> const of = decays_of(pole[i] * since);
      N const within = share[i] * pole[i], behind = left[i] * of.none, falling = behind * pole[i];
      value = value + choose(after, behind, within * of.second);
      slope = slope + choose(after, falling, within * of.first);
      bend = bend + choose(after, 0 - falling * pole[i], within * of.none);
    }
    return {choose(after, ((1.0 - level) - value) * ramp, u * u * value - level * ramp),
            slope * choose(after, ramp, u), bend * choose(after, ramp, N(1.0))};
  }

  /// Finds when `level` is crossed by a fixed number of Halley's steps from `start`, within a bracket.
  GSTA_HD N crossing(N const& level, N const& start, N low, N high, int trips) const noexcept {
    N const slack = (std::is_same_v<V, double> ? 1e-7 : 1e-6) * high;
    N u = lesser(greater(start, low), high);
    for (int i = 0; i < trips; ++i) {
      voltage_at<V> const of = at(u, level);
      auto const is_low = of.miss < 0.0;
      low = choose(is_low, u, low);
      high = choose(is_low, high, u);
      N const square = of.slope * of.slope, full = square - 0.5 * (of.miss * of.bend);
      N const divisor = choose(full > 0.3 * square, full, square);
      auto const moves = of.slope > 0.0;
      N const wanted = u - of.miss * of.slope / choose(moves, divisor, N(1.0));
      auto const inside = moves & (wanted > low - slack) & (wanted < high + slack);
      u = choose(inside, wanted, 0.5 * (low + high));
    }
    return u;
  }
};

/// Where a waveform crosses the lower slew threshold, the delay threshold and the upper slew threshold.
template <class V>
struct crossings {
  rounded<V> lower, threshold, upper;
};

/// The voltage at the driver.
template <class V>
GSTA_HD waveform<V, 2> driver_waveform(driven_pi<V> const& pi, rounded<V> const& ramp) noexcept {
  waveform<V, 2> wave;
  wave.ramp = ramp;
  for (int i = 0; i < 2; ++i) {
    wave.pole[i] = pi.pole[i];
    wave.share[i] = pi.share[i];
    wave.left[i] = pi.share[i] * decays_of(pi.pole[i] * ramp).first;
  }
  return wave;
}

/// The voltage behind one more pole, 1 / `elmore`.
template <class V>
GSTA_HD waveform<V, 3> sink_waveform(waveform<V, 2> const& driver, rounded<V> const& elmore) noexcept {
  using N = rounded<V>;
  waveform<V, 3> wave;
  wave.ramp = driver.ramp;
  N const pole = 1 / elmore;
  N rest = 1.0;
  for (int i = 0; i < 2; ++i) {
    wave.pole[i] = driver.pole[i];
    N const more = pole / (pole - driver.pole[i]);
    wave.share[i] = driver.share[i] * more;
    wave.left[i] = driver.left[i] * more;
    rest = rest - wave.share[i];
  }
  wave.pole[2] = pole;
  wave.share[2] = rest;
  wave.left[2] = rest * decays_of(pole * wave.ramp).first;
  return wave;
}

}  // namespace gsta::detail::ceff
