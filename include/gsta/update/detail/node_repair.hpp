#pragma once

#include <cstdint>
#include <vector>

#include "gsta/forward/layers.hpp"
#include "gsta/update/detail/level_queue.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

inline arrival_problem<memory_space::host> arrival_problem_of(timed_parts const& parts) noexcept {
  return problem_of(*parts.nodes, parts.edges);
}

/// The arrival layer: nodes whose delays, asserted arrivals or arrivals in front changed.
class node_repair {
 public:
  explicit node_repair(timed_parts const& parts)
      : level_of_(level_of_each(parts.nodes->order, parts.nodes->count())),
        queue_(level_of_, parts.nodes->order.count()) {}

  void touch(id node) { queue_.add(node, level_of_); }
  bool is_clean() const noexcept { return queue_.empty(); }

  void set_asserted(timed_parts const& parts, id node, corner_values const& arrival) {
    corner_values& now = parts.nodes->node_asserted[node];
    if (!differs(now, arrival)) return;
    if (keeps_old) asserted_.keep(node, now);
    now = arrival;
    touch(node);
  }

  /// Returns how many nodes it looked at.
  std::uint64_t run(timed_parts const& parts, slack_repair& slacks) {
    auto const op = arrival_op(arrival_problem_of(parts), *parts.delays, *parts.arrivals);
    std::uint64_t count = 0;
    for (; !queue_.empty(); ++count) relax(op, queue_.take(), parts, slacks);
    return count;
  }

  void forget() noexcept {
    asserted_.clear();
    arrival_.clear();
    predecessor_.clear();
  }
  void restore(timed_parts const& parts) noexcept {
    queue_.drain();
    asserted_.restore(parts.nodes->node_asserted);
    arrival_.restore(parts.arrivals->node_arrival);
    predecessor_.restore(parts.arrivals->node_predecessor);
  }

  bool keeps_old = false;

 private:
  void relax(relax_arrival_op<memory_space::host> const& op, id node, timed_parts const& parts,
             slack_repair& slacks) {
    corner_values const arrival = op.arrival[node];
    per_condition<id> const predecessor = op.predecessor[node];
    op(node);
    if (keeps_old && differs(predecessor, op.predecessor[node])) predecessor_.keep(node, predecessor);
    if (!differs(arrival, op.arrival[node])) return;
    if (keeps_old) arrival_.keep(node, arrival);
    for (id k = op.graph.fanout_begin[node]; k < op.graph.fanout_begin[node + 1]; ++k)
      if (op.edges[op.graph.fanout_arc[k]].code != 0) touch(op.graph.fanout_to[k]);
    slacks.touch_required(node);
    slacks.touch_checks_at(parts, node);
  }

  std::vector<id> level_of_;
  level_queue<false> queue_;
  undo_log<corner_values> asserted_, arrival_;
  undo_log<per_condition<id>> predecessor_;
};

}  // namespace gsta::detail
