#pragma once

#include <utility>

#include "gsta/adjoint/detail/cut.hpp"
#include "gsta/adjoint/detail/find_slopes.hpp"
#include "gsta/adjoint/detail/layer.hpp"
#include "gsta/adjoint/detail/tile.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "gsta/core/functional.hpp"

namespace gsta {

namespace primitive {
struct adjoint_plan;
}

/// An adjoint, cut once and run many times: of arrivals over nodes (the level `linear`), of slews
/// over pins, or of both at once where pins are nodes.
template <memory_space S, bool Arrivals, bool Slews>
struct adjoint_plan {
  /// Gradients of one condition: of the arrival, of the slew, or of both.
  using element = typename detail::gradient_storage<Arrivals, Slews>::element;
  adjoint_cut<S> cut;         ///< the graph's part in the plan
  buffer<element, S> values;  ///< [4 * cut.values]
  buffer<element, S> sinks;   ///< [4 * slots]
  buffer<element, S> seed;    ///< [4 * vertices] of the cost: 0 until somebody writes it
  /// [4 * vertices] of the cost, in an array of the caller's; empty: `seed` counts.
  span<element const, S> own_seed;
};

namespace detail {
/// Where a sweep of the plan reads and writes.
template <memory_space S, bool Arrivals, bool Slews>
adjoint_results<S, Arrivals, Slews> results_of(adjoint_plan<S, Arrivals, Slews>& plan) noexcept {
  auto const seed = plan.own_seed.empty() ? std::as_const(plan.seed).view() : plan.own_seed;
  return {std::as_const(plan.cut.rank).view(), seed, plan.values.view(), plan.sinks.view()};
}
}  // namespace detail

/// A plan from its cut.
///
/// Shapes: as the structs say. Cost: three allocations and a fill. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <bool Arrivals, bool Slews, executor E>
adjoint_plan<E::space, Arrivals, Slews> make_adjoint_plan(E const& exec, adjoint_cut<E::space>&& cut) {
  static_assert(driver_known<primitive::adjoint_plan, E>,
                "an adjoint plan on a device needs gsta/adjoint/plan.cuh");
  using plan_type = adjoint_plan<E::space, Arrivals, Slews>;
  plan_type plan{std::move(cut), {}, {}, {}, {}};
  using values = buffer<typename plan_type::element, E::space>;
  plan.values = values(exec, conditions * plan.cut.values);
  plan.sinks = values(exec, conditions * plan.cut.tiles.records.size());
  plan.seed = values(exec, conditions * plan.cut.rank.size());
  fill(exec, plan.seed.view(), typename plan_type::element{});
  return plan;
}

/// Sweeps the cut on host threads: the bits of the level loop.
///
/// Shapes: weight [node arcs], slopes [arcs], by position in the fan-in rows; what the layer does not sweep
/// may be empty. Cost: O(arcs). Where: the executor; does not wait. Throws: nothing.
template <bool Arrivals, bool Slews, host_side_executor E>
void sweep_adjoint(E const& exec, adjoint_plan<memory_space::host, Arrivals, Slews>& plan,
                   host_span<per_condition<float> const> weight, host_span<sweep_slopes const> slopes = {}) {
  auto const& tiles = plan.cut.tiles;
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    detail::adjoint_tile_op<Arrivals, Slews> const op{
        {weight, slopes}, detail::results_of(plan), tiles.records.view(), tiles.level_begin[l]};
    for_each_n(exec, static_cast<std::size_t>(tiles.level_begin[l + 1] - tiles.level_begin[l]), op);
  }
}

namespace detail {
/// Seeds of the caller's, or of a cost, as a sweep reads them. What is empty is 0.
template <memory_space S, bool Arrivals, bool Slews>
struct copy_seed_op {
  using storage = gradient_storage<Arrivals, Slews>;
  span<per_condition<float> const, S> arrival, slew;  // [vertices]
  span<typename storage::element, S> seed;            // [4 * vertices]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const v = i / conditions;
    int const c = static_cast<int>(i % conditions);
    seed[i] = storage::element_of({arrival.empty() ? 0.0f : arrival[v][c], slew.empty() ? 0.0f : slew[v][c]});
  }
};

/// Writes seeds of listed vertices, pins that are nodes: of arrivals from the cost, of slews found here.
template <memory_space S>
struct listed_seeds_op {
  span<id const, S> vertex;
  span<per_condition<float> const, S> arrival;  // [vertices]
  slew_seed_op<S, float> slew;
  span<gradient_pair, S> seed;  // [4 * vertices]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    slew(static_cast<std::size_t>(v));
    for (int c = 0; c < conditions; ++c)
      seed[gradient_storage<true, true>::at(v, c)] = {arrival[v][c], slew.seed[v][c]};
  }
};
}  // namespace detail

/// Marks listed vertices, for `make_adjoint_cut`.
///
/// Shapes: listed: vertices; the result [vertices]. Cost: O(vertices). Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
buffer<std::uint8_t, E::space> mark_listed(E const& exec, view_for<E, id const> listed,
                                           std::size_t vertices) {
  buffer<std::uint8_t, E::space> mark(exec, vertices);
  fill(exec, mark.view(), std::uint8_t{0});
  for_each_n(exec, listed.size(), mark_op<std::uint8_t, E::space>{listed, mark.view(), 1});
  return mark;
}

/// Hands a plan the gradients of the cost itself.
///
/// Shapes: arrival, slew [vertices], or empty: 0. Cost: O(vertices), one launch. Where: the executor; does
/// not wait. Throws: argument_error on sizes.
template <bool Arrivals, bool Slews, executor E>
void set_adjoint_seed(E const& exec, adjoint_plan<E::space, Arrivals, Slews>& plan,
                      view_for<E, per_condition<float> const> arrival,
                      view_for<E, per_condition<float> const> slew) {
  std::size_t const n = plan.cut.rank.size();
  require((arrival.empty() || arrival.size() == n) && (slew.empty() || slew.size() == n),
          "set_adjoint_seed: the plan was made for another graph");
  for_each_n(exec, plan.seed.size(),
             detail::copy_seed_op<E::space, Arrivals, Slews>{arrival, slew, plan.seed.view()});
}

/// Lets a plan of arrivals read its seed where it stands, in every sweep from now on.
///
/// Shapes: arrival [vertices]; it stays the caller's. Cost: none. Where: host. Throws: argument_error on
/// sizes.
template <memory_space S>
void read_adjoint_seed(adjoint_plan<S, true, false>& plan, span<per_condition<float> const, S> arrival) {
  require(arrival.size() == plan.cut.rank.size(), "read_adjoint_seed: the plan was made for another graph");
  plan.own_seed = {reinterpret_cast<float const*>(arrival.data()), conditions * arrival.size()};
}

/// What a cost of `update_smooth_cost` was found with.
template <memory_space S>
struct cost_problem {
  timing_checks_view<S> checks;              ///< of the nodes
  lut_pool_view<S> luts;                     ///< which the checks look up
  adjoint_rows_view<S> rows;                 ///< of the nodes of `checks`
  span<per_condition<float> const, S> slew;  ///< [pins]
  smooth_cost_options options;               ///< of the cost
};

/// The seeds of a cost of `update_smooth_cost` at the vertices that its checks look at; all others stay 0.
/// Those of slews are found here, as by `find_slew_seed`, into `slew_seed`.
///
/// Shapes: listed as `smooth_cost_plan` has it, slew and slew_seed [pins]. Cost: O(checks) lookups, one
/// launch. Where: the executor; does not wait. Throws: nothing.
template <executor E>
void set_listed_seeds(E const& exec, cost_problem<E::space> const& of,
                      smooth_cost_state<E::space> const& cost, view_for<E, id const> listed,
                      view_for<E, per_condition<float>> slew_seed, adjoint_plan<E::space, true, true>& plan) {
  constexpr memory_space S = E::space;
  detail::smooth_check_op<S, float> const check{
      of.checks.check, of.luts, {of.slew, {}}, of.options.side == split::late, {}};
  for_each_n(
      exec, listed.size(),
      detail::listed_seeds_op<S>{listed,
                                 cost.node_arrival.view(),
                                 {of.checks, check, of.rows.pin_begin, cost.check_share.view(), slew_seed},
                                 plan.seed.view()});
}

/// How delays and slews of all arcs change with slews and loads, by position in the fan-in rows of pins:
/// found at once beside other work, so that a sweep of slews only multiplies and adds.
template <memory_space S>
struct slope_state {
  buffer<sweep_slopes, S> by_slew;  ///< [arcs]
  buffer<load_slopes, S> by_load;   ///< [arcs], of cell arcs
};

/// Buffers for `find_slopes`. Arcs that no edge passes have their values from here.
///
/// Shapes: as the struct says; `arcs` of the pin graph. Cost: two allocations and fills. Where: the executor;
/// does not wait. Throws: what allocation throws.
template <executor E>
slope_state<E::space> make_slope_state(E const& exec, std::size_t arcs) {
  slope_state<E::space> slopes{{exec, arcs}, {exec, arcs}};
  float const none_there = detail::not_the_worst();
  fill(exec, slopes.by_slew.view(), sweep_slopes{same_value(0), same_value(none_there)});
  fill(exec, slopes.by_load.view(), load_slopes{same_value(0), same_value(none_there)});
  return slopes;
}

/// Where wires begin and end, for what goes over them all: [net arcs].
template <memory_space S>
using wire_rows = buffer<wire_row, S>;

/// The wire rows of a pin graph.
///
/// Shapes: graph is the pin graph, the result [net arcs]. Cost: O(arcs). Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
wire_rows<E::space> make_wire_rows(E const& exec, timing_graph_view<E::space> const& graph,
                                   std::size_t net_arcs) {
  wire_rows<E::space> row(exec, net_arcs);
  fill(exec, row.view(), wire_row{});
  for_each_n(exec, graph.vertex_count(), detail::wire_row_op<E::space>{graph, row.view()});
  return row;
}

namespace detail {
template <memory_space S>
find_slopes_op<S> slopes_op(delay_problem<S> const& pins, value_model<S, wire_view<S>> const& model,
                            std::type_identity_t<span<per_condition<float> const, S>> slew,
                            std::type_identity_t<span<per_condition<float> const, S>> arc_delay,
                            slope_state<S>& slopes) {
  require_tables(model.options, "find_slopes: plans of gradients are not there for cell_model::effective");
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
/// wait. Throws: argument_error on sizes and on `cell_model::effective`.
template <executor E>
void find_slopes(E const& exec, delay_problem<E::space> const& pins,
                 value_model<E::space, wire_view<E::space>> const& model,
                 view_for<E, per_condition<float> const> slew,
                 view_for<E, per_condition<float> const> arc_delay, slope_state<E::space>& slopes) {
  for_each_n(exec, conditions * slew.size(), detail::slopes_op(pins, model, slew, arc_delay, slopes));
}

/// What a sweep of slews goes back along.
template <memory_space S>
struct slew_problem {
  delay_problem<S> pins;                     ///< as swept forwards
  value_model<S, wire_view<S>> model;        ///< that found the slews
  span<per_condition<float> const, S> slew;  ///< [pins] as found forwards
};

/// Scatters by id what a sweep of slews found, with what it comes to for loads and wires: the bits of
/// `propagate_delay_adjoint`, and, where arrivals were swept along, of `propagate_adjoint`. Else `arrivals`
/// has the gradients of arc delays already.
///
/// Shapes: as the states. Cost: O(arcs), one launch. Where: the executor; does not wait. Throws: nothing.
template <bool Arrivals, executor E>
void scatter_adjoint(E const& exec, slew_problem<E::space> const& of,
                     adjoint_plan<E::space, Arrivals, true>& plan,
                     view_for<E, per_condition<float> const> weight, slope_state<E::space> const& slopes,
                     adjoint_state<E::space>& arrivals, delay_adjoint_state<E::space>& delays) {
  for_each_n(exec, conditions * of.slew.size(),
             detail::scatter_adjoint_slews_op<E::space, Arrivals>{
                 detail::results_of(plan),
                 of.pins.graph,
                 of.pins.edges,
                 {of.model.design, of.model.wires, of.model.options},
                 weight,
                 slopes.by_slew.view(),
                 slopes.by_load.view(),
                 of.slew,
                 arrivals.node_arrival.view(),
                 arrivals.arc_delay.view(),
                 delays.slew.view(),
                 delays.arc_slew.view(),
                 delays.made_slew.view(),
                 delays.load.view(),
                 delays.wire.view()});
}

/// Writes gradients of slews and loads by pin to `delays`, and none of `arc_slew`, `made_slew` and `wire`.
///
/// Shapes: as the states. Cost: O(arcs), one launch. Where: the executor; does not wait. Throws: nothing.
template <executor E>
void scatter_pins(E const& exec, delay_problem<E::space> const& pins, std::size_t net_arcs,
                  adjoint_plan<E::space, true, true>& plan, view_for<E, per_condition<float> const> weight,
                  slope_state<E::space> const& slopes, adjoint_state<E::space>& arrivals,
                  delay_adjoint_state<E::space>& delays) {
  for_each_n(exec, delays.slew.size(),
             detail::scatter_adjoint_pins_op<E::space>{detail::results_of(plan), pins.graph, net_arcs, weight,
                                                       slopes.by_load.view(), arrivals.node_arrival.view(),
                                                       arrivals.arc_delay.view(), delays.slew.view(),
                                                       delays.load.view()});
}

/// Scatters by id what a sweep of arrivals found: the bits of `propagate_adjoint`.
///
/// Shapes: as `propagate_adjoint`; one_per_pin: nodes are pins. Cost: O(node arcs), one or two launches.
/// Where: the executor; does not wait. Throws: nothing.
template <executor E>
void scatter_adjoint(E const& exec, arrival_problem<E::space> const& nodes,
                     adjoint_rows_view<E::space> const& rows, adjoint_plan<E::space, true, false>& plan,
                     view_for<E, per_condition<float> const> weight, adjoint_state<E::space>& adjoint) {
  constexpr memory_space S = E::space;
  auto const arc_delay = adjoint.arc_delay.view();
  for_each_n(exec, adjoint.node_arrival.size(),
             detail::scatter_adjoint_arrivals_op<S>{
                 detail::results_of(plan), nodes.graph, weight, adjoint.node_arrival.view(),
                 nodes.one_per_pin ? arc_delay : span<per_condition<float>, S>{}});
  if (!nodes.one_per_pin)
    for_each_n(exec, arc_delay.size(),
               detail::arc_gradient_op<S, float>{rows, weight, std::as_const(adjoint.node_arrival).view(),
                                                 arc_delay});
}

}  // namespace gsta
