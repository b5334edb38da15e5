#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/update/detail/credit_repair.hpp"
#include "gsta/update/detail/latch_repair.hpp"
#include "gsta/update/detail/loop_repair.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// The arrival layer: nodes whose delays, asserted arrivals or arrivals in front changed.
class node_repair {
 public:
  explicit node_repair(timed_parts const& parts)
      : level_of_(level_of_each(parts.nodes->order, parts.nodes->count())),
        queue_(level_of_, parts.nodes->order.count()) {
    if (parts.has_latches()) latches_.emplace(parts);
    if (parts.nodes->opened_loops != 0) loops_.emplace(parts);
  }

  void touch(id node) {
    if (loops_ && loops_->has(node))
      loops_->touch(node);
    else
      queue_.add(node, level_of_);
  }
  /// Of a node whose delays in front were written.
  void touch_behind_delays(id node) {
    if (written != nullptr) written->delay(node);
    if (credit_levels != nullptr) credit_levels->touch_behind_delays(node);
    touch(node);
  }
  /// What departs by a check that reads something else now.
  void touch_latch(timed_parts const& parts, id check) {
    if (latches_ && parts.latches.pair_of[check] != none) touch_pair(parts, parts.latches.pair_of[check]);
  }
  /// Latches that read a node's arrival, or the slew there.
  void touch_latches_at(timed_parts const& parts, id node, slack_repair& slacks) {
    if (!latches_) return;
    latches_->each(parts, node, [&](id pair) {
      touch_pair(parts, pair);
      slacks.touch_check(parts.latches.pair[pair].check);
    });
  }
  bool is_clean() const noexcept { return queue_.empty() && (!loops_ || loops_->is_clean()); }

  void set_asserted(timed_parts const& parts, id node, per_condition<float> const& arrival) {
    per_condition<float>& now = parts.nodes->node_asserted[node];
    if (!differs(now, arrival)) return;
    if (keeps_old) asserted_.keep(node, now);
    now = arrival;
    touch_behind_delays(node);
  }

  /// Another pair of a latch's edges, of the same nodes.
  void set_pair(timed_parts const& parts, id pair, latch_pair const& to) {
    if (keeps_old) pair_.keep(pair, parts.pair[pair]);
    parts.pair[pair] = to;
    touch_pair(parts, pair);
  }

  /// `counts`: nodes that it looked at, and sweeps of all loops through latches.
  template <class Readers>
  void run(Readers const& steps, timed_parts const& parts, slack_repair& slacks, repair_counts& counts) {
    if (latches_) return run_latched(steps, parts, slacks, counts);
    for (; !queue_.empty(); ++counts.nodes) relax(steps, steps.arrivals, queue_.take(), parts, slacks);
  }

  void begin() noexcept {
    if (loops_) loops_->begin();
  }
  void forget() noexcept {
    asserted_.clear();
    arrival_.clear();
    predecessor_.clear();
    pair_.clear();
  }
  void restore(timed_parts const& parts) noexcept {
    queue_.drain();
    asserted_.restore(parts.nodes->node_asserted);
    arrival_.restore(parts.arrivals->node_arrival);
    predecessor_.restore(parts.arrivals->node_predecessor);
    pair_.restore(parts.pair);
    if (loops_) loops_->restore(parts);
  }

  bool keeps_old = false;
  written_times* written = nullptr;  // are told, if there are any
  credit_repair* credit_levels = nullptr;

 private:
  using latched_op = latched_arrival_op<memory_space::host>;

  /// A node before its step.
  struct earlier {
    per_condition<float> arrival, asserted;
    per_condition<id> predecessor;
  };
  static earlier look_at(timed_parts const& parts, id node) {
    return {parts.arrivals->node_arrival[node], parts.nodes->node_asserted[node],
            parts.arrivals->node_predecessor[node]};
  }

  void touch_pair(timed_parts const& parts, id pair) {
    for (id const node : parts.latches.pair[pair].departs)
      if (node != none) touch(node);
  }

  template <class Readers>
  void run_latched(Readers const& steps, timed_parts const& parts, slack_repair& slacks,
                   repair_counts& counts) {
    auto const op = latched_op_of(parts);
    auto const step = [&](id node) {
      relax(steps, op, node, parts, slacks);
      ++counts.nodes;
    };
    while (!queue_.empty()) step(queue_.take());
    if (!loops_ || loops_->is_clean()) return;
    if (!loops_->turn(parts, step)) {
      sweep_all(steps, op, parts, slacks);
      ++counts.loops;
    }
    while (!queue_.empty()) step(queue_.take());
  }

  /// All loops as a full update has them.
  template <class Readers>
  void sweep_all(Readers const& steps, latched_op const& op, timed_parts const& parts, slack_repair& slacks) {
    before_.clear();
    for (id const node : loops_->nodes()) {
      before_.push_back(look_at(parts, node));
      parts.arrivals->node_arrival[node] = undefined_arrival();
    }
    *parts.latches_settled = sweep_loops(host_executor{}, *parts.nodes, op);
    for (std::size_t i = 0; i < before_.size(); ++i)
      compare(steps, loops_->nodes()[i], before_[i], parts, slacks);
    loops_->drain();
    loops_->look(parts);
  }

  template <class Readers, class Op>
  void relax(Readers const& steps, Op const& op, id node, timed_parts const& parts, slack_repair& slacks) {
    earlier const before = look_at(parts, node);
    op(node);
    compare(steps, node, before, parts, slacks);
  }

  template <class Readers>
  void compare(Readers const& steps, id node, earlier const& before, timed_parts const& parts,
               slack_repair& slacks) {
    if (differs(before.asserted, parts.nodes->node_asserted[node])) {
      if (keeps_old) asserted_.keep(node, before.asserted);
      if (written != nullptr) written->delay(node);
    }
    if (differs(before.predecessor, parts.arrivals->node_predecessor[node])) {
      if (keeps_old) predecessor_.keep(node, before.predecessor);
      if (loops_ && loops_->has(node)) loops_->note(node);
    }
    if (!differs(before.arrival, parts.arrivals->node_arrival[node])) return;
    if (keeps_old) arrival_.keep(node, before.arrival);
    if (written != nullptr) written->arrival(node);
    if (credit_levels != nullptr) credit_levels->touch_behind_arrival(node);
    steps.spread_arrival(node, 0, 1);
    touch_latches_at(parts, node, slacks);
  }

  vector_by_id<id> level_of_;
  level_queue<false> queue_;
  undo_log<per_condition<float>> asserted_, arrival_;
  undo_log<per_condition<id>> predecessor_;
  undo_log<latch_pair> pair_;
  std::optional<latch_readers> latches_;  // of a design that has any
  std::optional<latch_loops> loops_;      // likewise
  std::vector<earlier> before_;           // scratch
};

/// The worklist of nodes: what waits in a queue or in loops through latches.
struct node_list {
  node_repair* nodes;
  void add(id node) const { nodes->touch(node); }
  void add_behind_delays(id node) const { nodes->touch_behind_delays(node); }
};

/// What waits on a host, a queue by level of each stage.
struct queue_worklists {
  queue_list<false> pins;
  node_list nodes;
  queue_list<true> required;
  set_list checks, endpoints;
};

}  // namespace gsta::detail
