#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/engine/detail/row_sweep.cuh"
#include "gsta/slack/detail/pass.cuh"
#include "gsta/slack/detail/row_pass.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

namespace detail {
/// `update_required` by a sweep of rows, as `row_sweep` is one.
template <class Sweep>
void sweep_required(cuda_executor const& exec, Sweep const& sweep,
                    arrival_problem<memory_space::device> const& nodes,
                    checks_input<memory_space::device> const& input,
                    lut_pool_view<memory_space::device> const& luts,
                    delay_state<memory_space::device> const& delays,
                    arrival_state<memory_space::device> const& arrivals,
                    slack_state<memory_space::device>& slacks, capture_required capture) {
  auto const& checks = input.view;
  require(slacks.node_slack.size() == nodes.graph.vertex_count() &&
              checks.data_begin.size() == slacks.node_slack.size() + 1,
          "update_required: the slack state was made for another graph");
  backward_row<memory_space::device> const pass{
      {nodes.graph, checks, capture == capture_required::from_data_slack, nodes.edges,
       delays.arc_delay.view(), arrivals.node_arrival.view(), slacks.check_required.view(),
       slacks.node_required.view(), slacks.node_slack.view()}};
  update_checks(exec, input, luts, delays, arrivals, slacks);
  sweep(exec, *nodes.order, pass, sweep_direction::backward);
}
}  // namespace detail

/// `update_required` on the device by rows: a warp shares the arcs of a vertex. Plans (below) are faster and
/// take a wait to make.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs), one launch a level, and two. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error. Exact:
/// equals the level loop bit for bit. Paper: Warp-STAR, DAC 2026, section 3.1, Algorithm 1.
inline void update_required_by_rows(cuda_executor const& exec,
                                    arrival_problem<memory_space::device> const& nodes,
                                    checks_input<memory_space::device> const& input,
                                    lut_pool_view<memory_space::device> const& luts,
                                    delay_state<memory_space::device> const& delays,
                                    arrival_state<memory_space::device> const& arrivals,
                                    slack_state<memory_space::device>& slacks, capture_required capture) {
  detail::sweep_required(exec, detail::row_sweep{}, nodes, input, luts, delays, arrivals, slacks, capture);
}

template <>
inline constexpr bool driver_known<primitive::backward_plan, cuda_executor> = true;

namespace detail {
inline backward_layer<memory_space::device> backward_layer_of(
    timing_checks_view<memory_space::device> const& checks, backward_plan<memory_space::device> const& plan,
    delay_state<memory_space::device> const& delays, arrival_state<memory_space::device> const& arrivals,
    slack_state<memory_space::device>& slacks) {
  require(slacks.node_slack.size() == plan.cut.rank.size() &&
              arrivals.node_arrival.size() == plan.cut.rank.size(),
          "update_required: the plan was made for another graph");
  return {checks,
          delays.arc_delay.view(),
          arrivals.node_arrival.view(),
          slacks.check_required.view(),
          slacks.node_required.view(),
          slacks.node_slack.view()};
}

template <class Timing>
struct scatter_all_op {
  Timing timing;
  scatter_required_op<memory_space::device> required;
  GSTA_HD void operator()(std::size_t v) const noexcept { required.scatter(v, timing.scatter(v)); }
};
}  // namespace detail

/// The parts of `update_required` by a plan, for flows that put other work between or beside them:
/// `reset_required_values` first, `update_checks` and `update_leaves` (or `update_swept_checks` and
/// `update_endpoints`), `sweep_required_values`, then `scatter_required`, which also makes the slacks.
///
/// Shapes: as `update_required`. Units: ps. Cost: one or two launches each. Where: the executor's stream;
/// does not wait, allocates nothing. Needs: arrivals at captures before the sweep, at all vertices before
/// scattering; `wires` [net arcs] and `cell_delay` [slots] where `delays` does not have them yet. Throws:
/// argument_error on sizes, cuda_error.
inline void reset_required_values(cuda_executor const& exec, backward_plan<memory_space::device>& plan) {
  check_cuda(cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(per_condition<float>),
                             exec.stream),
             "cudaMemsetAsync");
}

/// `update_checks` by any source of slews and arrivals, without its endpoints: of all checks, or with a plan
/// together with the required times of leaves, which start as undefined.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
template <class Timing>
void update_swept_checks(cuda_executor const& exec, timing_checks_view<memory_space::device> const& checks,
                         lut_pool_view<memory_space::device> const& luts, Timing const& timing,
                         slack_state<memory_space::device>& slacks) {
  constexpr memory_space S = memory_space::device;
  for_each_n(exec, 2 * checks.check.size(),
             detail::check_edge_op<S, Timing>{
                 {checks.check, luts, timing, slacks.check_required.view(), slacks.check_slack.view()}});
}

/// Updates checks and required times of leaves, by the plan that `sweep_required_values` goes on with.
template <class Timing>
void update_swept_checks(cuda_executor const& exec, timing_checks_view<memory_space::device> const& checks,
                         lut_pool_view<memory_space::device> const& luts, Timing const& timing,
                         backward_plan<memory_space::device> const& plan,
                         slack_state<memory_space::device>& slacks) {
  constexpr memory_space S = memory_space::device;
  detail::check_op<S, Timing> const op{checks.check, luts, timing, slacks.check_required.view(),
                                       slacks.check_slack.view()};
  for_each_n(exec, 2 * checks.check.size(),
             detail::deciding_check_op<S, Timing>{op, plan.cut.is_sole.view(), slacks.node_required.view()});
  for_each_n(
      exec, conditions * plan.cut.several_checks.size(),
      detail::leaf_op<S>{{checks, {}, {}, slacks.check_required.view(), slacks.node_required.view(), {}},
                         plan.cut.several_checks.view()});
}

/// The worst slacks of endpoints, from those of their checks.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void update_endpoints(cuda_executor const& exec,
                             timing_checks_view<memory_space::device> const& checks,
                             slack_state<memory_space::device>& slacks) {
  constexpr memory_space S = memory_space::device;
  for_each_n(exec, checks.endpoint_pin.size(),
             detail::endpoint_op<S>{checks, slacks.check_slack.view(), slacks.endpoint_slack.view()});
  slacks.is_written = true;
}

/// How a sweep of required times runs, and where it finds delays that nobody has written by arc.
struct required_sweep_options {
  sweep_order order = sweep_order::automatic;            ///< of tiles; results do not depend on it
  device_span<wire_answer const> wires{};                ///< [net arcs], or empty
  device_span<per_condition<float> const> cell_delay{};  ///< [slots] of the forward plan, or empty
  int sharing = 1;  ///< it takes 1 / sharing of the device's blocks, so that another sweep may run beside it
};

/// The sweep of `update_required`, after `reset_required_values`.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void sweep_required_values(cuda_executor const& exec,
                                  timing_checks_view<memory_space::device> const& checks,
                                  backward_plan<memory_space::device>& plan,
                                  delay_state<memory_space::device> const& delays,
                                  arrival_state<memory_space::device> const& arrivals,
                                  slack_state<memory_space::device>& slacks,
                                  required_sweep_options const& options = {}) {
  auto layer = detail::backward_layer_of(checks, plan, delays, arrivals, slacks);
  layer.wires = options.wires;
  layer.cell_delay = options.cell_delay;
  detail::backward_pass const pass{layer, plan.cut.rank.view(), plan.values.data(),
                                   plan.sink_required.data()};
  if (resolve(options.order) == sweep_order::levels) {
    run_levels(exec, pass, plan.cut.tiles);
  } else {
    int const blocks = resident_blocks<detail::backward_pass>() / options.sharing;
    run_dataflow(exec, pass, plan.cut.tiles, blocks > 0 ? blocks : 1);
  }
}

/// Required times of vertices that nothing follows, from their checks.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void update_leaves(cuda_executor const& exec, timing_checks_view<memory_space::device> const& checks,
                          backward_plan<memory_space::device> const& plan,
                          delay_state<memory_space::device> const& delays,
                          arrival_state<memory_space::device> const& arrivals,
                          slack_state<memory_space::device>& slacks) {
  auto const layer = detail::backward_layer_of(checks, plan, delays, arrivals, slacks);
  for_each_n(exec, conditions * plan.cut.leaf.size(),
             detail::leaf_op<memory_space::device>{layer, plan.cut.leaf.view()});
}

/// Scatters required times by id, and makes the slacks.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void scatter_required(cuda_executor const& exec,
                             timing_checks_view<memory_space::device> const& checks,
                             backward_plan<memory_space::device>& plan,
                             delay_state<memory_space::device> const& delays,
                             arrival_state<memory_space::device> const& arrivals,
                             slack_state<memory_space::device>& slacks) {
  for_each_n(exec, plan.cut.rank.size(),
             detail::scatter_required_op<memory_space::device>{
                 detail::backward_layer_of(checks, plan, delays, arrivals, slacks), plan.cut.rank.view(),
                 plan.values.view(), plan.sink_required.view()});
}

/// Arrivals and required times scattered together: what `scatter_arrivals` and `scatter_required` write.
///
/// Shapes: as `update_required`. Units: ps. Cost: O(what it writes), one or two launches. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
template <class Timing>
void scatter_all(cuda_executor const& exec, Timing const& timing,
                 timing_checks_view<memory_space::device> const& checks,
                 backward_plan<memory_space::device>& plan, delay_state<memory_space::device> const& delays,
                 arrival_state<memory_space::device> const& arrivals,
                 slack_state<memory_space::device>& slacks) {
  for_each_n(
      exec, plan.cut.rank.size(),
      detail::scatter_all_op<Timing>{timing,
                                     {detail::backward_layer_of(checks, plan, delays, arrivals, slacks),
                                      plan.cut.rank.view(), plan.values.view(), plan.sink_required.view()}});
}

/// `update_required` by a plan on a device, over the cut, bit for bit.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(node arcs); one launch (dataflow) or one a level,
/// and four. Where: the executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes,
/// cuda_error. Exact: equals the level loop bit for bit.
inline void update_required(cuda_executor const& exec, timing_checks_view<memory_space::device> const& checks,
                            lut_pool_view<memory_space::device> const& luts,
                            backward_plan<memory_space::device>& plan,
                            delay_state<memory_space::device> const& delays,
                            arrival_state<memory_space::device> const& arrivals,
                            slack_state<memory_space::device>& slacks,
                            sweep_order order = sweep_order::automatic) {
  update_checks(exec, checks, luts, delays, arrivals, slacks);
  reset_required_values(exec, plan);
  update_leaves(exec, checks, plan, delays, arrivals, slacks);
  sweep_required_values(exec, checks, plan, delays, arrivals, slacks, {.order = order});
  scatter_required(exec, checks, plan, delays, arrivals, slacks);
}

}  // namespace gsta
