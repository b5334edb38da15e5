#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/prop/detail/forward_pass.cuh"
#include "gsta/prop/forward_plan.hpp"

namespace gsta {

namespace detail {
template <bool Slews, bool Arrivals>
using device_layer = forward_layer<memory_space::device, Slews, Arrivals>;

template <bool Slews, bool Arrivals>
void reset(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan) {
  check_cuda(cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(stage_value), exec.stream),
             "cudaMemsetAsync");
}

/// The stages, whose values are reset.
template <bool Slews, bool Arrivals>
void sweep(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
           device_layer<Slews, Arrivals> const& layer, stage_order order) {
  constexpr memory_space S = memory_space::device;
  using layer_type = device_layer<Slews, Arrivals>;
  stage_results<S> const results{plan.values.view(), plan.positions.view()};
  forward_pass<layer_type> const pass{layer, results};
  for_each_n(
      exec, conditions * plan.stages.source.size(),
      source_op<S, layer_type>{layer, plan.stages.source.view(), plan.stages.source_value.view(), results});
  if (order == stage_order::levels) {
    run_levels(exec, pass, plan.stages.tiles);
  } else {
    run_dataflow(exec, pass, plan.stages.tiles, resident_blocks<forward_pass<layer_type>>());
  }
}

template <bool Slews, bool Arrivals>
void publish(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
             device_layer<Slews, Arrivals> const& layer) {
  constexpr memory_space S = memory_space::device;
  for_each_n(exec, plan.stages.publish.size(),
             publish_op<S, device_layer<Slews, Arrivals>>{
                 layer, plan.stages.publish.view(), {plan.values.view(), plan.positions.view()}});
}

template <bool Slews, bool Arrivals>
void run_forward(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
                 device_layer<Slews, Arrivals> const& layer, stage_order order) {
  reset(exec, plan);
  sweep(exec, plan, layer, order);
  publish(exec, plan, layer);
}

/// What the fused plan reads and writes.
inline device_layer<true, true> fused_layer(delay_problem<memory_space::device> const& pins,
                                            arrival_problem<memory_space::device> const& nodes,
                                            table_delay_model<memory_space::device> const& model,
                                            forward_plan<memory_space::device, true, true> const& plan,
                                            delay_state<memory_space::device>& delays,
                                            arrival_state<memory_space::device>& arrivals) {
  require(delays.slew.size() == plan.stages.publish.size() && nodes.asserted.size() == delays.slew.size() &&
              arrivals.arrival.size() == delays.slew.size(),
          "propagate: the plan was made for another graph");
  return {model,
          plan.tables.view(),
          pins.asserted_slew,
          nodes.asserted,
          delays.slew.view(),
          arrivals.arrival.view(),
          delays.arc_delay.view(),
          arrivals.predecessor.view()};
}

/// Some vertices only: those whose values are wanted before the rest.
template <memory_space S, class Layer>
struct publish_some_op {
  publish_op<S, Layer> publish;
  span<id const, S> vertex;
  GSTA_HD void operator()(std::size_t i) const noexcept { publish(static_cast<std::size_t>(vertex[i])); }
};
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
  detail::run_forward(exec, plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals), order);
}
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, false>& plan,
                             delay_state<memory_space::device>& delays,
                             stage_order order = stage_order::automatic) {
  require(delays.slew.size() == plan.stages.publish.size(),
          "propagate_delays: the plan was made for another graph");
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
  require(arrivals.arrival.size() == plan.stages.publish.size(),
          "propagate_arrivals: the plan was made for another graph");
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

/// The parts of `propagate` by a fused plan, for flows that put other work between or beside them:
/// `reset_stages` before `propagate_stages`, then `publish_arrivals` for all pins, or earlier for the listed
/// ones.
///
/// Shapes: as `propagate`; pins [any] ids. Units: ps. Cost: one or two launches each. Where: the executor's
/// stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void reset_stages(cuda_executor const& exec, forward_plan<memory_space::device, true, true>& plan) {
  detail::reset(exec, plan);
}
inline void propagate_stages(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             arrival_problem<memory_space::device> const& nodes,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, true>& plan,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals,
                             stage_order order = stage_order::automatic) {
  detail::sweep(exec, plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals), order);
}
inline void publish_arrivals(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             arrival_problem<memory_space::device> const& nodes,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, true>& plan,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals) {
  detail::publish(exec, plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals));
}
inline void publish_arrivals(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             arrival_problem<memory_space::device> const& nodes,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, true>& plan,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals, device_span<id const> some) {
  constexpr memory_space S = memory_space::device;
  using layer_type = detail::device_layer<true, true>;
  detail::publish_op<S, layer_type> const all{detail::fused_layer(pins, nodes, model, plan, delays, arrivals),
                                              plan.stages.publish.view(),
                                              {plan.values.view(), plan.positions.view()}};
  for_each_n(exec, some.size(), detail::publish_some_op<S, layer_type>{all, some});
}

}  // namespace gsta
