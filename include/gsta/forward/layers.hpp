#pragma once

#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"
#include "gsta/forward/detail/relax.hpp"
#include "gsta/forward/detail/row_pass.hpp"

namespace gsta {

/// The delay layer: per pin and per arc, never per tag.
template <memory_space S>
struct delay_state {
  buffer<per_condition<float>, S>
      slew;  ///< [pins] ps, merged over all arcs into the pin (worst); undefined: identity
  buffer<per_condition<float>, S> arc_delay;  ///< [arcs of the pin graph] ps, by the edge at the arc's output
};

/// The arrival layer: per node (pin x tag), with one tag per pin.
template <memory_space S>
struct arrival_state {
  buffer<per_condition<float>, S> node_arrival;  ///< [nodes] ps from the node's launch edge
  buffer<per_condition<id>, S>
      node_predecessor;  ///< [nodes] position in fanin_from of the winning arc; none: asserted
};

/// Buffers for the delay layer of `propagate`.
///
/// Shapes: as the structs say. Cost: two allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
delay_state<E::space> make_delay_state(E const& exec, std::size_t pins, std::size_t arcs) {
  return {{exec, pins}, {exec, arcs}};
}

/// Buffers for the arrival layer of `propagate`.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
arrival_state<E::space> make_arrival_state(E const& exec, std::size_t nodes) {
  return {{exec, nodes}, {exec, nodes}};
}

/// What both layers sweep over: the pin graph with its levels and what is asserted on pins.
template <memory_space S>
struct delay_problem {
  timing_graph_view<S> graph;        ///< of pins, with the arcs of `pin_arcs`
  levels<S> const* order = nullptr;  ///< of `graph`; must outlive the problem
  span<edge_map const, S> edges;     ///< [arcs]; an arc with none is order-only: no model is asked for it
  span<per_condition<float> const, S> asserted_slew;  ///< [pins] ps, undefined where nothing is asserted
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
  require(arrivals.node_arrival.size() == nodes.graph.vertex_count() &&
              nodes.edges.size() == delays.arc_delay.size() &&
              nodes.asserted.size() == nodes.graph.vertex_count(),
          "propagate: the arrival state was made for another graph");
  return {nodes.graph,
          nodes.edges,
          delays.arc_delay.view(),
          nodes.asserted,
          arrivals.node_arrival.view(),
          arrivals.node_predecessor.view()};
}
}  // namespace detail

}  // namespace gsta
