#pragma once

#include "gsta/graph/level_ahead.hpp"
#include "gsta/slack/detail/required_ops.hpp"
#include "gsta/slack/detail/tile.hpp"

/// The loop over levels of required times on a host core, as forward/detail/level_lanes.hpp has those of
/// slews and arrivals.
namespace gsta::detail {

/// `relax_required_op` in lanes.
struct relax_required_lanes_op {
  level_ahead ahead;
  relax_required_op<memory_space::host> of;
  backward_lanes lanes;

  static relax_required_lanes_op of_level(relax_required_op<memory_space::host> const& op,
                                          host_span<id const> level) noexcept {
    return {level_ahead::fanout(op.graph, level),
            op,
            {{op.checks, op.arc_delay, op.arrival, op.check_required, op.required, op.slack}}};
  }

  void operator()(std::size_t i) const noexcept {
    ahead.ask(
        i,
        [&](id node) {
          ask_for(&of.checks.data_begin[node]);
          ask_for(&of.arrival[node]);
          ask_for(&of.required[node]);
          ask_for(&of.slack[node]);
        },
        [&](id to, id arc) {
          ask_for(&of.required[to]);
          ask_for(&of.edges[arc]);
          ask_for(&of.arc_delay[arc]);
        });
    id const node = ahead.level[i];
    four_lanes best = lanes.own_checks(node).turn_late();
    for (id k = of.graph.fanout_begin[node]; k < of.graph.fanout_begin[node + 1]; ++k) {
      backward_record record;
      record.arc = of.graph.fanout_arc[k];
      record.flags.set_edges(of.edges[record.arc]);
      best = four_lanes::greater(
          lanes.through_arc(record, four_lanes::load(of.required[of.graph.fanout_to[k]])), best);
    }
    four_lanes required = best.turn_late();
    if (of.through_checks) required = with_captured(node, required);
    required.store(of.required[node]);
    slack_of(every_condition{}, four_lanes::load(of.arrival[node]), required).store(of.slack[node]);
  }

 private:
  four_lanes with_captured(id node, four_lanes required) const noexcept {
    per_condition<float> best;
    required.store(best);
    for (id k = of.checks.capture_begin[node]; k < of.checks.capture_begin[node + 1]; ++k)
      of.captured_check(of.checks.capture_check[k], node, best);
    return four_lanes::load(best);
  }
};

}  // namespace gsta::detail
