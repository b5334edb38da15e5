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

/// As many as leave nothing that these numbers show.
template <class R>
inline constexpr int curve_pieces = std::is_same_v<R, double> ? 512 : 128;

/// Ramp and crossing over a piece, as cubics of how far within it, the constant first.
template <class R>
struct alignas(4 * sizeof(R)) curve_piece {
  R ramp[4], cross[4];
};

/// What a cell's library says of one edge of outputs, and where its curves begin.
template <class R>
struct edge_measure {
  R lower, threshold, upper, derate;
  R log_threshold;  // -ln of the threshold
  R least_gap;      // gamma0
  R pieces_each;    // pieces over the root of gamma - gamma0
  R over_derate;    // 1 / derate
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
    least_ramp_ = rising_root(1e-9, 50, [&](double w) { return ramp_end(w) - lower_; });
    least_gap_ = crossing(threshold_, least_ramp_) - least_ramp_;
    // Ramps so long that their start plays no part: from here on the curves are lines.
    last_root_ = std::sqrt(40 / lower_ * (threshold_ - lower_) - least_gap_);
  }
  double least_gap() const { return least_gap_; }
  double last_root() const { return last_root_; }

  /// [curve_pieces<R>]
  template <class R>
  void make(std::vector<curve_piece<R>>& out) const {
    double const step = last_root_ / curve_pieces<R>;
    end_of_piece left = end_at(0, step);
    for (int i = 1; i <= curve_pieces<R>; ++i) {
      end_of_piece const right = end_at(i, step);
      curve_piece<R> piece;
      cubic(left.at.ramp, left.change.ramp, right.at.ramp, right.change.ramp, piece.ramp);
      cubic(left.at.cross, left.change.cross, right.at.cross, right.change.cross, piece.cross);
      out.push_back(piece);
      left = right;
    }
  }

  /// The ramp whose crossings are gamma0 + root^2 apart.
  ramp_and_cross solve(double root) const {
    double const gap = least_gap_ + root * root;
    double ramp = least_ramp_;
    if (root > 0)
      ramp = rising_root(least_ramp_, std::fmax(2.0 * least_ramp_, gap / (threshold_ - lower_) + 1),
                         [&](double w) { return crossing(threshold_, w) - crossing(lower_, w) - gap; });
    return {ramp, crossing(threshold_, ramp)};
  }

  /// When a ramp of length w behind a time constant of 1 comes to v.
  static double crossing(double v, double w) {
    if (v < ramp_end(w)) return rising_root(0, w, [&](double u) { return (u - (1 - decay_of(u))) / w - v; });
    double since = fall_time(w * (1 - v) / (1 - decay_of(w)));
    // The power of a sum is not quite the product of powers.
    for (int i = 0; i < 4; ++i) since = fall_time(w * (1 - v) / (1 - decay_of(since + w) / decay_of(since)));
    return w + since;
  }

 private:
  struct end_of_piece {
    ramp_and_cross at, change;
  };
  /// With the changes over a piece.
  end_of_piece end_at(int i, double step) const {
    double const root = step * i, near_end = 1e-3 * step;
    ramp_and_cross const at = solve(root), before = i == 0 ? at : solve(root - near_end),
                         behind = solve(root + near_end);
    double const pieces = (i == 0 ? 1e-3 : 2e-3);
    return {at, {(behind.ramp - before.ramp) / pieces, (behind.cross - before.cross) / pieces}};
  }
  /// The cubic with these values and changes at both ends.
  template <class R>
  static void cubic(double from, double change, double to, double change_to, R (&out)[4]) {
    double const apart = to - from, third = (change + change_to) - 2 * apart;
    double const all[4] = {from, change, apart - change - third, third};
    for (int k = 0; k < 4; ++k) out[k] = static_cast<R>(all[k]);
  }

  static double decay_of(double y) { return decay(rounded<double>(y)).value; }
  /// The waveforms' exponential is `left` then.
  static double fall_time(double left) { return power * -std::expm1(std::log(left) / power); }
  static double ramp_end(double w) { return (w - (1 - decay_of(w))) / w; }

  /// Where `f`, below zero at `low` and above at `high`, is zero: by its chords, of which an end that stays
  /// counts half each time.
  template <class F>
  static double rising_root(double low, double high, F const& f) {
    double at_low = f(low), at_high = f(high), kept = 0;
    for (int i = 0; i < 100 && high - low > 1e-15 * high; ++i) {
      double const chord = low + (high - low) * (at_low / (at_low - at_high));
      double const middle = i % 4 != 3 && chord > low && chord < high ? chord : 0.5 * (low + high);
      double const value = f(middle);
      if (value < 0) {
        if (kept < 0) at_high *= 0.5;
        low = middle, at_low = value;
      } else {
        if (kept > 0) at_low *= 0.5;
        high = middle, at_high = value;
      }
      kept = value < 0 ? -1 : 1;
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
  curve_piece<R> const* curve;

  GSTA_HD N lower() const noexcept { return N::of(of.lower); }
  GSTA_HD N threshold() const noexcept { return N::of(of.threshold); }
  GSTA_HD N upper() const noexcept { return N::of(of.upper); }
  GSTA_HD N derate() const noexcept { return N::of(of.derate); }
  GSTA_HD N log_threshold() const noexcept { return N::of(of.log_threshold); }
  GSTA_HD N least_gap() const noexcept { return N::of(of.least_gap); }
  GSTA_HD N over_derate() const noexcept { return N::of(of.over_derate); }
  GSTA_HD N over_window() const noexcept { return N::of(of.over_window); }

  /// The ramp for a gap above gamma0; at and below it the shortest.
  GSTA_HD ramp_shape<R> shape(N const& gap) const noexcept {
    N const root = root_or_zero(gap - least_gap()) * N::of(of.pieces_each);
    if (!(root < double{curve_pieces<R>})) {  // a line: the ramp's start plays no part
      N const ramp = gap * N::of(of.over_rise);
      return {ramp, threshold() * ramp + 1.0};
    }
    int const piece = static_cast<int>(root.value);
    N const t = root - N::of(static_cast<R>(piece));
    return {cubic(curve[piece].ramp, t), cubic(curve[piece].cross, t)};
  }

  /// Slopes of `shape` by the gap.
  GSTA_HD ramp_shape<R> shape_slopes(N const& gap) const noexcept {
    N const pieces = N::of(of.pieces_each), root = root_or_zero(gap - least_gap()) * pieces;
    if (!(root < double{curve_pieces<R>})) return {N::of(of.over_rise), threshold() * N::of(of.over_rise)};
    int const piece = static_cast<int>(root.value);
    N const t = root - N::of(static_cast<R>(piece));
    N const by_root = choose(root > 0.0, (pieces * pieces) / (2.0 * root), N(0.0));
    return {by_root * cubic_slope(curve[piece].ramp, t), by_root * cubic_slope(curve[piece].cross, t)};
  }

 private:
  GSTA_HD static N cubic(R const (&of)[4], N const& t) noexcept {
    return N::of(of[0]) + t * (N::of(of[1]) + t * (N::of(of[2]) + t * N::of(of[3])));
  }
  GSTA_HD static N cubic_slope(R const (&of)[4], N const& t) noexcept {
    return N::of(of[1]) + t * (2.0 * N::of(of[2]) + 3.0 * (t * N::of(of[3])));
  }
};

/// All that waveforms need to know of libraries, for two edges of each row of `arc_view::measures` and of the
/// default behind them.
template <class R, memory_space S>
struct measures_view {
  span<edge_measure<R> const, S> edges;  // [2 * (rows + 1)]
  span<curve_piece<R> const, S> curves;  // [curve_pieces<R>] each

  GSTA_HD lane_measure<R> at(id measure, int edge) const noexcept {
    std::size_t const last = edges.size() / 2 - 1;
    std::size_t const row =
        2 * (measure == none ? last : static_cast<std::size_t>(measure)) + static_cast<std::size_t>(edge);
    return {edges[row], curves.data() + row * curve_pieces<R>};
  }
};

}  // namespace gsta::detail::ceff
