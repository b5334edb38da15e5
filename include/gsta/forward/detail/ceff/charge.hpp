#pragma once

#include "gsta/core/math.hpp"
#include "gsta/forward/detail/ceff/ramp_curves.hpp"

/// The capacitor that takes the same charge as a pi load: the effective capacitance.
namespace gsta::detail::ceff {

/// A driver's resistance into a pi load, as two poles.
template <class V>
struct driven_pi {
  rounded<V> resistance;  ///< Rd, of the driver
  rounded<V> total;       ///< near + far
  rounded<V> most_time;   ///< (near + far) (Rd + rpi): more than any time constant
  rounded<V> pole[2];     ///< 1/ps, the faster one first
  rounded<V> charge[2];   ///< ps^2, share of each in the charge that the load takes, over its square
  rounded<V> area[2];     ///< ps, share of each in the driver's voltage, over the pole
};

template <class V>
GSTA_HD driven_pi<V> choose(typename rounded<V>::mask const& mask, driven_pi<V> const& yes,
                            driven_pi<V> const& no) noexcept {
  driven_pi<V> pi{choose(mask, yes.resistance, no.resistance),
                  choose(mask, yes.total, no.total),
                  choose(mask, yes.most_time, no.most_time),
                  {},
                  {},
                  {}};
  for (int i = 0; i < 2; ++i) {
    pi.pole[i] = choose(mask, yes.pole[i], no.pole[i]);
    pi.charge[i] = choose(mask, yes.charge[i], no.charge[i]);
    pi.area[i] = choose(mask, yes.area[i], no.area[i]);
  }
  return pi;
}

/// `near` and `far` are capacitances at both ends of `wire`, a resistance; all above zero. No difference of
/// nearly equal numbers is taken.
template <class V>
GSTA_HD driven_pi<V> drive_pi(rounded<V> const& driver, rounded<V> const& near_end, rounded<V> const& wire,
                              rounded<V> const& far_end) noexcept {
  using N = rounded<V>;
  N const d_far = driver * far_end, d_near = driver * near_end, w_far = wire * far_end;
  N const g = (w_far - d_far) - d_near, h = (d_far + w_far) - d_near;
  N const root = root_or_zero(g * g + 4.0 * (w_far * d_far)), sum = ((d_far + d_near) + w_far) + root;
  driven_pi<V> pi;
  pi.resistance = driver;
  pi.total = near_end + far_end;
  pi.most_time = pi.total * (driver + wire);
  N const slow = 0.5 * sum, product = w_far * d_near;  // of both time constants
  pi.pole[0] = slow / product;
  pi.pole[1] = 1.0 / slow;
  N const fast = product * pi.pole[1];
  // (root + x) / (2 root) and (root - x) / (2 root), of which one may be next to nothing.
  N const half = 0.5 / root;
  auto const split = [&](N const& x, N const& cross, N& larger, N& smaller) {
    N const large = root + size_of(x), still = (4.0 * cross) / large;
    auto const up = x > 0.0;
    larger = choose(up, large, still) * half;
    smaller = choose(up, still, large) * half;
  };
  N plus, minus;
  split(g, w_far * d_far, plus, minus);
  pi.charge[0] = plus * (fast * fast);
  pi.charge[1] = minus * (slow * slow);
  split(h, d_far * d_near, plus, minus);
  pi.area[0] = (plus * w_far) * (pi.pole[1] * fast);
  pi.area[1] = (minus * w_far) * (pi.pole[0] * slow);
  return pi;
}

/// Without a capacitor at the driver the voltage there follows at once with part of the ramp: a pole so fast
/// that it plays no other part.
template <class V>
GSTA_HD driven_pi<V> drive_far_alone(rounded<V> const& driver, rounded<V> const& wire,
                                     rounded<V> const& far_end) noexcept {
  driven_pi<V> pi;
  pi.resistance = driver;
  pi.total = far_end;
  pi.most_time = far_end * (driver + wire);
  pi.pole[1] = 1.0 / pi.most_time;
  pi.pole[0] = 1e9 * pi.pole[1];
  rounded<V> const fast = 1e-9 * pi.most_time;
  pi.area[0] = (wire / (driver + wire)) * fast;
  pi.area[1] = (driver / (driver + wire)) * pi.most_time;
  pi.charge[0] = pi.area[0] * fast;
  pi.charge[1] = pi.area[1] * pi.most_time;
  return pi;
}

/// A ramp puts less into a capacitor than this, of what one without a resistance puts there.
inline constexpr double most_charge = 0.4998;

/// The capacitor into which a ramp puts, in a `time`, the share y of what one without a resistance puts
/// there: for z = time / tau the share is held(z) / z^2. Times y / (1 - 2 y) that is a smooth function of y
/// in (0, 1/2), fitted from 0.1 on within 1.2e-7 and below, where few stages come, within 4e-7; in double a
/// step of Newton's follows.
template <class V>
GSTA_HD rounded<V> capacitor_of(rounded<V> const& y, rounded<V> const& time,
                                rounded<V> const& resistance) noexcept {
  using N = rounded<V>;
  constexpr double high[] = {1.329496024, 0.9773525861, -0.6814519353, 0.2878025532,
                             1.088149571, -4.812405446, 14.4282253,    -61.69083839,
                             141.081221,  483.2543315,  -2002.517523};
  constexpr double low[] = {1.052750735, 1.097485615, 0.8851979336, -1.936977405, -15.10818499, -38.31008521};
  auto const is_low = y < 0.1;
  N fit = polynomial(high, y - 0.2999);
  if (any(is_low)) fit = choose(is_low, polynomial(low, y - 0.050005), fit);
  N const z_times_y = (1 - 1 / power - 2.0 * y) * fit;
  if constexpr (!is_double<V>) {
    return (time * y) / (z_times_y * resistance);
  } else {
    N const z = z_times_y / y, over = 1.0 / z;
    decays<V> const at = decays_of(z);
    N const share = (at.held * over) * over, slope = (at.taken * over - 2.0 * share) * over;
    return time / ((z - (share - y) / slope) * resistance);
  }
}

/// Delay and slew at a load.
template <class V>
struct row_value {
  rounded<V> delay, slew;
};

/// The same, and how much longer the delay gets by a fF, as the reference tool has it: from the load to one
/// fF more. Where that is one piece of the tables it is the slope, which a difference of two delays would
/// lose digits of.
template <class V>
struct row_value_and_slope {
  row_value<V> value;
  rounded<V> delay_by_load;
};

/// The driver's ramp into a capacitor.
template <class V>
struct ramp_at {
  rounded<V> length, cross;          ///< ps
  rounded<V> window;                 ///< ps, 0 to 1 if all of the table's slew were a line
  rounded<V> delay, slew;            ///< ps, of the tables
  typename rounded<V>::mask is_one;  ///< false: the slew is too short for Rd, and no ramp makes it
};

/// A capacitor that takes the charge of a pi load, and the ramp into it.
template <class V>
struct balanced_ramp {
  rounded<V> load;
  ramp_at<V> ramp;
};

/// Finds effective capacitances by a fixed number of steps: the charge that the pi load takes from a ramp
/// made for a capacitor c makes the next one, F(c). From c = near + far on, F(c) - c has one change of sign,
/// which a secant within brackets finds.
template <class Row, class Measure, class V>
struct charge_balance {
  using N = rounded<V>;
  Row const& row;
  Measure const& measure;
  driven_pi<V> const& pi;

  GSTA_AS_ARGUMENTS
  GSTA_HD ramp_at<V> ramp(N const& c) const noexcept { return ramp(c, row.at(c)); }

  /// The same where the tables have been asked.
  GSTA_AS_ARGUMENTS
  GSTA_HD ramp_at<V> ramp(N const& c, row_value<V> const& of) const noexcept {
    ramp_at<V> result;
    result.delay = of.delay;
    result.slew = of.slew;
    result.window = (greater(of.slew, N(0.0)) * measure.derate()) * measure.over_window();
    N const tau = pi.resistance * c;
    N const gap = result.window * (measure.threshold() - measure.lower()) / tau;
    result.is_one = gap > measure.least_gap();
    ramp_shape<V> const shape = measure.shape(gap);
    result.length = shape.ramp * tau;
    result.cross = shape.cross * tau;
    return result;
  }

  /// The capacitor that takes the same charge as the pi load until the ramp's window ends.
  GSTA_HD N next(ramp_at<V> const& ramp) const noexcept {
    N const time = lesser(ramp.window, 1.4 * ramp.length);
    N const taken = (pi.charge[0] * decays_of(pi.pole[0] * time).held +
                     pi.charge[1] * decays_of(pi.pole[1] * time).held) /
                    (time * time);
    N const share = lesser(greater(taken, N(1e-9)), N(most_charge));
    return choose(ramp.window > 0.0, capacitor_of(share, time, pi.resistance), pi.total);
  }

  /// From the tables at the pi load's total on; what `stays` stays there. A secant's error goes by the
  /// product of its last two steps: a lane where that is small is done. The first step takes F itself.
  GSTA_AS_ARGUMENTS
  GSTA_HD balanced_ramp<V> solve(int most_trips, row_value<V> const& at_total,
                                 typename N::mask const& stays) const noexcept {
    N const slack = (is_double<V> ? 1e-9 : 2e-6) * pi.total, tiny = (is_double<V> ? 1e-14 : 3e-6) * pi.total;
    N const still = (is_double<V> ? 1e-8 : 2e-5) * pi.total;
    N const still_both = ((is_double<V> ? 1e-16 : 1e-6) * pi.total) * pi.total;
    N low = 0.0, high = pi.total, before = pi.total, miss_before = 0.0, over_slope = -1.0;
    balanced_ramp<V> result;
    result.load = pi.total;
    row_value<V> tables = at_total;
    auto moves = pi.total > 0.0;
    GSTA_ROLLED for (int i = 0;; ++i) {
      N const c = result.load;
      result.ramp = ramp(c, tables);
      if (i >= most_trips || !any(moves)) return result;
      N const miss = next(result.ramp) - c;
      auto const is_low = miss > 0.0;
      low = choose(is_low, c, low);
      high = choose(is_low, high, c);
      N const moved = c - before, change = miss - miss_before;
      // Where nothing moves any more what changes is noise.
      auto const tells = math::all_of(size_of(moved) > tiny, change * moved < 0.0);
      over_slope = choose(tells, moved / choose(tells, change, N(1.0)), over_slope);
      N const wanted = c - miss * over_slope;
      auto const inside = math::all_of(wanted > low - slack, wanted < high + slack);
      N const within = choose(inside, wanted, 0.5 * (low + high));
      N const to = choose(stays, pi.total, lesser(within, pi.total)), step = size_of(to - c);
      auto const is_over = math::all_of(tells, inside, step * size_of(moved) < still_both);
      before = c;
      miss_before = miss;
      result.load = choose(moves, to, c);
      moves = math::all_of(moves, step > still, negated(is_over));
      tables = row.at(result.load);
    }
  }
};

}  // namespace gsta::detail::ceff
