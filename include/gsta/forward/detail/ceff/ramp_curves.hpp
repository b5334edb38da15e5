#pragma once

#include <cmath>
#include <vector>

#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/detail/ceff/exponentials.hpp"

/// The shape of a driver's ramp, as curves that are made once.
///
/// A driver is a ramp of length dt, from 0 to 1, behind a resistance Rd. Into a capacitor c, with tau = Rd c,
/// it crosses the delay threshold and the lower slew threshold; what lies between them, in tau, is gamma, and
/// tells how long the ramp is: w = dt / tau. Time from the ramp's start to the delay threshold is u tau. Both
/// are smooth in the root of gamma - gamma0, where gamma0 belongs to the shortest ramp that counts: the one
/// that ends as the lower threshold is crossed.
namespace gsta::detail::ceff {

inline constexpr int curve_pieces = 512;

/// Ramp and crossing at the end of a piece, with their changes over a piece.
template <class R>
struct alignas(4 * sizeof(R)) curve_point {
  R ramp, ramp_change, cross, cross_change;
};

/// What a cell's library says of one edge of outputs, and where its curves begin.
template <class R>
struct edge_measure {
  R lower, threshold, upper, derate;
  R log_threshold;  // -ln of the threshold
  R least_gap;      // gamma0
  R pieces_each;    // pieces over the root of gamma - gamma0
  R over_window;    // 1 / (upper - lower)
  R over_rise;      // 1 / (threshold - lower)
};

/// Where a ramp of length `ramp` and time constant 1 crosses.
struct ramp_and_cross {
  double ramp, cross;
};

/// Makes one edge's curves, on the host, in double, with the waveforms' own exponential.
class curve_maker {
 public:
  curve_maker(double lower, double threshold) : lower_(lower), threshold_(threshold) {
    least_gap_ = fall_time(1 - threshold_) - fall_time(1 - lower_);
    least_ramp_ = bisect(1e-9, 50, [&](double w) { return ramp_end(w) < lower_; });
    // Ramps so long that their start plays no part: from here on the curves are lines.
    last_root_ = std::sqrt(40 / lower_ * (threshold_ - lower_) - least_gap_);
  }
  double least_gap() const { return least_gap_; }
  double pieces_each() const { return curve_pieces / last_root_; }

  /// [curve_pieces + 1]
  template <class R>
  void make(std::vector<curve_point<R>>& out) const {
    double const step = last_root_ / curve_pieces;
    for (int i = 0; i <= curve_pieces; ++i) {
      double const root = step * i, near = 1e-3 * step;
      ramp_and_cross const at = solve(root);
      ramp_and_cross const before = solve(i == 0 ? root : root - near), behind = solve(root + near);
      double const apart = i == 0 ? near : 2.0 * near;
      out.push_back({static_cast<R>(at.ramp), static_cast<R>((behind.ramp - before.ramp) / apart * step),
                     static_cast<R>(at.cross), static_cast<R>((behind.cross - before.cross) / apart * step)});
    }
  }

  /// The ramp whose crossings are gamma0 + root^2 apart.
  ramp_and_cross solve(double root) const {
    double const gap = least_gap_ + root * root;
    double ramp = least_ramp_;
    if (root > 0)
      ramp = bisect(least_ramp_, std::fmax(2.0 * least_ramp_, gap / (threshold_ - lower_) + 1),
                    [&](double w) { return crossing(threshold_, w) - crossing(lower_, w) < gap; });
    return {ramp, crossing(threshold_, ramp)};
  }

  /// When a ramp of length w behind a time constant of 1 comes to v.
  static double crossing(double v, double w) {
    if (v >= ramp_end(w)) return w + fall_time(w * (1 - v) / (1 - decay_of(w)));
    return bisect(0, w, [&](double u) { return (u - (1 - decay_of(u))) / w < v; });
  }

 private:
  static double decay_of(double y) { return decay(rounded<double>(y)).value; }
  /// The waveforms' exponential is `left` then.
  static double fall_time(double left) { return power * -std::expm1(std::log(left) / power); }
  static double ramp_end(double w) { return (w - (1 - decay_of(w))) / w; }

  /// Between two values, of which `is_low` holds for the first.
  template <class F>
  static double bisect(double low, double high, F const& is_low) {
    for (int i = 0; i < 100; ++i) {
      double const middle = 0.5 * (low + high);
      (is_low(middle) ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  double lower_, threshold_, least_gap_, least_ramp_, last_root_;
};

/// A ramp's length and the time to its delay threshold, both in tau.
template <class V>
struct ramp_shape {
  rounded<V> ramp, cross;
};

/// One edge's measures under one condition, as solvers ask for them.
template <class R>
struct lane_measure {
  using N = rounded<R>;
  edge_measure<R> of;
  curve_point<R> const* curve;

  GSTA_HD N lower() const noexcept { return N::of(of.lower); }
  GSTA_HD N threshold() const noexcept { return N::of(of.threshold); }
  GSTA_HD N upper() const noexcept { return N::of(of.upper); }
  GSTA_HD N derate() const noexcept { return N::of(of.derate); }
  GSTA_HD N log_threshold() const noexcept { return N::of(of.log_threshold); }
  GSTA_HD N least_gap() const noexcept { return N::of(of.least_gap); }
  GSTA_HD N over_window() const noexcept { return N::of(of.over_window); }

  /// The ramp for a gap above gamma0; at and below it the shortest.
  GSTA_HD ramp_shape<R> shape(N const& gap) const noexcept {
    N const root = root_or_zero(gap - least_gap()) * N::of(of.pieces_each);
    if (!(root < double{curve_pieces})) {  // a line: the ramp's start plays no part
      N const ramp = gap * N::of(of.over_rise);
      return {ramp, threshold() * ramp + 1.0};
    }
    int const piece = static_cast<int>(root.value);
    N const t = root - N::of(static_cast<R>(piece));
    curve_point<R> const a = curve[piece], b = curve[piece + 1];
    return {between(t, a.ramp, a.ramp_change, b.ramp, b.ramp_change),
            between(t, a.cross, a.cross_change, b.cross, b.cross_change)};
  }

 private:
  /// The cubic with these values and changes at both ends.
  GSTA_HD static N between(N const& t, R from, R change, R to, R change_to) noexcept {
    N const first = N::of(change), last = N::of(change_to), apart = N::of(to) - N::of(from);
    N const cubic = (first + last) - 2.0 * apart, square = apart - first - cubic;
    return N::of(from) + t * (first + t * (square + t * cubic));
  }
};

/// All that waveforms need to know of libraries, for two edges of each row of `arc_view::measures` and of the
/// default behind them.
template <class R, memory_space S>
struct measures_view {
  span<edge_measure<R> const, S> edges;  // [2 * (rows + 1)]
  span<curve_point<R> const, S> curves;  // [curve_pieces + 1] each

  GSTA_HD lane_measure<R> at(id measure, int edge) const noexcept {
    std::size_t const last = edges.size() / 2 - 1;
    std::size_t const row =
        2 * (measure == none ? last : static_cast<std::size_t>(measure)) + static_cast<std::size_t>(edge);
    return {edges[row], curves.data() + row * (curve_pieces + 1)};
  }
};

}  // namespace gsta::detail::ceff
