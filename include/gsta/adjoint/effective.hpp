#pragma once

#include <utility>

#include "gsta/adjoint/detail/ceff/layer.hpp"
#include "gsta/adjoint/latches.hpp"
#include "gsta/forward/effective.hpp"

/// Gradients of designs whose delays are found by effective capacitances (`cell_model::effective`). The same
/// calls as with tables, which take one more state.
namespace gsta {

/// Slopes of stages: of what each cell arc does, and of what the worst of a driver's arcs do at each sink.
/// They depend on nothing but what the forward pass left, and gradients are their products.
template <memory_space S, class Value = float>
struct effective_slopes {
  buffer<id, S> net_of;                                 ///< [pins] the net that a pin drives, or none
  buffer<detail::ceff::edge_measure<double>, S> edges;  ///< as `effective_state::edges_double`
  buffer<detail::ceff::curve_piece<double>, S> curves;  ///< shapes of ramps, of each of them
  buffer<per_condition<id>, S> decides;                 ///< [pins] the arc that decides the slew, or none
  buffer<condition_row<cell_slopes<Value>>, S> cell;    ///< [cell arcs]
  buffer<condition_row<wire_slopes<Value>>, S> sink;    ///< [net arcs]
  span<id const, S> latch_arcs{};                       ///< as they were found with
};

/// Buffers for `find_effective_slopes`, and what it needs to know of libraries.
///
/// Shapes: as the struct says. Cost: O(pins), 256 bytes a net arc and 160 a cell arc in float; and the shapes
/// of ramps for each library, some milliseconds. Where: the executor; waits. Throws: argument_error on
/// drivers that charge a net together (`flat_view::parallel`); what allocation throws.
template <class Value = float, executor E>
effective_slopes<E::space, Value> make_effective_slopes(
    E const& exec, std::type_identity_t<flat_view<E::space>> const& design) {
  require(design.parallel.driver.empty(),
          "effective_slopes: drivers that charge a net together have no gradients");
  effective_state<E::space> made =
      make_effective_state(exec, design, {.precision = ceff_precision::in_double});
  effective_slopes<E::space, Value> slopes;
  slopes.net_of = std::move(made.net_of);
  slopes.edges = std::move(made.edges_double);
  slopes.curves = std::move(made.curves_double);
  slopes.decides = {exec, design.pin_count()};
  slopes.cell = {exec, design.arcs.from.size()};
  slopes.sink = {exec, design.net_arc_count()};
  return slopes;
}

namespace detail {
template <memory_space S, class Value, class Wires>
stage_model<S, Value, Wires> stage_model_of(value_model<S, Wires> const& model,
                                            effective_slopes<S, Value>& slopes, bool has_slopes) {
  auto const& kept = std::as_const(slopes);
  require(model.options.model == cell_model::effective,
          "effective_slopes are for cell_model::effective, not for tables");
  require(kept.net_of.size() == model.design.pin_count() && kept.sink.size() == model.design.net_arc_count(),
          "effective_slopes were made for another design");
  require(model.wires.pi.size() == model.design.nets.driver.size(),
          "gradients by effective capacitances need wires of wire_slew::reduce, with pi models");
  return {{model.design, model.wires, model.options},
          {kept.edges.view(), kept.curves.view()},
          kept.net_of.view(),
          slopes.sink.view(),
          has_slopes};
}
}  // namespace detail

/// `propagate_delay_values` by effective capacitances, in double alone, for checks. What sinks see is kept in
/// `slopes`, without slopes.
///
/// Shapes: as `delay_problem` and `delay_values`. Units: ps. Cost: O(arcs and sinks) stages, one launch a
/// level. Where: the executor; does not wait. Throws: argument_error on sizes, on other models and on wires
/// without pi models. Exact: within the rounding of `ceff_precision` the delays of `ceff_delay_model`.
template <executor E, class Wires>
void propagate_delay_values(E const& exec, delay_problem<E::space> const& pins,
                            value_model<E::space, Wires> const& model, delay_values<E::space, double>& delays,
                            effective_slopes<E::space, double>& slopes) {
  constexpr memory_space S = E::space;
  require(delays.slew.size() == pins.graph.vertex_count() && delays.arc_delay.size() == pins.edges.size(),
          "propagate_delay_values: the values were made for another graph");
  sweep_forward(exec, *pins.order,
                detail::value_stage_op<S, Wires>{pins.graph, pins.edges, pins.asserted_slew,
                                                 detail::stage_model_of(model, slopes, false),
                                                 delays.slew.view(), delays.arc_delay.view()});
}

/// `update_latch_delay_values` by effective capacitances, after `propagate_delay_values`.
///
/// Shapes: as `latch_view`, edges [arcs] and `delay_values`. Units: ps. Cost: O(latches) stages, one launch.
/// Where: the executor; does not wait. Throws: argument_error on sizes, on other models and on wires without
/// pi models.
template <executor E, class Wires>
void update_latch_delay_values(E const& exec, latch_view<E::space> const& latches,
                               view_for<E, edge_map const> edges, value_model<E::space, Wires> const& model,
                               delay_values<E::space, double>& delays,
                               effective_slopes<E::space, double>& slopes) {
  constexpr memory_space S = E::space;
  for_each_n(exec, latches.arc.size(),
             detail::latch_value_op<S, double, detail::latch_stage<S, Wires>>{
                 latches,
                 edges,
                 {detail::stage_model_of(model, slopes, false)},
                 delays.slew.view(),
                 delays.arc_delay.view()});
}

/// Finds the slopes of all stages, by the implicit function theorem where solvers have found a solution: of
/// the equations themselves, not of the steps that were taken. Computed in double whatever `Value` is.
/// `slew` is that of the delay layer, the wires those of the forward pass; of a design with latches
/// `latch_arcs` is `latch_view::arc`, which must outlive the slopes.
///
/// Shapes: slew [pins]. Cost: a stage and its slopes for each cell arc and its sinks, about three times the
/// forward pass, two launches. Where: the executor; does not wait. Throws: argument_error on sizes, on
/// other models and on wires without pi models. Exact: where two arcs tie, the first has the sink. Slopes
/// are those of one side where a table has a knot or a stage changes its kind.
template <class Value, executor E, class Wires>
void find_effective_slopes(E const& exec, delay_problem<E::space> const& pins,
                           value_model<E::space, Wires> const& model,
                           view_for<E, per_condition<Value> const> slew,
                           effective_slopes<E::space, Value>& slopes, view_for<E, id const> latch_arcs = {}) {
  constexpr memory_space S = E::space;
  slopes.latch_arcs = latch_arcs;
  auto const stages = detail::stage_model_of(model, slopes, true);
  require(slew.size() == pins.graph.vertex_count() && slopes.decides.size() == slew.size() &&
              slopes.sink.size() + slopes.cell.size() <= pins.edges.size(),
          "find_effective_slopes: the arrays were made for another graph");
  std::size_t const lanes = conditions * slew.size();
  for_each_n(exec, lanes,
             detail::stage_slopes_op<S, Value, Wires>{pins.graph, pins.edges, stages, slew,
                                                      slopes.cell.view(), latch_arcs});
  for_each_n(
      exec, lanes,
      detail::deciding_arc_op<S, Value, Wires>{pins.graph, pins.edges, pins.asserted_slew, stages, slew,
                                               std::as_const(slopes).cell.view(), slopes.decides.view()});
}

/// `add_latch_slew_seed` by effective capacitances, after `find_effective_slopes`.
///
/// Shapes: slew, seed [pins], the rest as the structs say. Units: those of the cost a ps. Cost: a lookup a
/// check of a latch, one launch. Where: the executor; does not wait. Throws: argument_error on sizes.
template <class Value, executor E>
void add_latch_slew_seed(E const& exec, latch_problem<E::space> const& of,
                         effective_slopes<E::space, Value> const& slopes,
                         adjoint_rows_view<E::space> const& rows,
                         view_for<E, per_condition<Value> const> slew,
                         smooth_latch_state<E::space, Value> const& latches,
                         adjoint_state<E::space, Value> const& adjoint,
                         view_for<E, per_condition<Value>> seed) {
  detail::add_latch_slew_seed_of<Value>(
      exec, of, detail::latch_slopes_found<E::space, Value>{slopes.sink.size(), slopes.cell.view()}, rows,
      slew, latches, adjoint, seed);
}

/// `propagate_delay_adjoint` by effective capacitances, after `find_effective_slopes`. `adjoint` was made
/// with a place for pi models; `adjoint.made_slew` of a net arc is the gradient of the slew at its sink.
///
/// Shapes: as there. Units: those of the cost a ps, fF or kOhm. Cost: no look-up, one launch a level; a
/// driver's arcs look at each of its sinks. Where: the executor; does not wait. Throws: argument_error on
/// sizes and on other models. Exact: sums over sinks in `ordered_sum`'s order, for each arc; arcs are added
/// from the first.
template <class Value, executor E, class Wires>
void propagate_delay_adjoint(E const& exec, delay_problem<E::space> const& pins,
                             value_model<E::space, Wires> const& model,
                             view_for<E, per_condition<Value> const> slew,
                             adjoint_state<E::space, Value> const& arrivals,
                             view_for<E, per_condition<Value> const> seed,
                             effective_slopes<E::space, Value> const& slopes,
                             delay_adjoint_state<E::space, Value>& adjoint) {
  constexpr memory_space S = E::space;
  require(model.options.model == cell_model::effective,
          "effective_slopes are for cell_model::effective, not for tables");
  require(slopes.decides.size() == slew.size() && slopes.sink.size() == adjoint.wire.size() &&
              adjoint.pi.size() == model.design.nets.driver.size(),
          "propagate_delay_adjoint: the states were made for another design, or without pi models");
  sweep_backward(exec, *pins.order,
                 detail::pull_stage_op<S, Value, Wires>{
                     detail::slew_op_of(pins, model, slew, arrivals, seed, adjoint, slopes.latch_arcs),
                     model.design.nets, slopes.net_of.view(), slopes.decides.view(), slopes.cell.view(),
                     slopes.sink.view(), adjoint.pi.view()});
}

}  // namespace gsta
