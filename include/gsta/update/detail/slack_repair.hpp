#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_parts.hpp"
#include "gsta/update/totals.hpp"
#include "gsta/update/written_times.hpp"

namespace gsta::detail {

/// Fan-out rows the other way round: who waits for a node's required time. Fan-in rows lack arcs that
/// required times alone take, but where nodes are pins.
struct required_rows {
  vector_by_id<id> begin, from, arc;

  explicit required_rows(timing_graph_view<memory_space::host> const& graph)
      : begin(graph.vertex_count() + 1, 0), from(graph.fanout_to.size()), arc(graph.fanout_to.size()) {
    for (id const to : graph.fanout_to) ++begin[to + 1];
    for (std::size_t v = 1; v < begin.size(); ++v) begin[v] += begin[v - 1];
    vector_by_id<id> next(begin.begin(), begin.end() - 1);
    for (std::size_t v = 0; v < graph.vertex_count(); ++v) {
      for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k) {
        id const at = next[graph.fanout_to[k]]++;
        from[at] = static_cast<id>(v);
        arc[at] = graph.fanout_arc[k];
      }
    }
  }
};

/// Checks, endpoints and the backward pass: what of their arrivals, slews, delays or tables changed.
class slack_repair {
 public:
  explicit slack_repair(timed_parts const& parts)
      : level_of_(level_of_each(parts.nodes->order, parts.nodes->count())),
        queue_(level_of_, parts.nodes->order.count()),
        checks_(parts.checks.check.size()),
        endpoints_(parts.checks.endpoint_pin.size()),
        endpoint_of_(parts.checks.check.size(), none) {
    auto const& checks = parts.checks;
    for (std::size_t i = 0; i < checks.endpoint_pin.size(); ++i) {
      for (id k = checks.endpoint_begin[i]; k < checks.endpoint_begin[i + 1]; ++k)
        endpoint_of_[checks.endpoint_check[k]] = static_cast<id>(i);
    }
    if (!parts.nodes->one_per_pin) rows_.emplace(parts.nodes->graph.view);
    totals_.make(checks, *parts.slacks);
  }

  void touch_required(id node) { queue_.add(node, level_of_); }
  void touch_check(id check) { checks_.add(check); }
  /// What is checked at a node, and what it captures.
  void touch_checks_at(timed_parts const& parts, id node) {
    auto const& checks = parts.checks;
    for (id k = checks.data_begin[node]; k < checks.data_begin[node + 1]; ++k)
      touch_check(checks.checks_of_data[k]);
    for (id k = checks.capture_begin[node]; k < checks.capture_begin[node + 1]; ++k)
      touch_check(checks.capture_check[k]);
  }
  void set_check(timed_parts const& parts, id check, timing_check const& to) {
    if (keeps_old) check_.keep(check, parts.check[check]);
    parts.check[check] = to;
    touch_check(check);
  }

  /// Calls `visit(from, arc)` for each node that reads the required time of `node`.
  template <class F>
  void each_in_front(timed_parts const& parts, id node, F const& visit) const {
    if (rows_) {
      for (id k = rows_->begin[node]; k < rows_->begin[node + 1]; ++k) visit(rows_->from[k], rows_->arc[k]);
      return;
    }
    auto const& graph = parts.nodes->graph.view;
    for (id k = graph.fanin_begin[node]; k < graph.fanin_begin[node + 1]; ++k)
      visit(graph.fanin_from[k], graph.fanin_arc[k]);
  }

  void run(timed_parts const& parts, credited_view<memory_space::host> const& credited,
           repair_counts& counts) {
    counts.checks += checks_.list().size();
    for (id const check : checks_.list()) update_check(parts, credited, check);
    checks_.clear();
    auto const op = required_op(parts);
    for (; !queue_.empty(); ++counts.required) relax(op, queue_.take(), parts);
    counts.endpoints += endpoints_.list().size();
    refresh_endpoints(parts);
    endpoints_.clear();
  }

  void sum_endpoints(timed_parts const& parts) {
    endpoint_op<memory_space::host> const op{parts.checks, std::as_const(parts.slacks->check_slack).view(),
                                             parts.slacks->endpoint_slack.view()};
    for (std::size_t i = 0; i < parts.checks.endpoint_pin.size(); ++i) op(i);
    totals_.make(parts.checks, *parts.slacks);
  }

  slack_summary summary(split side) const noexcept { return totals_.of(side); }

  void forget() noexcept {
    check_.clear();
    check_required_.clear();
    check_slack_.clear();
    endpoint_slack_.clear();
    required_.clear();
    slack_.clear();
    logged_endpoints_.clear();
  }
  void restore(timed_parts const& parts) noexcept {
    queue_.drain();
    checks_.clear();
    endpoints_.clear();
    check_.restore(parts.check);
    check_required_.restore(parts.slacks->check_required);
    check_slack_.restore(parts.slacks->check_slack);
    endpoint_slack_.restore(parts.slacks->endpoint_slack);
    required_.restore(parts.slacks->node_required);
    slack_.restore(parts.slacks->node_slack);
    for (id const endpoint : logged_endpoints_) totals_.refresh(parts.checks, *parts.slacks, endpoint);
    logged_endpoints_.clear();
  }

  bool keeps_old = false;
  written_times* written = nullptr;  // is told, if there is one

 private:
  using op_of_required = relax_required_op<memory_space::host>;

  static op_of_required required_op(timed_parts const& parts) noexcept {
    slack_state<memory_space::host>& slacks = *parts.slacks;
    return {parts.nodes->graph.view,
            parts.checks,
            parts.capture == capture_required::from_data_slack,
            parts.edges,
            std::as_const(parts.delays->arc_delay).view(),
            std::as_const(parts.arrivals->node_arrival).view(),
            std::as_const(slacks.check_required).view(),
            slacks.node_required.view(),
            slacks.node_slack.view()};
  }

  void update_check(timed_parts const& parts, credited_view<memory_space::host> const& credited, id i) {
    constexpr memory_space S = memory_space::host;
    slack_state<S>& slacks = *parts.slacks;
    per_edge const required = slacks.check_required[i], slack = slacks.check_slack[i];
    auto const arrival = std::as_const(parts.arrivals->node_arrival).view();
    check_op<S, timing_by_id<S>>{parts.checks.check,
                                 parts.design.luts,
                                 {std::as_const(parts.delays->slew).view(), arrival},
                                 slacks.check_required.view(),
                                 slacks.check_slack.view()}(static_cast<std::size_t>(i));
    credit(parts, credited, i);
    // With credits what the required time is without may move alone.
    if (written != nullptr && !credited.check.empty()) written->required(i);
    bool const moved = differs(required, slacks.check_required[i]);
    if (!moved && !differs(slack, slacks.check_slack[i])) return;
    if (keeps_old) check_required_.keep(i, required);
    if (keeps_old) check_slack_.keep(i, slack);
    endpoints_.add(endpoint_of_[i]);
    if (!moved) return;
    if (written != nullptr) written->required(i);
    touch_required(parts.checks.check[i].data);
    touch_capture(parts, i);
  }

  /// What common-path credits and an open latch make of a check.
  static void credit(timed_parts const& parts, credited_view<memory_space::host> const& credited, id i) {
    constexpr memory_space S = memory_space::host;
    slack_state<S>& slacks = *parts.slacks;
    auto const arrival = std::as_const(parts.arrivals->node_arrival).view();
    id const pair = parts.has_latches() ? parts.latches.pair_of[i] : none;
    if (credited.check.empty()) {
      if (pair != none)
        latch_check_op<S>{parts.latches.pair, parts.checks.check, arrival, slacks.check_required.view(),
                          slacks.check_slack.view()}(static_cast<std::size_t>(pair));
      return;
    }
    credited_check_op<S> const op{parts.checks.check,        credited, arrival, slacks.check_required.view(),
                                  slacks.check_slack.view(), {}};
    pair == none ? op(static_cast<std::size_t>(i))
                 : credited_latch_op<S>{parts.latches.pair, op}(static_cast<std::size_t>(pair));
  }

  /// What a clock pin's required time follows from where the contest's rule holds.
  void touch_capture(timed_parts const& parts, id check) {
    id const capture = parts.checks.check[check].capture;
    if (parts.capture == capture_required::from_data_slack && capture != none) touch_required(capture);
  }

  void relax(op_of_required const& op, id node, timed_parts const& parts) {
    per_condition<float> const required = op.required[node], slack = op.slack[node];
    op(node);
    if (differs(required, op.required[node])) {
      if (keeps_old) required_.keep(node, required);
      each_in_front(parts, node, [&](id from, id) { touch_required(from); });
    }
    if (!differs(slack, op.slack[node])) return;
    if (keeps_old) slack_.keep(node, slack);
    if (!op.through_checks) return;
    for (id k = op.checks.data_begin[node]; k < op.checks.data_begin[node + 1]; ++k)
      touch_capture(parts, op.checks.checks_of_data[k]);
  }

  void refresh_endpoints(timed_parts const& parts) {
    slack_state<memory_space::host>& slacks = *parts.slacks;
    endpoint_op<memory_space::host> const op{parts.checks, std::as_const(slacks.check_slack).view(),
                                             slacks.endpoint_slack.view()};
    for (id const endpoint : endpoints_.list()) {
      per_split const before = slacks.endpoint_slack[endpoint];
      op(static_cast<std::size_t>(endpoint));
      if (keeps_old) {
        endpoint_slack_.keep(endpoint, before);
        logged_endpoints_.push_back(endpoint);
      }
      totals_.refresh(parts.checks, slacks, endpoint);
    }
  }

  vector_by_id<id> level_of_;
  level_queue<true> queue_;
  id_set checks_, endpoints_;
  vector_by_id<id> endpoint_of_;       // [checks]
  std::optional<required_rows> rows_;  // where nodes are not pins
  kept_summary totals_;
  undo_log<timing_check> check_;
  undo_log<per_edge> check_required_, check_slack_;
  undo_log<per_split> endpoint_slack_;
  undo_log<per_condition<float>> required_, slack_;
  std::vector<id> logged_endpoints_;
};

}  // namespace gsta::detail
