#pragma once

#include "gsta/prop/adjoint_delays.hpp"
#include "gsta/prop/adjoint_plan.hpp"
#include "gsta/prop/detail/adjoint_find_slopes.hpp"

namespace gsta {

/// How delays and slews of all arcs change with slews and loads, by position in the fan-in rows of pins:
/// found at once beside other work, so that a sweep of slews only multiplies and adds.
template <memory_space S>
struct slope_state {
  buffer<detail::sweep_slopes, S> by_slew;  ///< [arcs]
  buffer<detail::load_slopes, S> by_load;   ///< [arcs], of cell arcs
};

/// Buffers for `find_slopes`. Arcs that no edge passes have their values from here.
///
/// Shapes: as the struct says; `arcs` of the pin graph. Cost: two allocations and fills. Where: the executor;
/// does not wait. Throws: what allocation throws.
template <executor E>
slope_state<E::space> make_slope_state(E const& exec, std::size_t arcs) {
  slope_state<E::space> slopes{{exec, arcs}, {exec, arcs}};
  float const none_there = detail::not_the_worst();
  fill(exec, slopes.by_slew.view(), detail::sweep_slopes{same_value(0), same_value(none_there)});
  fill(exec, slopes.by_load.view(), detail::load_slopes{same_value(0), same_value(none_there)});
  return slopes;
}

/// Where wires begin and end, for what goes over them all: [net arcs].
template <memory_space S>
using wire_places = buffer<detail::wire_place, S>;

/// The wire places of a pin graph.
///
/// Shapes: graph is the pin graph, the result [net arcs]. Cost: O(arcs). Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
wire_places<E::space> make_wire_places(E const& exec, timing_graph_view<E::space> const& graph,
                                       std::size_t net_arcs) {
  wire_places<E::space> place(exec, net_arcs);
  fill(exec, place.view(), detail::wire_place{});
  for_each_n(exec, graph.vertex_count(), detail::wire_place_op<E::space>{graph, place.view()});
  return place;
}

namespace detail {
template <memory_space S>
find_slopes_op<S> slopes_op(delay_problem<S> const& pins, value_model<S, wire_view<S>> const& model,
                            std::type_identity_t<span<corner_values const, S>> slew,
                            std::type_identity_t<span<corner_values const, S>> arc_delay,
                            slope_state<S>& slopes) {
  require(slew.size() == pins.graph.vertex_count() && slopes.by_slew.size() == pins.graph.arc_count() &&
              (arc_delay.empty() || arc_delay.size() == pins.edges.size()),
          "find_slopes: the arrays were made for another graph");
  return {pins.graph, pins.edges, pins.asserted_slew,    {model.design, model.wires, model.options},
          slew,       arc_delay,  slopes.by_slew.view(), slopes.by_load.view()};
}
}  // namespace detail

/// The slopes of all arcs at the slews and loads of the forward pass. `arc_delay`: gradients, if only slews
/// are to be swept; empty if arrivals are swept with them.
///
/// Shapes: slew [pins], arc_delay [arcs]. Cost: O(arcs) lookups, one launch. Where: the executor; does not
/// wait. Throws: argument_error on sizes.
template <executor E>
void find_slopes(E const& exec, delay_problem<E::space> const& pins,
                 value_model<E::space, wire_view<E::space>> const& model,
                 view_for<E, corner_values const> slew, view_for<E, corner_values const> arc_delay,
                 slope_state<E::space>& slopes) {
  for_each_n(exec, conditions * slew.size(), detail::slopes_op(pins, model, slew, arc_delay, slopes));
}

/// Hands out by id what a sweep of slews found, with what it comes to for loads and wires: the bits of
/// `propagate_delay_adjoint`, and, where arrivals were swept along, of `propagate_adjoint`. Else `arrivals`
/// has the gradients of arc delays already.
///
/// Shapes: as the states. Cost: O(arcs), one launch. Where: the executor; does not wait. Throws: nothing.
template <bool Arrivals, executor E>
void hand_out_adjoint(E const& exec, delay_problem<E::space> const& pins,
                      value_model<E::space, wire_view<E::space>> const& model,
                      adjoint_plan<E::space, Arrivals, true>& plan, view_for<E, corner_values const> weight,
                      slope_state<E::space> const& slopes, view_for<E, corner_values const> slew,
                      adjoint_state<E::space>& arrivals, delay_adjoint_state<E::space>& delays) {
  for_each_n(exec, conditions * slew.size(),
             detail::hand_slews_out_op<E::space, Arrivals>{plan.results(),
                                                           pins.graph,
                                                           pins.edges,
                                                           {model.design, model.wires, model.options},
                                                           weight,
                                                           slopes.by_slew.view(),
                                                           slopes.by_load.view(),
                                                           slew,
                                                           arrivals.arrival.view(),
                                                           arrivals.arc_delay.view(),
                                                           delays.slew.view(),
                                                           delays.arc_slew.view(),
                                                           delays.made_slew.view(),
                                                           delays.load.view(),
                                                           delays.wire.view()});
}

/// The same without gradients of slews in front of arcs, of slews that arcs make and of what wires answer:
/// `delays` gets those of slews and loads alone.
///
/// Shapes: as the states. Cost: O(arcs), one launch. Where: the executor; does not wait. Throws: nothing.
template <executor E>
void hand_out_pins(E const& exec, delay_problem<E::space> const& pins, std::size_t net_arcs,
                   adjoint_plan<E::space, true, true>& plan, view_for<E, corner_values const> weight,
                   slope_state<E::space> const& slopes, adjoint_state<E::space>& arrivals,
                   delay_adjoint_state<E::space>& delays) {
  for_each_n(exec, delays.slew.size(),
             detail::hand_pins_out_op<E::space>{
                 plan.results(), pins.graph, net_arcs, weight, slopes.by_load.view(), arrivals.arrival.view(),
                 arrivals.arc_delay.view(), delays.slew.view(), delays.load.view()});
}

/// Hands out by id what a sweep of arrivals found: the bits of `propagate_adjoint`.
///
/// Shapes: as `propagate_adjoint`; one_per_pin: nodes are pins. Cost: O(node arcs), one or two launches.
/// Where: the executor; does not wait. Throws: nothing.
template <executor E>
void hand_out_adjoint(E const& exec, arrival_problem<E::space> const& nodes,
                      adjoint_rows_view<E::space> const& rows, adjoint_plan<E::space, true, false>& plan,
                      view_for<E, corner_values const> weight, adjoint_state<E::space>& adjoint) {
  constexpr memory_space S = E::space;
  auto const arc_delay = adjoint.arc_delay.view();
  for_each_n(exec, adjoint.arrival.size(),
             detail::hand_arrivals_out_op<S>{plan.results(), nodes.graph, weight, adjoint.arrival.view(),
                                             nodes.one_per_pin ? arc_delay : span<corner_values, S>{}});
  if (!nodes.one_per_pin)
    for_each_n(
        exec, arc_delay.size(),
        detail::arc_gradient_op<S, float>{rows, weight, std::as_const(adjoint.arrival).view(), arc_delay});
}

}  // namespace gsta
