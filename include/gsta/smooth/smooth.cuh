#pragma once

#include "gsta/forward/plan.cuh"
#include "gsta/smooth/detail/pass.cuh"
#include "gsta/smooth/detail/values.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta {

namespace detail {
using device_smooth_layer = smooth_layer<memory_space::device>;

/// Both merges at vertices that no arc reaches.
template <class Layer>
struct both_sources_op {
  source_op<memory_space::device, Layer> exact;
  smooth_source_op<memory_space::device> smooth;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    exact(i);
    smooth(i);
  }
};

/// What the smooth merge beside a plan reads and writes.
template <bool Slews>
device_smooth_layer smooth_layer_of(arrival_problem<memory_space::device> const& nodes,
                                    forward_plan<memory_space::device, Slews, true> const& plan, float gamma,
                                    smooth_values<memory_space::device>& smooth) {
  require(exists(gamma) && gamma > 0, "propagate_smooth: gamma must be above 0");
  require(smooth.arrival.size() == plan.cut.values && smooth.weight.size() == nodes.graph.arc_count() &&
              nodes.asserted.size() == plan.cut.scatter.size(),
          "propagate_smooth: the smooth values were made for another plan");
  return {nodes.graph,         nodes.edges,           nodes.asserted,      gamma,
          steepness_of(gamma), smooth.arrival.view(), smooth.weight.view()};
}

/// `sweep` with both merges.
template <bool Slews>
void sweep_smooth(cuda_executor const& exec, forward_plan<memory_space::device, Slews, true>& plan,
                  device_layer<Slews, true> const& layer, device_smooth_layer const& smooth,
                  sweep_order order) {
  constexpr memory_space S = memory_space::device;
  using layer_type = device_layer<Slews, true>;
  sweep_results<S, typename layer_type::storage> const results{plan.values.view(), plan.positions.view()};
  auto const source = plan.cut.source.view(), source_value = plan.cut.source_value.view();
  for_each_n(
      exec, conditions * source.size(),
      both_sources_op<layer_type>{{layer, source, source_value, results}, {smooth, source, source_value}});
  if constexpr (Slews) {
    if (is_plain(layer.model) && !layer.cell_delay.empty()) {
      using plain = device_layer<Slews, true, true>;
      return run_sweep(exec, smooth_pass<plain>{{plain_layer(layer), results}, smooth}, plan.cut.tiles,
                       order);
    }
  }
  run_sweep(exec, smooth_pass<layer_type>{{layer, results}, smooth}, plan.cut.tiles, order);
}
}  // namespace detail

/// Both layers of pins that are nodes, as a fused plan sweeps them.
struct fused_problem {
  delay_problem<memory_space::device> pins;       ///< of the delay layer
  arrival_problem<memory_space::device> nodes;    ///< which are the pins
  table_delay_model<memory_space::device> model;  ///< of both
};

/// How both merges run.
struct smooth_sweep_options {
  float gamma;                                 ///< ps, above 0
  sweep_order order = sweep_order::automatic;  ///< of tiles; results do not depend on it
  swept_delays from{};  ///< where a delay plan left delays, if the plan of arrivals reads them there
};

/// Says "not yet" of all smooth arrivals, before `sweep_smooth_values`; `reset_values` does so of the
/// exact ones.
///
/// Shapes: any. Cost: 16 bytes a kept vertex. Where: the executor's stream; does not wait, allocates
/// nothing. Throws: cuda_error.
inline void reset_smooth_values(cuda_executor const& exec, smooth_values<memory_space::device>& smooth) {
  check_cuda(cudaMemsetAsync(smooth.arrival.data(), 0xff,
                             smooth.arrival.size() * sizeof(per_condition<float>), exec.stream),
             "cudaMemsetAsync");
}

/// `sweep_values` with both merges in one pass: the exact results stand in the plan, bit for bit, and smooth
/// arrivals and softmax weights beside them. After `reset_values` and `reset_smooth_values`.
///
/// Shapes: as `propagate` and `smooth_values` say. Units: ps, gamma too. Cost: one or two launches; 32 bytes
/// a slot more than the exact pass. Where: the executor's stream; does not wait, allocates nothing. Throws:
/// argument_error on sizes or if gamma is not above 0, cuda_error. Exact: the bits of the generic
/// `propagate_smooth`. Paper: Warp-STAR, DAC 2026, Section 3.2, where the smooth merge is a pass of its own.
inline void sweep_smooth_values(cuda_executor const& exec, fused_problem const& of,
                                forward_plan<memory_space::device, true, true>& plan,
                                smooth_values<memory_space::device>& smooth,
                                delay_state<memory_space::device>& delays,
                                arrival_state<memory_space::device>& arrivals,
                                smooth_sweep_options const& options) {
  detail::sweep_smooth(exec, plan, detail::fused_layer(of.pins, of.nodes, of.model, plan, delays, arrivals),
                       detail::smooth_layer_of(of.nodes, plan, options.gamma, smooth), options.order);
}
/// `sweep_smooth_values` of the arrival layer alone. `from`: where a delay plan left its delays, if `plan`
/// was made to read them there.
inline void sweep_smooth_values(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                                forward_plan<memory_space::device, false, true>& plan,
                                smooth_values<memory_space::device>& smooth,
                                delay_state<memory_space::device>& delays,
                                arrival_state<memory_space::device>& arrivals,
                                smooth_sweep_options const& options) {
  detail::sweep_smooth(exec, plan, detail::arrival_layer(nodes, plan, delays, arrivals, options.from),
                       detail::smooth_layer_of(nodes, plan, options.gamma, smooth), options.order);
}

/// Both layers and both merges by a fused plan, scattered by id: slews, delays and arrivals to the bits of
/// `propagate`, smooth arrivals and weights to those of the generic `propagate_smooth`.
///
/// Shapes: as `propagate`, `smooth_values` and `smooth_state` say. Units: ps. Cost: as `propagate`, and
/// O(nodes
/// + node arcs) to scatter. Where: the executor's stream; does not wait, allocates nothing. Throws:
/// argument_error on sizes or if gamma is not above 0, cuda_error.
inline void propagate_smooth(cuda_executor const& exec, fused_problem const& of,
                             forward_plan<memory_space::device, true, true>& plan,
                             smooth_values<memory_space::device>& values,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals,
                             smooth_state<memory_space::device>& smooth,
                             smooth_sweep_options const& options) {
  reset_values(exec, plan);
  reset_smooth_values(exec, values);
  sweep_smooth_values(exec, of, plan, values, delays, arrivals, options);
  scatter_arrivals(exec, of.pins, of.nodes, of.model, plan, delays, arrivals);
  if (!plan.cell_delay.empty()) scatter_delays(exec, plan, delays, of.model.design.net_arc_count());
  auto const swept = swept_timing_of(of.pins, of.nodes, of.model, plan, delays, arrivals, true);
  scatter_smooth(exec, of.nodes.graph, swept_smooth_of(swept, values), smooth);
}

/// The arrival layer with both merges by a plan, scattered by id.
///
/// Shapes: as `propagate_arrivals`, `smooth_values` and `smooth_state` say. Units: ps. Cost: as
/// `propagate_arrivals`, and O(nodes + node arcs) to scatter. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: argument_error on sizes or if gamma is not above 0, cuda_error.
inline void propagate_smooth(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                             forward_plan<memory_space::device, false, true>& plan,
                             smooth_values<memory_space::device>& values,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals,
                             smooth_state<memory_space::device>& smooth,
                             smooth_sweep_options const& options) {
  reset_values(exec, plan);
  reset_smooth_values(exec, values);
  sweep_smooth_values(exec, nodes, plan, values, delays, arrivals, options);
  scatter_arrivals(exec, nodes, plan, delays, arrivals, true, options.from);
  auto const swept = swept_arrivals_of(nodes, plan, delays, arrivals, true, options.from);
  scatter_smooth(exec, nodes.graph, swept_smooth_of(swept, values), smooth);
}

}  // namespace gsta
