#pragma once

#include <utility>

#include "gsta/prop/detail/forward_layer.hpp"
#include "gsta/prop/forward_stages.hpp"
#include "gsta/prop/propagate.hpp"

namespace gsta {

/// Where a sweep leaves the delays of cell arcs.
enum class delay_place : std::uint8_t {
  by_arc,   ///< in `delay_state::arc_delay`
  by_slot,  ///< in the plan, in the order of the sweep: writes stream; `publish_delays` hands them out
};

/// The forward pass, cut into stages once and run many times. It serves one layer or both; see
/// `make_delay_plan`, `make_arrival_plan`, `make_fused_plan`.
template <memory_space S, bool Slews, bool Arrivals>
struct forward_plan {
  using layer_type = detail::forward_layer<S, Slews, Arrivals>;
  forward_stages<S> stages;
  buffer<typename layer_type::storage::element, S> values;  ///< [4 * stages.values]
  buffer<per_condition<id>, S> positions;  ///< [stages.values] winning arcs; empty without the arrival layer
  buffer<corner_values, S> cell_delay;     ///< [slots] under `delay_place::by_slot`, else empty
  buffer<id, S> arc_slot;                  ///< [cell arcs] likewise
  packed_tables<S> tables;                 ///< empty without the delay layer
};

namespace detail {
/// `read_from`: [cell arcs] where the arrival layer finds their delays, or empty.
template <bool Slews, bool Arrivals, executor E>
forward_plan<E::space, Slews, Arrivals> make_forward_plan(
    E const& exec, stage_problem<E::space> const& problem, levels<E::space> const& order,
    flat_view<E::space> const& design, delay_place where, view_for<E, id const> read_from = {}) {
  constexpr memory_space S = E::space;
  forward_plan<S, Slews, Arrivals> plan;
  span<id const, S> types;
  if constexpr (Slews) {
    types = design.arcs.type;
    plan.tables = pack_tables(exec, design.luts, design.arcs.types);
    if (where == delay_place::by_slot) {
      plan.arc_slot = buffer<id, S>(exec, design.cell_arc_count());
      fill(exec, plan.arc_slot.view(), none);  // arcs that make no edge have no slot
    }
  }
  plan.stages = make_forward_stages(exec, problem, order, types, std::as_const(plan.tables.of_type).view(),
                                    read_from, plan.arc_slot.view());
  plan.values = {exec, conditions * plan.stages.values};
  if (!plan.arc_slot.empty())
    plan.cell_delay = buffer<corner_values, S>(exec, plan.stages.tiles.records.size());
  if constexpr (Arrivals) plan.positions = buffer<per_condition<id>, S>(exec, plan.stages.values);
  return plan;
}

template <memory_space S>
struct publish_delays_op {
  span<corner_values const, S> cell_delay;
  span<id const, S> arc_slot;
  span<corner_values, S> arc_delay;  // [arcs]
  std::size_t net_arcs;
  GSTA_HD void operator()(std::size_t arc) const noexcept {
    id const slot = arc_slot[arc];
    arc_delay[net_arcs + arc] = slot == none ? undefined_arrival() : cell_delay[slot];
  }
};
}  // namespace detail

/// What both layers sweep, as stages.
///
/// Shapes: as the problems. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
stage_problem<S> stages_of(delay_problem<S> const& pins, std::size_t net_arcs) noexcept {
  return {pins.graph, net_arcs, pins.edges, {}, pins.asserted_slew};
}
template <memory_space S>
stage_problem<S> stages_of(arrival_problem<S> const& nodes, std::size_t net_arcs) noexcept {
  return {nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}};
}
template <memory_space S>
stage_problem<S> stages_of(delay_problem<S> const& pins, arrival_problem<S> const& nodes,
                           std::size_t net_arcs) noexcept {
  return {pins.graph, net_arcs, pins.edges, nodes.asserted, pins.asserted_slew};
}

/// A plan for both layers of pins that are nodes.
///
/// Shapes: as the problems. Cost: O(vertices + arcs); keeps about 32 bytes an arc between stages and 32 a
/// stage vertex. Where: the executor; waits. Throws: what allocation throws. What is asserted where must stay
/// so; the values may change.
template <executor E>
forward_plan<E::space, true, true> make_fused_plan(E const& exec, delay_problem<E::space> const& pins,
                                                   arrival_problem<E::space> const& nodes,
                                                   flat_view<E::space> const& design,
                                                   delay_place where = delay_place::by_arc) {
  require(nodes.one_per_pin, "make_fused_plan: pins have several nodes");
  return detail::make_forward_plan<true, true>(exec, stages_of(pins, nodes, design.net_arc_count()),
                                               *pins.order, design, where);
}
/// `make_fused_plan` for the delay layer alone.
///
/// Shapes: as the problems. Cost: as `make_fused_plan`. Where: the executor; waits. Throws: what allocation
/// throws.
template <executor E>
forward_plan<E::space, true, false> make_delay_plan(E const& exec, delay_problem<E::space> const& pins,
                                                    flat_view<E::space> const& design,
                                                    delay_place where = delay_place::by_arc) {
  return detail::make_forward_plan<true, false>(exec, stages_of(pins, design.net_arc_count()), *pins.order,
                                                design, where);
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
  return detail::make_forward_plan<false, true>(exec, stages_of(nodes, design.net_arc_count()), *nodes.order,
                                                design, delay_place::by_arc, read_from);
}

}  // namespace gsta
