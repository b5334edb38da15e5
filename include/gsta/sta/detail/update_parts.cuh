#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "gsta/forward/credit_plan.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/slack/required.cuh"
#include "gsta/smooth/smooth.cuh"
#include "gsta/sta/plan_options.hpp"
#include "gsta/sta/timer.cuh"

namespace gsta::detail {

/// What an update on a device has whether pins are nodes or have several: the timer it writes to, wires, the
/// backward pass, and arrivals merged smoothly.
class update_parts {
 public:
  static constexpr memory_space space = memory_space::device;
  using wire_plan = std::variant<star_wire_plan, tree_wire_plan>;

  update_parts(cuda_executor const& exec, timer<cuda_executor>& of, plan_options<space> const& settings)
      : options(settings), timer_(&of), wires_(make_wires(exec)) {}

  /// `inlined`, `arc_slot`: as the forward plans have them.
  void make_backward(cuda_executor const& exec, device_span<std::uint8_t const> inlined,
                     device_span<id const> arc_slot) {
    timer_state<space>& t = state();
    if (options.extent != update_extent::endpoints)
      backward_ = make_backward_plan(exec, t.arrival_nodes(), t.design.view.net_arc_count(), inlined,
                                     t.checks.view, t.options.capture, arc_slot);
    fill(exec, t.slacks.node_required.view(), undefined_required());  // of leaves that nothing checks
    if (t.options.credits != common_path::leave_in)
      credit_levels_.emplace(
          make_credit_plan(exec, t.credit_problem(),
                           {t.design.view.net_arc_count(), arc_slot, t.options.credit_levels_at_once}));
  }

  timer_state<space>& state() const { return state_of(*timer_); }
  bool paths() const { return options.extent == update_extent::paths; }
  bool has_backward() const { return backward_.has_value(); }
  /// Neither responses nor derates nor their drivers change what wires do.
  bool wires_are_plain() const {
    auto const& design = state().design.view;
    return design.rc.response.empty() && design.arcs.derate.empty() && !state().is_effective();
  }
  device_span<wire_answer const> all_wires() const { return std::as_const(state().wires.sink).view(); }
  /// Wires whose delays nobody writes by arc; else empty.
  device_span<wire_answer const> wires_alone() const {
    return wires_are_plain() && !paths() ? all_wires() : device_span<wire_answer const>{};
  }

  /// Resets of what sweeps wait for, beside the wires.
  template <class Flow>
  void start(cuda_executor const& exec, Flow& flow) {
    if (credit_levels_) reset_levels(lanes_beside_.fork(exec), *credit_levels_);
    cuda_executor const other = beside_.fork(exec);
    flow.reset(other);
    if (backward_) reset_required_values(other, *backward_);
    if (smooth) reset_smooth_values(other, *smooth);
    std::visit([&](auto const& plan) { plan.run(exec); }, wires_);
    beside_.join(exec);
  }

  /// Checks from what a forward sweep left.
  template <class Timing>
  void check(cuda_executor const& exec, Timing const& timing) {
    timer_state<space>& t = state();
    if (backward_) {
      update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, *backward_, t.slacks);
    } else {
      update_swept_checks(exec, t.checks.view, t.design.view.luts, timing, t.slacks);
    }
  }
  /// With common-path credits: behind arrivals by id and checks without credit, which it moves.
  bool has_credits() const { return credit_levels_.has_value(); }
  void credit(cuda_executor const& exec, device_span<per_condition<float>> cell_delay) {
    timer_state<space>& t = state();
    lanes_beside_.join(exec);
    propagate_credits(exec, t.credit_problem(), *credit_levels_, t.delays, t.arrivals, t.credit_levels,
                      {options.order, {cell_delay, wires_alone()}, true});
    credit_checks(exec, t.checked_against(), t.arrivals, t.slacks);
    if (backward_) update_leaves(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }
  void find_endpoints(cuda_executor const& exec) {
    update_endpoints(exec, state().checks.view, state().slacks);
  }
  void find_endpoints_beside(cuda_executor const& exec) { find_endpoints(beside_.fork(exec)); }
  void await_endpoints(cuda_executor const& exec) { beside_.join(exec); }

  template <class Timing>
  void scatter_arrivals(cuda_executor const& exec, Timing const& timing) {
    scatter_timing(exec, timing, state().arrivals.node_arrival.size());
  }
  /// `wires`: those whose delays are not there by arc yet. `sharing`: the sweep takes 1 / sharing of the
  /// device's blocks.
  void sweep_required(cuda_executor const& exec, device_span<wire_answer const> wires,
                      device_span<per_condition<float> const> cell_delay, int sharing = 1) {
    timer_state<space>& t = state();
    sweep_required_values(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks,
                          {options.order, wires, cell_delay, sharing});
  }
  void scatter_required_alone(cuda_executor const& exec) {
    timer_state<space>& t = state();
    scatter_required(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }
  template <class Timing>
  void scatter_with_required(cuda_executor const& exec, Timing const& timing) {
    timer_state<space>& t = state();
    scatter_all(exec, timing, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }

  plan_options<space> options;
  /// Arrivals are merged smoothly as well where this is there, with temperature `gamma`.
  std::optional<smooth_values<space>> smooth;
  float gamma = 0;

 private:
  wire_plan make_wires(cuda_executor const& exec) const {
    timer_state<space>& t = state();
    wire_options const wires{t.options.delays.wires, t.options.delays.unreached};
    if (options.star) return make_wire_plan(exec, t.design.view, *options.star, t.wires, wires);
    return make_wire_plan(exec, t.design.view, t.rc.forest.view, t.wires, wires);
  }

  timer<cuda_executor>* timer_;
  wire_plan wires_;
  std::optional<backward_plan<space>> backward_;
  std::optional<credit_plan<space>> credit_levels_;
  side_stream beside_, lanes_beside_;
};

}  // namespace gsta::detail
