#pragma once

#include "gsta/constrain/nodes.hpp"
#include "gsta/graph/sweep.hpp"
#include "gsta/prop/detail/relax.hpp"
#include "gsta/prop/timing_state.hpp"

namespace gsta {

/// What both layers sweep over: the pin graph with its levels and what is asserted on pins.
template <memory_space S>
struct delay_problem {
  timing_graph_view<S> graph;
  levels<S> const* order = nullptr;
  span<edge_map const, S> edges;  ///< [arcs]; an arc with none is order-only: no model is asked for it
  span<corner_values const, S> asserted_slew;  ///< [pins]
};

namespace detail {
template <memory_space S, class Model>
relax_delay_op<S, Model> delay_op(delay_problem<S> const& pins, Model const& model, delay_state<S>& delays) {
  require(delays.slew.size() == pins.graph.vertex_count() &&
              delays.arc_delay.size() == pins.graph.arc_count() &&
              pins.edges.size() == pins.graph.arc_count() &&
              pins.asserted_slew.size() == pins.graph.vertex_count(),
          "propagate: the delay state was made for another graph");
  return {pins.graph, model, pins.edges, pins.asserted_slew, delays.slew.view(), delays.arc_delay.view()};
}
template <memory_space S>
relax_arrival_op<S> arrival_op(arrival_problem<S> const& nodes, delay_state<S> const& delays,
                               arrival_state<S>& arrivals) {
  require(arrivals.arrival.size() == nodes.graph.vertex_count() &&
              nodes.edges.size() == delays.arc_delay.size() &&
              nodes.asserted.size() == nodes.graph.vertex_count(),
          "propagate: the arrival state was made for another graph");
  return {nodes.graph,
          nodes.edges,
          delays.arc_delay.view(),
          nodes.asserted,
          arrivals.arrival.view(),
          arrivals.predecessor.view()};
}
}  // namespace detail

/// The delay layer: slews of all pins and delays of all arcs, in level order.
///
/// Shapes: as `delay_problem` and `delay_state` say. Units: ps. Cost: O(arcs) lookups, one launch a level.
/// Where: the executor; does not wait. Throws: argument_error on sizes.
/// Exact: merges strictly, the first arc of equals wins. Paper: Guo, Huang, Lin, ICCAD 2020, Section III.
template <executor E, delay_model Model>
void propagate_delays(E const& exec, delay_problem<E::space> const& pins, Model const& model,
                      delay_state<E::space>& delays) {
  sweep_forward(exec, *pins.order, detail::delay_op(pins, model, delays));
}

/// The arrival layer: arrivals and winning predecessors of all nodes, from the delays of the delay layer.
///
/// Shapes: as `arrival_problem` and `arrival_state` say. Units: ps. Cost: O(node arcs), one launch a level.
/// Where: the executor; does not wait. Throws: argument_error on sizes. Exact: as `propagate_delays`.
template <executor E>
void propagate_arrivals(E const& exec, arrival_problem<E::space> const& nodes,
                        delay_state<E::space> const& delays, arrival_state<E::space>& arrivals) {
  sweep_forward(exec, *nodes.order, detail::arrival_op(nodes, delays, arrivals));
}

/// Both layers: in one sweep where every pin has one node, else one after the other. The same bits either
/// way.
///
/// Shapes: as the structs say. Units: ps. Cost: O(arcs + node arcs), one launch a level and layer.
/// Where: the executor; does not wait. Throws: argument_error on sizes. Exact: equals the two single sweeps.
template <executor E, delay_model Model>
void propagate(E const& exec, delay_problem<E::space> const& pins, arrival_problem<E::space> const& nodes,
               Model const& model, delay_state<E::space>& delays, arrival_state<E::space>& arrivals) {
  if (!nodes.one_per_pin) {
    propagate_delays(exec, pins, model, delays);
    propagate_arrivals(exec, nodes, delays, arrivals);
    return;
  }
  auto const delay = detail::delay_op(pins, model, delays);
  auto const arrival = detail::arrival_op(nodes, delays, arrivals);
  sweep_forward(exec, *pins.order, detail::fused_op<decltype(delay), decltype(arrival)>{delay, arrival});
}

}  // namespace gsta
