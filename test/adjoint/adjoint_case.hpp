#pragma once

#include <cmath>
#include <cstdio>

#include "gsta/adjoint/propagate.hpp"
#include "gsta/smooth/cost.hpp"
#include "gsta/smooth/smooth.hpp"
#include "test/forward/host_case.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// Values of another precision: what is undefined stays so.
template <class Value>
std::vector<gsta::per_condition<Value>> widened(std::vector<gsta::per_condition<float>> const& from) {
  std::vector<gsta::per_condition<Value>> result(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (int c = 0; c < gsta::conditions; ++c) result[i][c] = static_cast<Value>(from[i][c]);
  }
  return result;
}

/// A timed circuit on one executor, from whose arc delays smooth arrivals, a cost and gradients are made in
/// the precision `Value`.
template <class E, class Value>
class smooth_flow {
 public:
  static constexpr gsta::memory_space space = E::space;
  template <class T>
  using array = gsta::buffer<T, space>;
  using four = gsta::per_condition<Value>;

  smooth_flow(E const& exec, gsta::flat_design const& design, gsta::timer_options const& options,
              gsta::smooth_cost_options const& settings)
      : exec_(exec), timer(exec, design, options), settings_(settings) {
    timer.update(exec);
    auto const nodes = timer.arrival_nodes();
    rows = make_adjoint_rows(exec, timer.nodes(), nodes.edges.size());
    smooth = gsta::make_smooth_state<Value>(exec, timer.nodes().count(), nodes.graph.arc_count());
    cost = gsta::make_smooth_cost_state<Value>(exec, timer.nodes().count(), timer.view().checks);
    adjoint = gsta::make_adjoint_state<Value>(exec, timer.nodes().count(), nodes.edges.size());
    arc_delay = clone(exec, widened<Value>(to_vector(exec, timer.view().arc_delay)));
    slew = clone(exec, widened<Value>(to_vector(exec, timer.view().slew)));
  }

  /// Smooth arrivals and the cost of the delays as they are now.
  double find_cost() {
    propagate();
    update_smooth_cost(exec_, timer.view().checks, timer.view().design.luts, slew.view(), smooth, settings_,
                       cost);
    return to_vector(exec_, cost.cost.view())[0];
  }
  void propagate() {
    propagate_smooth(exec_, timer.arrival_nodes(), arc_delay.view(), static_cast<Value>(settings_.gamma),
                     smooth);
  }

  void find_gradients() { find_gradients(cost.node_arrival.view()); }
  void find_gradients(gsta::span<four const, space> seed) {
    propagate_adjoint(exec_, timer.arrival_nodes(), rows.view, smooth, seed, adjoint);
  }

 private:
  E exec_;

 public:
  gsta::timer<E> timer;
  gsta::adjoint_rows<space> rows;
  gsta::smooth_state<space, Value> smooth;
  gsta::smooth_cost_state<space, Value> cost;
  gsta::adjoint_state<space, Value> adjoint;
  array<four> arc_delay, slew;

 private:
  gsta::smooth_cost_options settings_;
};

/// d cost / d violation where a cost adds up the squares of endpoints' violations.
template <gsta::memory_space S, class Value>
struct square_op {
  gsta::span<Value const, S> violation;
  gsta::span<Value, S> by_violation;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    by_violation[i] = gsta::math::mul(Value{2}, violation[i]);
  }
};

/// Makes the gradient of `update_smooth_cost` that of the sum of squares.
template <class E, class Value>
void square_cost(E const& exec, gsta::timing_checks_view<E::space> const& checks,
                 gsta::smooth_cost_options const& options, gsta::smooth_cost_state<E::space, Value>& cost) {
  gsta::buffer<Value, E::space> by_violation(exec, cost.violation.size());
  for_each_n(exec, by_violation.size(),
             square_op<E::space, Value>{std::as_const(cost.violation).view(), by_violation.view()});
  weigh_smooth_violations<Value>(exec, checks, std::as_const(by_violation).view(), cost);
  update_smooth_cost_seed(exec, checks, options, make_smooth_cost_plan(exec, checks, cost), cost);
  exec.sync();
}

/// How a circuit's cost is made: both goals and sides, sharp and soft.
inline gsta::smooth_cost_options cost_options_of(std::uint64_t seed) {
  gsta::smooth_cost_options o;
  o.goal = seed % 2 == 0 ? gsta::smooth_goal::total : gsta::smooth_goal::worst;
  o.side = seed % 3 == 0 ? gsta::split::early : gsta::split::late;
  o.gamma = seed % 5 == 0 ? 2.0f : 12.0f;
  return o;
}

/// Collects gradients beside central differences.
struct gradient_check {
  std::size_t compared = 0, above_zero = 0, wrong = 0, kinks = 0;
  std::string first;
  double noise = 0;  ///< ps: what solvers that stop may make of a cost

  /// `rounding`: what it may make of the difference.
  void compare(char const* what, std::size_t i, int c, double gradient, double difference,
               double rounding = 0) {
    ++compared;
    above_zero += std::abs(gradient) > 1e-6;
    double const larger = std::max(std::abs(gradient), std::abs(difference));
    if (std::abs(gradient - difference) <= 1e-4 * larger + 1e-8 + rounding) return;
    if (++wrong < 8) {
      char line[160];
      std::snprintf(line, sizeof line,
                    "\n  %s %zu,%d: %.9g against %.9g, off by %.3g, of which %.3g is rounding", what, i, c,
                    gradient, difference, gradient - difference, rounding);
      first += line;
    }
  }

  /// `cost_at(x)` around `x`, which moves by `h`, against the gradient; but for kinks between: there the
  /// differences over h, h / 2 and h / 1024 are not the same, or the slopes on both sides part by as much for
  /// half the step.
  template <class F>
  void differ(char const* what, std::size_t i, int c, double gradient, double x, double h, F const& cost_at) {
    double const low = cost_at(x - h), lower = cost_at(x - h / 2), middle = cost_at(x);
    double const upper = cost_at(x + h / 2), high = cost_at(x + h);
    double const both = (high - low) / (2 * h), nearer = (upper - lower) / h;
    double const nearest = (cost_at(x + h / 1024) - cost_at(x - h / 1024)) / (h / 512);
    double const bend = std::abs(high + low - 2 * middle) / h;
    double const near_bend = std::abs(upper + lower - 2 * middle) / (h / 2);
    double const rounding = 1e-9 + 1e-13 * std::abs(middle) / h;
    bool const jumps = std::abs(both - nearer) > 2e-5 * std::abs(both) + rounding ||
                       std::abs(both - nearest) > 5e-5 * std::abs(both) + 512 * rounding;
    bool const bends = near_bend > 0.75 * bend && near_bend > 5e-5 * std::abs(both) + 10 * rounding;
    if (jumps || bends) {
      ++kinks;
    } else {
      compare(what, i, c, gradient, both, (noise + 1e-13 * std::abs(middle)) / h);
    }
  }
};

}  // namespace gsta_test
