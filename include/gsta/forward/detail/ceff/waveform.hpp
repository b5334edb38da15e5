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

/// A time from which on a voltage is followed.
template <class V, int Poles>
struct rise_start {
  rounded<V> time, slope;  ///< the slope within a ramp, times its length
  rounded<V> none[Poles];  ///< e^-y of each pole, from the ramp's start, or from its end where that is over
};

/// What a ramp from 0 to 1 of length `ramp` makes behind poles whose shares add up to 1.
template <class V, int Poles>
struct waveform {
  using N = rounded<V>;
  N ramp;
  N pole[Poles], share[Poles];
  N left[Poles];  ///< of each share when the ramp ends

  /// The power of a sum, which a ramp's two ends make, is less than the product of powers: e^-(a+b) is
  /// e^-a e^-b (1 - a b / 4096 - ...). A pole whose time since the ramp is a has, over e^-a, a times this
  /// left besides `left`.
  struct remainders {
    N later[Poles];
  };
  GSTA_HD remainders later() const noexcept {
    remainders result;
    for (int i = 0; i < Poles; ++i)
      result.later[i] = (share[i] - pole[i] * ramp * left[i]) * (1 / power);  // share e^-(pole ramp) / 4096
    return result;
  }

  /// Most times lie on the same side of the ramp's end in all lanes.
  GSTA_HD voltage_at<V> at(N const& u, N const& level, remainders const& also) const noexcept {
    auto const after = u > ramp;
    if (!any(after)) return within(u, level);
    voltage_at<V> const late = behind(choose(after, u - ramp, N(0.0)), level, also);
    if (!any(negated(after))) return late;
    voltage_at<V> const early = within(choose(after, ramp, u), level);
    return {choose(after, late.miss, early.miss), choose(after, late.slope, early.slope),
            choose(after, late.bend, early.bend)};
  }

  /// One of Halley's steps to where `level` is crossed, within a bracket that gets narrower.
  GSTA_HD N step(N const& level, N const& u, N& low, N& high, N const& slack,
                 remainders const& also) const noexcept {
    voltage_at<V> const of = at(u, level, also);
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
    remainders const also = later();
    auto moves = end > 0.0;
    for (int i = 0; i < most_trips && any(moves); ++i) {
      crossings<V> const to{step(level.lower, u.lower, low.lower, high.lower, slack, also),
                            step(level.threshold, u.threshold, low.threshold, high.threshold, slack, also),
                            step(level.upper, u.upper, low.upper, high.upper, slack, also)};
      auto const moved = (size_of(to.lower - u.lower) > small) |
                         (size_of(to.threshold - u.threshold) > small) |
                         (size_of(to.upper - u.upper) > small);
      u = {choose(moves, to.lower, u.lower), choose(moves, to.threshold, u.threshold),
           choose(moves, to.upper, u.upper)};
      moves = moves & moved;
    }
    return u;
  }

  /// What `rise` needs to know of the time from which on it counts.
  GSTA_HD rise_start<V, Poles> start_at(N const& u) const noexcept {
    auto const after = u > ramp;
    rise_start<V, Poles> start;
    start.time = u;
    start.slope = 0.0;
    for (int i = 0; i < Poles; ++i) {
      N const time = pole[i] * choose(after, u - ramp, u);
      decays<V> const of = decays_of(time);
      start.none[i] = of.none;
      start.slope = start.slope + share[i] * (time * of.first);
    }
    return start;
  }

  /// How much the voltage rises in a `time`, times the ramp's length: as no difference of two voltages tells
  /// it.
  GSTA_HD N rise(rise_start<V, Poles> const& from, N const& time) const noexcept {
    N const first = lesser(greater(ramp - from.time, N(0.0)), time), rest = time - first;
    N sum = 0.0;
    if (any(first > 0.0)) sum = rise_within(from, first);
    if (any(rest > 0.0)) sum = sum + rise_behind(from, rest);
    return sum;
  }

 private:
  GSTA_HD N left_behind(int i, N const& time, remainders const& also) const noexcept {
    N more = also.later[i] * time;
    if constexpr (is_twofold<V>) {
      N const all = pole[i] * ramp;
      more = more * (1.0 + (1 / power) * ((time + all) - 0.5 * (time * all)));
    }
    return left[i] + more;
  }

  /// Within the ramp a pole p brings share p u^2 second(p u).
  GSTA_HD voltage_at<V> within(N const& u, N const& level) const noexcept {
    N value = 0.0, slope = 0.0, bend = 0.0;
    for (int i = 0; i < Poles; ++i) {
      decays<V> const of = decays_of(pole[i] * u);
      N const scale = share[i] * pole[i];
      value = value + scale * of.second;
      slope = slope + scale * of.first;
      bend = bend + scale * of.none;
    }
    return {u * u * value - level * ramp, slope * u, bend};
  }
  /// Behind it what a pole left decays.
  GSTA_HD voltage_at<V> behind(N const& since, N const& level, remainders const& also) const noexcept {
    N value = 0.0, slope = 0.0, bend = 0.0;
    for (int i = 0; i < Poles; ++i) {
      N const time = pole[i] * since, remains = left_behind(i, time, also) * decay(time);
      N const falling = remains * pole[i];
      value = value + remains;
      slope = slope + falling;
      bend = bend - falling * pole[i];
    }
    return {((1.0 - level) - value) * ramp, slope * ramp, bend * ramp};
  }

  GSTA_HD N rise_within(rise_start<V, Poles> const& from, N const& time) const noexcept {
    N sum = from.slope;
    for (int i = 0; i < Poles; ++i) {
      N const longer = pole[i] * time;
      decays<V> const of = decays_of(longer);
      sum = sum +
            (share[i] * from.none[i]) * (longer * of.second - (1 / power) * (pole[i] * from.time) * of.none);
    }
    return time * sum;
  }
  GSTA_HD N rise_behind(rise_start<V, Poles> const& from, N const& time) const noexcept {
    remainders const also = later();
    auto const after = from.time > ramp;
    N const since = choose(after, from.time - ramp, N(0.0));
    N sum = 0.0;
    for (int i = 0; i < Poles; ++i) {
      N const begin = pole[i] * since;
      decays<V> const of = decays_of(pole[i] * time);
      N const falling = (left[i] + also.later[i] * begin) * of.first +
                        ((1 / power) * (left[i] * begin) - also.later[i]) * of.none;
      sum = sum + (choose(after, from.none[i], N(1.0)) * pole[i]) * falling;
    }
    return (time * ramp) * sum;
  }
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
