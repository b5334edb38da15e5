#pragma once

#include "gsta/path/path_problem.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta {

namespace detail {
/// Required times of checks without common-path credits.
template <executor E>
slack_state<E::space> required_without_credits(E const& exec, timer<E> const& t) {
  auto const now = t.view();
  auto raw = make_slack_state(exec, 0, now.checks.check.size(), now.checks.endpoint_pin.size());
  update_checks(exec, t.checks(), now.design.luts, t.delays(), t.arrivals(), raw);
  return raw;
}

template <executor E>
std::shared_ptr<timing_credits const> take_credits(E const& exec, timer<E> const& t) {
  if (t.options().credits == common_path::leave_in) return nullptr;
  auto made = std::make_shared<timing_credits>();
  auto const raw = required_without_credits(exec, t);
  made->check_required = to_vector(exec, raw.check_required.view());
  made->credit = to_vector(exec, t.view().stage_credit);
  auto const& tree = t.view().clock_tree;
  auto const on_host = [&](auto const& array) { return to_vector(exec, array); };
  auto const place = on_host(tree.place), origin = on_host(tree.origin), launch = on_host(tree.launch_row),
             capture = on_host(tree.capture_row), opening = on_host(tree.opening_row),
             leaves_out = on_host(tree.leaves_out), deepest = on_host(tree.deepest);
  auto const starts = on_host(tree.starts);
  auto const steps = on_host(tree.steps);
  made->tree =
      clone_view(host_executor{}, clock_tree_view<memory_space::host>{
                                      tree.credit_levels, view_of(place), view_of(origin), view_of(launch),
                                      view_of(capture), view_of(opening), view_of(starts),
                                      view_of(leaves_out), view_of(deepest), view_of(steps), tree.nested});
  return made;
}

/// All of a snapshot but its figures.
template <executor E>
timing_snapshot take_arrays(E const& exec, timer<E> const& t) {
  auto const now = t.view();
  timing_snapshot s;
  s.tags = t.nodes().tags;
  s.exception_rows = t.nodes().exception_rows;
  s.pin_begin = t.nodes().pin_begin;
  s.node_tag = t.nodes().node_tag;
  s.node_pin = to_vector(exec, now.node_pin);
  s.slew = to_vector(exec, now.slew);
  s.load = to_vector(exec, now.load);
  s.arc_delay = to_vector(exec, now.arc_delay);
  s.edges = to_vector(exec, now.arc_map);
  s.node_arrival = to_vector(exec, now.node_arrival);
  s.node_predecessor = to_vector(exec, now.node_predecessor);
  s.node_required = to_vector(exec, now.node_required);
  s.node_slack = to_vector(exec, now.node_slack);
  s.fanin_begin = to_vector(exec, now.node_graph.fanin_begin);
  s.fanin_from = to_vector(exec, now.node_graph.fanin_from);
  s.fanin_arc = to_vector(exec, now.node_graph.fanin_arc);
  s.node_asserted = to_vector(exec, now.node_asserted);
  s.checks = to_vector(exec, now.checks.check);
  s.group_rows = t.checks().group_rows;
  s.latches = to_vector(exec, now.latches.pair);
  s.check_required = to_vector(exec, now.check_required);
  s.check_slack = to_vector(exec, now.check_slack);
  s.credits = take_credits(exec, t);
  s.endpoint_pin = to_vector(exec, now.checks.endpoint_pin);
  s.endpoint_begin = to_vector(exec, now.checks.endpoint_begin);
  s.endpoint_check = to_vector(exec, now.checks.endpoint_check);
  return s;
}
}  // namespace detail

/// Copies a timer's results to the host.
///
/// Shapes: as the struct says. Cost: one copy an array. Where: the executor; waits. Throws: cuda_error,
/// argument_error before the first update, range_error as `timer::summary`.
template <executor E>
timing_snapshot take_snapshot(E const& exec, timer<E> const& t) {
  require(t.view().is_written, "take_snapshot: nothing is timed yet; update comes first");
  timing_snapshot s = detail::take_arrays(exec, t);
  s.setup = t.summary(exec, split::late);
  s.hold = t.summary(exec, split::early);
  return s;
}

/// The figures of both sides alone, for reports of no more than those: where an endpoint is unconstrained, or
/// the `whole` is wanted, all of `take_snapshot`, as reports then say of each why.
///
/// Shapes: as `timing_snapshot`, most of its arrays empty. Cost: two reductions, or as `take_snapshot`.
/// Where: the executor; waits. Throws: as there.
template <executor E>
timing_snapshot take_figures(E const& exec, timer<E> const& t, bool whole) {
  timing_snapshot s;
  s.setup = t.summary(exec, split::late);
  s.hold = t.summary(exec, split::early);
  if (whole || s.setup.unconstrained > 0 || s.hold.unconstrained > 0) return take_snapshot(exec, t);
  return s;
}

/// How many stages a timer by effective capacitances solved how; all 0 for other timers.
///
/// Shapes: none. Cost: each driver is solved once more, a byte a cell arc and condition; with
/// `timer_options::note_stages` next to nothing, but for latches and drivers that charge a net together.
/// Where: the executor; waits. Throws: argument_error before the first update, what allocation throws.
template <executor E>
stage_counts count_stages(E const& exec, timer<E> const& t) {
  auto const now = t.view();
  require(now.is_written, "count_stages: nothing is timed yet; update comes first");
  if (!t.is_effective()) return {};
  auto const& design = now.design;
  auto const& stages = detail::state_of(t).stages;
  bool const solved_once = !now.latches.any() && design.parallel.driver.empty();
  if (solved_once && !stages.kinds.empty()) return count_stages(exec, stages.kinds.view());
  buffer<stage_kinds, E::space> kinds(exec, design.cell_arc_count());
  find_stage_kinds(exec, t.pins(), t.delay_model_of(), stages, t.delays(), kinds.view());
  return count_stages(exec, std::as_const(kinds).view());
}

/// What path search reads, from a snapshot on the host and the design it was taken of. Both must outlive the
/// result.
///
/// Shapes: as `path_problem`. Cost: none. Where: host. Throws: nothing.
inline path_problem<memory_space::host> path_problem_of(flat_design const& design,
                                                        timing_snapshot const& s) noexcept {
  return {view_of(s.fanin_begin),   view_of(s.fanin_from),       view_of(s.fanin_arc),
          view_of(s.edges),         view_of(s.arc_delay),        view_of(s.node_arrival),
          view_of(s.node_asserted), view_of(s.checks),           view_of(s.check_required),
          design.net_sink.size(),   view_of(design.arc_type_of), view_of(design.arc_types),
          view_of(s.latches)};
}

/// What path search reads, from a timer, in its executor's space. The timer must outlive the result.
///
/// Shapes: as `path_problem`. Cost: none. Where: host. Throws: argument_error before the first update.
template <executor E>
path_problem<E::space> path_problem_of(timer<E> const& t) {
  auto const now = t.view();
  require(now.is_written, "path_problem_of: nothing is timed yet; update comes first");
  auto const& graph = now.node_graph;
  auto const& arcs = now.design.arcs;
  return {graph.fanin_begin,  graph.fanin_from,           graph.fanin_arc,   now.arc_map,
          now.arc_delay,      now.node_arrival,           now.node_asserted, now.checks.check,
          now.check_required, now.design.net_arc_count(), arcs.type,         arcs.types,
          now.latches.pair};
}

}  // namespace gsta
