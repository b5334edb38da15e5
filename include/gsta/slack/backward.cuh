#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/slack/backward_stages.hpp"
#include "gsta/slack/detail/backward_pass.cuh"
#include "gsta/slack/required.hpp"

namespace gsta {

/// The backward pass, cut into stages once and run many times.
struct backward_plan {
  backward_stages<memory_space::device> stages;
  buffer<corner_values, memory_space::device> values;         ///< [stages.values]
  buffer<corner_values, memory_space::device> sink_required;  ///< [net arcs]
};

/// A plan for `update_required` over `nodes`.
///
/// Shapes: net_arcs: arcs below it are wires; inlined [nodes] as the forward plan has them. Cost: O(nodes +
/// node arcs). Where: the executor; waits. Throws: what allocation throws.
inline backward_plan make_backward_plan(cuda_executor const& exec,
                                        arrival_problem<memory_space::device> const& nodes,
                                        std::size_t net_arcs, device_span<std::uint8_t const> inlined,
                                        timing_checks_view<memory_space::device> const& checks,
                                        capture_required capture) {
  stage_problem<memory_space::device> const problem{nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}};
  backward_plan plan{make_backward_stages(exec, problem, *nodes.order, inlined, checks,
                                          capture == capture_required::from_data_slack),
                     {}};
  plan.values = buffer<corner_values, memory_space::device>(exec, plan.stages.values);
  plan.sink_required = buffer<corner_values, memory_space::device>(exec, net_arcs);
  return plan;
}

/// `update_required` by a plan: the same bits, in stages.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(node arcs); one launch (dataflow) or one a level,
/// and four. Where: the executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes,
/// cuda_error. Exact: equals the level loop bit for bit.
inline void update_required(cuda_executor const& exec, timing_checks_view<memory_space::device> const& checks,
                            lut_pool_view<memory_space::device> const& luts, backward_plan& plan,
                            delay_state<memory_space::device> const& delays,
                            arrival_state<memory_space::device> const& arrivals,
                            slack_state<memory_space::device>& slacks,
                            stage_order order = stage_order::automatic) {
  constexpr memory_space S = memory_space::device;
  detail::backward_layer<S> const layer{checks,
                                        delays.arc_delay.view(),
                                        arrivals.arrival.view(),
                                        slacks.check_required.view(),
                                        slacks.required.view(),
                                        slacks.slack.view()};
  detail::backward_pass const pass{layer, plan.stages.place.view(), plan.values.data(),
                                   plan.sink_required.data()};
  update_checks(exec, checks, luts, delays, arrivals, slacks);
  if (order != stage_order::levels)
    check_cuda(
        cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(corner_values), exec.stream),
        "cudaMemsetAsync");
  for_each_n(exec, conditions * plan.stages.leaf.size(), detail::leaf_op<S>{layer, plan.stages.leaf.view()});
  if (order == stage_order::levels) {
    run_levels(exec, pass, plan.stages.tiles);
  } else {
    run_dataflow(exec, pass, plan.stages.tiles, resident_blocks<detail::backward_pass>());
  }
  for_each_n(exec, plan.stages.place.size(),
             detail::publish_required_op<S>{layer, plan.stages.place.view(), plan.values.view(),
                                            plan.sink_required.view()});
}

}  // namespace gsta
