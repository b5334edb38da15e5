#pragma once

#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/detail/link_nodes.hpp"
#include "gsta/constrain/detail/reach_words.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

namespace primitive {
struct make_nodes;
}

/// The arrival layer's vertices: one node for each pin and tag that can meet. With one tag, nodes are pins.
template <memory_space S>
struct timing_nodes {
  vector_by_id<tag> tags;                          ///< what `node_tag` counts
  vector_by_id<exception_row> exception_rows{{}};  ///< what tags count; row 0 is empty
  bool one_per_pin = true;                         ///< nodes are pins, and a fused sweep does both layers
  timing_graph<S> graph;                           ///< over nodes; arcs keep the pin graph's ids
  levels<S> order;                                 ///< of `graph`
  buffer<per_condition<float>, S>
      node_asserted;           ///< [nodes] ps from the launch edge; undefined where nothing is asserted
  buffer<id, S> node_pin;      ///< [nodes]
  buffer<id, S> first_node;    ///< [pins + 1] as `pin_begin`; empty where pins are nodes
  vector_by_id<id> pin_begin;  ///< [pins + 1] on the host: the nodes of a pin, ascending in tag
  vector_by_id<id> node_tag;   ///< [nodes] on the host
  vector_by_id<std::uint8_t>
      node_mask;  ///< [nodes] on the host: bit c is set where condition c can be reached

  levels<S> looping;             ///< nodes on loops through latches, where any are: swept again and again
  std::size_t opened_loops = 0;  ///< of these, nodes that latches depart from where a loop was opened

  /// Number of nodes.
  std::size_t count() const noexcept { return graph.view.vertex_count(); }
};

/// What the arrival layer sweeps over.
template <memory_space S>
struct arrival_problem {
  timing_graph_view<S> graph;                    ///< over nodes; arcs have the pin graph's ids
  levels<S> const* order = nullptr;              ///< of `graph`; must outlive the problem
  span<edge_map const, S> edges;                 ///< [arcs of the pin graph]
  span<per_condition<float> const, S> asserted;  ///< [nodes] ps from the launch edge; may be undefined
  bool one_per_pin = true;                       ///< nodes are pins: `graph` is the pin graph
};

/// What the arrival layer reads of `nodes` and of the pin graph's arcs; both must outlive it.
///
/// Shapes: edges [arcs of the pin graph]. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
arrival_problem<S> problem_of(timing_nodes<S> const& nodes,
                              std::type_identity_t<span<edge_map const, S>> edges) noexcept {
  return {nodes.graph.view, &nodes.order, edges, nodes.node_asserted.view(), nodes.one_per_pin};
}

/// Makes the arrival nodes of a pin graph: a node for each tag that can reach a pin on some edge.
///
/// Where all sources have one tag of kind `any` the graph and its levels are shared with the pin graph.
/// Otherwise the executor finds which nodes there are, where tags alone tell arrivals apart, and the host
/// does where exceptions, latches, generated clocks or senses say more; the executor links them, and
/// registers turn clock tags into data tags. A node of an ideal clock at a register's clock pin is followed
/// by its shadow in `fanout` only: required times pass, arrivals do not.
///
/// Shapes: edges [arcs], rules as `arrival_rules`, sources any number, several a pin and tag (the worst of
/// each condition counts). Cost: O(arcs x tags). Where: the executor; waits. Throws: argument_error on a
/// source off the graph, and on more nodes than 16 million and than 64 a pin.
template <executor E>
timing_nodes<E::space> make_nodes(E const& exec, timing_graph<E::space> const& pins,
                                  levels<E::space> const& order, view_for<E, edge_map const> edges,
                                  std::vector<flat_source> const& sources, arrival_rules const& rules = {}) {
  static_assert(driver_known<primitive::make_nodes, E>,
                "make_nodes on a device needs gsta/constrain/nodes.cuh");
  std::size_t const pin_count = pins.view.vertex_count();
  timing_nodes<E::space> nodes;
  auto made = detail::nodes_on_pins(pin_count, sources, rules);
  nodes.one_per_pin = made.has_value();
  if (nodes.one_per_pin) {
    nodes.graph = pins;
    nodes.order = order;
    nodes.node_pin = buffer<id, E::space>(exec, pin_count);
    for_each_n(exec, pin_count, iota_op<E::space>{nodes.node_pin.view()});
  } else {
    auto const sent = detail::send_rules(exec, rules);
    buffer<id, E::space> node_tag;
    if (auto words = detail::words_of_tags(pin_count, sources, rules)) {
      made = detail::nodes_by_words(exec, pins.view, order, edges, sources, sent, *std::move(words),
                                    nodes.first_node, node_tag);
    } else {
      made = detail::nodes_by_tag(detail::bring_to_host(exec, pins.view, order, edges), sources, rules);
      nodes.first_node = clone(exec, made->pin_begin);
      node_tag = clone(exec, made->node_tag);
    }
    detail::link_nodes(exec, pins.view, order, edges, rules, sent, *made, std::as_const(node_tag).view(),
                       nodes);
  }
  nodes.node_asserted = detail::assert_on_nodes(exec, made->node_tag.size(), *made);
  exec.sync();  // the host arrays that were copied from end here
  nodes.tags = std::move(made->tags);
  nodes.exception_rows = std::move(made->exception_rows);
  nodes.pin_begin = std::move(made->pin_begin);
  nodes.node_tag = std::move(made->node_tag);
  nodes.node_mask = std::move(made->node_mask);
  return nodes;
}

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/constrain/detail/make_host_nodes.hpp"
#endif
