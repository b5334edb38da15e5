#pragma once

#include <cstdint>
#include <utility>

#include "gsta/forward/layers.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/repair_stage.hpp"
#include "gsta/update/detail/shared_rows.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Of a row of arcs those whose delays changed, a bit each; arcs from the 31st on share one.
struct changed_bits {
  static constexpr bool knows_arcs = false;
  std::uint32_t bits;

  GSTA_HD static std::uint32_t bit(id k) noexcept { return std::uint32_t{1} << (k < 30 ? k : 30); }
  GSTA_HD bool any() const noexcept { return bits != 0; }
  /// Whether arc `k` of the row may be one of them.
  GSTA_HD bool has(id k, id) const noexcept { return (bits & bit(k)) != 0; }
};

template <memory_space S>
struct endpoint_of_op {
  timing_checks_view<S> checks;
  span<id, S> endpoint_of;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (id k = checks.endpoint_begin[i]; k < checks.endpoint_begin[i + 1]; ++k)
      endpoint_of[checks.endpoint_check[k]] = static_cast<id>(i);
  }
};

/// Fan-out rows the other way round: who waits for a node's required time. Fan-in rows lack arcs that
/// required times alone take, but where nodes are pins: there these are empty.
template <memory_space S>
struct required_rows_view {
  span<id const, S> begin, from;  // [nodes + 1], [node arcs]
  span<id const, S> arc;          // [node arcs], or empty: not known
};

/// The ops of a repair, and what reads each word that they write: one form for both worklists, queues by
/// level on a host and lists by level that many threads fill. `Lists` has a worklist a stage, with `add(id)`.
///
/// Of `parts` threads that share a thing that changed each calls a `spread` function with its own `part`.
template <memory_space S, class Model, class Lists>
struct repair_readers {
  relax_delay_op<S, Model> delays;
  relax_arrival_op<S> arrivals;
  relax_required_op<S> backward;
  check_op<S, timing_by_id<S>> checking;
  credited_view<S> credited;  // of checks, or empty
  span<per_split, S> endpoint_slack;
  span<id const, S> endpoint_of;  // [checks]
  span<id const, S> node_begin;   // [pins + 1] nodes of a pin; empty: they are pins
  required_rows_view<S> front;    // without any row: fan-in rows
  Lists lists;

  GSTA_HD credited_check_op<S> crediting() const noexcept {
    return {checking.checks, credited, checking.timing.arrival_of, checking.required, checking.slack, {}};
  }
  GSTA_HD endpoint_op<S> worst_of_endpoints() const noexcept {
    return {backward.checks, checking.slack, endpoint_slack};
  }

  GSTA_HD id first_node(id pin) const noexcept { return node_begin.empty() ? pin : node_begin[pin]; }
  GSTA_HD id end_node(id pin) const noexcept { return node_begin.empty() ? pin + 1 : node_begin[pin + 1]; }

  /// Delays of some arcs into a pin changed, or its slew. Where nodes are not pins and arcs are not known all
  /// in front of them look again.
  GSTA_AS_ARGUMENTS
  template <class Changed>
  GSTA_HD void spread_delays(id pin, Changed const& changed, bool slew, id part, id parts) const noexcept {
    auto const& graph = delays.graph;
    if (changed.any()) {
      id const first = graph.fanin_begin[pin];
      for (id node = first_node(pin); node < end_node(pin); ++node) {
        if (part == parts - 1) add_behind_delays(node);
        if (!front.begin.empty()) add_in_front_of(node, changed, part, parts);
      }
      for (id k = first + part; front.begin.empty() && k < graph.fanin_begin[pin + 1]; k += parts)
        if (changed.has(k - first, graph.fanin_arc[k])) lists.required.add(graph.fanin_from[k]);
    }
    if (!slew) return;
    shared_row const row(graph.fanout_begin[pin], part, parts);
    for (id k = row.first; k < graph.fanout_begin[pin + 1]; k += row.step)
      if (delays.edges[graph.fanout_arc[k]].code != 0) lists.pins.add(graph.fanout_to[k]);
    for (id node = first_node(pin); row.is_last && node < end_node(pin); ++node) add_checks_at(node);
  }

  /// A node's arrival changed.
  GSTA_AS_ARGUMENTS
  GSTA_HD void spread_arrival(id node, id part, id parts) const noexcept {
    auto const& graph = arrivals.graph;
    shared_row const row(graph.fanout_begin[node], part, parts);
    id const end = graph.fanout_begin[node + 1];
    GSTA_ROLLED
    for (id k = row.first; k < end; k += row.step)
      if (arrivals.edges[graph.fanout_arc[k]].code != 0) lists.nodes.add(graph.fanout_to[k]);
    if (row.is_last) lists.required.add(node);
    if (row.is_last_but_one) add_checks_at(node);
  }

  /// A check's slack changed, or its required time.
  GSTA_AS_ARGUMENTS
  GSTA_HD void spread_check(id check, bool required, id part, id parts) const noexcept {
    if (part == 0) lists.endpoints.add(endpoint_of[check]);
    if (!required) return;
    if (part == parts / 2) lists.required.add(checking.checks[check].data);
    if (part == parts - 1) add_capture_of(check);
  }

  /// A node's required time changed, or its slack.
  GSTA_AS_ARGUMENTS
  GSTA_HD void spread_required(id node, bool required, bool slack, id part, id parts) const noexcept {
    if (required) add_in_front_of(node, part, parts);
    if (!backward.through_checks || !slack) return;
    auto const& all = backward.checks;
    for (id k = all.data_begin[node] + part; k < all.data_begin[node + 1]; k += parts)
      add_capture_of(all.checks_of_data[k]);
  }

  /// What is checked at a node, and what it captures.
  GSTA_AS_ARGUMENTS
  GSTA_HD void add_checks_at(id node) const noexcept {
    auto const& all = backward.checks;
    for (id k = all.data_begin[node]; k < all.data_begin[node + 1]; ++k)
      lists.checks.add(all.checks_of_data[k]);
    for (id k = all.capture_begin[node]; k < all.capture_begin[node + 1]; ++k)
      lists.checks.add(all.capture_check[k]);
  }

 private:
  /// A worklist may have more to do where delays in front of a node were written.
  GSTA_AS_ARGUMENTS
  GSTA_HD void add_behind_delays(id node) const noexcept {
    if constexpr (requires { lists.nodes.add_behind_delays(node); })
      lists.nodes.add_behind_delays(node);
    else
      lists.nodes.add(node);
  }
  /// What a clock pin's required time follows from where the contest's rule holds.
  GSTA_AS_ARGUMENTS
  GSTA_HD void add_capture_of(id check) const noexcept {
    if (!backward.through_checks) return;
    id const capture = backward.checks.check[check].capture;
    if (capture != none) lists.required.add(capture);
  }
  GSTA_AS_ARGUMENTS
  GSTA_HD void add_in_front_of(id node, id part, id parts) const noexcept {
    bool const pins = front.begin.empty();
    id const* const begin = (pins ? backward.graph.fanin_begin : front.begin).data() + node;
    id const* const from = (pins ? backward.graph.fanin_from : front.from).data();
    id const end = begin[1];
    GSTA_ROLLED
    for (id k = begin[0] + part; k < end; k += parts) lists.required.add(from[k]);
  }
  /// Those in front of arcs that changed, where nodes are not pins.
  GSTA_AS_ARGUMENTS
  template <class Changed>
  GSTA_HD void add_in_front_of(id node, Changed const& changed, id part, id parts) const noexcept {
    if constexpr (Changed::knows_arcs) {
      for (id k = front.begin[node] + part; k < front.begin[node + 1]; k += parts)
        if (changed.has(k - front.begin[node], front.arc[k])) lists.required.add(front.from[k]);
    } else {
      add_in_front_of(node, part, parts);
    }
  }
};

template <memory_space S, class Model, class Lists>
repair_readers<S, Model, Lists> readers_of(timed_parts_in<S> const& parts, Model const& model,
                                           credited_view<S> const& credited, span<id const, S> endpoint_of,
                                           required_rows_view<S> const& front, Lists const& lists) {
  delay_problem<S> const pins{parts.pins, parts.pin_order, parts.edges, parts.design.asserted_slew};
  slack_state<S>& slacks = *parts.slacks;
  timing_by_id<S> const timing{std::as_const(parts.delays->slew).view(),
                               std::as_const(parts.arrivals->node_arrival).view()};
  return {
      delay_op(pins, model, *parts.delays),
      arrival_op(problem_of(*parts.nodes, parts.edges), *parts.delays, *parts.arrivals),
      {parts.nodes->graph.view, parts.checks, parts.capture == capture_required::from_data_slack, parts.edges,
       std::as_const(parts.delays->arc_delay).view(), timing.arrival_of,
       std::as_const(slacks.check_required).view(), slacks.node_required.view(), slacks.node_slack.view()},
      {parts.checks.check, parts.design.luts, timing, slacks.check_required.view(),
       slacks.check_slack.view()},
      credited,
      slacks.endpoint_slack.view(),
      endpoint_of,
      std::as_const(parts.nodes->first_node).view(),
      front,
      lists};
}

}  // namespace gsta::detail
