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

/// When a voltage crosses three levels, how it bends there over how it rises, and how it rises at the second.
template <class V>
struct found_crossings {
  crossings<V> at, turn;  ///< ps; half of bend over slope, 1/ps
  rounded<V> slope;
};

/// A time from which on a voltage is followed.
template <class V, std::size_t Poles>
struct rise_start {
  rounded<V> time, slope;  ///< the slope within a ramp, times its length
  rounded<V> none[Poles];  ///< e^-y of each pole, from the ramp's start, or from its end where that is over
};

/// What a ramp from 0 to 1 of length `ramp` makes behind poles whose shares add up to 1.
template <class V, std::size_t Poles>
struct waveform {
  using N = rounded<V>;
  N ramp;
  N pole[Poles];
  N area[Poles];  ///< ps, each share over its pole
  N drop[Poles];  ///< what each is behind when the ramp ends, times the ramp's length

  /// The power of a sum, which a ramp's two ends make, is less than the product of powers: e^-(a+b) is
  /// e^-a e^-b (1 - a b / 4096 - ...). A pole whose time since the ramp is a has, over e^-a, a times this
  /// left besides `drop`.
  struct remainders {
    N later[Poles];
  };
  GSTA_HD remainders later() const noexcept {
    remainders result;
    for (std::size_t i = 0; i < Poles; ++i)  // share e^-(pole ramp) / 4096, times the ramp's length
      result.later[i] = ((area[i] - drop[i]) * pole[i]) * ((1 / power) * ramp);
    return result;
  }

  /// Within the ramp a pole is behind by its area times (y - held(y)); behind it what it lacks decays. Both
  /// in the same steps: a device's threads do not lie on the same side.
  GSTA_HD voltage_at<V> at(N const& u, N const& level, remainders const& also) const noexcept {
    auto const after = u > ramp;
    N const since = choose(after, u - ramp, u);
    N value = 0.0, slope = 0.0, bend = 0.0, twist = 0.0;
    for (std::size_t i = 0; i < Poles; ++i) {
      N const time = pole[i] * since;
      decays<V> const of = decays_of(time);
      N const scale = choose(after, left_behind(i, time, also), area[i]), rate = scale * pole[i];
      N const bends = (rate * of.none) * pole[i];
      value = value + scale * choose(after, of.none, of.held);
      slope = slope + rate * choose(after, of.none, of.taken);
      bend = bend + bends;
      twist = twist + bends * pole[i];
    }
    return {choose(after, (1.0 - level) * ramp - value, value - level * ramp), slope,
            choose(after, 0.0 - bend, bend), choose(after, twist, 0.0 - twist)};
  }

  /// A crossing that is looked for, within a bracket that gets narrower.
  struct search {
    N level, u, low, high, slope = 0.0, turn = 0.0;
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
    N const over_slope = here.slope / choose(rises, divisor, N(1.0)), wanted = of.u - here.miss * over_slope;
    auto const inside = math::all_of(rises, wanted > of.low - slack, wanted < of.high + slack);
    N const to = choose(inside, wanted, 0.5 * (of.low + of.high));
    N const step = to - of.u, more = step * here.twist;
    N const slope = here.slope + step * (here.bend + 0.5 * more);
    N const left = here.miss + step * (here.slope + step * (0.5 * here.bend + (1.0 / 6) * more));
    auto const was_behind = of.u > ramp, is_behind = to > ramp;
    auto const stays = (was_behind & is_behind) | negated(was_behind | is_behind);
    auto const is_over = size_of(step) < choose(stays, still, 0.1 * still);
    auto const goes_on = math::all_of(is_over, slope > 0.0);
    N const over_new = over_slope * (2.0 - slope * over_slope);  // a step of Newton's towards its reciprocal
    N const end = choose(goes_on, lesser(greater(to - left * over_new, of.low), of.high), to);
    of.slope = choose(of.moves, slope, of.slope);
    of.turn = choose(of.moves, choose(slope > 0.0, 0.5 * ((here.bend + more) * over_new), N(0.0)), of.turn);
    of.u = choose(of.moves, end, of.u);
    of.moves = of.moves & negated(is_over);
  }

  /// Finds three crossings from `start` on, between `least` and `end`. The last step leaves the fourth power
  /// of an error, so that a small one may be the last. Each lane and each crossing stays where it is from
  /// then on: what is found does not depend on the others. A host core finds them side by side, so that none
  /// waits for another.
  GSTA_HD found_crossings<V> find(crossings<V> const& level, crossings<V> const& start,
                                  crossings<V> const& least, N const& end, int most_trips) const noexcept {
    N const still = (is_double<V> ? 1e-5 : 5e-3) * (start.upper - start.lower);
    N const slack = (is_double<V> ? 1e-7 : 1e-6) * end;
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
    return {{lower.u, threshold.u, upper.u}, {lower.turn, threshold.turn, upper.turn}, threshold.slope};
  }

  /// What `rise` needs to know of the time from which on it counts.
  GSTA_HD rise_start<V, Poles> start_at(N const& u) const noexcept {
    auto const after = u > ramp;
    rise_start<V, Poles> start;
    start.time = u;
    start.slope = 0.0;
    for (std::size_t i = 0; i < Poles; ++i) {
      decays<V> const of = decays_of(pole[i] * choose(after, u - ramp, u));
      start.none[i] = of.none;
      start.slope = start.slope + (area[i] * pole[i]) * of.taken;
    }
    return start;
  }

  /// How much the voltage rises in a `time`, times the ramp's length: as no difference of two voltages tells
  /// it. Most lie on one side of the ramp's end.
  GSTA_HD N rise(rise_start<V, Poles> const& from, N const& time) const noexcept {
    N const first = lesser(greater(ramp - from.time, N(0.0)), time), rest = time - first;
    typename N::mask const within = first > 0.0, across = math::all_of(within, rest > 0.0);
    N const sum = rise(from, choose(within, first, rest), within);
    if (!any(across)) return sum;
    return sum + choose(across, rise(from, rest, across & negated(across)), N(0.0));
  }

 private:
  GSTA_HD N left_behind(std::size_t i, N const& time, remainders const& also) const noexcept {
    N more = also.later[i] * time;
    if constexpr (is_double<V>) {
      N const all = pole[i] * ramp;
      more = more * (1.0 + (1 / power) * ((time + all) - 0.5 * (time * all)));
    }
    return drop[i] + more;
  }

  /// The same on one side.
  GSTA_HD N rise(rise_start<V, Poles> const& from, N const& time,
                 typename N::mask const& within) const noexcept {
    remainders const also = later();
    auto const after = from.time > ramp;
    N const since = choose(after, from.time - ramp, N(0.0));
    N sum = choose(within, time * from.slope, N(0.0));
    for (std::size_t i = 0; i < Poles; ++i) {
      N const longer = pole[i] * time, begin = pole[i] * choose(within, from.time, since);
      decays<V> const of = decays_of(longer);
      N const bow = (1 / power) * begin, later = also.later[i];
      N const inside = area[i] * (of.held - (bow * longer) * of.none);
      N const behind = (drop[i] + later * begin) * of.taken + ((bow * drop[i] - later) * longer) * of.none;
      sum = sum + choose(within | after, from.none[i], N(1.0)) * choose(within, inside, behind);
    }
    return sum;
  }
};

/// The voltage at the driver.
template <class V>
GSTA_HD waveform<V, 2> driver_waveform(driven_pi<V> const& pi, rounded<V> const& ramp) noexcept {
  waveform<V, 2> wave;
  wave.ramp = ramp;
  for (int i = 0; i < 2; ++i) {
    wave.pole[i] = pi.pole[i];
    wave.area[i] = pi.area[i];
    wave.drop[i] = pi.area[i] * decays_of(pi.pole[i] * ramp).taken;
  }
  return wave;
}

/// The voltage behind one more pole, 1 / `elmore`.
template <class V>
GSTA_HD waveform<V, 3> sink_waveform(waveform<V, 2> const& driver, rounded<V> const& elmore) noexcept {
  using N = rounded<V>;
  waveform<V, 3> wave;
  wave.ramp = driver.ramp;
  N rest = 1.0;
  for (int i = 0; i < 2; ++i) {
    wave.pole[i] = driver.pole[i];
    N const more = 1.0 / (1.0 - driver.pole[i] * elmore);
    wave.area[i] = driver.area[i] * more;
    wave.drop[i] = driver.drop[i] * more;
    rest = rest - wave.area[i] * driver.pole[i];
  }
  wave.pole[2] = 1.0 / elmore;
  wave.area[2] = rest * elmore;
  wave.drop[2] = wave.area[2] * decays_of(wave.pole[2] * wave.ramp).taken;
  return wave;
}

}  // namespace gsta::detail::ceff
