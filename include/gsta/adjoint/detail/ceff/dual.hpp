#pragma once

#include "gsta/forward/effective.hpp"

namespace gsta::detail::ceff {

/// Stands for numbers that carry slopes: `rounded<dual>`.
struct dual {};

/// By what a stage's answers change: the slew in front, the load, the resistance and the far capacitance of
/// the net's pi model; for a sink also Elmore's delay there. And what a solver looks for.
enum stage_input { by_slew, by_load, by_wire, by_far, by_elmore, stage_inputs, by_unknown = stage_inputs };

template <>
inline constexpr bool is_double<dual> = true;

}  // namespace gsta::detail::ceff

namespace gsta::math {

/// A double with its slopes by the inputs of a stage. Formulas that are templates over their number type give
/// their slopes when they are computed with these; comparisons and choices go by the value.
template <>
struct rounded<gsta::detail::ceff::dual> {
  using mask = bool;  ///< what comparisons give
  static constexpr int inputs = gsta::detail::ceff::stage_inputs + 1;
  double value = 0;
  double by[inputs] = {};  ///< slopes

  rounded() = default;
  /// A constant.
  GSTA_HD constexpr rounded(double x) noexcept : value(x) {}

  /// A value of an input, or of what else a solver looks for.
  GSTA_HD static rounded input(double x, int which) noexcept {
    rounded result = x;
    result.by[which] = 1;
    return result;
  }
  /// f(a) by the value of f and its slope there.
  GSTA_HD static rounded through(rounded const& a, double value, double slope) noexcept {
    rounded result = value;
    for (int i = 0; i < inputs; ++i) result.by[i] = mul(a.by[i], slope);
    return result;
  }

  friend GSTA_HD rounded operator+(rounded const& a, rounded const& b) noexcept {
    rounded result = add(a.value, b.value);
    for (int i = 0; i < inputs; ++i) result.by[i] = add(a.by[i], b.by[i]);
    return result;
  }
  friend GSTA_HD rounded operator-(rounded const& a, rounded const& b) noexcept {
    rounded result = sub(a.value, b.value);
    for (int i = 0; i < inputs; ++i) result.by[i] = sub(a.by[i], b.by[i]);
    return result;
  }
  friend GSTA_HD rounded operator*(rounded const& a, rounded const& b) noexcept {
    rounded result = mul(a.value, b.value);
    for (int i = 0; i < inputs; ++i) result.by[i] = add(mul(a.by[i], b.value), mul(a.value, b.by[i]));
    return result;
  }
  friend GSTA_HD rounded operator/(rounded const& a, rounded const& b) noexcept {
    rounded result = div(a.value, b.value);
    for (int i = 0; i < inputs; ++i) result.by[i] = div(sub(a.by[i], mul(result.value, b.by[i])), b.value);
    return result;
  }
  friend GSTA_HD bool operator>(rounded const& a, rounded const& b) noexcept { return a.value > b.value; }
  friend GSTA_HD bool operator<(rounded const& a, rounded const& b) noexcept { return a.value < b.value; }
  friend GSTA_HD rounded choose(bool mask, rounded const& yes, rounded const& no) noexcept {
    return mask ? yes : no;
  }
  friend GSTA_HD rounded root_or_zero(rounded const& a) noexcept {
    double const root = math::root_or_zero(a.value);
    return through(a, root, root > 0 ? div(0.5, root) : 0.0);
  }
};

}  // namespace gsta::math

namespace gsta::detail::ceff {

using slope_number = rounded<dual>;

GSTA_HD inline decays<dual> decays_of(slope_number const& y) noexcept {
  decays<double> const of = decays_of(rounded<double>(y.value));
  // The power's slope is not quite itself.
  double const less = math::mul(1 / power, y.value),
               over = y.value > last_exponent ? 1.0 : math::sub(1.0, less);
  double const none = math::div(of.none.value, over);
  double const held = y.value > last_exponent ? 1.0 : math::div(math::sub(of.taken.value, less), over);
  return {slope_number::through(y, of.none.value, -none), slope_number::through(y, of.taken.value, none),
          slope_number::through(y, of.held.value, held)};
}

/// A library's edge, whose curves have slopes.
struct measure_slopes {
  lane_measure<double> of;

  GSTA_HD slope_number lower() const noexcept { return of.lower().value; }
  GSTA_HD slope_number threshold() const noexcept { return of.threshold().value; }
  GSTA_HD slope_number upper() const noexcept { return of.upper().value; }
  GSTA_HD slope_number derate() const noexcept { return of.derate().value; }
  GSTA_HD slope_number log_threshold() const noexcept { return of.log_threshold().value; }
  GSTA_HD slope_number least_gap() const noexcept { return of.least_gap().value; }
  GSTA_HD slope_number over_derate() const noexcept { return of.over_derate().value; }
  GSTA_HD slope_number over_window() const noexcept { return of.over_window().value; }

  GSTA_HD ramp_shape<dual> shape(slope_number const& gap) const noexcept {
    ramp_shape<double> const at = of.shape(rounded<double>(gap.value)), by = of.shape_slopes(gap.value);
    return {slope_number::through(gap, at.ramp.value, by.ramp.value),
            slope_number::through(gap, at.cross.value, by.cross.value)};
  }
};

}  // namespace gsta::detail::ceff
