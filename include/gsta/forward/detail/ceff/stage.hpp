#pragma once

#include "gsta/forward/detail/ceff/waveform.hpp"

/// A stage: one cell arc into its driver's net, under one condition or all four.
namespace gsta::detail::ceff {

/// How many steps solvers take.
struct solver_trips {
  int charge = 5, driver = 4, sink = 4;
};

/// What the driver sees: `total` is its load, of which `far` lies behind `wire`. No wire: both 0.
template <class V>
struct pi_network {
  rounded<V> total, wire, far;
};

/// A stage's driver: what the arc does, and what its sinks need.
template <class V>
struct driver_stage {
  using N = rounded<V>;
  N delay, slew;                 ///< ps, at the driver; a slew as the library measures it
  waveform<V, 2> wave;           ///< where `is_lumped` does not hold
  crossings<V> at;               ///< of `wave`
  N most_time;                   ///< behind the ramp; crossings are sooner
  N over_derate;                 ///< 1 / derate
  typename N::mask is_lumped;    ///< the load is one capacitor: sinks see the driver's slew, Elmore later
  typename N::mask has_no_ramp;  ///< no ramp behind Rd makes the tables' slew: lumped for that reason
};

/// Solves a driver. Where the load has no wire, next to none, or hardly any capacitance behind it, and where
/// no ramp is found, the tables at the total load are the answer.
template <class V, class Row, class Measure>
GSTA_HD driver_stage<V> solve_driver(Row const& row, Measure const& measure, pi_network<V> const& net,
                                     solver_trips const& trips) noexcept {
  using N = rounded<V>;
  auto const lump = row.at(net.total);
  N const driver = measure.log_threshold() * row.delay_by_load(net.total);
  N const near = net.total - net.far;
  auto const no_pi = (driver < 1e-5) | (net.wire < 1e-3 * driver) | (net.far < 1e-3 * near);
  auto const alone = near < 1e-3 * net.far;
  // Lanes without a pi load go through the motions with one that does no harm.
  N const one = 1.0, rd = choose(no_pi, one, driver), wire = choose(no_pi, one, net.wire);
  N const far = choose(no_pi, one, net.far), held = choose(no_pi | alone, one, near);
  driven_pi<V> pi = drive_pi(rd, held, wire, far);
  if (any(alone)) pi = choose(alone, drive_far_alone(rd, wire, far), pi);
  charge_balance<Row, Measure, V> const balance{row, measure, pi};
  N const effective = choose(alone, far, balance.solve(trips.charge));
  ramp_at<V> const ramp = balance.ramp(effective);

  driver_stage<V> stage;
  stage.has_no_ramp = negated(ramp.is_one) & negated(no_pi);
  stage.is_lumped = no_pi | stage.has_no_ramp;
  stage.wave = driver_waveform(pi, ramp.length);
  stage.most_time = 4 * pi.most_time;
  N const end = ramp.length + stage.most_time, zero = 0.0;
  N const before = ramp.window * (measure.threshold() - measure.lower());
  N const behind = ramp.window * (measure.upper() - measure.threshold());
  stage.at.lower = stage.wave.crossing(measure.lower(), ramp.cross - before, zero, end, trips.driver);
  stage.at.threshold = stage.wave.crossing(measure.threshold(), ramp.cross, zero, end, trips.driver);
  stage.at.upper = stage.wave.crossing(measure.upper(), ramp.cross + behind, zero, end, trips.driver);
  stage.over_derate = 1 / measure.derate();
  N const slew = (stage.at.upper - stage.at.lower) * stage.over_derate;
  N const delay = choose(alone, (ramp.delay - ramp.cross) + stage.at.threshold, ramp.delay);
  stage.delay = choose(stage.is_lumped, lump.delay, delay);
  stage.slew = choose(stage.is_lumped, lump.slew, slew);
  return stage;
}

/// What a wire does to one sink of a stage.
template <class V>
struct sink_stage {
  rounded<V> delay, slew;
};

/// A sink's time constant, held apart from those of the driver's waveform, where the three shares grow beyond
/// all bounds. What that changes is put right in proportion.
template <class V>
GSTA_HD rounded<V> held_apart(waveform<V, 2> const& driver, rounded<V> const& elmore) noexcept {
  using N = rounded<V>;
  constexpr double least = std::is_same_v<V, double> ? 2e-6 : 1e-3;
  N apart = elmore;
  for (int i = 0; i < 2; ++i) {
    N const turns = driver.pole[i] * elmore;
    auto const close = size_of(turns - 1.0) < least;
    apart = choose(close, choose(turns < 1.0, N(1 - least), N(1 + least)) * elmore, apart);
  }
  return apart;
}

/// Solves a sink. One next to the driver sees the driver's slew.
template <class V, class Measure>
GSTA_HD sink_stage<V> solve_sink(driver_stage<V> const& stage, Measure const& measure,
                                 rounded<V> const& elmore, solver_trips const& trips) noexcept {
  using N = rounded<V>;
  auto const plain = stage.is_lumped | (elmore < 1e-3 * stage.slew);
  N const apart = held_apart(stage.wave, choose(plain, N(1.0), elmore));
  waveform<V, 3> const wave = sink_waveform(stage.wave, apart);
  N const end = (stage.wave.ramp + stage.most_time) + 4 * apart;
  N const lower =
      wave.crossing(measure.lower(), stage.at.lower + 0.9 * apart, stage.at.lower, end, trips.sink);
  N const middle =
      wave.crossing(measure.threshold(), stage.at.threshold + apart, stage.at.threshold, end, trips.sink);
  N const upper =
      wave.crossing(measure.upper(), stage.at.upper + 1.1 * apart, stage.at.upper, end, trips.sink);
  N const share = elmore / apart;
  N const delay = (middle - stage.at.threshold) * share;
  N const wider = ((upper - lower) * stage.over_derate - stage.slew) * (share * share);
  return {choose(plain, elmore, delay), choose(plain, stage.slew, stage.slew + wider)};
}

}  // namespace gsta::detail::ceff
