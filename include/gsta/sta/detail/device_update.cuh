#pragma once

#include <variant>

#include "gsta/sta/detail/fused_flow.cuh"
#include "gsta/sta/detail/layered_flow.cuh"

namespace gsta {

/// A timer's update by the plans of gsta's own scheme: made once, enqueued many times. The timer must outlive
/// it and stay where it is.
class device_update {
 public:
  device_update(cuda_executor const& exec, timer<cuda_executor>& of,
                plan_options<memory_space::device> const& options)
      : parts_(exec, of, options) {
    auto& state = parts_.state();
    require(!state.checks.latches.view.any(), "timing_plan: a design with latches is updated by its timer");
    fill(exec, state.delays.arc_delay.view(), undefined_arrival());  // of arcs that only order
    if (state.nodes.one_per_pin && !of.is_effective()) {
      flow_.emplace<detail::fused_flow>(exec, parts_);
    } else {
      flow_.emplace<detail::layered_flow>(exec, parts_);
    }
  }

  /// Puts one update on a stream. Neither waits nor allocates.
  void enqueue(cuda_executor const& exec) {
    with_flow([&](auto& flow) { flow.enqueue(exec); });
  }

  /// What was recorded by `enqueue` has been launched.
  void note_run() {
    parts_.state().slacks.is_written = true;
    ++parts_.state().counts.planned;
  }

  /// `enqueue` in four parts, for flows that put other work between and beside them: wires and the forward
  /// sweep; checks, and slews and arrivals by id (under `update_extent::paths` delays of all arcs too); then,
  /// in any order, slacks of endpoints and what comes backwards.
  void enqueue_forward(cuda_executor const& exec) {
    with_flow([&](auto& flow) { flow.enqueue_forward(exec); });
  }
  void enqueue_arrivals(cuda_executor const& exec) {
    with_flow([&](auto& flow) { flow.enqueue_arrivals(exec); });
  }
  void enqueue_endpoints(cuda_executor const& exec) { parts_.find_endpoints(exec); }
  /// The last part. `sharing`: its sweep takes 1 / sharing of the device's blocks.
  void enqueue_required(cuda_executor const& exec, int sharing = 1) {
    if (parts_.has_backward()) with_flow([&](auto& flow) { flow.enqueue_required(exec, sharing); });
  }

  /// From now on arrivals are merged smoothly as well, with temperature `gamma`.
  void merge_smoothly(cuda_executor const& exec, float gamma) {
    with_flow([&](auto& flow) { parts_.smooth.emplace(flow.make_smooth(exec)); });
    parts_.gamma = gamma;
  }
  /// Where the smooth merge leaves its softmax weights.
  smooth_values<memory_space::device>& smooth() { return *parts_.smooth; }
  smooth_values<memory_space::device> const& smooth() const { return *parts_.smooth; }
  /// Calls `f` with what both merges left in their sweep, after `enqueue_forward`.
  template <class F>
  void with_smooth(F const& f) {
    with_flow([&](auto& flow) { f(flow.swept_smooth()); });
  }
  /// Calls `f` with the plan of the delay layer.
  template <class F>
  void with_delay_plan(F const& f) {
    with_flow([&](auto& flow) { f(flow.delay_plan()); });
  }

  /// After an update of `update_extent::all_pins`: winning arcs and delays of all arcs, by id.
  void scatter_paths(cuda_executor const& exec) {
    with_flow([&](auto& flow) { flow.scatter_paths(exec); });
  }

 private:
  template <class F>
  void with_flow(F const& f) {
    if (auto* const fused = std::get_if<detail::fused_flow>(&flow_)) return f(*fused);
    f(std::get<detail::layered_flow>(flow_));
  }

  detail::update_parts parts_;
  std::variant<std::monostate, detail::fused_flow, detail::layered_flow> flow_;
};

}  // namespace gsta
