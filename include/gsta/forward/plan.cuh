#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/forward/detail/ceff/pass.cuh"
#include "gsta/forward/detail/pass.cuh"
#include "gsta/forward/detail/swept_timing.hpp"
#include "gsta/forward/plan.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::forward_plan, cuda_executor> = true;

/// How a plan's sweep runs within a flow.
struct sweep_options {
  sweep_order order = sweep_order::automatic;  ///< of tiles; results do not depend on it
  bool is_reset = false;                       ///< `reset_values` ran before, beside other work perhaps
  bool paths = true;                           ///< winning arcs and delays of wires are scattered as well
};

/// Delays that the arrival layer reads where the delay layer left them, not by arc. Empty: by arc.
struct swept_delays {
  device_span<per_condition<float>> cell_delay{};  ///< [slots] of cell arcs
  device_span<wire_answer const> wires{};  ///< [net arcs], where neither responses nor derates change them
};

namespace detail {
template <bool Slews, bool Arrivals, bool Plain = false>
using device_layer = forward_layer<memory_space::device, Slews, Arrivals, Plain>;

/// The layer in the code that leaves out what its model does not have.
template <bool Slews, bool Arrivals>
device_layer<Slews, Arrivals, true> plain_layer(device_layer<Slews, Arrivals> const& of) {
  return {{of.model.design, of.model.wires, of.model.options},
          of.tables,
          of.asserted_slew,
          of.asserted,
          of.slew,
          of.arrival,
          of.arc_delay,
          of.predecessor,
          of.cell_delay};
}

template <bool Slews, bool Arrivals>
void reset(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan) {
  check_cuda(cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(*plan.values.data()),
                             exec.stream),
             "cudaMemsetAsync");
}

template <class Pass>
void run_sweep(cuda_executor const& exec, Pass const& pass,
               packed_tiles<typename Pass::record, memory_space::device> const& tiles, sweep_order order) {
  if (resolve(order) == sweep_order::levels) {
    run_levels(exec, pass, tiles);
  } else {
    run_dataflow(exec, pass, tiles, resident_blocks<Pass>());
  }
}

/// Whether the mean level has a tile for every other warp that the device holds of a pass. Then to wait for a
/// whole level costs less than to poll for values, if a tile is little work.
template <class Pass>
bool fills_device(packed_tiles<typename Pass::record, memory_space::device> const& tiles) {
  std::size_t levels = 0;
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l)
    levels += tiles.level_begin[l] != tiles.level_begin[l + 1] ? 1 : 0;
  std::size_t const warps = static_cast<std::size_t>(resident_blocks<Pass>()) * (sweep_block / 32);
  return 2 * tiles.count() >= levels * warps;
}

/// The sweep, after its values are reset.
template <bool Slews, bool Arrivals>
void sweep(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
           device_layer<Slews, Arrivals> const& layer, sweep_order order) {
  constexpr memory_space S = memory_space::device;
  using layer_type = device_layer<Slews, Arrivals>;
  sweep_results<S, typename layer_type::storage> const results{plan.values.view(), plan.positions.view()};
  for_each_n(exec, conditions * plan.cut.source.size(),
             source_op<S, layer_type>{layer, plan.cut.source.view(), plan.cut.source_value.view(), results});
  if constexpr (Slews) {
    if (is_plain(layer.model) && !layer.cell_delay.empty()) {
      using plain = device_layer<Slews, Arrivals, true>;
      return run_sweep(exec, forward_pass<plain>{plain_layer(layer), results}, plan.cut.tiles, order);
    }
  } else if (order == sweep_order::automatic && fills_device<forward_pass<layer_type>>(plan.cut.tiles)) {
    order = sweep_order::levels;
  }
  run_sweep(exec, forward_pass<layer_type>{layer, results}, plan.cut.tiles, order);
}

/// What the sweep left, to be read or scattered.
template <bool Slews, bool Arrivals>
scatter_op<memory_space::device, device_layer<Slews, Arrivals>> scattering(
    forward_plan<memory_space::device, Slews, Arrivals>& plan, device_layer<Slews, Arrivals> const& layer,
    timing_graph_view<memory_space::device> const& graph, bool paths) {
  return {layer, plan.cut.scatters(), graph.fanin_begin, {plan.values.view(), plan.positions.view()}, paths};
}

template <bool Slews, bool Arrivals>
void run_forward(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan,
                 device_layer<Slews, Arrivals> const& layer,
                 timing_graph_view<memory_space::device> const& graph, sweep_options const& options) {
  if (!options.is_reset) reset(exec, plan);
  sweep(exec, plan, layer, options.order);
  for_each_n(exec, plan.cut.scatters().size(), scattering(plan, layer, graph, options.paths));
}

/// The delay layer of effective capacitances.
using device_stage_layer = forward_layer<memory_space::device, true, false, false, true>;

template <class R>
void sweep_stages(cuda_executor const& exec, forward_plan<memory_space::device, true, false>& plan,
                  device_stage_layer const& layer,
                  ceff::measures_view<R, memory_space::device> const& measures, sweep_order order) {
  sweep_results<memory_space::device, typename device_stage_layer::storage> const results{plan.values.view(),
                                                                                          {}};
  for_each_n(exec, conditions * plan.cut.source.size(),
             source_op<memory_space::device, device_stage_layer>{layer, plan.cut.source.view(),
                                                                 plan.cut.source_value.view(), results});
  run_sweep(exec, ceff::stage_pass<device_stage_layer, R>{layer, results, measures}, plan.cut.tiles, order);
}

/// What the fused plan reads and writes.
inline device_layer<true, true> fused_layer(delay_problem<memory_space::device> const& pins,
                                            arrival_problem<memory_space::device> const& nodes,
                                            table_delay_model<memory_space::device> const& model,
                                            forward_plan<memory_space::device, true, true>& plan,
                                            delay_state<memory_space::device>& delays,
                                            arrival_state<memory_space::device>& arrivals) {
  require(delays.slew.size() == plan.cut.scatters().size() && nodes.asserted.size() == delays.slew.size() &&
              arrivals.node_arrival.size() == delays.slew.size(),
          "propagate: the plan was made for another graph");
  return {model,
          plan.tables.view(),
          pins.asserted_slew,
          nodes.asserted,
          delays.slew.view(),
          arrivals.node_arrival.view(),
          delays.arc_delay.view(),
          arrivals.node_predecessor.view(),
          plan.cell_delay.view()};
}

template <class Timing>
struct scatter_timing_op {
  Timing timing;
  GSTA_HD void operator()(std::size_t v) const noexcept { timing.scatter(v); }
};

struct scatter_wire_delays_op {
  device_span<wire_answer const> wires;
  device_span<edge_map const> edges;
  device_span<per_condition<float>> arc_delay;
  GSTA_HD void operator()(std::size_t arc) const noexcept {
    if (edges[arc].code != 0) arc_delay[arc] = wires[arc].delay;
  }
};

/// What the plan of the arrival layer reads and writes.
inline device_layer<false, true> arrival_layer(arrival_problem<memory_space::device> const& nodes,
                                               forward_plan<memory_space::device, false, true>& plan,
                                               delay_state<memory_space::device>& delays,
                                               arrival_state<memory_space::device>& arrivals,
                                               swept_delays const& from) {
  require(arrivals.node_arrival.size() == plan.cut.scatters().size(),
          "propagate_arrivals: the plan was made for another graph");
  return {{{}, {from.wires, {}}, {}},
          {},
          {},
          nodes.asserted,
          {},
          arrivals.node_arrival.view(),
          delays.arc_delay.view(),
          arrivals.node_predecessor.view(),
          from.cell_delay};
}
}  // namespace detail

/// `propagate`, `propagate_delays` and `propagate_arrivals` by a plan on a device, over the cut, bit for bit.
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
                      arrival_state<memory_space::device>& arrivals, sweep_options const& options = {}) {
  detail::run_forward(exec, plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals), pins.graph,
                      options);
}
/// The delay layer alone by a plan, as `propagate` with one.
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, false>& plan,
                             delay_state<memory_space::device>& delays, sweep_options const& options = {}) {
  require(delays.slew.size() == plan.cut.scatters().size(),
          "propagate_delays: the plan was made for another graph");
  detail::run_forward(exec, plan,
                      {model,
                       plan.tables.view(),
                       pins.asserted_slew,
                       {},
                       delays.slew.view(),
                       {},
                       delays.arc_delay.view(),
                       {},
                       plan.cell_delay.view()},
                      pins.graph, options);
}
/// The delay layer by effective capacitances, as `propagate` with a plan.
inline void propagate_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             ceff_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, false>& plan,
                             delay_state<memory_space::device>& delays, sweep_options const& options = {}) {
  require(delays.slew.size() == plan.cut.scatters().size(),
          "propagate_delays: the plan was made for another graph");
  require(plan.most_sinks > 0, "propagate_delays: the plan was made for another model");
  if (!options.is_reset) detail::reset(exec, plan);
  check_cuda(cudaMemsetAsync(model.stages.sink.data(), 0xff, model.stages.sink.size() * sizeof(sink_timing),
                             exec.stream),
             "cudaMemsetAsync");
  detail::device_stage_layer const layer{model.plain,
                                         plan.tables.view(),
                                         pins.asserted_slew,
                                         {},
                                         delays.slew.view(),
                                         {},
                                         delays.arc_delay.view(),
                                         {},
                                         plan.cell_delay.view(),
                                         model.stages};
  if (model.plain.options.effective.precision == ceff_precision::in_double) {
    detail::sweep_stages(exec, plan, layer, model.stages.in_double, options.order);
  } else {
    detail::sweep_stages(exec, plan, layer, model.stages.single, options.order);
  }
  for_each_n(
      exec, plan.cut.scatters().size(),
      detail::scatter_op<memory_space::device, detail::device_stage_layer>{
          layer, plan.cut.scatters(), pins.graph.fanin_begin, {plan.values.view(), {}}, options.paths});
  share_loads(exec, pins, model, delays, {plan.cell_delay.view(), std::as_const(plan.arc_slot).view()});
}
/// The arrival layer alone by a plan, as `propagate` with one. `from`: where a delay plan left its delays, if
/// `plan` was made to read them there.
inline void propagate_arrivals(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                               forward_plan<memory_space::device, false, true>& plan,
                               delay_state<memory_space::device>& delays,
                               arrival_state<memory_space::device>& arrivals,
                               sweep_options const& options = {}, swept_delays const& from = {}) {
  detail::run_forward(exec, plan, detail::arrival_layer(nodes, plan, delays, arrivals, from), nodes.graph,
                      options);
}

/// The parts of `propagate` by a fused plan, for flows that put other work between or beside them:
/// `reset_values` before `sweep_values`, then `scatter_arrivals`; `swept_timing_of` reads before that.
///
/// Shapes: as `propagate`. Units: ps. Cost: one or two launches each. Where: the executor's
/// stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
template <bool Slews, bool Arrivals>
void reset_values(cuda_executor const& exec, forward_plan<memory_space::device, Slews, Arrivals>& plan) {
  detail::reset(exec, plan);
}
/// The sweep of `propagate`, after `reset_values`.
///
/// Shapes: as `propagate`. Units: ps. Cost: one or two launches. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void sweep_values(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                         arrival_problem<memory_space::device> const& nodes,
                         table_delay_model<memory_space::device> const& model,
                         forward_plan<memory_space::device, true, true>& plan,
                         delay_state<memory_space::device>& delays,
                         arrival_state<memory_space::device>& arrivals,
                         sweep_order order = sweep_order::automatic) {
  detail::sweep(exec, plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals), order);
}
/// The sweep of `propagate_arrivals` by a plan, after `reset_values`: as the one of both layers.
inline void sweep_values(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                         forward_plan<memory_space::device, false, true>& plan,
                         delay_state<memory_space::device>& delays,
                         arrival_state<memory_space::device>& arrivals, sweep_order order,
                         swept_delays const& from) {
  detail::sweep(exec, plan, detail::arrival_layer(nodes, plan, delays, arrivals, from), order);
}
/// Scatters slews and arrivals by id; with `paths` winning arcs and delays of wires too.
///
/// Shapes: as `propagate`. Units: ps. Cost: one or two launches. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void scatter_arrivals(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                             arrival_problem<memory_space::device> const& nodes,
                             table_delay_model<memory_space::device> const& model,
                             forward_plan<memory_space::device, true, true>& plan,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals, bool paths = true) {
  for_each_n(exec, plan.cut.scatters().size(),
             detail::scattering(plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals),
                                pins.graph, paths));
}
/// Scatters arrivals by id from the plan of the arrival layer; with `paths` winning arcs too.
///
/// Shapes: as `propagate`. Units: ps. Cost: one launch. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: argument_error on sizes, cuda_error.
inline void scatter_arrivals(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                             forward_plan<memory_space::device, false, true>& plan,
                             delay_state<memory_space::device>& delays,
                             arrival_state<memory_space::device>& arrivals, bool paths = true,
                             swept_delays const& from = {}) {
  for_each_n(exec, plan.cut.scatters().size(),
             detail::scattering(plan, detail::arrival_layer(nodes, plan, delays, arrivals, from), nodes.graph,
                                paths));
}
/// Delays of cell arcs by id, from a plan that leaves them by slot.
///
/// Shapes: as `delay_state`. Units: ps. Cost: O(arcs). Where: the executor's stream; does not wait. Throws:
/// cuda_error.
template <bool Arrivals>
void scatter_delays(cuda_executor const& exec, forward_plan<memory_space::device, true, Arrivals> const& plan,
                    delay_state<memory_space::device>& delays, std::size_t net_arcs) {
  for_each_n(exec, plan.arc_slot.size(),
             detail::scatter_delays_op<memory_space::device>{plan.cell_delay.view(), plan.arc_slot.view(),
                                                             delays.arc_delay.view(), net_arcs});
}

/// Delays of wires by id, where neither responses nor derates change them.
///
/// Shapes: wires [net arcs], or empty: nothing is done. Units: ps. Cost: O(net arcs). Where: the executor's
/// stream; does not wait. Throws: cuda_error.
inline void scatter_wire_delays(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                                device_span<wire_answer const> wires,
                                delay_state<memory_space::device>& delays) {
  for_each_n(exec, wires.size(), detail::scatter_wire_delays_op{wires, pins.edges, delays.arc_delay.view()});
}

/// Slews and arrivals after `sweep_values`, before they are scattered by id. `paths`: `scatter` writes
/// winning arcs and delays of wires too.
///
/// Shapes: as `propagate`. Cost: none. Where: host; the result reads device memory. Throws: argument_error on
/// sizes.
inline swept_timing<memory_space::device> swept_timing_of(
    delay_problem<memory_space::device> const& pins, arrival_problem<memory_space::device> const& nodes,
    table_delay_model<memory_space::device> const& model,
    forward_plan<memory_space::device, true, true>& plan, delay_state<memory_space::device>& delays,
    arrival_state<memory_space::device>& arrivals, bool paths) {
  return {detail::scattering(plan, detail::fused_layer(pins, nodes, model, plan, delays, arrivals),
                             pins.graph, paths)};
}

/// Arrivals after `sweep_values`, before they are scattered by id, where pins have several nodes and slews
/// are by pin already. `paths`: `scatter` writes winning arcs.
///
/// Shapes: as `propagate`. Cost: none. Where: host; the result reads device memory. Throws: argument_error on
/// sizes.
inline swept_arrivals<memory_space::device> swept_arrivals_of(
    arrival_problem<memory_space::device> const& nodes, forward_plan<memory_space::device, false, true>& plan,
    delay_state<memory_space::device>& delays, arrival_state<memory_space::device>& arrivals, bool paths,
    swept_delays const& from = {}) {
  return {detail::scattering(plan, detail::arrival_layer(nodes, plan, delays, arrivals, from), nodes.graph,
                             paths),
          delays.slew.view()};
}

/// Scatters what `timing` (swept_timing, swept_arrivals) finds, by id.
///
/// Shapes: vertices of the plan. Units: ps. Cost: one launch. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: cuda_error.
template <class Timing>
void scatter_timing(cuda_executor const& exec, Timing const& timing, std::size_t vertices) {
  for_each_n(exec, vertices, detail::scatter_timing_op<Timing>{timing});
}

}  // namespace gsta
