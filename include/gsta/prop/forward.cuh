#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/prop/detail/forward_pass.cuh"
#include "gsta/prop/forward_plan.hpp"

namespace gsta {

namespace detail {
template <bool Slews, bool Arrivals>
void run_forward(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
                 forward_layer<memory_space::device, Slews, Arrivals> const& layer, stage_order order) {
  constexpr memory_space S = memory_space::device;
  using layer_type = forward_layer<S, Slews, Arrivals>;
  stage_results<S> const results{plan.values.view(), plan.positions.view()};
  forward_pass<layer_type> const pass{layer, results};
  if (order != stage_order::levels)
    check_cuda(
        cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(stage_value), exec.stream),
        "cudaMemsetAsync");
  for_each_n(
      exec, conditions * plan.stages.source.size(),
      source_op<S, layer_type>{layer, plan.stages.source.view(), plan.stages.source_value.view(), results});
  if (order == stage_order::levels) {
    run_levels(exec, pass, plan.stages.tiles);
  } else {
    run_dataflow(exec, pass, plan.stages.tiles, resident_blocks<forward_pass<layer_type>>());
  }
  for_each_n(exec, plan.stages.publish.size(),
             publish_op<S, layer_type>{layer, plan.stages.publish.view(), results});
}
}  // namespace detail

/// `propagate`, `propagate_delays` and `propagate_arrivals` by a plan: the same bits, in stages.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(arcs) lookups; one launch (dataflow) or one a
/// level, and three. Where: the executor's stream; does not wait, allocates nothing. Throws: argument_error
/// on sizes, cuda_error. Exact: equals the level loop bit for bit. Paper: replaces the per-level kernels of
/// Guo, Huang, Lin, ICCAD 2020, and the pin-based scheme of Warp-STAR, DAC 2026.
inline void propagate(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                      arrival_problem<memory_space::device> const& nodes,
                      table_delay_model<memory_space::device> const& model,
                      forward_plan<memory_space::device, true, true>& plan,
                      delay_state<memory_space::device>& delays,
                      arrival_state<memory_space::device>& arrivals,
                      stage_order order = stage_order::automatic) {
  detail::run_forward(exec, plan,
                      {model, plan.tables.view(), pins.asserted_slew, nodes.asserted, delays.slew.view(),
                       arrivals.arrival.view(), delays.arc_delay.view(), arrivals.predecessor.view()},
                      order);
}
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, false>& plan,
                             delay_state<memory_space::device>& delays,
                             stage_order order = stage_order::automatic) {
  detail::run_forward(exec, plan,
                      {model,
                       plan.tables.view(),
                       pins.asserted_slew,
                       {},
                       delays.slew.view(),
                       {},
                       delays.arc_delay.view(),
                       {}},
                      order);
}
inline void propagate_arrivals(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                               forward_plan<memory_space::device, false, true>& plan,
                               delay_state<memory_space::device>& delays,
                               arrival_state<memory_space::device>& arrivals,
                               stage_order order = stage_order::automatic) {
  detail::run_forward(exec, plan,
                      {{},
                       {},
                       {},
                       nodes.asserted,
                       {},
                       arrivals.arrival.view(),
                       delays.arc_delay.view(),
                       arrivals.predecessor.view()},
                      order);
}

}  // namespace gsta
