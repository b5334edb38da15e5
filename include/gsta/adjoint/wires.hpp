#pragma once

#include "gsta/adjoint/detail/star.hpp"
#include "gsta/adjoint/detail/tree.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "gsta/graph/timing_graph.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/star.hpp"

namespace gsta {

/// Gradients of a cost with respect to star wires and to where pins are, written by
/// `propagate_star_adjoint`.
template <memory_space S, class Value = float>
struct star_adjoint_state {
  buffer<per_condition<Value>, S> pin_load;   ///< [pins] d cost / d the load that the pin puts on its nets
  buffer<Value, S> x;                         ///< [pins] d cost / d x of the pin, an um
  buffer<Value, S> y;                         ///< [pins] d cost / d y of the pin, an um
  buffer<Value, S> resistance;                ///< [net arcs] of the wire to each sink, a kOhm
  buffer<Value, S> capacitance;               ///< [net arcs] of the wire to each sink, a fF
  buffer<per_condition<Value>, S> sink_load;  ///< [net arcs] what `pin_load` adds up
};

/// Buffers for `propagate_star_adjoint`.
///
/// Shapes: as the struct says. Cost: six allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
star_adjoint_state<E::space, Value> make_star_adjoint_state(E const& exec, std::size_t pins,
                                                            std::size_t net_arcs) {
  return {{exec, pins}, {exec, pins}, {exec, pins}, {exec, net_arcs}, {exec, net_arcs}, {exec, net_arcs}};
}

namespace detail {
/// Pi models need a place: one a net.
template <memory_space S>
void require_pi_values(wire_slew slew, flat_view<S> const& design, std::size_t places) {
  require(slew != wire_slew::reduce || places == design.nets.driver.size(),
          "wires of wire_slew::reduce need a place for pi models: tell make_wire_values and "
          "make_delay_adjoint_state how many nets there are");
}
}  // namespace detail

/// What `update_star_wires` finds, in any precision, for checks in double.
///
/// Shapes: as `wire_values_state`. Units: um, ps, fF, kOhm. Cost: O(pins), a thread a net. Where: the
/// executor; does not wait. Throws: argument_error on sizes and without a place for pi models. Exact: in
/// float the bits of `update_star_wires`.
template <class Value, executor E>
void update_star_values(E const& exec, flat_view<E::space> const& design, star_view<E::space> const& star,
                        wire_slew slew, wire_values_state<E::space, Value>& wires) {
  constexpr memory_space S = E::space;
  detail::require_pi_values(slew, design, wires.pi.size());
  require(wires.sink.size() == design.net_arc_count() && wires.load.size() == design.pin_count() &&
              star.pin_x.size() == design.pin_count() && star.pin_y.size() == design.pin_count(),
          "update_star_values: the values were made for another design");
  fill(exec, wires.load.view(), per_condition<Value>{});
  for_each_n(exec, design.nets.driver.size(),
             detail::star_values_op<S, Value>{
                 {design, star}, slew, wires.sink.view(), wires.load.view(), wires.pi.view()});
}

/// The adjoint of star wires, from the gradients that `propagate_delay_adjoint` found: of wires, of pins'
/// loads and of where pins are. Lengths are |dx| + |dy|, with the subgradient 0 where dx or dy is 0.
///
/// Shapes: graph is the pin graph, the rest as the structs say. Units: um, ps, fF, kOhm. Cost: O(pins), three
/// launches and a fill. Where: the executor; does not wait. Throws: argument_error on sizes and without a
/// place for pi models. Exact: sums over conditions in their order, over a pin's wires in `ordered_sum`'s
/// order along its rows.
template <class Value, executor E>
void propagate_star_adjoint(E const& exec, timing_graph_view<E::space> const& graph,
                            flat_view<E::space> const& design, star_view<E::space> const& star,
                            wire_slew slew, delay_adjoint_state<E::space, Value> const& delays,
                            star_adjoint_state<E::space, Value>& adjoint) {
  constexpr memory_space S = E::space;
  std::size_t const pins = design.pin_count(), net_arcs = design.net_arc_count();
  detail::require_pi_values(slew, design, delays.pi.size());
  require(graph.vertex_count() == pins && delays.load.size() == pins && delays.wire.size() == net_arcs &&
              adjoint.pin_load.size() == pins && adjoint.x.size() == pins && adjoint.y.size() == pins &&
              adjoint.resistance.size() == net_arcs && adjoint.capacitance.size() == net_arcs &&
              adjoint.sink_load.size() == net_arcs,
          "propagate_star_adjoint: the states were made for another design");
  detail::star_geometry<S, Value> const wires{design, star};
  fill(exec, adjoint.pin_load.view(), per_condition<Value>{});
  for_each_n(exec, design.nets.driver.size(),
             detail::star_adjoint_op<S, Value>{wires, slew, delays.load.view(), delays.wire.view(),
                                               adjoint.sink_load.view(), adjoint.pin_load.view(),
                                               adjoint.resistance.view(), adjoint.capacitance.view(),
                                               delays.pi.view()});
  for_each_n(
      exec, pins,
      detail::pin_load_op<S, Value>{graph, net_arcs, adjoint.sink_load.view(), adjoint.pin_load.view()});
  for_each_n(
      exec, pins,
      detail::location_gradient_op<S, Value>{graph, wires, adjoint.resistance.view(),
                                             adjoint.capacitance.view(), adjoint.x.view(), adjoint.y.view()});
}

/// `rc_state` in any precision.
template <memory_space S, class Value>
struct tree_values {
  buffer<per_condition<Value>, S> load;    ///< [nodes] fF below and at the node
  buffer<per_condition<Value>, S> delay;   ///< [nodes] ps, Elmore
  buffer<per_condition<Value>, S> ldelay;  ///< [nodes] fF ps below and at the node
  buffer<per_condition<Value>, S> beta;    ///< [nodes] ps^2
};

/// Gradients of a cost with respect to RC trees, written by `propagate_tree_adjoint`.
template <memory_space S, class Value = float>
struct tree_adjoint_state {
  buffer<per_condition<Value>, S> pin_load;   ///< [pins] d cost / d the load that the pin puts on its nets
  buffer<Value, S> resistance;                ///< [edges] a kOhm; 0 for edges in no tree
  buffer<Value, S> capacitance;               ///< [nodes] a fF, of `rc_view`
  buffer<per_condition<Value>, S> sink_load;  ///< [net arcs] what `pin_load` adds up
  buffer<per_condition<Value>, S> up;         ///< [nodes] scratch of passes towards the root
  buffer<per_condition<Value>, S> down;       ///< [nodes] scratch of passes towards the sinks
};

/// Buffers for RC trees in any precision.
///
/// Shapes: as `tree_values`. Cost: four allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value, executor E>
tree_values<E::space, Value> make_tree_values(E const& exec, std::size_t nodes) {
  return {{exec, nodes}, {exec, nodes}, {exec, nodes}, {exec, nodes}};
}

/// Buffers for `propagate_tree_adjoint`.
///
/// Shapes: as the struct says. Cost: six allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
tree_adjoint_state<E::space, Value> make_tree_adjoint_state(E const& exec,
                                                            flat_view<E::space> const& design) {
  std::size_t const pins = design.pin_count(), nodes = design.rc.capacitance.size();
  return {{exec, pins},  {exec, design.rc.resistance.size()},
          {exec, nodes}, {exec, design.net_arc_count()},
          {exec, nodes}, {exec, nodes}};
}

/// What `update_wires` finds, in any precision, for checks in double.
///
/// Shapes: as `wire_values_state` and `tree_values`. Units: ps, fF, kOhm. Cost: O(nodes), a thread a net.
/// Where: the executor; does not wait. Throws: argument_error on sizes and without a place for pi models.
/// Exact: in float the bits of `update_wires`.
template <class Value, executor E>
void update_tree_values(E const& exec, flat_view<E::space> const& design,
                        rc_forest_view<E::space> const& forest, wire_options const& options,
                        tree_values<E::space, Value>& trees, wire_values_state<E::space, Value>& wires) {
  constexpr memory_space S = E::space;
  detail::require_pi_values(options.slew, design, wires.pi.size());
  require(wires.sink.size() == design.net_arc_count() && wires.load.size() == design.pin_count() &&
              trees.load.size() == design.rc.capacitance.size() &&
              forest.sink_position.size() == design.net_arc_count(),
          "update_tree_values: the values were made for another design");
  fill(exec, wires.load.view(), per_condition<Value>{});
  for_each_n(exec, design.nets.driver.size(),
             detail::tree_values_op<S, Value>{
                 {design, forest, options},
                 {trees.load.view(), trees.delay.view(), trees.ldelay.view(), trees.beta.view()},
                 wires.sink.view(),
                 wires.load.view(),
                 wires.pi.view()});
}

/// The adjoint of given RC trees, from the gradients that `propagate_delay_adjoint` found: of resistances,
/// capacitances and pins' loads. `trees` is what `update_wires` left (float), or `tree_values`.
///
/// Shapes: graph is the pin graph, the rest as the structs say. Units: ps, fF, kOhm. Cost: O(nodes), a thread
/// a net; three fills and two launches. Where: the executor; does not wait. Needs: the sums of the same
/// trees, with the same options. Throws: argument_error on sizes and without a place for pi models. Exact:
/// conditions in their order, children in `ordered_sum`'s order.
template <class Value, executor E, class Trees>
void propagate_tree_adjoint(E const& exec, timing_graph_view<E::space> const& graph,
                            flat_view<E::space> const& design, rc_forest_view<E::space> const& forest,
                            wire_options const& options, Trees const& trees,
                            delay_adjoint_state<E::space, Value> const& delays,
                            tree_adjoint_state<E::space, Value>& adjoint) {
  constexpr memory_space S = E::space;
  std::size_t const pins = design.pin_count(), net_arcs = design.net_arc_count();
  detail::require_pi_values(options.slew, design, delays.pi.size());
  require(graph.vertex_count() == pins && delays.load.size() == pins && delays.wire.size() == net_arcs &&
              trees.load.size() == design.rc.capacitance.size() && adjoint.pin_load.size() == pins &&
              adjoint.up.size() == trees.load.size() && adjoint.sink_load.size() == net_arcs &&
              adjoint.resistance.size() == design.rc.resistance.size(),
          "propagate_tree_adjoint: the states were made for another design");
  fill(exec, adjoint.pin_load.view(), per_condition<Value>{});
  fill(exec, adjoint.resistance.view(), Value{0});
  fill(exec, adjoint.capacitance.view(), Value{0});
  for_each_n(exec, design.nets.driver.size(),
             detail::tree_adjoint_op<S, Value>{{design, forest, options},
                                               {trees.load.view(), trees.delay.view(), trees.ldelay.view()},
                                               delays.load.view(),
                                               delays.wire.view(),
                                               adjoint.up.view(),
                                               adjoint.down.view(),
                                               adjoint.sink_load.view(),
                                               adjoint.pin_load.view(),
                                               adjoint.resistance.view(),
                                               adjoint.capacitance.view(),
                                               delays.pi.view()});
  for_each_n(
      exec, pins,
      detail::pin_load_op<S, Value>{graph, net_arcs, adjoint.sink_load.view(), adjoint.pin_load.view()});
}

/// Gradients of the lengths that `set_wire_lengths` made R and C from: R = r l, half of c l at either end.
///
/// Shapes: length [edges], 0 for edges in no tree. Units: those of the cost an um. Cost: O(nodes), a thread a
/// net, and a fill. Where: the executor; does not wait. Throws: argument_error on sizes. Exact: no sum.
template <class Value, executor E>
void find_length_gradients(E const& exec, rc_forest_view<E::space> const& forest, wire_unit unit,
                           tree_adjoint_state<E::space, Value> const& trees, view_for<E, Value> length) {
  constexpr memory_space S = E::space;
  require(length.size() == trees.resistance.size() && trees.capacitance.size() == forest.node.size(),
          "find_length_gradients: the arrays are not as long as the trees");
  fill(exec, length, Value{0});
  for_each_n(exec, forest.reached.size(),
             detail::edge_length_op<S, Value>{forest, static_cast<Value>(unit.resistance),
                                              static_cast<Value>(unit.capacitance), trees.resistance.view(),
                                              trees.capacitance.view(), length});
}

}  // namespace gsta
