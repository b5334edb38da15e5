#pragma once

#include <utility>

#include "gsta/sta/detail/update_parts.cuh"

namespace gsta::detail {

/// An update where pins are nodes: one sweep makes slews and arrivals.
class fused_flow {
 public:
  static constexpr memory_space space = memory_space::device;

  fused_flow(cuda_executor const& exec, update_parts& parts)
      : parts_(&parts),
        plan_(make_fused_plan(exec, state().pins(), state().arrival_nodes(), state().design.view,
                              delay_layout::by_slot)) {
    parts.make_backward(exec, std::as_const(plan_.cut.inlined).view(), std::as_const(plan_.arc_slot).view());
  }

  void enqueue(cuda_executor const& exec) {
    enqueue_forward(exec);
    if (parts_->has_credits()) return enqueue_with_credits(exec);
    // Arrivals are scattered together with required times, in one pass over pins, unless the backward sweep
    // needs some of them by id: those of clock pins that checks bound, and delays of wires that responses or
    // derates change.
    bool const together = parts_->wires_are_plain() && state().options.capture == capture_required::leave_out;
    device_span<wire_answer const> wires;
    if (together) wires = parts_->all_wires();
    auto const swept = timing_of_sweep(parts_->paths() || wires.empty());
    parts_->check(exec, swept);
    if (!parts_->has_backward()) return parts_->find_endpoints(exec);
    parts_->find_endpoints_beside(exec);
    if (!together) parts_->scatter_arrivals(exec, swept);
    parts_->sweep_required(exec, wires, plan_.cell_delay.view());
    if (together) {
      parts_->scatter_with_required(exec, swept);
    } else {
      parts_->scatter_required_alone(exec);
    }
    if (parts_->paths()) scatter_cell_delays(exec);
    parts_->await_endpoints(exec);
  }

  void enqueue_forward(cuda_executor const& exec) {
    parts_->start(exec, *this);
    timer_state<space>& t = state();
    if (parts_->smooth) {
      sweep_smooth_values(exec, {t.pins(), t.arrival_nodes(), t.delay_model_of()}, plan_, *parts_->smooth,
                          t.delays, t.arrivals, {parts_->gamma, parts_->options.order});
    } else {
      sweep_values(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), plan_, t.delays, t.arrivals,
                   parts_->options.order);
    }
  }
  /// Slews, arrivals and checks by id.
  void enqueue_arrivals(cuda_executor const& exec) {
    auto const swept = timing_of_sweep(parts_->paths() || !parts_->wires_are_plain());
    parts_->check(exec, swept);
    parts_->scatter_arrivals(exec, swept);
    if (parts_->paths()) scatter_cell_delays(exec);
    if (parts_->has_credits()) parts_->credit(exec, plan_.cell_delay.view());
  }
  void enqueue_required(cuda_executor const& exec, int sharing) {
    parts_->sweep_required(exec, parts_->wires_alone(), plan_.cell_delay.view(), sharing);
    parts_->scatter_required_alone(exec);
  }
  void scatter_paths(cuda_executor const& exec) {
    timer_state<space>& t = state();
    scatter_arrivals(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), plan_, t.delays, t.arrivals);
    scatter_cell_delays(exec);
  }

  void reset(cuda_executor const& exec) { reset_values(exec, plan_); }
  smooth_values<space> make_smooth(cuda_executor const& exec) const {
    return make_smooth_values(exec, plan_, state().nodes.graph.view);
  }
  auto swept_smooth() { return swept_smooth_of(timing_of_sweep(false), *parts_->smooth); }
  forward_plan<space, true, true> const& delay_plan() const { return plan_; }

 private:
  void enqueue_with_credits(cuda_executor const& exec) {
    enqueue_arrivals(exec);
    parts_->find_endpoints_beside(exec);
    if (parts_->has_backward()) enqueue_required(exec, 1);
    parts_->await_endpoints(exec);
  }
  timer_state<space>& state() const { return parts_->state(); }
  /// `paths`: to scatter it writes winning arcs and delays of wires as well.
  swept_timing<space> timing_of_sweep(bool paths) {
    timer_state<space>& t = state();
    return swept_timing_of(t.pins(), t.arrival_nodes(), t.delay_model_of(), plan_, t.delays, t.arrivals,
                           paths);
  }
  void scatter_cell_delays(cuda_executor const& exec) {
    scatter_delays(exec, plan_, state().delays, state().design.view.net_arc_count());
  }

  update_parts* parts_;
  forward_plan<space, true, true> plan_;
};

}  // namespace gsta::detail
