#pragma once

#include <concepts>

/// The device's own drivers of what a timer builds itself with.
#include "gsta/constrain/checks.cuh"
#include "gsta/constrain/nodes.cuh"
#include "gsta/core/algorithm.cuh"
#include "gsta/forward/credit_plan.cuh"
#include "gsta/forward/plan.cuh"
#include "gsta/forward/propagate.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/slack/required.cuh"
#include "gsta/sta/detail/timer_sweeps.hpp"

namespace gsta::detail {

/// On a device a warp shares a row: of threads with a row each all would wait for the longest one.
/// Effective capacitances, whose stages are long work for one thread, are found by plans.
template <>
struct timer_sweeps<cuda_executor> {
  static constexpr memory_space space = memory_space::device;

  template <delay_model Model>
  static void forward(cuda_executor const& exec, delay_problem<space> const& pins,
                      arrival_problem<space> const& nodes, Model const& model, delay_state<space>& delays,
                      arrival_state<space>& arrivals) {
    if constexpr (std::same_as<Model, table_delay_model<space>>) {
      propagate_by_rows(exec, pins, nodes, model, delays, arrivals);
    } else if constexpr (std::same_as<Model, ceff_delay_model<space>>) {
      // To make plans waits.
      if (is_recorded(exec)) return propagate(exec, pins, nodes, model, delays, arrivals);
      propagate_by_plans(exec, pins, nodes, model, delays, arrivals);
    } else {
      propagate(exec, pins, nodes, model, delays, arrivals);
    }
  }

  static void backward(cuda_executor const& exec, arrival_problem<space> const& nodes,
                       checks_input<space> const& input, lut_pool_view<space> const& luts,
                       delay_state<space> const& delays, arrival_state<space> const& arrivals,
                       slack_state<space>& slacks, capture_required capture) {
    update_required_by_rows(exec, nodes, input, luts, delays, arrivals, slacks, capture);
  }

 private:
  /// Plans know types, tables and what is asserted where, which may be others at the next update: they are
  /// made each time.
  static void propagate_by_plans(cuda_executor const& exec, delay_problem<space> const& pins,
                                 arrival_problem<space> const& nodes, ceff_delay_model<space> const& model,
                                 delay_state<space>& delays, arrival_state<space>& arrivals) {
    auto const& design = model.plain.design;
    auto by_pins = make_delay_plan(exec, pins, design, delay_layout::by_arc, cell_model::effective);
    auto by_nodes = make_arrival_plan(exec, nodes, design);
    fill(exec, delays.arc_delay.view(), undefined_arrival());  // of arcs that only order
    propagate_delays(exec, pins, model, by_pins, delays);
    propagate_arrivals(exec, nodes, by_nodes, delays, arrivals);
  }
};

}  // namespace gsta::detail
