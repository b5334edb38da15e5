#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/engine/detail/sweep.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/slack/detail/required_ops.hpp"
#include "gsta/slack/slack_state.hpp"

namespace gsta {

/// Whether a check also makes a required time for the clock pin that captures it, as the contest has it. It
/// needs a graph with `check_arcs::order_only`.
enum class capture_required : std::uint8_t {
  leave_out,        ///< required times come from data alone
  from_data_slack,  ///< the clock pin's follows from the slack of what it captures
};

/// Required times and slacks of checks and endpoints: no backward pass.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(checks) lookups, two launches. Where: the executor; does not
/// wait. Throws: argument_error on sizes.
template <executor E>
void update_checks(E const& exec, timing_checks_view<E::space> const& checks,
                   lut_pool_view<E::space> const& luts, delay_state<E::space> const& delays,
                   arrival_state<E::space> const& arrivals, slack_state<E::space>& slacks) {
  constexpr memory_space S = E::space;
  require(slacks.check_slack.size() == checks.check.size() &&
              slacks.endpoint_slack.size() == checks.endpoint_pin.size(),
          "update_checks: the slack state was made for other checks");
  for_each_n(exec, checks.check.size(),
             detail::check_op<S, detail::timing_by_id<S>>{checks.check,
                                                          luts,
                                                          {delays.slew.view(), arrivals.node_arrival.view()},
                                                          slacks.check_required.view(),
                                                          slacks.check_slack.view()});
  for_each_n(exec, checks.endpoint_pin.size(),
             detail::endpoint_op<S>{checks, slacks.check_slack.view(), slacks.endpoint_slack.view()});
}

/// `update_checks`, then required times and slacks of all nodes, backwards by levels.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs), one launch a level. Where: the executor; does not
/// wait. Throws: argument_error on sizes. Exact: merges do not depend on order.
template <executor E>
void update_required(E const& exec, arrival_problem<E::space> const& nodes,
                     timing_checks_view<E::space> const& checks, lut_pool_view<E::space> const& luts,
                     delay_state<E::space> const& delays, arrival_state<E::space> const& arrivals,
                     slack_state<E::space>& slacks, capture_required capture = capture_required::leave_out) {
  constexpr memory_space S = E::space;
  require(slacks.node_slack.size() == nodes.graph.vertex_count() &&
              checks.data_begin.size() == slacks.node_slack.size() + 1,
          "update_required: the slack state was made for another graph");
  update_checks(exec, checks, luts, delays, arrivals, slacks);
  sweep_backward(exec, *nodes.order,
                 detail::relax_required_op<S>{
                     nodes.graph, checks, capture == capture_required::from_data_slack, nodes.edges,
                     delays.arc_delay.view(), arrivals.node_arrival.view(), slacks.check_required.view(),
                     slacks.node_required.view(), slacks.node_slack.view()});
}

}  // namespace gsta
