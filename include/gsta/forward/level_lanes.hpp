#pragma once

#include <utility>

#include "gsta/forward/detail/level_lanes.hpp"
#include "gsta/forward/propagate.hpp"

namespace gsta {

/// A delay model whose four conditions a host core finds side by side: gsta's own two.
template <class Model>
concept model_in_lanes = requires { typename detail::layer_in_lanes<Model>::type; };

/// `propagate_delays` on a host, four conditions at a time, and what stands for later vertices in memory is
/// asked for ahead: four to seven times as fast. It lays out the tables of the design's arc types before.
///
/// Shapes: as `delay_problem` and `delay_state` say. Units: ps. Cost: O(arcs) lookups, and O(tables of all
/// types). Where: the executor's threads. Throws: argument_error on sizes, what allocation throws. Exact:
/// equals `propagate_delays` bit for bit.
template <host_side_executor E, model_in_lanes Model>
void propagate_delays_in_lanes(E const& exec, delay_problem<memory_space::host> const& pins,
                               Model const& model, delay_state<memory_space::host>& delays) {
  using how = detail::layer_in_lanes<Model>;
  using layer_type = typename how::type;
  detail::delay_op(pins, model, delays);  // checks sizes
  auto const& plain = how::plain(model);
  auto const tables = pack_tables(exec, plain.design.luts, plain.design.arcs.types);
  layer_type layer{
      plain, tables.view(), pins.asserted_slew, {}, delays.slew.view(), {}, delays.arc_delay.view(), {}};
  if constexpr (layer_type::staged) layer.stages = model.stages;
  for (std::size_t l = 0; l < pins.order->count(); ++l) {
    auto const level = pins.order->level(l);
    for_each_n(exec, level.size(),
               detail::relax_delay_lanes_op<layer_type>{pins.graph,
                                                        level_ahead::fanin(pins.graph, level),
                                                        {layer},
                                                        pins.edges,
                                                        std::as_const(tables.of_type).view()});
  }
  if constexpr (layer_type::staged) share_loads(exec, pins, model, delays);
}

/// `propagate_arrivals` on a host, four conditions at a time.
///
/// Shapes: as `arrival_problem` and `arrival_state` say. Units: ps. Cost: O(node arcs). Where: the executor's
/// threads. Throws: argument_error on sizes. Exact: equals `propagate_arrivals` bit for bit.
template <host_side_executor E>
void propagate_arrivals_in_lanes(E const& exec, arrival_problem<memory_space::host> const& nodes,
                                 delay_state<memory_space::host> const& delays,
                                 arrival_state<memory_space::host>& arrivals) {
  auto const op = detail::arrival_op(nodes, delays, arrivals);
  for (std::size_t l = 0; l < nodes.order->count(); ++l) {
    auto const level = nodes.order->level(l);
    for_each_n(exec, level.size(),
               detail::relax_arrival_lanes_op{level_ahead::fanin(nodes.graph, level), op});
  }
}

/// `propagate` on a host, four conditions at a time: one layer after the other. Where a library has so many
/// tables that to lay them out would not pay, delays are found without.
///
/// Shapes: as the structs say. Units: ps. Cost: O(arcs + node arcs). Where: the executor's threads. Throws:
/// argument_error on sizes, what allocation throws. Exact: equals `propagate` bit for bit.
template <host_side_executor E, model_in_lanes Model>
void propagate_in_lanes(E const& exec, delay_problem<memory_space::host> const& pins,
                        arrival_problem<memory_space::host> const& nodes, Model const& model,
                        delay_state<memory_space::host>& delays,
                        arrival_state<memory_space::host>& arrivals) {
  auto const& design = detail::layer_in_lanes<Model>::plain(model).design;
  if (design.arcs.types.size() < design.cell_arc_count() / 8)
    propagate_delays_in_lanes(exec, pins, model, delays);
  else
    propagate_delays(exec, pins, model, delays);
  propagate_arrivals_in_lanes(exec, nodes, delays, arrivals);
}

}  // namespace gsta
