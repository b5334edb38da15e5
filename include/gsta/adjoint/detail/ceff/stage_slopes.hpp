#pragma once

#include "gsta/adjoint/detail/ceff/dual.hpp"
#include "gsta/lut/interpolate.hpp"

/// Slopes of stages by the implicit function theorem: where a solver has found what its equations ask for,
/// one step of Newton's in numbers with slopes moves the solution as the inputs move it. All else are the
/// formulas of the forward pass.
namespace gsta::detail::ceff {

/// The tables of an arc at a slew that has a slope.
template <memory_space S>
struct row_slopes {
  lut_pool_view<S> const& luts;
  arc_type const& type;
  int c;
  slope_number slew;

  GSTA_HD row_value<dual> at(slope_number const& load) const noexcept {
    slope_number const delay = look_up(type.delay[c], load);
    return {type.beyond_no_load ? delay - look_up(type.delay[c], 0.0) : delay, look_up(type.slew[c], load)};
  }

  GSTA_HD row_value_and_slope<dual> with_slope(slope_number const& load) const noexcept {
    return {at(load), delay_by_load(load)};
  }

 private:
  GSTA_HD slope_number delay_by_load(slope_number const& load) const noexcept {
    lut const& table = luts.tables[type.delay[c]];
    auto const here = segment_of(luts, table.y_axis, load.value);
    auto const more = segment_of(luts, table.y_axis, math::add(load.value, 1.0));
    if (here.index == more.index) return size_of(piece_slope(table, here));
    return size_of(look_up(type.delay[c], load + 1.0) - look_up(type.delay[c], load));
  }

  GSTA_HD slope_number look_up(id table, slope_number const& load) const noexcept {
    auto const z = look_up_slopes(luts, table, slew.value, load.value);
    return slope_number::through(slew, z.value, z.by_x) + slope_number::through(load, 0.0, z.by_y);
  }

  /// The slope by load within a piece, which changes with the slew alone.
  GSTA_HD slope_number piece_slope(lut const& table, segment_position<double> const& y) const noexcept {
    if (y.single) return 0.0;
    auto const x = segment_of(luts, table.x_axis, slew.value);
    id const row = luts.axis_begin[table.y_axis + 1] - luts.axis_begin[table.y_axis];
    float const* const z = luts.values.data() + table.values + x.index * row + y.index;
    float const* const next = x.single ? z : z + row;
    auto const across = [&](float const* at) {
      return math::div(math::sub(static_cast<double>(at[1]), static_cast<double>(at[0])), y.width);
    };
    double const low = across(z), high = across(next), apart = math::sub(high, low);
    return slope_number::through(slew, math::add(low, math::mul(x.fraction, apart)),
                                 math::div(apart, x.width));
  }
};

/// Moves what a solver found by what is left of its equations in numbers with slopes. How voltages rise and
/// bend where they cross says no more than where a solver starts.
class moved_solution {
 public:
  GSTA_HD explicit moved_solution(driver_stage<double> const& driver) noexcept : driver_(driver) {}
  GSTA_HD moved_solution(driver_stage<double> const& driver, sink_stage<double> const& sink) noexcept
      : driver_(driver), sink_(sink) {}

  /// Where F(c) is c.
  template <class Row, class Measure>
  GSTA_HD balanced_ramp<dual> balanced(charge_balance<Row, Measure, dual> const& balance,
                                       row_value<dual> const&, bool stays) const noexcept {
    slope_number c = balance.pi.total;
    if (!stays) {
      slope_number const unknown = slope_number::input(driver_.effective.value, by_unknown);
      c = moved(unknown, balance.next(balance.ramp(unknown)) - unknown);
    }
    return {c, balance.ramp(c)};
  }
  GSTA_HD found_crossings<dual> at_driver(waveform<dual, 2> const& wave, crossings<dual> const& level,
                                          crossings<dual> const&, slope_number const&) const noexcept {
    return {moved_to(wave, level, driver_.at), {}, 0.0};
  }
  GSTA_HD found_crossings<dual> at_sink(waveform<dual, 3> const& wave, crossings<dual> const& level,
                                        crossings<dual> const&, crossings<dual> const&,
                                        slope_number const&) const noexcept {
    return {moved_to(wave, level, sink_.at), {}, 0.0};
  }

 private:
  template <std::size_t Poles>
  GSTA_HD static crossings<dual> moved_to(waveform<dual, Poles> const& wave, crossings<dual> const& level,
                                          crossings<double> const& at) noexcept {
    return {moved_to(wave, level.lower, at.lower), moved_to(wave, level.threshold, at.threshold),
            moved_to(wave, level.upper, at.upper)};
  }
  template <std::size_t Poles>
  GSTA_HD static slope_number moved_to(waveform<dual, Poles> const& wave, slope_number const& level,
                                       rounded<double> const& u) noexcept {
    slope_number const from = slope_number::input(u.value, by_unknown);
    return moved(from, wave.at(from, level, wave.later()).miss);
  }

  /// One step towards where `miss` is 0. What is as near as numbers come to it stays, with the step's slopes.
  /// Those of the power that stands for an exponential are not quite those of an exponential, as which
  /// waveforms have them.
  GSTA_HD static slope_number moved(slope_number const& from, slope_number const& miss) noexcept {
    double const slope = miss.by[by_unknown];
    slope_number result = from.value;
    for (int i = 0; i < stage_inputs; ++i) result.by[i] = slope == 0 ? 0.0 : -math::div(miss.by[i], slope);
    return result;
  }

  driver_stage<double> const& driver_;
  sink_stage<double> sink_{};
};

/// Slopes of a driver that was solved.
template <memory_space S>
GSTA_HD driver_stage<dual> slopes_of(row_slopes<S> const& row, lane_measure<double> const& measure,
                                     pi_network<double> const& net,
                                     driver_stage<double> const& found) noexcept {
  pi_network<dual> const with{slope_number::input(net.total.value, by_load),
                              slope_number::input(net.wire.value, by_wire),
                              slope_number::input(net.far_end.value, by_far)};
  return solve_driver(row, measure_slopes{measure}, with, moved_solution(found));
}

/// The same of a sink behind it.
GSTA_HD inline sink_stage<dual> slopes_of(driver_stage<dual> const& driver,
                                          lane_measure<double> const& measure, double elmore,
                                          driver_stage<double> const& found,
                                          sink_stage<double> const& sink) noexcept {
  return solve_sink(driver, measure_slopes{measure}, slope_number::input(elmore, by_elmore),
                    moved_solution(found, sink));
}

}  // namespace gsta::detail::ceff
