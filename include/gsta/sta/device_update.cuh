#pragma once

#include <optional>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/side_stream.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/prop/forward.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/rc/update_wires.cuh"
#include "gsta/slack/backward.cuh"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// How far an update goes.
enum class update_extent : std::uint8_t {
  all_pins,   ///< slews, arrivals, required times and slacks of all pins
  endpoints,  ///< slacks of checks and endpoints: no backward pass, and nothing is handed out by pin
};

struct update_options {
  update_extent extent = update_extent::all_pins;
  stage_order order = stage_order::automatic;
  /// Where pins are placed: wires are then stars. Without places they are the design's own RC.
  std::optional<star_view<memory_space::device>> star{};
};

namespace detail {
/// Vertices whose arrivals the checks and leaves need before all others are handed out.
struct mark_checks_op {
  device_span<timing_check const> checks;
  device_span<id> wanted;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    timing_check const& check = checks[i];
    wanted[check.data] = 1;
    wanted[check.data_pin] = 1;
    if (check.capture != none) wanted[check.capture] = 1;
    if (check.clock_pin != none) wanted[check.clock_pin] = 1;
  }
};
struct mark_listed_op {
  device_span<id const> vertex;
  device_span<id> wanted;
  GSTA_HD void operator()(std::size_t i) const noexcept { wanted[vertex[i]] = 1; }
};
struct is_wanted_op {
  device_span<id const> wanted;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return wanted[v] != 0; }
};
}  // namespace detail

/// A timer's update by the plans of gsta's own scheme: made once, enqueued many times. The timer must outlive
/// it and stay where it is.
class device_update {
 public:
  device_update(cuda_executor const& exec, timer<cuda_executor>& of, update_options const& options)
      : timer_(&of), options_(options) {
    make_wires(exec);
    make_forward(exec);
    if (options.extent == update_extent::all_pins)
      backward_ = make_backward_plan(exec, of.arrival_nodes(), net_arcs(), inlined(), of.checks.view,
                                     of.options.capture);
    list_early(exec);
  }

  /// Puts one update on a stream. Neither waits nor allocates.
  void enqueue(cuda_executor const& exec) {
    cuda_executor const beside = side_.fork(exec);
    if (fused_) reset_stages(beside, *fused_);
    if (backward_) reset_required_stages(beside, *backward_);
    star_ ? star_->run(exec) : trees_->run(exec);
    side_.join(exec);
    if (fused_) {
      enqueue_fused(exec);
    } else {
      enqueue_layers(exec);
    }
  }

 private:
  using pins_type = delay_problem<memory_space::device>;
  std::size_t net_arcs() const { return timer_->design.view.net_arc_count(); }
  device_span<std::uint8_t const> inlined() const {
    return fused_ ? std::as_const(fused_->stages.inlined).view()
                  : std::as_const(arrivals_->stages.inlined).view();
  }
  /// Wires hand on the delays that they have by themselves.
  bool plain_wires() const {
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
      fused_ = make_fused_plan(exec, t.pins(), t.arrival_nodes(), t.design.view);
    } else {
      delays_ = make_delay_plan(exec, t.pins(), t.design.view);
      arrivals_ = make_arrival_plan(exec, t.arrival_nodes(), t.design.view);
    }
  }

  void list_early(cuda_executor const& exec) {
    if (!fused_) return;
    std::size_t const pins = timer_->design.view.pin_count();
    buffer<id, memory_space::device> wanted(exec, pins), found(exec, pins);
    fill(exec, wanted.view(), 0);
    auto const checks = timer_->checks.view.check;
    for_each_n(exec, checks.size(), detail::mark_checks_op{checks, wanted.view()});
    if (backward_) {
      auto const leaves = std::as_const(backward_->stages.leaf).view();
      for_each_n(exec, leaves.size(), detail::mark_listed_op{leaves, wanted.view()});
    }
    std::size_t const n =
        select(exec, pins, detail::is_wanted_op{std::as_const(wanted).view()}, found.view());
    early_ = clone(exec, std::as_const(found).view().subspan(0, n));
  }

  /// Arrivals of all pins are handed out while the backward pass runs, which needs those of few.
  void enqueue_fused(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    auto const pins = t.pins();
    auto const nodes = t.arrival_nodes();
    auto const model = t.delay_model_of();
    propagate_stages(exec, pins, nodes, model, *fused_, t.delays, t.arrivals, options_.order);
    bool const all = options_.extent == update_extent::all_pins;
    bool const overlap = all && plain_wires();
    if (all) {
      cuda_executor const beside = overlap ? side_.fork(exec) : exec;
      publish_arrivals(beside, pins, nodes, model, *fused_, t.delays, t.arrivals);
    }
    if (!all || overlap)
      publish_arrivals(exec, pins, nodes, model, *fused_, t.delays, t.arrivals, early_.view());
    update_checks(exec, t.checks.view, t.design.view.luts, t.delays, t.arrivals, t.slacks);
    if (!all) return;
    update_required_stages(
        exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks, options_.order,
        overlap ? std::as_const(t.wires.delay).view() : device_span<corner_values const>{});
    if (overlap) side_.join(exec);
    publish_required(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }

  void enqueue_layers(cuda_executor const& exec) {
    timer<cuda_executor>& t = *timer_;
    propagate_delays(exec, t.pins(), t.delay_model_of(), *delays_, t.delays, options_.order);
    propagate_arrivals(exec, t.arrival_nodes(), *arrivals_, t.delays, t.arrivals, options_.order);
    update_checks(exec, t.checks.view, t.design.view.luts, t.delays, t.arrivals, t.slacks);
    if (!backward_) return;
    update_required_stages(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks, options_.order);
    publish_required(exec, t.checks.view, *backward_, t.delays, t.arrivals, t.slacks);
  }

  timer<cuda_executor>* timer_;
  update_options options_;
  std::optional<star_wire_plan> star_;
  std::optional<tree_wire_plan> trees_;
  std::optional<forward_plan<memory_space::device, true, true>> fused_;
  std::optional<forward_plan<memory_space::device, true, false>> delays_;
  std::optional<forward_plan<memory_space::device, false, true>> arrivals_;
  std::optional<backward_plan<memory_space::device>> backward_;
  buffer<id, memory_space::device> early_;
  side_stream side_;
};

}  // namespace gsta
