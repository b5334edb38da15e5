#pragma once

#include <optional>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/forward/plan.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/slack/backward.cuh"
#include "gsta/smooth/smooth.cuh"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/update_options.hpp"

namespace gsta {

/// A timer's update by the plans of gsta's own scheme: made once, enqueued many times. The timer must outlive
/// it and stay where it is.
class device_update {
 public:
  device_update(cuda_executor const& exec, timer<cuda_executor>& of, update_options const& options)
      : timer_(&of), options_(options) {
    make_wires(exec);
    make_forward(exec);
    if (options.extent != update_extent::endpoints)
      backward_ = make_backward_plan(exec, of.arrival_nodes(), net_arcs(), inlined(), of.checks.view,
                                     of.options.capture, arc_slot());
    fill(exec, of.slacks.node_required.view(), undefined_required());  // of leaves that nothing checks
  }

  /// Puts one update on a stream. Neither waits nor allocates.
  void enqueue(cuda_executor const& exec) {
    enqueue_wires(exec);
    if (fused_) {
      enqueue_fused(exec);
    } else {
      enqueue_layers(exec);
    }
  }

  /// `enqueue` in four parts, for flows that put other work between and beside them: wires and the forward
  /// sweep; checks, and slews and arrivals by id (under `update_extent::paths` delays of all arcs too); then,
  /// in any order, slacks of endpoints and what comes backwards.
  void enqueue_forward(cuda_executor const& exec) {
    enqueue_wires(exec);
    fused_ ? sweep_fused(exec) : sweep_layers(exec);
  }
  void enqueue_arrivals(cuda_executor const& exec) {
    if (fused_) {
      scatter_swept(exec, fused_timing(paths() || !wires_are_plain()));
    } else {
      scatter_swept(exec, arrivals_timing(paths()));
    }
  }
  void enqueue_endpoints(cuda_executor const& exec) {
    update_endpoints(exec, timer_->checks.view, timer_->slacks);
  }
  /// The last part. `sharing`: its sweep takes 1 / sharing of the device's blocks.
  void enqueue_required(cuda_executor const& exec, int sharing = 1) {
    timer<cuda_executor>& t = *timer_;
    if (!backward_) return;
    sweep_required_values(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks, options_.order,
                          wires_alone(), cell_delay(), sharing);
    scatter_required(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }

  /// From now on arrivals are merged smoothly as well, with temperature `gamma`.
  void merge_smoothly(cuda_executor const& exec, float gamma) {
    auto const& nodes = timer_->nodes.graph.view;
    smooth_.emplace(fused_ ? make_smooth_values(exec, *fused_, nodes)
                           : make_smooth_values(exec, *arrivals_, nodes));
    gamma_ = gamma;
  }
  /// Where the smooth merge leaves its softmax weights.
  smooth_values<memory_space::device>& smooth() { return *smooth_; }
  smooth_values<memory_space::device> const& smooth() const { return *smooth_; }
  /// Calls `f` with what both merges left in their sweep, after `enqueue_forward`.
  template <class F>
  void with_smooth(F const& f) {
    if (fused_) {
      f(swept_smooth_of(fused_timing(false), *smooth_));
    } else {
      f(swept_smooth_of(arrivals_timing(false), *smooth_));
    }
  }
  /// Calls `f` with the plan of the delay layer.
  template <class F>
  void with_delay_plan(F const& f) const {
    fused_ ? f(*fused_) : f(*delays_);
  }

  /// After an update of `update_extent::all_pins`: winning arcs and delays of all arcs, by id.
  void scatter_paths(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    if (fused_)
      scatter_arrivals(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), *fused_, t.delays, t.arrivals);
    if (arrivals_)
      scatter_arrivals(exec, t.arrival_nodes(), *arrivals_, t.delays, t.arrivals, true, arc_delays());
    if (delays_) scatter_wire_delays(exec, t.pins(), wires_alone(), t.delays);
    scatter_all_delays(exec);
  }

 private:
  std::size_t net_arcs() const { return timer_->design.view.net_arc_count(); }
  device_span<std::uint8_t const> inlined() const {
    return fused_ ? std::as_const(fused_->cut.inlined).view() : std::as_const(arrivals_->cut.inlined).view();
  }
  device_span<id const> arc_slot() const {
    return fused_ ? std::as_const(fused_->arc_slot).view() : std::as_const(delays_->arc_slot).view();
  }
  device_span<corner_values> cell_delay() {
    return fused_ ? fused_->cell_delay.view() : delays_->cell_delay.view();
  }
  /// Wires whose delays nobody writes by arc; else empty.
  device_span<wire_answer const> wires_alone() const {
    if (!wires_are_plain() || paths()) return {};
    return std::as_const(timer_->wires.sink).view();
  }
  /// Where the delay layer alone leaves delays.
  swept_delays arc_delays() { return {cell_delay(), wires_alone()}; }
  /// Arrivals may wait until required times are there, unless the backward pass needs them by id: for clock
  /// pins that checks bound, and, where pins are nodes, for delays of wires that responses or derates change.
  bool scatters_together() const {
    return (!fused_ || wires_are_plain()) && timer_->options.capture == capture_required::leave_out;
  }
  bool wires_are_plain() const {
    auto const& design = timer_->design.view;
    return design.rc.response.empty() && design.arcs.derate.empty();
  }

  void make_wires(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    wire_options const wires{t.options.delays.wires, t.options.delays.unreached};
    if (options_.star) {
      star_.emplace(make_wire_plan(exec, t.design.view, *options_.star, t.wires, wires));
    } else {
      trees_.emplace(make_wire_plan(exec, t.design.view, t.rc.forest.view, t.wires, wires));
    }
  }

  void make_forward(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    fill(exec, t.delays.arc_delay.view(), undefined_arrival());  // of arcs that only order
    if (t.nodes.one_per_pin) {
      fused_ = make_fused_plan(exec, t.pins(), t.arrival_nodes(), t.design.view, delay_layout::by_slot);
    } else {
      delays_ = make_delay_plan(exec, t.pins(), t.design.view, delay_layout::by_slot);
      arrivals_ = make_arrival_plan(exec, t.arrival_nodes(), t.design.view, arc_slot());
    }
  }

  void enqueue_wires(cuda_executor const& exec) {
    cuda_executor const other = beside_.fork(exec);
    if (fused_) reset_values(other, *fused_);
    if (delays_) reset_values(other, *delays_);
    if (arrivals_) reset_values(other, *arrivals_);
    if (backward_) reset_required_values(other, *backward_);
    if (smooth_) reset_smooth_values(other, *smooth_);
    star_ ? star_->run(exec) : trees_->run(exec);
    beside_.join(exec);
  }

  void sweep_fused(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    if (smooth_) {
      sweep_smooth_values(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), *fused_, *smooth_, t.delays,
                          t.arrivals, gamma_, options_.order);
    } else {
      sweep_values(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), *fused_, t.delays, t.arrivals,
                   options_.order);
    }
  }
  swept_timing<memory_space::device> fused_timing(bool with_paths) {
    timer<cuda_executor>& t = *timer_;
    return swept_timing_of(t.pins(), t.arrival_nodes(), t.delay_model_of(), *fused_, t.delays, t.arrivals,
                           with_paths);
  }
  swept_arrivals<memory_space::device> arrivals_timing(bool with_paths) {
    return swept_arrivals_of(timer_->arrival_nodes(), *arrivals_, timer_->delays, timer_->arrivals,
                             with_paths, arc_delays());
  }
  void sweep_layers(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    propagate_delays(exec, t.pins(), t.delay_model_of(), *delays_, t.delays,
                     {.order = options_.order, .is_reset = true, .paths = wires_alone().empty()});
    auto const nodes = t.arrival_nodes();
    if (smooth_) {
      sweep_smooth_values(exec, nodes, *arrivals_, *smooth_, t.delays, t.arrivals, gamma_, options_.order,
                          arc_delays());
    } else {
      sweep_values(exec, nodes, *arrivals_, t.delays, t.arrivals, options_.order, arc_delays());
    }
  }

  void enqueue_fused(cuda_executor const& exec) {
    sweep_fused(exec);
    device_span<wire_answer const> wires;  // whose delays nobody has written by arc
    if (scatters_together()) wires = std::as_const(timer_->wires.sink).view();
    enqueue_backward(exec, fused_timing(paths() || wires.empty()), wires);
  }

  void enqueue_layers(cuda_executor const& exec) {
    sweep_layers(exec);
    enqueue_backward(exec, arrivals_timing(paths()), wires_alone());
  }

  /// Checks, and what the forward sweep found by id.
  template <class Timing>
  void scatter_swept(cuda_executor const& exec, Timing const& timing) {
    timer<cuda_executor>& t = *timer_;
    if (backward_) {
      update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, *backward_, t.slacks);
    } else {
      update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, t.slacks);
    }
    scatter_timing(exec, timing, t.arrivals.node_arrival.size());
    if (paths()) scatter_all_delays(exec);
  }

  /// What comes behind the forward sweep.
  template <class Timing>
  void enqueue_backward(cuda_executor const& exec, Timing const& timing,
                        device_span<wire_answer const> wires) {
    timer<cuda_executor>& t = *timer_;
    if (!backward_) {
      update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, t.slacks);
      update_endpoints(exec, t.checks.view, t.slacks);
      return;
    }
    update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, *backward_, t.slacks);
    update_endpoints(beside_.fork(exec), t.checks.view, t.slacks);
    bool const together = scatters_together();
    if (!together) scatter_timing(exec, timing, t.arrivals.node_arrival.size());
    sweep_required_values(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks, options_.order,
                          wires, cell_delay());
    if (together) {
      scatter_all(exec, timing, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
    } else {
      scatter_required(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
    }
    if (paths()) scatter_all_delays(exec);
    beside_.join(exec);
  }

  bool paths() const { return options_.extent == update_extent::paths; }

  void scatter_all_delays(cuda_executor const& exec) {
    if (fused_) scatter_delays(exec, *fused_, timer_->delays, net_arcs());
    if (delays_) scatter_delays(exec, *delays_, timer_->delays, net_arcs());
  }

  timer<cuda_executor>* timer_;
  update_options options_;
  std::optional<star_wire_plan> star_;
  std::optional<tree_wire_plan> trees_;
  std::optional<forward_plan<memory_space::device, true, true>> fused_;
  std::optional<forward_plan<memory_space::device, true, false>> delays_;
  std::optional<forward_plan<memory_space::device, false, true>> arrivals_;
  std::optional<backward_plan<memory_space::device>> backward_;
  std::optional<smooth_values<memory_space::device>> smooth_;
  float gamma_ = 0;
  side_stream beside_;
};

}  // namespace gsta
