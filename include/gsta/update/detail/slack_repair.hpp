#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/repair_readers.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_parts.hpp"
#include "gsta/update/totals.hpp"
#include "gsta/update/written_times.hpp"

namespace gsta::detail {

/// Owns `required_rows_view`.
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

/// A worklist of a host: a queue by level.
template <bool Backward>
struct queue_list {
  level_queue<Backward>* queue;
  vector_by_id<id> const* level_of;
  void add(id what) const { queue->add(what, *level_of); }
};
/// A worklist without levels.
struct set_list {
  id_set* set;
  void add(id what) const { set->add(what); }
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
    endpoint_of_op<memory_space::host> const op{parts.checks, {endpoint_of_.data(), endpoint_of_.size()}};
    for (std::size_t i = 0; i < parts.checks.endpoint_pin.size(); ++i) op(i);
    if (!parts.nodes->one_per_pin) rows_.emplace(parts.nodes->graph.view);
    totals_.make(parts.checks, *parts.slacks);
  }

  void touch_required(id node) { queue_.add(node, level_of_); }
  void touch_check(id check) { checks_.add(check); }
  void set_check(timed_parts const& parts, id check, timing_check const& to) {
    if (keeps_old) check_.keep(check, parts.check[check]);
    parts.check[check] = to;
    touch_check(check);
  }

  queue_list<true> required_list() noexcept { return {&queue_, &level_of_}; }
  set_list check_list() noexcept { return {&checks_}; }
  set_list endpoint_list() noexcept { return {&endpoints_}; }
  host_span<id const> endpoint_of() const noexcept { return view_of(endpoint_of_); }
  required_rows_view<memory_space::host> front() const noexcept {
    if (!rows_) return {};
    return {view_of(rows_->begin), view_of(rows_->from), view_of(rows_->arc)};
  }

  template <class Readers>
  void run(Readers const& steps, timed_parts const& parts, repair_counts& counts) {
    counts.checks += checks_.list().size();
    for (id const check : checks_.list()) update_check(steps, parts, check);
    checks_.clear();
    for (; !queue_.empty(); ++counts.required) relax(steps, queue_.take());
    counts.endpoints += endpoints_.list().size();
    refresh_endpoints(steps, parts);
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
  template <class Readers>
  void update_check(Readers const& steps, timed_parts const& parts, id i) {
    slack_state<memory_space::host>& slacks = *parts.slacks;
    per_edge const required = slacks.check_required[i], slack = slacks.check_slack[i];
    steps.checking(static_cast<std::size_t>(i));
    credit(steps, parts, i);
    // With credits what the required time is without may move alone.
    if (written != nullptr && !steps.credited.check.empty()) written->required(i);
    bool const moved = differs(required, slacks.check_required[i]);
    if (!moved && !differs(slack, slacks.check_slack[i])) return;
    if (keeps_old) check_required_.keep(i, required);
    if (keeps_old) check_slack_.keep(i, slack);
    if (moved && written != nullptr) written->required(i);
    steps.spread_check(i, moved, 0, 1);
  }

  /// What common-path credits and an open latch make of a check.
  template <class Readers>
  static void credit(Readers const& steps, timed_parts const& parts, id i) {
    constexpr memory_space S = memory_space::host;
    auto const& op = steps.checking;
    id const pair = parts.has_latches() ? parts.latches.pair_of[i] : none;
    if (steps.credited.check.empty()) {
      if (pair != none)
        latch_check_op<S>{parts.latches.pair, op.checks, op.timing.arrival_of, op.required,
                          op.slack}(static_cast<std::size_t>(pair));
      return;
    }
    pair == none
        ? steps.crediting()(static_cast<std::size_t>(i))
        : credited_latch_op<S>{parts.latches.pair, steps.crediting()}(static_cast<std::size_t>(pair));
  }

  template <class Readers>
  void relax(Readers const& steps, id node) {
    auto const& op = steps.backward;
    per_condition<float> const required = op.required[node], slack = op.slack[node];
    op(node);
    bool const is_moved = differs(required, op.required[node]), is_other = differs(slack, op.slack[node]);
    if (keeps_old && is_moved) required_.keep(node, required);
    if (keeps_old && is_other) slack_.keep(node, slack);
    steps.spread_required(node, is_moved, is_other, 0, 1);
  }

  template <class Readers>
  void refresh_endpoints(Readers const& steps, timed_parts const& parts) {
    slack_state<memory_space::host>& slacks = *parts.slacks;
    auto const op = steps.worst_of_endpoints();
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
