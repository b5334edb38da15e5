#pragma once

#include <cmath>
#include <vector>

/// Stages of effective capacitance in long double, from their equations and not from the forms that a solver
/// gives them: the coefficients of partial fractions, and every unknown found between two brackets.
///
/// The exponential is (1 + x / 4096)^4096 down to x = -12 and 0 below, as the reference tool has it. What is
/// written with it is `lost`, 1 - e^-y: constants and shares add up to 0 in each waveform, so that the ones
/// go.
namespace gsta_test::ceff_oracle {

using real = long double;

inline real lost(real y) {
  if (y > 12) return 1;
  real gone = y / 4096;  // (1 - g)^2 = 1 - g (2 - g)
  for (int i = 0; i < 12; ++i) gone *= 2 - gone;
  return gone;
}

/// Where `f` changes its sign between `low`, where it is below zero, and `high`: halved until nothing is left
/// between them. `quick` takes the chord's crossing three times out of four, which saves most of the
/// halvings; the value of an end that stays is halved, so that both ends move.
template <class F>
real root(F const& f, real low, real high, bool quick) {
  real at_low = 0, at_high = 0;
  int last = 0;
  for (int i = 0; i < 400 && high - low > 1e-17L * std::fabs(high); ++i) {
    real middle = (low + high) / 2;
    if (quick && at_low < 0 && at_high > 0 && i % 4 != 3)
      middle = low + (high - low) * (at_low / (at_low - at_high));
    if (!(middle > low && middle < high)) middle = (low + high) / 2;
    if (!(middle > low && middle < high)) break;
    real const value = f(middle);
    int const side = value < 0 ? -1 : 1;
    (side < 0 ? low : high) = middle;
    (side < 0 ? at_low : at_high) = value;
    if (side == last) (side < 0 ? at_high : at_low) /= 2;
    last = side;
  }
  return (low + high) / 2;
}

/// Delay and slew by load, at the stage's input slew: lines between points and beyond the last.
struct table {
  std::vector<real> loads, delay, slew;

  real delay_at(real c) const { return at(delay, c); }
  real slew_at(real c) const { return at(slew, c); }

 private:
  real at(std::vector<real> const& values, real c) const {
    if (loads.size() == 1) return values[0];
    std::size_t i = 0;
    while (i + 2 < loads.size() && loads[i + 1] < c) ++i;
    return values[i] + (values[i + 1] - values[i]) * (c - loads[i]) / (loads[i + 1] - loads[i]);
  }
};

/// Thresholds of the driver's library, and its derate.
struct library {
  real lower, threshold, upper, derate;
};

/// A pi load: `near` stands at the driver, `far` behind `wire`.
struct network {
  real near_end, wire, far_end;
};

/// A ramp from 0 to 1 of length w into a time constant of 1.
struct ramp {
  bool quick = true;

  /// f(u) of the equations.
  static real area(real u) { return u - lost(u); }
  static real voltage(real u, real w) { return u <= w ? area(u) / w : (area(u) - area(u - w)) / w; }
  real crossing(real v, real w) const {
    return root([&](real u) { return voltage(u, w) - v; }, 0, w + 12.001L, quick);
  }
  /// Where a ramp ends as it crosses `lower`: a shorter one does not change the gap between crossings.
  real least(library const& of) const {
    return root([&](real w) { return voltage(w, w) - of.lower; }, 1e-9L, 50, quick);
  }
  real gap(library const& of, real w) const { return crossing(of.threshold, w) - crossing(of.lower, w); }
  /// The ramp whose crossings are `apart`, not shorter than `shortest`.
  real length(library const& of, real apart, real shortest) const {
    real const longest = 1.01L * apart / (of.threshold - of.lower) + 2 * shortest;
    auto const excess = [&](real w) { return of.threshold - voltage(crossing(of.lower, w) + apart, w); };
    return root(excess, shortest, longest, quick);
  }
};

/// How a load is seen.
enum class branch { lump, far_alone, pi };

/// The waveform of the driver: v(u) = slope u - sum of lost(pole u) amplitude, less the same a ramp later.
struct wave {
  real length = 0;  // of the ramp
  std::vector<real> pole, amplitude;

  real area(real u) const {
    real sum = u;
    for (std::size_t i = 0; i < pole.size(); ++i) sum -= amplitude[i] * lost(pole[i] * u);
    return sum;
  }
  real voltage(real u) const { return (area(u) - (u > length ? area(u - length) : 0)) / length; }
  real crossing(real level, bool quick) const {
    real slowest = pole[0];
    for (real const p : pole) slowest = std::fmin(slowest, p);
    return root([&](real u) { return voltage(u) - level; }, 0, length + 12.001L / slowest, quick);
  }
};

/// What a stage comes to.
struct driver {
  branch load = branch::lump;
  real margin = 0;       // how far the branch's nearest condition is from changing, relative
  bool has_ramp = true;  // else lumped
  real gap_over_least = 0;
  real resistance = 0, effective = 0, delay = 0, slew = 0;
  real t_lower = 0, t_threshold = 0, t_upper = 0;  // of the waveform, from its ramp's start
  real k0 = 0, k1 = 0, k3 = 0, k4 = 0, p1 = 0, p2 = 0;
  wave at;
  bool lumped() const { return load == branch::lump || !has_ramp; }
};

struct sink {
  real delay, slew;
  bool is_plain;  // the driver's slew, Elmore's delay
  real margin;    // as of a driver
};

/// The equations of one stage.
class stage {
 public:
  stage(table const& rows, library const& of, network const& net, bool quick = true)
      : rows_(rows), of_(of), net_(net), ramp_{quick} {}

  driver solve() {
    driver d;
    real const all = net_.near_end + net_.far_end;
    d.resistance = -std::log(of_.threshold) * std::fabs(rows_.delay_at(all + 1) - rows_.delay_at(all));
    choose_branch(d);
    d.delay = rows_.delay_at(all);
    d.slew = rows_.slew_at(all);
    if (d.load == branch::lump) return d;
    shortest_ = ramp_.least(of_);
    least_gap_ = ramp_.gap(of_, shortest_);
    poles(d);
    d.effective = d.load == branch::pi ? balance(d) : net_.far_end;
    real const tau = d.resistance * d.effective, apart = gap(d, d.effective);
    d.gap_over_least = apart / least_gap_;
    d.has_ramp = apart > least_gap_;
    if (!d.has_ramp) return d;
    real const w = ramp_.length(of_, apart, shortest_);
    d.at.length = w * tau;
    d.t_threshold = d.at.crossing(of_.threshold, ramp_.quick);
    d.t_lower = d.at.crossing(of_.lower, ramp_.quick);
    d.t_upper = d.at.crossing(of_.upper, ramp_.quick);
    d.slew = (d.t_upper - d.t_lower) / of_.derate;
    d.delay = rows_.delay_at(d.effective);
    if (d.load == branch::far_alone) d.delay += d.t_threshold - ramp_.crossing(of_.threshold, w) * tau;
    return d;
  }

  /// A sink of this driver's.
  sink solve_sink(driver const& d, real elmore) const {
    sink s{elmore, d.slew, true, std::fabs(elmore / (1e-3L * d.slew) - 1)};
    if (d.lumped() || elmore <= 0 || elmore < 1e-3L * d.slew) return s;
    s.is_plain = false;
    wave at = d.at;
    real p3 = 1 / elmore;
    for (real const p : d.at.pole) {
      if (std::fabs(p3 / p - 1) < 1e-9L) p3 = p * (1 + 1e-9L);
    }
    real const w1 = d.k0 * d.k1 - elmore, w3 = -p3 * d.k0 * d.k3 / (d.p1 - p3);
    real const w4 = d.load == branch::pi ? -p3 * d.k0 * d.k4 / (d.p2 - p3) : 0;
    at.amplitude[0] = w3;
    if (d.load == branch::pi) at.amplitude[1] = w4;
    at.pole.push_back(p3);
    at.amplitude.push_back(-w1 - w3 - w4);
    s.delay = at.crossing(of_.threshold, ramp_.quick) - d.t_threshold;
    s.slew = (at.crossing(of_.upper, ramp_.quick) - at.crossing(of_.lower, ramp_.quick)) / of_.derate;
    if (s.delay < 0) s.delay = elmore;
    s.slew = std::fmax(s.slew, d.slew);
    return s;
  }

  /// The charge that the pi load takes less what a capacitor c takes, over the resistance. Falls where the
  /// tables do what tables do.
  real imbalance(driver const& d, real c) const {
    real const tau = d.resistance * c, window = full_slew(c);
    if (!(window > 0)) return 1;
    real const apart = gap(d, c);
    real const w = apart > least_gap_ ? ramp_.length(of_, apart, shortest_) : shortest_;
    real const time = std::fmin(window, 1.4L * w * tau);
    real const pi = a_ * time + b_ / d.p1 * lost(d.p1 * time) + g_ / d.p2 * lost(d.p2 * time);
    return pi - (tau * time - tau * tau * lost(time / tau));
  }

  /// How often the imbalance changes its sign between `steps` capacitances up to the whole.
  int sign_changes(driver const& d, int steps) const {
    real const all = net_.near_end + net_.far_end;
    int changes = 0;
    bool positive = true;
    for (int i = 1; i <= steps; ++i) {
      bool const now = imbalance(d, all * i / steps) > 0;
      changes += now != positive ? 1 : 0;
      positive = now;
    }
    return changes;
  }

 private:
  real full_slew(real c) const {
    real const slew = rows_.slew_at(c);
    return of_.derate * (slew > 0 ? slew : 0) / (of_.upper - of_.lower);
  }
  real gap(driver const& d, real c) const {
    return full_slew(c) * (of_.threshold - of_.lower) / (d.resistance * c);
  }

  void choose_branch(driver& d) const {
    auto const near_to = [&](real x, real limit) {
      real const off = limit > 0 ? std::fabs(x / limit - 1) : 1;
      d.margin = std::fmin(d.margin, off);
      return x < limit;
    };
    d.margin = 1;
    bool lump = near_to(d.resistance, 1e-5L);
    if (!lump) lump = near_to(net_.wire, 1e-3L * d.resistance);
    if (!lump) lump = net_.far_end == 0 || near_to(net_.far_end, 1e-3L * net_.near_end) || net_.wire == 0;
    bool const alone = !lump && near_to(net_.near_end, 1e-3L * net_.far_end);
    d.load = lump ? branch::lump : alone ? branch::far_alone : branch::pi;
  }

  /// Poles and coefficients of the load's charge and the driver's voltage.
  void poles(driver& d) {
    real const rd = d.resistance, rpi = net_.wire, c1 = net_.far_end, c2 = net_.near_end, z1 = 1 / (rpi * c1);
    if (d.load == branch::far_alone) {
      d.p1 = 1 / (c1 * (rd + rpi));
      d.k0 = d.p1 / z1;
      d.k1 = (d.p1 - z1) / (d.p1 * d.p1);
      d.k3 = -d.k1;
      d.at.pole = {d.p1};
      d.at.amplitude = {d.k0 * d.k3};
      return;
    }
    real const a = rpi * rd * c1 * c2, b = rd * (c1 + c2) + rpi * c1, z = (c1 + c2) / (rpi * c1 * c2);
    real const p1 = d.p1 = (b + std::sqrt(b * b - 4 * a)) / (2 * a), p2 = d.p2 = 1 / (a * p1);
    a_ = z / (p1 * p2);
    b_ = (z - p1) / (p1 * (p1 - p2));
    g_ = (z - p2) / (p2 * (p2 - p1));
    real const k2 = z1 / (p1 * p2);
    d.k0 = 1 / (rd * c2);
    d.k1 = (1 - k2 * (p1 + p2)) / (p1 * p2);
    d.k4 = (d.k1 * p1 + k2) / (p2 - p1);
    d.k3 = -d.k1 - d.k4;
    d.at.pole = {p1, p2};
    d.at.amplitude = {d.k0 * d.k3, d.k0 * d.k4};
  }

  real balance(driver const& d) const {
    return root([&](real c) { return -imbalance(d, c); }, 0, net_.near_end + net_.far_end, ramp_.quick);
  }

  table const& rows_;
  library of_;
  network net_;
  ramp ramp_;
  real shortest_ = 0, least_gap_ = 0, a_ = 0, b_ = 0, g_ = 0;
};

}  // namespace gsta_test::ceff_oracle
