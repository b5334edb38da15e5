#pragma once

#include <string>
#include <utility>

#include "bench/device_compare.cuh"
#include "bench/gradient_targets.hpp"
#include "gsta/sta/gradient_plan.cuh"

namespace gsta_bench {

/// Updates with gradients by plans, as placers call them.
class gradient_measurement {
  using executor = gsta::cuda_executor;

 public:
  gradient_measurement(executor const& exec, device_case& on) : exec_(exec), on_(&on) {}

  gradient_times run(equality& equal) {
    using enum gsta::gradient_level;
    gradient_times times;
    times.update = update_ms();
    times.linear_apart = gradients_ms(linear, false);
    times.linear_fused = gradients_ms(linear, true);
    times.full_apart = gradients_ms(full, false);
    times.full_fused = gradients_ms(full, true);
    for (auto const level : {linear, full}) check(level, equal);
    return times;
  }

  gsta::gradient_options<gsta::cuda_executor> options(gsta::gradient_level level, bool is_fused) const {
    gsta::gradient_options<gsta::cuda_executor> of;
    of.level = level;
    of.cost = {gsta::smooth_goal::total, gsta::split::late, 10};
    of.is_fused = is_fused;
    of.update = on_->plan_options(gsta::update_extent::all_pins, gsta::sweep_order::automatic);
    return of;
  }

 private:
  double update_ms() {
    auto plan = on_->timer.prepare(
        exec_, on_->plan_options(gsta::update_extent::all_pins, gsta::sweep_order::automatic));
    return median_ms(exec_, [&](int run) { on_->change(exec_, run); }, [&] { plan.run(); });
  }
  double gradients_ms(gsta::gradient_level level, bool is_fused) {
    auto plan = on_->timer.prepare_gradients(exec_, options(level, is_fused));
    return median_ms(exec_, [&](int run) { on_->change(exec_, run); }, [&] { plan.run(); });
  }

  /// Overlapped and one after the other: the same bits, of slacks and of gradients.
  void check(gsta::gradient_level level, equality& equal) {
    auto apart = on_->timer.prepare_gradients(exec_, options(level, false));
    apart.run();
    auto const slack = clone(exec_, on_->timer.view().node_slack);
    detail::spoil(exec_, gsta::detail::state_of(on_->timer).slacks.node_slack);
    auto fused = on_->timer.prepare_gradients(exec_, options(level, true));
    fused.run();
    auto const a = apart.gradients(), b = fused.gradients();
    bool same = detail::compare(exec_, slack, on_->timer.slacks().node_slack).count == 0 &&
                equal_arrays(a.cost, b.cost) && equal_arrays(a.node_arrival, b.node_arrival) &&
                equal_arrays(a.arc_delay, b.arc_delay) && equal_arrays(a.slew, b.slew) &&
                equal_arrays(a.load, b.load) && equal_arrays(a.pin_load, b.pin_load) &&
                equal_arrays(a.resistance, b.resistance) && equal_arrays(a.capacitance, b.capacitance) &&
                equal_arrays(a.x, b.x) && equal_arrays(a.y, b.y);
    equal.report(on_->source->name + (level == gsta::gradient_level::linear ? ": linear" : ": full") +
                     " gradients, overlapped or not",
                 same);
  }
  template <class T>
  bool equal_arrays(gsta::device_span<T const> a, gsta::device_span<T const> b) const {
    if (a.size() != b.size()) return false;
    return a.empty() || detail::compare(exec_, clone(exec_, a), clone(exec_, b)).count == 0;
  }

  executor exec_;
  device_case* on_;
};

}  // namespace gsta_bench
