#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/engine/detail/scheme_sweep.cuh"
#include "gsta/slack/detail/scheme.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

/// How `update_required` runs in a scheme.
struct required_options {
  capture_required capture = capture_required::leave_out;  ///< the contest's rule, or not
  scheme how = scheme::net_based;                          ///< any but `best`
};

/// `update_required` on the device in a scheme of the papers. `scheme::best` is refused: gsta's own runs by a
/// plan (slack/backward.cuh), which takes a wait to make.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs), one launch a level, and two. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes and for
/// `scheme::best`, cuda_error. Exact: equals the level loop bit for bit. Paper: as `sweep_in_scheme` says.
inline void update_required(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                            timing_checks_view<memory_space::device> const& checks,
                            lut_pool_view<memory_space::device> const& luts,
                            delay_state<memory_space::device> const& delays,
                            arrival_state<memory_space::device> const& arrivals,
                            slack_state<memory_space::device>& slacks, required_options const& options) {
  require(slacks.node_slack.size() == nodes.graph.vertex_count() &&
              checks.data_begin.size() == slacks.node_slack.size() + 1,
          "update_required: the slack state was made for another graph");
  detail::scheme_backward<memory_space::device> const pass{
      {nodes.graph, checks, options.capture == capture_required::from_data_slack, nodes.edges,
       delays.arc_delay.view(), arrivals.node_arrival.view(), slacks.check_required.view(),
       slacks.node_required.view(), slacks.node_slack.view()}};
  update_checks(exec, checks, luts, delays, arrivals, slacks);
  sweep_in_scheme(exec, *nodes.order, pass, options.how, sweep_direction::backward);
}

}  // namespace gsta
