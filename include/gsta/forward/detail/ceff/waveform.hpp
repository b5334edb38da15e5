#pragma once

#include "gsta/forward/detail/ceff/charge.hpp"

/// When voltages cross: at a driver into a pi load, and at the sinks behind it. Times count from the start of
/// the driver's ramp.
namespace gsta::detail::ceff {

/// A voltage and its first three derivatives, all times the ramp's length; `miss` is what lacks to a level.
template <class V>
struct voltage_at {
  rounded<V> miss, slope, bend, twist;
};

/// Three times: at the lower slew threshold, the delay threshold and the upper slew threshold; or these
/// levels.
template <class V>
struct crossings {
  rounded<V> lower, threshold, upper;
};

/// When a voltage crosses three levels, and how it rises and bends there.
template <class V>
struct found_crossings {
  crossings<V> at, slope, bend;
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

  /// Lanes mostly lie on the same side of the ramp's end; a device's threads do not, and go through both
  /// sides together.
  GSTA_HD voltage_at<V> at(N const& u, N const& level, remainders const& also) const noexcept {
    auto const after = u > ramp;
    if constexpr (has_lanes<V>) {
      if (!any(after)) return within(u, level);
      voltage_at<V> const late = behind(choose(after, u - ramp, N(0.0)), level, also);
      if (!any(negated(after))) return late;
      voltage_at<V> const early = within(choose(after, ramp, u), level);
      return {choose(after, late.miss, early.miss), choose(after, late.slope, early.slope),
              choose(after, late.bend, early.bend), choose(after, late.twist, early.twist)};
    } else {
      return on_both_sides(u, level, also, after);
    }
  }

  /// A crossing that is looked for, within a bracket that gets narrower.
  struct search {
    N level, u, low, high, slope = 0.0, bend = 0.0;
    typename N::mask moves;

    GSTA_HD search(N const& of, N const& start, N const& least, N const& end)
        : level(of), u(lesser(greater(start, least), end)), low(least), high(end), moves(end > 0.0) {}
  };

  /// One of Halley's steps. The last one goes on by what it leaves, as far as the derivatives at hand tell
  /// it; they change where the ramp ends, and a step across that is followed by another one.
  GSTA_HD void move(search& of, N const& slack, N const& still, remainders const& also) const noexcept {
    voltage_at<V> const here = at(of.u, of.level, also);
    auto const is_low = here.miss < 0.0;
    of.low = choose(is_low, of.u, of.low);
    of.high = choose(is_low, of.high, of.u);
    N const square = here.slope * here.slope, full = square - 0.5 * (here.miss * here.bend);
    N const divisor = choose(full > 0.3 * square, full, square);
    auto const rises = here.slope > 0.0;
    N const wanted = of.u - here.miss * here.slope / choose(rises, divisor, N(1.0));
    auto const inside = rises & (wanted > of.low - slack) & (wanted < of.high + slack);
    N const to = choose(inside, wanted, 0.5 * (of.low + of.high));
    N const step = to - of.u, more = step * here.twist;
    N const slope = here.slope + step * (here.bend + 0.5 * more);
    N const left = here.miss + step * (here.slope + step * (0.5 * here.bend + (1.0 / 6) * more));
    auto const was_behind = of.u > ramp, is_behind = to > ramp;
    auto const stays = (was_behind & is_behind) | negated(was_behind | is_behind);
    auto const is_over = size_of(step) < choose(stays, still, 0.1 * still);
    auto const goes_on = is_over & (slope > 0.0);
    N const rest = choose(goes_on, left, N(0.0)) / choose(goes_on, slope, N(1.0));
    N const end = choose(goes_on, lesser(greater(to - rest, of.low), of.high), to);
    of.slope = choose(of.moves, slope, of.slope);
    of.bend = choose(of.moves, here.bend + more, of.bend);
    of.u = choose(of.moves, end, of.u);
    of.moves = of.moves & negated(is_over);
  }

  /// Finds three crossings from `start` on, between `least` and `end`. The last step leaves the fourth power
  /// of an error, so that a small one may be the last. Each lane and each crossing stays where it is from
  /// then on: what is found does not depend on the others. A host core finds them side by side, so that none
  /// waits for another.
  GSTA_HD found_crossings<V> find(crossings<V> const& level, crossings<V> const& start,
                                  crossings<V> const& least, N const& end, int most_trips) const noexcept {
    N const still = (is_twofold<V> ? 1e-5 : 5e-3) * (start.upper - start.lower);
    N const slack = (is_twofold<V> ? 1e-7 : 1e-6) * end;
    remainders const also = later();
    search lower(level.lower, start.lower, least.lower, end),
        upper(level.upper, start.upper, least.upper, end);
    search threshold(level.threshold, start.threshold, least.threshold, end);
    if constexpr (has_lanes<V>) {
      for (int i = 0; i < most_trips && any(lower.moves | threshold.moves | upper.moves); ++i) {
        move(lower, slack, still, also);
        move(threshold, slack, still, also);
        move(upper, slack, still, also);
      }
    } else {
      GSTA_ROLLED for (int k = 0; k < 3; ++k) {
        search one = k == 0 ? lower : k == 1 ? threshold : upper;
        GSTA_ROLLED for (int i = 0; i < most_trips && one.moves; ++i) move(one, slack, still, also);
        if (k == 0) lower = one;
        if (k == 1) threshold = one;
        if (k == 2) upper = one;
      }
    }
    return {{lower.u, threshold.u, upper.u},
            {lower.slope, threshold.slope, upper.slope},
            {lower.bend, threshold.bend, upper.bend}};
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
    N value = 0.0, slope = 0.0, bend = 0.0, twist = 0.0;
    for (int i = 0; i < Poles; ++i) {
      decays<V> const of = decays_of(pole[i] * u);
      N const scale = share[i] * pole[i], none = scale * of.none;
      value = value + scale * of.second;
      slope = slope + scale * of.first;
      bend = bend + none;
      twist = twist - none * pole[i];
    }
    return {u * u * value - level * ramp, slope * u, bend, twist};
  }
  /// Behind it what a pole left decays.
  GSTA_HD voltage_at<V> behind(N const& since, N const& level, remainders const& also) const noexcept {
    N value = 0.0, slope = 0.0, bend = 0.0, twist = 0.0;
    for (int i = 0; i < Poles; ++i) {
      N const time = pole[i] * since, remains = left_behind(i, time, also) * decay(time);
      N const falling = remains * pole[i], slows = falling * pole[i];
      value = value + remains;
      slope = slope + falling;
      bend = bend - slows;
      twist = twist + slows * pole[i];
    }
    return {((1.0 - level) - value) * ramp, slope * ramp, bend * ramp, twist * ramp};
  }

  /// Either, with the sums of both in the same registers.
  GSTA_HD voltage_at<V> on_both_sides(N const& u, N const& level, remainders const& also,
                                      bool after) const noexcept {
    N const since = after ? u - ramp : u;
    N value = 0.0, slope = 0.0, bend = 0.0, twist = 0.0;
    for (int i = 0; i < Poles; ++i) {
      N const time = pole[i] * since;
      decays<V> const of = decays_called(time, after);
      N const scale = after ? left_behind(i, time, also) : share[i] * pole[i];
      N const none = scale * of.none, falling = none * pole[i], slows = falling * pole[i];
      value = value + (after ? none : scale * of.second);
      slope = slope + (after ? falling : scale * of.first);
      bend = after ? bend - slows : bend + none;
      twist = after ? twist + slows * pole[i] : twist - falling;
    }
    if (after) return {((1.0 - level) - value) * ramp, slope * ramp, bend * ramp, twist * ramp};
    return {u * u * value - level * ramp, slope * u, bend, twist};
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
