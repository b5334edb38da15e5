#pragma once

#include "gsta/sta/detail/require_counted.hpp"
#include "gsta/sta/timer.hpp"

/// What a timer does, outside its class so that gsta::host and gsta::device can have it compiled.
namespace gsta {

namespace detail {
/// The parts of a timer of `source`, validated, in the order in which they need each other. In place, and on
/// a host of a timer for one update, the design's arrays are looked at where they lie, and trees are not
/// made.
template <executor E>
timer_parts<E::space> make_timer_parts(E const& exec, flat_design const& source,
                                       timer_options const& settings, bool in_place = false) {
  timer_parts<E::space> parts;
  if constexpr (host_side_executor<E>) {
    validate(exec, source);
    in_place = in_place || settings.for_one_update;
    if (in_place) parts.design.view = source.view();
  } else {
    validate(source);
  }
  if (!in_place) parts.design = clone_view(exec, source.view());
  auto const& design = parts.design.view;
  auto arcs = list_pin_arcs(
      exec, design,
      settings.capture == capture_required::leave_out ? check_arcs::leave_out : check_arcs::order_only);
  parts.graph = build_graph(exec, design.pin_count(), arcs.from, arcs.to);
  parts.edges = std::move(arcs.edges);
  arcs = {};
  parts.order = levelize(exec, parts.graph.view);
  if (!in_place) parts.rc = flatten_rc(exec, design);
  parts.nodes =
      make_nodes(exec, parts.graph, parts.order, parts.edges, source.sources, arrival_rules_of(source));
  parts.checks = make_checks(exec, source, parts.nodes);
  parts.wires = make_wire_state(exec, design, wires_of(settings));
  return parts;
}
}  // namespace detail

template <executor E>
timer<E>::timer(E const& exec, flat_design const& source, timer_options const& settings)
    : timer(exec, detail::make_timer_parts(exec, source, settings), source, settings) {}

template <executor E>
timer<E>::timer(E const& exec, timer_parts<space>&& parts, timer_options const& settings)
    : options(settled(settings)),
      design(std::move(parts.design)),
      arcs{{}, {}, std::move(parts.edges)},
      graph(std::move(parts.graph)),
      order(std::move(parts.order)),
      rc(std::move(parts.rc)),
      nodes(std::move(parts.nodes)),
      checks(std::move(parts.checks)),
      trees(trees_of(exec)),
      passing(passing_of(exec)),
      wires(std::move(parts.wires)),
      stages(stages_of(exec)),
      delays(make_delay_state(exec, design.view.pin_count(), arcs.edges.size())),
      arrivals(make_arrival_state(exec, nodes.count())),
      slacks(slacks_of(exec)) {
  require(settings.credits == common_path::leave_in, "timer: credits need the whole design, not its parts");
}

template <executor E>
timer<E>::timer(E const& exec, timer_parts<space>&& parts, flat_design const& source,
                timer_options const& settings)
    : timer(exec, std::move(parts), without_credits(settings)) {
  options.credits = settings.credits;
  prepare_credits(exec, source);
}

template <executor E>
void timer<E>::prepare_credits(E const& exec, flat_design const& source) {
  if (!source.conventions.common_path_credits) options.credits = common_path::leave_in;
  if (options.credits == common_path::leave_in) return;
  clocks = make_clock_tree(exec, source, nodes, checks, std::as_const(arcs.edges).view(), options.credits);
  role = clone(exec, arrival_rules_of(source).role);
  if (options.keep_tree_sums && is_planned(credit_problem()))
    planned_credits = make_credit_plan(exec, credit_problem(),
                                       {design.view.net_arc_count(), {}, options.credit_levels_at_once});
  credit_levels = lanes_of(exec);
}

template <executor E>
void timer<E>::update_credits(E const& exec) {
  if (options.credits == common_path::leave_in) return;
  if (planned_credits)
    return propagate_credits(exec, credit_problem(), *planned_credits, delays, arrivals, credit_levels);
  choose_clock_paths(exec);
  sweep_credits(exec);
}

template <executor E>
void timer<E>::choose_clock_paths(E const& exec) {
  if (update_clock_tree(exec, arrival_nodes(), delays, arrivals, clocks)) credit_levels = lanes_of(exec);
}

template <executor E>
void timer<E>::sweep_credits(E const& exec) {
  propagate_credits(exec, arrival_nodes(), checks, clocks, std::as_const(role).view(), delays, arrivals,
                    credit_levels);
}

template <executor E>
template <delay_model Model>
void timer<E>::update_latched(E const& exec, Model const& model) {
  auto const sweep = [&] {
    latches_settled = propagate_arrivals(exec, nodes, checks, arcs.edges.view(), design.view.luts, delays,
                                         arrivals, clocks.view);
  };
  propagate_delays(exec, pins(), model, delays);
  update_latch_delays(exec, checks.latches.view, model, delays);
  sweep();
  if (clocks.levels_stay()) return update_credits(exec);
  choose_clock_paths(exec);
  sweep();
  sweep_credits(exec);
}

template <executor E>
void timer<E>::update(E const& exec) {
  if (is_effective()) return update(exec, effective_model());
  update(exec, delay_model_of());
}

template <executor E>
template <delay_model Model>
void timer<E>::update(E const& exec, Model const& model) {
  update_its_wires(exec);
  update_forward(exec, model);
  update_required_times(exec);
}

template <executor E>
void timer<E>::update_its_wires(E const& exec) {
  wire_options const how{options.delays.wires, options.delays.unreached};
  if constexpr (host_side_executor<E>) {
    if (passing) return update_wires(exec, design.view, *passing, wires, how);
  }
  update_wires(exec, design.view, rc.forest.view, trees, wires, how);
}

template <executor E>
void timer<E>::update_behind_wires(E const& exec) {
  if (is_effective())
    update_forward(exec, effective_model());
  else
    update_forward(exec, delay_model_of());
  update_required_times(exec);
}

template <executor E>
void timer<E>::update_endpoints(E const& exec) {
  update_its_wires(exec);
  if (is_effective())
    update_forward(exec, effective_model());
  else
    update_forward(exec, delay_model_of());
  update_checks(exec, checked_against(), design.view.luts, delays, arrivals, slacks);
}

template <executor E>
template <delay_model Model>
void timer<E>::update_forward(E const& exec, Model const& model) {
  if (checks.latches.view.any()) return update_latched(exec, model);
  detail::timer_sweeps<E>::forward(exec, pins(), arrival_nodes(), model, delays, arrivals);
  update_credits(exec);
}

template <executor E>
void timer<E>::update_required_times(E const& exec) {
  detail::timer_sweeps<E>::backward(exec, arrival_nodes(), checked_against(), design.view.luts, delays,
                                    arrivals, slacks, options.capture);
}

template <executor E>
slack_summary timer<E>::summary(E const& exec, split side) const {
  return detail::require_counted(exec, *this, summarize(exec, checks.view, slacks, side));
}

template <executor E>
void timer<E>::pin_timing(E const& exec, pin_timing_view<space> const& out) const {
  find_pin_timing(exec, nodes, arrivals, slacks, out);
}

template <executor E>
timer_options timer<E>::settled(timer_options settings) {
  settings.delays.wires = detail::wires_of(settings);
  return settings;
}

template <executor E>
timer_options timer<E>::without_credits(timer_options settings) {
  settings.credits = common_path::leave_in;
  return settings;
}

template <executor E>
effective_state<timer<E>::space> timer<E>::stages_of(E const& exec) const {
  if (!is_effective()) return {};
  auto made = make_effective_state(exec, design.view, options.delays.effective);
  if (host_side_executor<E> && options.note_stages) {
    made.kinds = {exec, design.view.cell_arc_count()};
    fill(exec, made.kinds.view(), stage_kinds{});
  }
  return made;
}

template <executor E>
rc_state<timer<E>::space> timer<E>::trees_of(E const& exec) const {
  if (!options.keep_tree_sums || is_brief(options)) return {};
  if constexpr (host_side_executor<E>) {
    if (options.a_tree_at_a_time) return make_rc_scratch(exec, design.view);
  }
  return make_rc_state(exec, design.view);
}

template <executor E>
std::optional<passing_trees> timer<E>::passing_of(E const& exec) const {
  if constexpr (host_side_executor<E>) {
    if (is_brief(options)) return make_passing_trees(exec, design.view);
  }
  return std::nullopt;
}

template <executor E>
credit_state<timer<E>::space> timer<E>::lanes_of(E const& exec) const {
  bool const swept = options.keep_tree_sums && !planned_credits;
  return make_credit_state(exec, swept ? nodes.count() : 0, clocks, options.credit_levels_at_once);
}

template <executor E>
slack_state<timer<E>::space> timer<E>::slacks_of(E const& exec) const {
  return make_slack_state(exec, nodes.count(), checks.view.check.size(), checks.view.endpoint_pin.size());
}

#ifdef GSTA_COMPILED_HOST
extern template class timer<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class timer<tbb_executor>;
#endif

}  // namespace gsta
