#pragma once

#include <type_traits>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/engine/detail/sweep.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/slack/detail/credit_ops.hpp"
#include "gsta/slack/detail/cut.hpp"
#include "gsta/slack/detail/latch_ops.hpp"
#include "gsta/slack/detail/required_ops.hpp"
#include "gsta/slack/detail/row_pass.hpp"
#include "gsta/slack/detail/tile.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// Whether a check also makes a required time for the clock pin that captures it, as the contest has it. It
/// needs a graph with `check_arcs::order_only`.
enum class capture_required : std::uint8_t {
  leave_out,        ///< required times come from data alone
  from_data_slack,  ///< the clock pin's follows from the slack of what it captures
};

/// Checks that are there without credits get theirs, those of latches too: a part of `update_checks` for
/// flows that put other work between.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(checks), one launch, with latches two. Where: the executor;
/// does not wait. Throws: argument_error on sizes.
template <executor E>
void credit_checks(E const& exec, std::type_identity_t<checks_input<E::space>> const& input,
                   arrival_state<E::space> const& arrivals, slack_state<E::space>& slacks) {
  constexpr memory_space S = E::space;
  auto const& checks = input.view;
  require(input.credited.check.size() == checks.check.size() &&
              input.credited.opening.size() == input.latches.pair.size(),
          "update_checks: the credits were made for other checks");
  detail::credited_check_op<S> const op{checks.check,
                                        input.credited,
                                        arrivals.node_arrival.view(),
                                        slacks.check_required.view(),
                                        slacks.check_slack.view(),
                                        input.latches.pair_of};
  if (input.latches.any())
    for_each_n(exec, input.latches.pair.size(), detail::credited_latch_op<S>{input.latches.pair, op});
  for_each_n(exec, checks.check.size(), op);
}

/// Required times and slacks of checks and endpoints: no backward pass.
///
/// With `credited` common-path pessimism leaves them: what the clock paths of launch and capture share is not
/// late for the one and early for the other. A check's required time then is where the worst arrival has the
/// check's slack, so that those of pins follow.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(checks) lookups, two launches.
/// Where: the executor; does not wait. Throws: argument_error on sizes.
template <executor E>
void update_checks(E const& exec, std::type_identity_t<checks_input<E::space>> const& input,
                   lut_pool_view<E::space> const& luts, delay_state<E::space> const& delays,
                   arrival_state<E::space> const& arrivals, slack_state<E::space>& slacks) {
  constexpr memory_space S = E::space;
  auto const& checks = input.view;
  require(slacks.check_slack.size() == checks.check.size() &&
              slacks.endpoint_slack.size() == checks.endpoint_pin.size(),
          "update_checks: the slack state was made for other checks");
  for_each_n(exec, checks.check.size(),
             detail::check_op<S, detail::timing_by_id<S>>{checks.check,
                                                          luts,
                                                          {delays.slew.view(), arrivals.node_arrival.view()},
                                                          slacks.check_required.view(),
                                                          slacks.check_slack.view()});
  if (!input.credited.check.empty()) {
    credit_checks(exec, input, arrivals, slacks);
  } else if (input.latches.any()) {
    for_each_n(exec, input.latches.pair.size(),
               detail::latch_check_op<S>{input.latches.pair, checks.check, arrivals.node_arrival.view(),
                                         slacks.check_required.view(), slacks.check_slack.view()});
  }
  for_each_n(exec, checks.endpoint_pin.size(),
             detail::endpoint_op<S>{checks, slacks.check_slack.view(), slacks.endpoint_slack.view()});
  slacks.is_written = true;
}

namespace detail {
template <memory_space S>
relax_required_op<S> required_op(arrival_problem<S> const& nodes, checks_input<S> const& input,
                                 delay_state<S> const& delays, arrival_state<S> const& arrivals,
                                 slack_state<S>& slacks, capture_required capture) {
  auto const& checks = input.view;
  require(slacks.node_slack.size() == nodes.graph.vertex_count() &&
              checks.data_begin.size() == slacks.node_slack.size() + 1,
          "update_required: the slack state was made for another graph");
  return {nodes.graph,
          checks,
          capture == capture_required::from_data_slack,
          nodes.edges,
          delays.arc_delay.view(),
          arrivals.node_arrival.view(),
          slacks.check_required.view(),
          slacks.node_required.view(),
          slacks.node_slack.view()};
}
}  // namespace detail

/// `update_checks`, then required times and slacks of all nodes, backwards by levels.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs), one launch a level. Where: the executor; does not
/// wait. Throws: argument_error on sizes. Exact: merges do not depend on order.
template <executor E>
void update_required(E const& exec, arrival_problem<E::space> const& nodes,
                     std::type_identity_t<checks_input<E::space>> const& input,
                     lut_pool_view<E::space> const& luts, delay_state<E::space> const& delays,
                     arrival_state<E::space> const& arrivals, slack_state<E::space>& slacks,
                     capture_required capture = capture_required::leave_out) {
  auto const op = detail::required_op(nodes, input, delays, arrivals, slacks, capture);
  update_checks(exec, input, luts, delays, arrivals, slacks);
  sweep_backward(exec, *nodes.order, op);
}

namespace primitive {
struct backward_plan;
}

/// The backward pass, cut once and run many times.
template <memory_space S>
struct backward_plan {
  backward_cut<S> cut;                            ///< the graph's and the checks' part in the plan
  buffer<per_condition<float>, S> values;         ///< [cut.values]
  buffer<per_condition<float>, S> sink_required;  ///< [slots]
};

/// A plan for `update_required` over `nodes`.
///
/// Shapes: net_arcs: arcs below it are wires; inlined [nodes] as the forward plan has them. Cost: O(nodes +
/// node arcs). arc_slot: as the forward plan has it, if the sweep is to read its delays. Where: the
/// executor; waits. Throws: what allocation throws.
template <executor E>
backward_plan<E::space> make_backward_plan(E const& exec, arrival_problem<E::space> const& nodes,
                                           std::size_t net_arcs, view_for<E, std::uint8_t const> inlined,
                                           timing_checks_view<E::space> const& checks,
                                           capture_required capture, view_for<E, id const> arc_slot = {}) {
  static_assert(driver_known<primitive::backward_plan, E>,
                "a backward plan on a device needs gsta/slack/required.cuh");
  constexpr memory_space S = E::space;
  cut_problem<S> const problem{nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}};
  backward_plan<S> plan{make_backward_cut(exec, problem, *nodes.order, inlined, checks,
                                          capture == capture_required::from_data_slack, arc_slot),
                        {},
                        {}};
  plan.values = buffer<per_condition<float>, S>(exec, plan.cut.values);
  plan.sink_required = buffer<per_condition<float>, S>(exec, plan.cut.tiles.records.size());
  return plan;
}

/// `update_required` by a plan on a host, over the cut, bit for bit.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(node arcs), four conditions at a time. Where: the
/// host executor's threads; allocates nothing. Throws: argument_error on sizes. Exact: equals the level loop
/// bit for bit.
template <host_side_executor E>
void update_required(E const& exec, std::type_identity_t<checks_input<memory_space::host>> const& input,
                     lut_pool_view<memory_space::host> const& luts, backward_plan<memory_space::host>& plan,
                     delay_state<memory_space::host> const& delays,
                     arrival_state<memory_space::host> const& arrivals,
                     slack_state<memory_space::host>& slacks) {
  constexpr memory_space S = memory_space::host;
  auto const& tiles = plan.cut.tiles;
  auto const& checks = input.view;
  require(slacks.node_slack.size() == plan.cut.rank.size() &&
              checks.data_begin.size() == slacks.node_slack.size() + 1,
          "update_required: the slack state was made for another graph");
  detail::backward_layer<S> const layer{checks,
                                        delays.arc_delay.view(),
                                        arrivals.node_arrival.view(),
                                        slacks.check_required.view(),
                                        slacks.node_required.view(),
                                        slacks.node_slack.view()};
  update_checks(exec, input, luts, delays, arrivals, slacks);
  for_each_n(exec, plan.cut.leaf.size(), detail::leaf_lanes_op{{layer}, plan.cut.leaf.view()});
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    id const first = tiles.level_begin[l], end = tiles.level_begin[l + 1];
    for_each_n(exec, static_cast<std::size_t>(end - first),
               detail::backward_tile_op{{layer},
                                        plan.cut.rank.view(),
                                        plan.values.view(),
                                        plan.sink_required.view(),
                                        tiles.records.view(),
                                        first});
  }
  for_each_n(exec, plan.cut.rank.size(),
             detail::scatter_required_lanes_op{
                 {layer}, plan.cut.rank.view(), plan.values.view(), plan.sink_required.view()});
}

}  // namespace gsta
