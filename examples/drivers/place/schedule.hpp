#pragma once

#include "gsta/core/math.hpp"
#include "place/layout.hpp"
#include "place/sums.hpp"

namespace place {

/// How the parts of the objective are weighed against each other from one iteration to the next.
struct schedule_options {
  float first_push = 1e-3f;  ///< forces of density over those of wires, in the first iteration
  float growth = 1.05f;      ///< of the density's weight an iteration, at most ...
  float worsening = 0.005f;  ///< ... and none where wires became longer by this share
  /// A per cent of smooth TNS is worth so many per cent of wirelength.
  float timing_worth = 0;
  float least_cost = 1;      ///< ps: smaller costs count as this, ...
  float least_share = 0.3f;  ///< ... or as this share of the greatest so far: nobody saves the last ps
};

/// The numbers that steer an iteration. They live where the cells do, so that a device asks nobody.
struct schedule {
  int iteration = 0;
  double smoothing = 0;  ///< um, of wirelength
  double density_weight = 0, timing_weight = 0;
  double greatest_cost = 0;                  ///< ps, smooth TNS
  double length = 0;                         ///< um, half-perimeter wirelength when last looked at
  double step = 0, momentum = 1, carry = 0;  ///< of Nesterov's method
};

/// What one iteration found, for the reader.
struct iteration_record {
  float length = 0, overflow = 0;  ///< um, share of the cells' area
  float tns = 0, wns = 0;          ///< ps; 0 without timing
};

/// Sums over nets, bins, cells and endpoints, [1] each, and the timing's smooth cost where it has one.
template <memory_space S>
struct tallies {
  span<two_sums const, S> length, over, force, moved;
  span<sum_and_least const, S> slack;
  span<double const, S> cost;  ///< may be empty
};

/// The smoothing of wirelength shrinks with the overflow: 80 bins at first, 0.8 in the end (as ePlace has
/// it).
GSTA_HD inline double smoothing_at(double overflow, double bin) noexcept {
  using gsta::math::add, gsta::math::mul;
  double const decades = add(mul(20.0 / 9, overflow), -11.0 / 9);
  return mul(mul(8.0, bin), gsta::math::exp(mul(2.302585092994046, decades)));
}

/// Weighs the parts of the objective, and keeps the record. One thread.
template <memory_space S>
struct weigh_op {
  schedule_options options;
  die on;
  tallies<S> found;
  span<schedule, S> state;           // [1]
  span<iteration_record, S> record;  // [iterations]

  GSTA_HD void operator()(std::size_t) const noexcept {
    using gsta::math::div, gsta::math::mul;
    schedule& s = state[0];
    double const length = found.length[0].first, bin = on.bin_side();
    double const overflow = div(mul(found.over[0].first, mul(bin, bin)), static_cast<double>(on.cell_area));
    if (s.iteration == 0) {
      double const push = found.force[0].second;
      s.density_weight =
          push > 0 ? mul(static_cast<double>(options.first_push), div(found.force[0].first, push)) : 1.0;
    } else {
      s.density_weight = mul(s.density_weight, growth(length, s.length));
    }
    if (!found.cost.empty()) {
      s.greatest_cost = found.cost[0] > s.greatest_cost ? found.cost[0] : s.greatest_cost;
      // As long as cells lie in a heap, timing says little.
      double const spread = overflow < 1 ? gsta::math::sub(1.0, overflow) : 0.0;
      s.timing_weight = mul(spread, timing_weight(length, found.cost[0], s.greatest_cost));
    }
    s.smoothing = smoothing_at(overflow, bin);
    s.length = length;
    if (static_cast<std::size_t>(s.iteration) < record.size())
      record[static_cast<std::size_t>(s.iteration)] = {
          static_cast<float>(length), static_cast<float>(overflow), static_cast<float>(found.slack[0].sum),
          static_cast<float>(found.slack[0].least)};
  }

 private:
  GSTA_HD double growth(double length, double before) const noexcept {
    using gsta::math::div, gsta::math::log, gsta::math::mul, gsta::math::sub;
    double const worse = div(sub(length, before), before > 0 ? before : 1.0);
    double share = sub(1.0, div(worse, static_cast<double>(options.worsening)));
    share = share > 1 ? 1.0 : share < 0 ? 0.0 : share;
    return gsta::math::exp(mul(share, log(static_cast<double>(options.growth))));
  }
  /// So that wirelength x cost^worth falls.
  GSTA_HD double timing_weight(double length, double cost, double greatest) const noexcept {
    double const share = gsta::math::mul(static_cast<double>(options.least_share), greatest);
    double const least = share > options.least_cost ? share : static_cast<double>(options.least_cost);
    double const floored = cost > least ? cost : least;
    return gsta::math::div(gsta::math::mul(static_cast<double>(options.timing_worth), length), floored);
  }
};

/// Chooses the step: what the gradient changed by over the last one says how far it may go. One thread.
template <memory_space S>
struct step_op {
  double first_move;  // um, of a cell in the first iteration
  double cells;
  span<two_sums const, S> moved;  // squares of how far cells went, and of how gradients changed
  span<schedule, S> state;
  GSTA_HD void operator()(std::size_t) const noexcept {
    using gsta::math::add, gsta::math::div, gsta::math::mul, gsta::math::sqrt, gsta::math::sub;
    schedule& s = state[0];
    double const changed = moved[0].second;
    double const way = s.iteration == 0 ? mul(mul(first_move, first_move), cells) : moved[0].first;
    if (changed > 0) s.step = sqrt(div(way, changed));
    double const next = mul(0.5, add(1.0, sqrt(add(1.0, mul(4.0, mul(s.momentum, s.momentum))))));
    s.carry = div(sub(s.momentum, 1.0), next);
    s.momentum = next;
    ++s.iteration;
  }
};

}  // namespace place
