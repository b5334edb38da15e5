#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/forward/detail/plan_steps.hpp"
#include "gsta/forward/forward_plan.hpp"
#include "gsta/forward/propagate.hpp"

namespace gsta {

/// What a plan sweeps, to be cut: here the delay layer alone. Arcs below `net_arcs` are wires.
///
/// Shapes: as the problems. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
cut_problem<S> cut_problem_of(delay_problem<S> const& pins, std::size_t net_arcs) noexcept {
  return {pins.graph, net_arcs, pins.edges, {}, pins.asserted_slew};
}
/// What a plan sweeps, to be cut: the arrival layer alone.
template <memory_space S>
cut_problem<S> cut_problem_of(arrival_problem<S> const& nodes, std::size_t net_arcs) noexcept {
  return {nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}};
}
/// What a plan sweeps, to be cut: both layers at once, where nodes are pins.
template <memory_space S>
cut_problem<S> cut_problem_of(delay_problem<S> const& pins, arrival_problem<S> const& nodes,
                              std::size_t net_arcs) noexcept {
  return {pins.graph, net_arcs, pins.edges, nodes.asserted, pins.asserted_slew};
}

/// A plan for both layers of pins that are nodes.
///
/// Shapes: as the problems. Cost: O(vertices + arcs); keeps about 32 bytes an arc of the cut and 32 a
/// kept vertex. Where: the executor; waits. Throws: what allocation throws. What is asserted where must stay
/// so; the values may change.
template <executor E>
forward_plan<E::space, true, true> make_fused_plan(E const& exec, delay_problem<E::space> const& pins,
                                                   arrival_problem<E::space> const& nodes,
                                                   flat_view<E::space> const& design,
                                                   delay_layout where = delay_layout::by_arc) {
  require(nodes.one_per_pin, "make_fused_plan: pins have several nodes");
  return detail::make_forward_plan<true, true>(exec, cut_problem_of(pins, nodes, design.net_arc_count()),
                                               *pins.order, design, where);
}
/// `make_fused_plan` for the delay layer alone. `model`: what sweeps by it; on a device `effective` has tiles
/// of its own.
///
/// Shapes: as the problems. Cost: as `make_fused_plan`. Where: the executor; waits. Throws: what allocation
/// throws.
template <executor E>
forward_plan<E::space, true, false> make_delay_plan(E const& exec, delay_problem<E::space> const& pins,
                                                    flat_view<E::space> const& design,
                                                    delay_layout where = delay_layout::by_arc,
                                                    cell_model model = cell_model::table) {
  bool const in_parts = E::space == memory_space::device && model == cell_model::effective;
  return detail::make_forward_plan<true, false>(exec, cut_problem_of(pins, design.net_arc_count()),
                                                *pins.order, design, where, {},
                                                in_parts ? detail::ceff_sinks_each : 0);
}
/// `make_fused_plan` for the arrival layer alone. `read_from` [cell arcs]: `arc_slot` of the delay plan, if
/// it leaves delays by slot.
///
/// Shapes: as the problems. Cost: as `make_fused_plan`. Where: the executor; waits. Throws: what allocation
/// throws.
template <executor E>
forward_plan<E::space, false, true> make_arrival_plan(E const& exec, arrival_problem<E::space> const& nodes,
                                                      flat_view<E::space> const& design,
                                                      view_for<E, id const> read_from = {}) {
  return detail::make_forward_plan<false, true>(exec, cut_problem_of(nodes, design.net_arc_count()),
                                                *nodes.order, design, delay_layout::by_arc, read_from);
}

/// Where pins are nodes, both layers' plans keep equal vertices: then the delay plan gives back what the
/// arrival plan has too, 9 bytes a pin. `arrivals` must outlive it. Of a plan by tables gradients need what
/// is given back.
///
/// Shapes: any two plans. Cost: O(pins). Where: the executor; waits. Throws: what allocation throws.
template <executor E>
void share_scatter(E const& exec, forward_plan<E::space, true, false>& delays,
                   forward_plan<E::space, false, true> const& arrivals) {
  auto const mine = delays.cut.scatters(), other = arrivals.cut.scatters();
  if (mine.size() != other.size()) return;
  detail::scatter_difference<E::space> const differs{mine, other};
  if (reduce(exec, mine.size(), differs, std::int64_t{0}, sum_of<std::int64_t>{}) > 0) return;
  delays.cut.scatter = {};
  delays.cut.inlined = {};
  delays.cut.shared = other;
}

/// `propagate`, `propagate_delays` and `propagate_arrivals` by a plan on a host, over the cut, bit for bit.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(arcs) lookups, four conditions at a time. Where:
/// the host executor's threads; allocates nothing. Needs: a plan with `delay_layout::by_arc`. Throws:
/// argument_error on sizes. Exact: equals the level loop bit for bit.
template <host_side_executor E>
void propagate(E const& exec, delay_problem<memory_space::host> const& pins,
               arrival_problem<memory_space::host> const& nodes,
               table_delay_model<memory_space::host> const& model,
               forward_plan<memory_space::host, true, true>& plan, delay_state<memory_space::host>& delays,
               arrival_state<memory_space::host>& arrivals) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::arrival_op(nodes, delays, arrivals);
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(
      exec, plan,
      detail::forward_layer<memory_space::host, true, true>{
          model, plan.tables.view(), pins.asserted_slew, nodes.asserted, delays.slew.view(),
          arrivals.node_arrival.view(), delays.arc_delay.view(), arrivals.node_predecessor.view()},
      pins.graph.fanin_begin);
}
/// `propagate` by effective capacitances. Where drivers charge a net together arrivals are swept once more.
template <host_side_executor E>
void propagate(E const& exec, delay_problem<memory_space::host> const& pins,
               arrival_problem<memory_space::host> const& nodes,
               ceff_delay_model<memory_space::host> const& model,
               forward_plan<memory_space::host, true, true>& plan, delay_state<memory_space::host>& delays,
               arrival_state<memory_space::host>& arrivals) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::arrival_op(nodes, delays, arrivals);
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(
      exec, plan,
      detail::forward_layer<memory_space::host, true, true, false, true>{model.plain,
                                                                         plan.tables.view(),
                                                                         pins.asserted_slew,
                                                                         nodes.asserted,
                                                                         delays.slew.view(),
                                                                         arrivals.node_arrival.view(),
                                                                         delays.arc_delay.view(),
                                                                         arrivals.node_predecessor.view(),
                                                                         {},
                                                                         model.stages},
      pins.graph.fanin_begin);
  if (!detail::has_parallel_drivers(model)) return;
  share_loads(exec, pins, model, delays);
  propagate_arrivals(exec, nodes, delays, arrivals);
}
/// The delay layer alone by a plan, as `propagate` with one.
template <host_side_executor E>
void propagate_delays(E const& exec, delay_problem<memory_space::host> const& pins,
                      ceff_delay_model<memory_space::host> const& model,
                      forward_plan<memory_space::host, true, false>& plan,
                      delay_state<memory_space::host>& delays) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(
      exec, plan,
      detail::forward_layer<memory_space::host, true, false, false, true>{model.plain,
                                                                          plan.tables.view(),
                                                                          pins.asserted_slew,
                                                                          {},
                                                                          delays.slew.view(),
                                                                          {},
                                                                          delays.arc_delay.view(),
                                                                          {},
                                                                          {},
                                                                          model.stages},
      pins.graph.fanin_begin);
  share_loads(exec, pins, model, delays);
}
/// The delay layer alone by a plan, as `propagate` with one.
template <host_side_executor E>
void propagate_delays(E const& exec, delay_problem<memory_space::host> const& pins,
                      table_delay_model<memory_space::host> const& model,
                      forward_plan<memory_space::host, true, false>& plan,
                      delay_state<memory_space::host>& delays) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(exec, plan,
                      detail::forward_layer<memory_space::host, true, false>{model,
                                                                             plan.tables.view(),
                                                                             pins.asserted_slew,
                                                                             {},
                                                                             delays.slew.view(),
                                                                             {},
                                                                             delays.arc_delay.view(),
                                                                             {}},
                      pins.graph.fanin_begin);
}
/// The arrival layer alone by a plan, with the delays of `delays`: as `propagate` with one.
template <host_side_executor E>
void propagate_arrivals(E const& exec, arrival_problem<memory_space::host> const& nodes,
                        forward_plan<memory_space::host, false, true>& plan,
                        delay_state<memory_space::host>& delays,
                        arrival_state<memory_space::host>& arrivals) {
  detail::arrival_op(nodes, delays, arrivals);
  detail::require_plan(plan, nodes.graph.vertex_count());
  detail::run_forward(
      exec, plan,
      detail::forward_layer<memory_space::host, false, true>{{},
                                                             {},
                                                             {},
                                                             nodes.asserted,
                                                             {},
                                                             arrivals.node_arrival.view(),
                                                             delays.arc_delay.view(),
                                                             arrivals.node_predecessor.view()},
      nodes.graph.fanin_begin);
}

}  // namespace gsta
