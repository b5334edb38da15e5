#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/update/detail/repair_ops.hpp"
#include "gsta/update/detail/repair_steps.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/detail/store_words.hpp"
#include "gsta/update/edit_records.hpp"
#include "gsta/update/repair_options.hpp"
#include "gsta/update/timed_parts.hpp"

/// The repair of `incremental_update` for many threads, on any executor.
namespace gsta {

namespace primitive {
struct repair_timing;
}

/// What a repair keeps beside the timing of one design: lists of what waits, totals over endpoints, figures.
template <memory_space S>
struct repair_state {
  detail::level_lists<S> pins;                ///< whose delays wait, by level
  detail::level_lists<S> nodes;               ///< whose arrivals wait, by level
  detail::level_lists<S> required;            ///< nodes whose required times wait, by level
  detail::level_lists<S> checks;              ///< that wait, in one level
  detail::level_lists<S> endpoints;           ///< that wait, in one level
  detail::totals_lists<S> totals;             ///< of both sides
  buffer<id, S> endpoint_of;                  ///< [checks]
  buffer<id, S> front_begin;                  ///< of `required_rows`, where nodes are not pins
  buffer<id, S> front;                        ///< of `required_rows`, where nodes are not pins
  buffer<wire_answer, S> seen;                ///< [sinks of edited nets] scratch
  buffer<detail::repair_figures, S> figures;  ///< [1]
  edit_upload<S> upload;                      ///< of edit words
  repair_options options;                     ///< of a device
  bool is_open = false;  ///< a repair may have stopped half way: what waits is in the lists
};

namespace detail {

inline std::size_t patience_of(repair_options const& how) noexcept {
  return how.patience.value_or(without_limit);
}

inline repaired_figures figures_of(repair_figures const& found, std::size_t endpoints) noexcept {
  return {summary_of(found.side[0], endpoints), summary_of(found.side[1], endpoints), found.counts};
}

/// The steps over these parts and edits.
template <memory_space S>
repair_steps<S> steps_of(timed_parts_in<S> const& parts, repair_state<S>& state, delay_options const& options,
                         edit_records_view<S> const& edits) {
  table_delay_model<S> const model{parts.design, view_of(*parts.wires), options};
  level_worklists<S> const lists{state.pins.view(),   state.nodes.view(),     state.required.view(),
                                 state.checks.view(), state.endpoints.view(), state.totals.waiting.view()};
  required_rows_view<S> const front{
      std::as_const(state.front_begin).view(), std::as_const(state.front).view(), {}};
  return {readers_of(parts, model, parts.credited, std::as_const(state.endpoint_of).view(), front, lists),
          edits,
          make_elmore_op(parts.design, parts.forest, *parts.trees, *parts.wires, parts.wiring),
          state.seen.view(),
          state.totals.view(),
          state.figures.view()};
}

/// Sums all endpoints, height by height.
template <executor E>
void sum_all(E const& exec, repair_steps<E::space> steps, repair_state<E::space>& state) {
  std::size_t const endpoints = steps.endpoint_slack.size();
  for_each_n(exec, endpoints, sum_endpoint_op<E::space>{steps});
  std::vector<id> const& first = state.totals.first_here;
  for (std::size_t height = 1; height + 1 < first.size(); ++height) {
    id const inner = first[height] - first[1], count = first[height + 1] - first[height];
    for_each_n(exec, 2 * static_cast<std::size_t>(count),
               sum_height_op<E::space>{steps, inner, static_cast<id>(height)});
  }
}

/// Rows of who reads a node's required time, where nodes are not pins: made on the host.
template <executor E>
void list_fronts(E const& exec, timing_graph_view<E::space> const& graph, repair_state<E::space>& state) {
  auto const begin = to_vector(exec, graph.fanout_begin), to = to_vector(exec, graph.fanout_to),
             arc = to_vector(exec, graph.fanout_arc);
  required_rows const rows(timing_graph_view<memory_space::host>{
      view_of(begin), {}, {}, view_of(begin), view_of(to), view_of(arc)});
  state.front_begin = clone(exec, rows.begin);
  state.front = clone(exec, rows.from);
  exec.sync();
}

template <memory_space S>
void require_repairable(timed_parts_in<S> const& parts) {
  require(!parts.has_latches(), "repair_timing: designs with latches are updated in full");
  require(parts.stages == nullptr || parts.stages->sink.empty(),
          "repair_timing: delays of effective capacitances are updated in full");
}
template <memory_space S>
void require_sums(timed_parts_in<S> const& parts) {
  require(parts.trees->piece_begin.empty() && parts.trees->load.size() == parts.design.rc.capacitance.size(),
          "repair_timing: the sums of all trees are needed");
}

/// Whatever waits, up to the figures. False where `left` steps are not enough.
template <executor E>
bool run_lists(E const& exec, repair_steps<E::space> const& steps, repair_state<E::space>& state,
               std::size_t left) {
  if (!run_upwards<repair_stage::pins>(exec, steps, state.pins.levels, left)) return false;
  if (!run_upwards<repair_stage::nodes>(exec, steps, state.nodes.levels, left)) return false;
  run_upwards<repair_stage::checks>(exec, steps, 1);
  run_upwards<repair_stage::endpoints>(exec, steps, 1);
  run_upwards<repair_stage::totals>(exec, steps, state.totals.heights);
  return true;
}

/// Goes on where a repair gave up.
template <executor E>
void settle(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
            repair_state<E::space>& state) {
  if (std::exchange(state.is_open, false))
    run_lists(exec, steps_of(parts, state, model, {}), state, without_limit);
}

/// Room for what wires of edited nets did, and the edits where the steps are.
template <executor E>
edit_records_view<E::space> take_edits(E const& exec, edit_records const& edits,
                                       repair_state<E::space>& state) {
  auto const sinks = static_cast<std::size_t>(edits.seen_begin.back());
  if (state.seen.size() < sinks) state.seen = buffer<wire_answer, E::space>(exec, 2 * sinks);
  return state.upload(exec, edits);
}
}  // namespace detail

/// The state for repairs of a design that is timed: no list holds anything. With latches or effective
/// capacitances it is for `store_edits` and `mark_repaired` alone.
///
/// Shapes: as `timed_parts_in`. Cost: O(pins + nodes + checks), some 13 bytes each a pin and two a node.
/// Where: the executor; waits. Needs: parts that a full update has timed. Throws: argument_error where
/// there are no sums of trees, what allocation throws.
template <executor E>
repair_state<E::space> make_repair_state(E const& exec, timed_parts_in<E::space> const& parts,
                                         repair_options const& options = {}) {
  constexpr memory_space S = E::space;
  detail::require_sums(parts);
  std::size_t const checks = parts.checks.check.size(), endpoints = parts.checks.endpoint_pin.size();
  repair_state<S> state;
  state.options = options;
  state.pins = detail::make_level_lists(exec, *parts.pin_order);
  state.nodes = detail::make_level_lists(exec, parts.nodes->order);
  state.required = detail::make_level_lists(exec, parts.nodes->order);
  state.checks = detail::make_level_lists(exec, {0, static_cast<id>(checks)}, checks);
  state.endpoints = detail::make_level_lists(exec, {0, static_cast<id>(endpoints)}, endpoints);
  state.totals = detail::make_totals_lists(exec, endpoints);
  state.endpoint_of = buffer<id, S>(exec, checks);
  for_each_n(exec, endpoints, detail::endpoint_of_op<S>{parts.checks, state.endpoint_of.view()});
  if (!parts.nodes->one_per_pin) detail::list_fronts(exec, parts.nodes->graph.view, state);
  state.figures = buffer<detail::repair_figures, S>(exec, 1);
  fill(exec, state.figures.view(),
       detail::repair_figures{{}, {}, static_cast<id>(detail::repair_stage::done), 0, 0});
  detail::sum_all(exec, detail::steps_of(parts, state, {}, {}), state);
  exec.sync();
  return state;
}

/// Repairs the timing of a design where it lies, behind edited words that come in one piece: they are
/// stored, wires of the nets are found anew, and from there on level by level whatever reads what changed, up
/// to the slacks of endpoints and the figures. It stops where no bit changed, so that everything has the bits
/// of a full update. Required times and slacks of nodes wait for `repair_required`.
///
/// Shapes: as `timed_parts_in`, edits of the same design, `model` as it was timed with. Cost: that of what
/// changes, and a look at each level. Where: the executor; this driver waits at every level. Throws:
/// argument_error with latches and effective capacitances, as `make_repair_state`. Exact: equals the full
/// update bit for bit.
template <executor E>
void repair_timing(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
                   edit_records const& edits, repair_state<E::space>& state) {
  static_assert(driver_known<primitive::repair_timing, E>, "repairs on a device need gsta/update/repair.cuh");
  constexpr memory_space S = E::space;
  detail::require_repairable(parts);
  detail::require_sums(parts);
  auto const there = detail::take_edits(exec, edits, state);
  auto const steps = detail::steps_of(parts, state, model, there);
  for_each_n(exec, there.word_count(), detail::store_words_op<S>{steps});
  for_each_n(exec, conditions * there.net.size(), detail::find_wires_op<S>{steps});
  for_each_n(exec, 1, detail::count_nets_op<S>{steps});
  state.is_open = !detail::run_lists(exec, steps, state, detail::patience_of(state.options));
}

/// Required times and slacks of nodes behind all repairs since the last call: they are found when somebody
/// wants them, once for all of these.
///
/// Shapes, Throws and Exact: as `repair_timing`. Cost: that of the nodes whose required times or slacks
/// change, and a look at each level. Where: the executor; this driver waits at every level.
template <executor E>
void repair_required(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
                     repair_state<E::space>& state) {
  static_assert(driver_known<primitive::repair_timing, E>, "repairs on a device need gsta/update/repair.cuh");
  detail::settle(exec, parts, model, state);
  detail::run_downwards<detail::repair_stage::required>(exec, detail::steps_of(parts, state, model, {}),
                                                        state.required.levels);
}

/// WNS, TNS and counts of both sides as of the last repair: a place that waits, with a copy of some two
/// hundred bytes. They need no required times of nodes.
///
/// Shapes and Throws: as `repair_timing`. Units: ps. Cost: O(1). Where: the executor; waits. Exact: the bits
/// of `summarize`.
template <executor E>
repaired_figures read_figures(E const& exec, timed_parts_in<E::space> const& parts,
                              delay_options const& model, repair_state<E::space>& state) {
  static_assert(driver_known<primitive::repair_timing, E>, "repairs on a device need gsta/update/repair.cuh");
  detail::settle(exec, parts, model, state);
  return detail::figures_of(to_vector(exec, std::as_const(state.figures).view())[0],
                            parts.checks.endpoint_pin.size());
}

/// `read_figures`, unless the last repair gave up (`repair_options::patience`): then nothing. After that
/// either a full update and `mark_repaired` come next, or a function that goes on with the repair: each of
/// the functions above does, and its results are right either way.
///
/// Shapes, Throws and Exact: as `read_figures`. Units: ps. Cost: O(1). Where: the executor; waits.
template <executor E>
std::optional<repaired_figures> try_figures(E const& exec, timed_parts_in<E::space> const& parts,
                                            delay_options const& model, repair_state<E::space>& state) {
  static_assert(driver_known<primitive::repair_timing, E>, "repairs on a device need gsta/update/repair.cuh");
  if (state.is_open) return {};
  return read_figures(exec, parts, model, state);
}

}  // namespace gsta
