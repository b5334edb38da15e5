#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include "bench/device_compare.cuh"
#include "gsta/smooth/cost.hpp"
#include "gsta/smooth/smooth.cuh"

namespace gsta_bench {

/// What the smooth merge adds to the forward pass of pins that are nodes, and what a cost takes, in ms.
struct smooth_times {
  double exact = 0, smooth = 0;  ///< the sweep with one merge and with both
  double resets = 0, violations = 0, seed = 0, sum = 0, scatter = 0;
};

/// The forward pass with both merges, with plans of its own.
class smooth_forward {
  static constexpr gsta::memory_space device = gsta::memory_space::device;
  using executor = gsta::cuda_executor;

 public:
  smooth_forward(executor const& exec, device_case& on, gsta::smooth_cost_options const& goal)
      : on_(&on), goal_(goal) {
    auto& t = on.timer;
    std::size_t const arcs = t.view().node_graph.arc_count();
    plan_ = make_fused_plan(exec, t.pins(), t.arrival_nodes(), t.view().design, gsta::delay_layout::by_slot);
    stages_ = make_smooth_values(exec, plan_, t.view().node_graph);
    smooth_ = gsta::make_smooth_state(exec, t.nodes().count(), arcs);
    cost_ = gsta::make_smooth_cost_state(exec, t.nodes().count(), t.view().checks);
    cost_plan_ = make_smooth_cost_plan(exec, t.view().checks, cost_);
  }

  /// Smooth arrivals, weights, cost and seed against the level loop on the device, to the bit.
  void check(executor const& exec, equality& equal) {
    auto& t = on_->timer;
    on_->wires(exec, {});
    reset(exec, true);
    sweep(exec, true);
    violations(exec);
    add_up_smooth_cost(exec, t.view().checks, goal_, cost_);
    update_smooth_cost_seed(exec, t.view().checks, goal_, cost_plan_, cost_);
    scatter_smooth(exec, t.view().node_graph, swept(), smooth_);
    on_->forward(exec, {});
    auto smooth = gsta::make_smooth_state(exec, t.nodes().count(), t.view().node_graph.arc_count());
    auto cost = gsta::make_smooth_cost_state(exec, t.nodes().count(), t.view().checks);
    propagate_smooth<float>(exec, t.arrival_nodes(), t.view().arc_delay, goal_.gamma, smooth);
    update_smooth_cost<float>(exec, t.view().checks, t.view().design.luts, t.view().slew, smooth, goal_,
                              cost);
    auto const same = [&](char const* what, auto const& a, auto const& b) {
      equal.report(on_->source->name + ": " + what, detail::compare(exec, a, b).count == 0);
    };
    same("smooth arrivals", smooth.node_arrival, smooth_.node_arrival);
    same("softmax weights", smooth.weight, smooth_.weight);
    same("cost", cost.cost, cost_.cost);
    same("seed", cost.node_arrival, cost_.node_arrival);
  }

  smooth_times measure(executor const& exec) {
    smooth_times times;
    times.exact = sweep_ms(exec, false);
    times.smooth = sweep_ms(exec, true);
    times.resets = after_sweep_ms(exec, [&](executor const& on) { reset(on, true); });
    times.violations = after_sweep_ms(exec, [&](executor const& on) { violations(on); });
    auto const& checks = on_->timer.view().checks;
    times.seed = after_sweep_ms(
        exec, [&](executor const& on) { update_smooth_cost_seed(on, checks, goal_, cost_plan_, cost_); });
    times.sum =
        after_sweep_ms(exec, [&](executor const& on) { add_up_smooth_cost(on, checks, goal_, cost_); });
    times.scatter = after_sweep_ms(exec, [&](executor const& on) {
      scatter_smooth(on, on_->timer.view().node_graph, swept(), smooth_);
    });
    return times;
  }

 private:
  void reset(executor const& exec, bool both) {
    reset_values(exec, plan_);
    if (both) reset_smooth_values(exec, stages_);
  }
  void sweep(executor const& exec, bool both) {
    auto& t = on_->timer;
    if (both) {
      sweep_smooth_values(exec, {t.pins(), t.arrival_nodes(), t.delay_model_of()}, plan_, stages_,
                          gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals,
                          {goal_.gamma});
    } else {
      sweep_values(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), plan_,
                   gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals);
    }
  }
  gsta::swept_smooth<device, gsta::swept_timing<device>> swept() {
    auto& t = on_->timer;
    return swept_smooth_of(
        swept_timing_of(t.pins(), t.arrival_nodes(), t.delay_model_of(), plan_,
                        gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals, false),
        stages_);
  }
  void violations(executor const& exec) {
    auto const& t = on_->timer;
    update_smooth_violations(exec, t.view().checks, t.view().design.luts, swept(), goal_, cost_);
  }

  void renew(executor const& exec, int run) {
    on_->change(exec, run);
    on_->wires(exec, {});
  }
  double sweep_ms(executor const& exec, bool both) {
    return captured_ms(
        exec,
        [&](int run) {
          renew(exec, run);
          reset(exec, both);
        },
        [&](executor const& inner) { sweep(inner, both); });
  }
  template <class Work>
  double after_sweep_ms(executor const& exec, Work const& work) {
    return captured_ms(
        exec,
        [&](int run) {
          renew(exec, run);
          reset(exec, true);
          sweep(exec, true);
        },
        work);
  }

  device_case* on_;
  gsta::smooth_cost_options goal_;
  gsta::forward_plan<device, true, true> plan_;
  gsta::smooth_values<device> stages_;
  gsta::smooth_state<device> smooth_;
  gsta::smooth_cost_state<device> cost_;
  gsta::smooth_cost_plan<device> cost_plan_;
};

inline void print(std::string const& name, smooth_times const& t) {
  std::printf("\n| %s: smooth forward, ms | |\n|---|---|\n", name.c_str());
  std::printf("| sweep, exact merge | %.4f |\n| sweep, both merges | %.4f |\n", t.exact, t.smooth);
  std::printf("| resets (beside the wires) | %.4f |\n| violations and shares | %.4f |\n", t.resets,
              t.violations);
  std::printf("| seed | %.4f |\n| sum (beside the backward pass) | %.4f |\n", t.seed, t.sum);
  std::printf("| smooth arrivals and weights by id, if asked for | %.4f |\n", t.scatter);
  std::printf("| both merges, violations and seed above the exact sweep | %.4f |\n",
              t.smooth - t.exact + t.violations + t.seed);
}

}  // namespace gsta_bench
