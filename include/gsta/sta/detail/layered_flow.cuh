#pragma once

#include <utility>

#include "gsta/sta/detail/update_parts.cuh"

namespace gsta::detail {

/// An update where pins have several nodes, or delays are of effective capacitances: a sweep over pins makes
/// slews and delays, one over nodes arrivals.
class layered_flow {
 public:
  static constexpr memory_space space = memory_space::device;

  layered_flow(cuda_executor const& exec, update_parts& parts)
      : parts_(&parts),
        delays_(make_delay_plan(exec, state().pins(), state().design.view, delay_layout::by_slot,
                                state().options.delays.model)),
        arrivals_(make_arrival_plan(exec, state().arrival_nodes(), state().design.view,
                                    std::as_const(delays_.arc_slot).view())) {
    parts.make_backward(exec, std::as_const(arrivals_.cut.inlined).view(),
                        std::as_const(delays_.arc_slot).view());
    if (state().is_effective() && state().nodes.one_per_pin) share_scatter(exec, delays_, arrivals_);
  }

  void enqueue(cuda_executor const& exec) {
    enqueue_forward(exec);
    if (parts_->has_credits()) return enqueue_with_credits(exec);
    auto const swept = timing_of_sweep(parts_->paths());
    parts_->check(exec, swept);
    if (!parts_->has_backward()) return parts_->find_endpoints(exec);
    parts_->find_endpoints_beside(exec);
    // Arrivals are scattered together with required times, in one pass over nodes, unless the backward sweep
    // needs those of clock pins that checks bound.
    bool const together = state().options.capture == capture_required::leave_out;
    if (!together) parts_->scatter_arrivals(exec, swept);
    parts_->sweep_required(exec, parts_->wires_alone(), delays_.cell_delay.view());
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
    auto const nodes = t.arrival_nodes();
    sweep_options const how{
        .order = parts_->options.order, .is_reset = true, .paths = parts_->wires_alone().empty()};
    if (t.is_effective()) {
      propagate_delays(exec, t.pins(), t.effective_model(), delays_, t.delays, how);
    } else {
      propagate_delays(exec, t.pins(), t.delay_model_of(), delays_, t.delays, how);
    }
    if (parts_->smooth) {
      sweep_smooth_values(exec, nodes, arrivals_, *parts_->smooth, t.delays, t.arrivals,
                          {parts_->gamma, parts_->options.order, arc_delays()});
    } else {
      sweep_values(exec, nodes, arrivals_, t.delays, t.arrivals, parts_->options.order, arc_delays());
    }
  }
  /// Slews, arrivals and checks by id.
  void enqueue_arrivals(cuda_executor const& exec) {
    auto const swept = timing_of_sweep(parts_->paths());
    parts_->check(exec, swept);
    parts_->scatter_arrivals(exec, swept);
    if (parts_->paths()) scatter_cell_delays(exec);
    if (parts_->has_credits()) parts_->credit(exec, delays_.cell_delay.view());
  }
  void enqueue_required(cuda_executor const& exec, int sharing) {
    parts_->sweep_required(exec, parts_->wires_alone(), delays_.cell_delay.view(), sharing);
    parts_->scatter_required_alone(exec);
  }
  void scatter_paths(cuda_executor const& exec) {
    timer_state<space>& t = state();
    scatter_arrivals(exec, t.arrival_nodes(), arrivals_, t.delays, t.arrivals, true, arc_delays());
    scatter_wire_delays(exec, t.pins(), parts_->wires_alone(), t.delays);
    scatter_cell_delays(exec);
  }

  void reset(cuda_executor const& exec) {
    reset_values(exec, delays_);
    reset_values(exec, arrivals_);
  }
  smooth_values<space> make_smooth(cuda_executor const& exec) const {
    return make_smooth_values(exec, arrivals_, state().nodes.graph.view);
  }
  auto swept_smooth() { return swept_smooth_of(timing_of_sweep(false), *parts_->smooth); }
  forward_plan<space, true, false> const& delay_plan() const { return delays_; }

 private:
  void enqueue_with_credits(cuda_executor const& exec) {
    enqueue_arrivals(exec);
    parts_->find_endpoints_beside(exec);
    if (parts_->has_backward()) enqueue_required(exec, 1);
    parts_->await_endpoints(exec);
  }
  timer_state<space>& state() const { return parts_->state(); }
  /// Where the sweep over pins leaves delays.
  swept_delays arc_delays() { return {delays_.cell_delay.view(), parts_->wires_alone()}; }
  /// `paths`: to scatter it writes winning arcs as well.
  swept_arrivals<space> timing_of_sweep(bool paths) {
    return swept_arrivals_of(state().arrival_nodes(), arrivals_, state().delays, state().arrivals, paths,
                             arc_delays());
  }
  void scatter_cell_delays(cuda_executor const& exec) {
    scatter_delays(exec, delays_, state().delays, state().design.view.net_arc_count());
  }

  update_parts* parts_;
  forward_plan<space, true, false> delays_;
  forward_plan<space, false, true> arrivals_;
};

}  // namespace gsta::detail
