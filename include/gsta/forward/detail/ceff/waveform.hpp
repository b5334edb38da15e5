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

/// Three times: at the lower slew threshold, the delay threshold and the upper slew threshold; or these
/// levels.
template <class V>
struct crossings {
  rounded<V> lower, threshold, upper;
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
      bend = bend + choose(after, 0.0 - falling * pole[i], within * of.none);
    }
    return {choose(after, ((1.0 - level) - value) * ramp, u * u * value - level * ramp),
            slope * choose(after, ramp, u), bend * choose(after, ramp, N(1.0))};
  }

  /// One of Halley's steps to where `level` is crossed, within a bracket that gets narrower.
  GSTA_HD N step(N const& level, N const& u, N& low, N& high, N const& slack) const noexcept {
    voltage_at<V> const of = at(u, level);
    auto const is_low = of.miss < 0.0;
    low = choose(is_low, u, low);
    high = choose(is_low, high, u);
    N const square = of.slope * of.slope, full = square - 0.5 * (of.miss * of.bend);
    N const divisor = choose(full > 0.3 * square, full, square);
    auto const moves = of.slope > 0.0;
    N const wanted = u - of.miss * of.slope / choose(moves, divisor, N(1.0));
    auto const inside = moves & (wanted > low - slack) & (wanted < high + slack);
    return choose(inside, wanted, 0.5 * (low + high));
  }

  /// Finds three crossings side by side, so that none waits for another, from `start` on between `least` and
  /// `end`. A step leaves the cube of an error, so that behind a small one there is nothing to be done. Each
  /// lane stays where it is from then on: what it finds does not depend on the others.
  GSTA_HD crossings<V> find(crossings<V> const& level, crossings<V> const& start, crossings<V> const& least,
                            N const& end, int most_trips) const noexcept {
    constexpr bool twofold = std::is_same_v<V, double>;
    N const slack = (twofold ? 1e-7 : 1e-6) * end;
    N const small = (twofold ? 1e-6 : 2e-3) * (start.upper - start.lower);
    crossings<V> low = least, high{end, end, end};
    crossings<V> u{held(start.lower, least.lower, end), held(start.threshold, least.threshold, end),
                   held(start.upper, least.upper, end)};
    auto moves = end > 0.0;
    for (int i = 0; i < most_trips && any(moves); ++i) {
      crossings<V> const to{step(level.lower, u.lower, low.lower, high.lower, slack),
                            step(level.threshold, u.threshold, low.threshold, high.threshold, slack),
                            step(level.upper, u.upper, low.upper, high.upper, slack)};
      auto const moved = (size_of(to.lower - u.lower) > small) |
                         (size_of(to.threshold - u.threshold) > small) |
                         (size_of(to.upper - u.upper) > small);
      u = {choose(moves, to.lower, u.lower), choose(moves, to.threshold, u.threshold),
           choose(moves, to.upper, u.upper)};
      moves = moves & moved;
    }
    return u;
  }

 private:
  GSTA_HD static N held(N const& x, N const& low, N const& high) noexcept {
    return lesser(greater(x, low), high);
  }
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
  N const pole = 1.0 / elmore;
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
