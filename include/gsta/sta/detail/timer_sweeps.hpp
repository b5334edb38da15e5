#pragma once

#include "gsta/forward/level_lanes.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/slack/level_lanes.hpp"
#include "gsta/slack/required.hpp"

namespace gsta::detail {

/// The sweeps of a timer's update: loops over levels, on a host in credit levels. Where another executor has
/// a faster way, it says so here (timer_drivers.cuh); the bits are the same.
template <executor E>
struct timer_sweeps {
  static constexpr memory_space space = E::space;

  template <delay_model Model>
  static void forward(E const& exec, delay_problem<space> const& pins, arrival_problem<space> const& nodes,
                      Model const& model, delay_state<space>& delays, arrival_state<space>& arrivals) {
    if constexpr (host_side_executor<E> && model_in_lanes<Model>)
      propagate_in_lanes(exec, pins, nodes, model, delays, arrivals);
    else
      propagate(exec, pins, nodes, model, delays, arrivals);
  }

  static void backward(E const& exec, arrival_problem<space> const& nodes, checks_input<space> const& input,
                       lut_pool_view<space> const& luts, delay_state<space> const& delays,
                       arrival_state<space> const& arrivals, slack_state<space>& slacks,
                       capture_required capture) {
    if constexpr (host_side_executor<E>)
      update_required_in_lanes(exec, nodes, input, luts, delays, arrivals, slacks, capture);
    else
      update_required(exec, nodes, input, luts, delays, arrivals, slacks, capture);
  }
};

}  // namespace gsta::detail
