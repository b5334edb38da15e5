#pragma once

#include "gsta/forward/detail/ceff/waveform.hpp"

/// A stage: one cell arc into its driver's net, under one condition or all four.
namespace gsta::detail::ceff {

/// Finds what equations ask for by so many steps. Stages take any solver with these three functions.
struct solver_trips {
  int charge = 5, driver = 4, sink = 4;

  template <class Row, class Measure, class V>
  GSTA_HD balanced_ramp<V> balanced(charge_balance<Row, Measure, V> const& balance,
                                    row_value<V> const& at_total,
                                    typename rounded<V>::mask const& stays) const noexcept {
    return balance.solve(charge, at_total, stays);
  }
  template <class V>
  GSTA_HD found_crossings<V> at_driver(waveform<V, 2> const& wave, crossings<V> const& level,
                                       crossings<V> const& start, rounded<V> const& end) const noexcept {
    return wave.find(level, start, {0.0, 0.0, 0.0}, end, driver);
  }
  template <class V>
  GSTA_HD found_crossings<V> at_sink(waveform<V, 3> const& wave, crossings<V> const& level,
                                     crossings<V> const& start, crossings<V> const& least,
                                     rounded<V> const& end) const noexcept {
    return wave.find(level, start, least, end, sink);
  }
};

/// What the driver sees: `total` is its load, of which `far` lies behind `wire`. No wire: both 0.
template <class V>
struct pi_network {
  rounded<V> total, wire, far_end;
};

/// A stage's driver: what the arc does, and what its sinks need.
template <class V>
struct driver_stage {
  using N = rounded<V>;
  N delay, slew;                 ///< ps, at the driver; a slew as the library measures it
  waveform<V, 2> wave;           ///< where `is_lumped` does not hold
  crossings<V> at;               ///< of `wave`
  crossings<V> turn;             ///< 1/ps, half of bend over slope there
  rise_start<V, 2> start;        ///< `wave` at the delay threshold; none in double
  N end;                         ///< crossings are sooner
  N effective;                   ///< fF, the capacitor that takes the same charge
  typename N::mask is_lumped;    ///< the load is one capacitor: sinks see the driver's slew, Elmore later
  typename N::mask has_no_ramp;  ///< no ramp behind Rd makes the tables' slew: lumped for that reason
};

/// The loads that a driver is solved for, and where they are one capacitor or have none at the driver.
template <class V>
struct solved_load {
  using N = rounded<V>;
  typename N::mask is_lumped, is_far_alone;
  driven_pi<V> pi;
};

/// A load is lumped where it has no wire, next to none, or hardly any capacitance behind it. Lanes without a
/// pi load go through the motions with one that does no harm.
template <class V>
GSTA_HD solved_load<V> load_of(rounded<V> const& driver, pi_network<V> const& net) noexcept {
  using N = rounded<V>;
  N const near_end = net.total - net.far_end, one = 1.0;
  solved_load<V> load;
  load.is_lumped = math::any_of(driver < 1e-5, net.wire < 1e-3 * driver, net.far_end < 1e-3 * near_end);
  load.is_far_alone = near_end < 1e-3 * net.far_end;
  N const rd = choose(load.is_lumped, one, driver), wire = choose(load.is_lumped, one, net.wire);
  N const far_end = choose(load.is_lumped, one, net.far_end);
  load.pi = drive_pi(rd, choose(load.is_lumped | load.is_far_alone, one, near_end), wire, far_end);
  if (any(load.is_far_alone))
    load.pi = choose(load.is_far_alone, drive_far_alone(rd, wire, far_end), load.pi);
  return load;
}

/// The levels of a library's edge.
GSTA_AS_ARGUMENTS
template <class V, class Measure>
GSTA_HD crossings<V> levels_of(Measure const& measure) noexcept {
  return {measure.lower(), measure.threshold(), measure.upper()};
}

/// When the driver's waveform crosses: from where the table's slew has it as a line.
GSTA_AS_ARGUMENTS
template <class V, class Measure, class Solver>
GSTA_HD found_crossings<V> driver_crossings(waveform<V, 2> const& wave, ramp_at<V> const& ramp,
                                            rounded<V> const& end, Measure const& measure,
                                            Solver const& solver) noexcept {
  using N = rounded<V>;
  N const before = ramp.window * (measure.threshold() - measure.lower());
  N const behind = ramp.window * (measure.upper() - measure.threshold());
  return solver.at_driver(wave, levels_of<V>(measure), {ramp.cross - before, ramp.cross, ramp.cross + behind},
                          end);
}

/// Solves a driver. Where the load is one capacitor, or no ramp is found, the tables at the total load are
/// the answer.
GSTA_AS_ARGUMENTS
template <class V, class Row, class Measure, class Solver>
GSTA_HD driver_stage<V> solve_driver(Row const& row, Measure const& measure, pi_network<V> const& net,
                                     Solver const& solver) noexcept {
  using N = rounded<V>;
  driver_stage<V> stage{};
  auto const whole = row.with_slope(net.total);
  row_value<V> const& lump = whole.value;
  stage.delay = lump.delay;
  stage.slew = lump.slew;
  N const driver = measure.log_threshold() * whole.delay_by_load;
  solved_load<V> const load = load_of(driver, net);
  stage.is_lumped = load.is_lumped;
  stage.has_no_ramp = load.is_lumped & negated(load.is_lumped);
  if (!any(negated(load.is_lumped))) return stage;
  charge_balance<Row, Measure, V> const balance{row, measure, load.pi};
  balanced_ramp<V> const balanced = solver.balanced(balance, lump, load.is_far_alone);
  ramp_at<V> const& ramp = balanced.ramp;
  stage.effective = balanced.load;
  stage.has_no_ramp = math::all_of(negated(ramp.is_one), negated(load.is_lumped));
  stage.is_lumped = load.is_lumped | stage.has_no_ramp;
  stage.wave = driver_waveform(load.pi, ramp.length);
  stage.end = ramp.length + 4.0 * load.pi.most_time;
  found_crossings<V> const found = driver_crossings(stage.wave, ramp, stage.end, measure, solver);
  stage.at = found.at;
  stage.turn = found.turn;
  if constexpr (!is_double<V>) stage.start = stage.wave.start_at(stage.at.threshold);
  N const slew = (stage.at.upper - stage.at.lower) * measure.over_derate();
  N const delay = choose(load.is_far_alone, ramp.delay + (stage.at.threshold - ramp.cross), ramp.delay);
  stage.delay = choose(stage.is_lumped, lump.delay, delay);
  stage.slew = choose(stage.is_lumped, lump.slew, slew);
  return stage;
}

/// What a wire does to one sink of a stage.
template <class V>
struct sink_stage {
  rounded<V> delay, slew;
  crossings<V> at{};  ///< of the voltage there, where it is not the driver's
};

/// A sink's time constant, held apart from those of the driver's waveform, where the three shares grow beyond
/// all bounds. What that changes is put right to first order: delays grow with it, slews as the root of a sum
/// of squares.
template <class V>
GSTA_HD rounded<V> held_apart(waveform<V, 2> const& driver, rounded<V> const& elmore) noexcept {
  using N = rounded<V>;
  constexpr double least = is_double<V> ? 2e-6 : 1e-3;
  N apart = elmore;
  for (int i = 0; i < 2; ++i) {
    N const turns = driver.pole[i] * elmore;
    auto const close = size_of(turns - 1.0) < least;
    apart = choose(close, choose(turns < 1.0, N(1 - least), N(1 + least)) * elmore, apart);
  }
  return apart;
}

/// When a sink crosses where its driver does at `at`, to second order: what it lacks is `elmore` times its
/// own slope, and that is the driver's `elmore` sooner.
template <class V>
GSTA_HD rounded<V> behind_wire(rounded<V> const& at, rounded<V> const& turn,
                               rounded<V> const& elmore) noexcept {
  using N = rounded<V>;
  N const bow = lesser(greater(turn * elmore, N(-0.5)), N(0.5));
  return at + (elmore - elmore * bow);
}

/// A wire's delay from its sink's crossing, put right in float, where both crossings may be long after their
/// difference: once more by Newton's rule, for which the sink's pole says that `elmore` times its slope is
/// what its voltage lacks to the driver's.
template <class V>
GSTA_HD rounded<V> wire_delay(driver_stage<V> const& stage, rounded<V> const& elmore,
                              rounded<V> const& crossing, rounded<V> const& slope) noexcept {
  using N = rounded<V>;
  N const delay = crossing - stage.at.threshold;
  if constexpr (is_double<V>) return delay;
  auto const rises = slope > 0.0;
  N const better = delay + (elmore - stage.wave.rise(stage.start, delay) / choose(rises, slope, N(1.0)));
  auto const near_end = math::all_of(rises, better > 0.0, size_of(better - delay) < 1e-3 * crossing);
  return choose(near_end, better, delay);
}

/// Solves a sink. One next to the driver sees the driver's slew.
GSTA_AS_ARGUMENTS
template <class V, class Measure, class Solver>
GSTA_HD sink_stage<V> solve_sink(driver_stage<V> const& stage, Measure const& measure,
                                 rounded<V> const& elmore, Solver const& solver) noexcept {
  using N = rounded<V>;
  auto const plain = math::any_of(stage.is_lumped, elmore < 1e-3 * stage.slew);
  if (!any(negated(plain))) return {elmore, stage.slew};
  N const asked = choose(plain, N(1.0), elmore), apart = held_apart(stage.wave, asked);
  waveform<V, 3> const wave = sink_waveform(stage.wave, apart);
  N const end = stage.end + 4.0 * apart;
  crossings<V> const start{behind_wire<V>(stage.at.lower, stage.turn.lower, apart),
                           behind_wire<V>(stage.at.threshold, stage.turn.threshold, apart),
                           behind_wire<V>(stage.at.upper, stage.turn.upper, apart)};
  found_crossings<V> const found = solver.at_sink(wave, levels_of<V>(measure), start, stage.at, end);
  crossings<V> const& at = found.at;
  N delay = wire_delay(stage, apart, at.threshold, found.slope);
  N slew = (at.upper - at.lower) * measure.over_derate();
  auto const is_apart = math::any_of(apart > asked, apart < asked);
  if (any(is_apart)) {
    N const more = asked / apart - 1.0, wider = (slew - stage.slew) * (1.0 + stage.slew / slew);
    delay = choose(is_apart, delay + delay * more, delay);
    slew = choose(is_apart, slew + wider * more, slew);
  }
  return {choose(plain, elmore, delay), choose(plain, stage.slew, greater(slew, stage.slew)), at};
}

}  // namespace gsta::detail::ceff
