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
timer<E>::timer(E const& exec, timer_parts<space>&& parts, timer_options const& settings) {
  require(settings.credits == common_path::leave_in, "timer: credits need the whole design, not its parts");
  state_.options = settled(settings);
  state_.design = std::move(parts.design);
  state_.arcs.edges = std::move(parts.edges);
  state_.graph = std::move(parts.graph);
  state_.order = std::move(parts.order);
  state_.rc = std::move(parts.rc);
  state_.nodes = std::move(parts.nodes);
  state_.checks = std::move(parts.checks);
  state_.wires = std::move(parts.wires);
  state_.trees = trees_of(exec);
  state_.passing = passing_of(exec);
  state_.stages = stages_of(exec);
  state_.delays = make_delay_state(exec, state_.design.view.pin_count(), state_.arcs.edges.size());
  state_.arrivals = make_arrival_state(exec, state_.nodes.count());
  state_.slacks = slacks_of(exec);
}

template <executor E>
timer<E>::timer(E const& exec, timer_parts<space>&& parts, flat_design const& source,
                timer_options const& settings)
    : timer(exec, std::move(parts), without_credits(settings)) {
  state_.options.credits = settings.credits;
  prepare_credits(exec, source);
}

template <executor E>
void timer<E>::prepare_credits(E const& exec, flat_design const& source) {
  if (!source.conventions.common_path_credits) state_.options.credits = common_path::leave_in;
  if (state_.options.credits == common_path::leave_in) return;
  state_.clocks = make_clock_tree(exec, source, state_.nodes, state_.checks,
                                  std::as_const(state_.arcs.edges).view(), state_.options.credits);
  state_.role = clone(exec, arrival_rules_of(source).role);
  if (state_.options.keep_tree_sums && is_planned(credit_problem()))
    state_.planned_credits =
        make_credit_plan(exec, credit_problem(),
                         {state_.design.view.net_arc_count(), {}, state_.options.credit_levels_at_once});
  state_.credit_levels = lanes_of(exec);
}

template <executor E>
void timer<E>::update_credits(E const& exec) {
  if (state_.options.credits == common_path::leave_in) return;
  if (state_.planned_credits)
    return propagate_credits(exec, credit_problem(), *state_.planned_credits, state_.delays, state_.arrivals,
                             state_.credit_levels);
  choose_clock_paths(exec);
  sweep_credits(exec);
}

template <executor E>
void timer<E>::choose_clock_paths(E const& exec) {
  if (update_clock_tree(exec, arrival_nodes(), state_.delays, state_.arrivals, state_.clocks))
    state_.credit_levels = lanes_of(exec);
}

template <executor E>
void timer<E>::sweep_credits(E const& exec) {
  propagate_credits(exec, arrival_nodes(), state_.checks, state_.clocks, std::as_const(state_.role).view(),
                    state_.delays, state_.arrivals, state_.credit_levels);
}

template <executor E>
template <delay_model Model>
void timer<E>::update_latched(E const& exec, Model const& model) {
  auto const sweep = [&] {
    state_.latches_settled =
        propagate_arrivals(exec, state_.nodes, state_.checks, state_.arcs.edges.view(),
                           state_.design.view.luts, state_.delays, state_.arrivals, state_.clocks.view);
  };
  propagate_delays(exec, pins(), model, state_.delays);
  update_latch_delays(exec, state_.checks.latches.view, model, state_.delays);
  sweep();
  if (state_.clocks.levels_stay()) return update_credits(exec);
  choose_clock_paths(exec);
  sweep();
  sweep_credits(exec);
}

template <executor E>
timing_inputs<timer<E>::space> timer<E>::inputs() noexcept {
  auto const writable = [](auto values) {
    using value = std::remove_const_t<std::remove_pointer_t<decltype(values.data())>>;
    return span<value, space>(const_cast<value*>(values.data()), values.size());  // in a buffer of `keep`
  };
  timing_inputs<space> all{{}, {}, {}, {}, state_.nodes.node_asserted.view(), &state_.wires};
  if (!state_.design.keeps_arrays()) return all;
  auto const& design = state_.design.view;
  all.pin_load = writable(design.pin_load);
  all.asserted_slew = writable(design.asserted_slew);
  all.capacitance = writable(design.rc.capacitance);
  all.resistance = writable(design.rc.resistance);
  return all;
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
  wire_options const how{state_.options.delays.wires, state_.options.delays.unreached};
  if constexpr (host_side_executor<E>) {
    if (state_.passing) return update_wires(exec, state_.design.view, *state_.passing, state_.wires, how);
  }
  update_wires(exec, state_.design.view, state_.rc.forest.view, state_.trees, state_.wires, how);
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
  update_checks(exec, checked_against(), state_.design.view.luts, state_.delays, state_.arrivals,
                state_.slacks);
}

template <executor E>
template <delay_model Model>
void timer<E>::update_forward(E const& exec, Model const& model) {
  ++state_.counts.full;
  if (state_.checks.latches.view.any()) return update_latched(exec, model);
  detail::timer_sweeps<E>::forward(exec, pins(), arrival_nodes(), model, state_.delays, state_.arrivals);
  update_credits(exec);
}

template <executor E>
void timer<E>::update_required_times(E const& exec) {
  detail::timer_sweeps<E>::backward(exec, arrival_nodes(), checked_against(), state_.design.view.luts,
                                    state_.delays, state_.arrivals, state_.slacks, state_.options.capture);
}

template <executor E>
slack_summary timer<E>::summary(E const& exec, split side) const {
  return detail::require_counted(exec, *this, summarize(exec, state_.checks.view, state_.slacks, side));
}

template <executor E>
void timer<E>::pin_timing(E const& exec, pin_timing_view<space> const& out) const {
  find_pin_timing(exec, state_.nodes, state_.arrivals, state_.slacks, out);
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
  auto made = make_effective_state(exec, state_.design.view, state_.options.delays.effective);
  if (host_side_executor<E> && state_.options.note_stages) {
    made.kinds = {exec, state_.design.view.cell_arc_count()};
    fill(exec, made.kinds.view(), stage_kinds{});
  }
  return made;
}

template <executor E>
rc_state<timer<E>::space> timer<E>::trees_of(E const& exec) const {
  if (!state_.options.keep_tree_sums || is_brief(state_.options)) return {};
  if constexpr (host_side_executor<E>) {
    if (state_.options.a_tree_at_a_time) return make_rc_scratch(exec, state_.design.view);
  }
  return make_rc_state(exec, state_.design.view);
}

template <executor E>
std::optional<passing_trees> timer<E>::passing_of(E const& exec) const {
  if constexpr (host_side_executor<E>) {
    if (is_brief(state_.options)) return make_passing_trees(exec, state_.design.view);
  }
  return std::nullopt;
}

template <executor E>
credit_state<timer<E>::space> timer<E>::lanes_of(E const& exec) const {
  bool const swept = state_.options.keep_tree_sums && !state_.planned_credits;
  return make_credit_state(exec, swept ? state_.nodes.count() : 0, state_.clocks,
                           state_.options.credit_levels_at_once);
}

template <executor E>
slack_state<timer<E>::space> timer<E>::slacks_of(E const& exec) const {
  return make_slack_state(exec, state_.nodes.count(), state_.checks.view.check.size(),
                          state_.checks.view.endpoint_pin.size());
}

#ifdef GSTA_COMPILED_HOST
extern template class timer<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class timer<tbb_executor>;
#endif

}  // namespace gsta
