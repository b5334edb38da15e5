#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/update/detail/latch_repair.hpp"
#include "gsta/update/detail/node_repair.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Arcs whose delays changed, ascending.
struct changed_arcs {
  static constexpr bool knows_arcs = true;
  std::vector<id> const& arcs;

  bool any() const noexcept { return !arcs.empty(); }
  bool has(id, id arc) const noexcept { return std::binary_search(arcs.begin(), arcs.end(), arc); }
};

/// The delay layer: pins whose load, wires, types or slews in front changed.
class delay_repair {
 public:
  explicit delay_repair(timed_parts const& parts)
      : level_of_(level_of_each(*parts.pin_order, parts.pins.vertex_count())),
        queue_(level_of_, parts.pin_order->count()),
        latches_(parts) {}

  void touch(id pin) { queue_.add(pin, level_of_); }
  bool is_clean() const noexcept { return queue_.empty(); }

  /// Remembers what the wires of some nets do, before they are found anew.
  void look_at_wires(timed_parts const& parts, std::vector<id> const& nets) {
    seen_.clear();
    seen_sinks_.clear();
    auto const& of = parts.design.nets;
    for (id const net : nets) {
      seen_.push_back(
          {parts.wires->load[of.driver[net]], parts.wires->pi.empty() ? pi_load{} : parts.wires->pi[net]});
      for (id a = of.begin[net]; a < of.begin[net + 1]; ++a) seen_sinks_.push_back(parts.wires->sink[a]);
    }
  }

  /// Touches the pins that see other wires now.
  void compare_wires(timed_parts const& parts, std::vector<id> const& nets) {
    auto const& of = parts.design.nets;
    std::size_t next = 0, next_sink = 0;
    for (id const net : nets) {
      auto const& seen = seen_[next++];
      id const driver = of.driver[net];
      bool drives_other = differs(seen.load, parts.wires->load[driver]) ||
                          (!parts.wires->pi.empty() && differs(seen.pi, parts.wires->pi[net]));
      for (id a = of.begin[net]; a < of.begin[net + 1]; ++a) {
        if (!differs(seen_sinks_[next_sink++], parts.wires->sink[a])) continue;
        touch(of.sink[a]);
        drives_other = drives_other || has_stages(parts);  // whose step also finds what sinks see
      }
      if (drives_other) touch(driver);
    }
  }

  /// Returns how many pins it looked at.
  template <class Readers>
  std::uint64_t run(Readers const& steps, timed_parts const& parts, node_repair& nodes,
                    slack_repair& slacks) {
    std::uint64_t count = 0;
    for (; !queue_.empty(); ++count) {
      id const pin = queue_.take();
      look_at(parts, pin);
      find(parts, steps.delays, pin);
      compare(steps, parts, pin, nodes, slacks);
    }
    return count;
  }
  queue_list<false> list() noexcept { return {&queue_, &level_of_}; }

  void forget() noexcept {
    slew_.clear();
    delay_.clear();
    sink_.clear();
  }
  void restore(timed_parts const& parts) noexcept {
    queue_.drain();
    slew_.restore(parts.delays->slew);
    delay_.restore(parts.delays->arc_delay);
    if (parts.stages != nullptr) sink_.restore(parts.stages->sink);
  }

  bool keeps_old = false;

 private:
  struct seen_net {
    per_condition<float> load;
    pi_load pi;
  };

  static bool has_stages(timed_parts const& parts) noexcept {
    return parts.stages != nullptr && !parts.stages->sink.empty();
  }
  /// The net arcs that a pin's step writes.
  static std::pair<id, id> stage_of(timed_parts const& parts, id pin) noexcept {
    id const net = has_stages(parts) ? parts.stages->net_of[pin] : none;
    if (net == none) return {0, 0};
    return {parts.design.nets.begin[net], parts.design.nets.begin[net + 1]};
  }

  /// The step of a pin, and of the arcs behind latches that end there, whose slew is that of the data.
  template <class Model>
  void find(timed_parts const& parts, relax_delay_op<memory_space::host, Model> const& op, id pin) {
    auto& slew = parts.delays->slew;
    latches_.each_at(pin, [&](latch_delays::reader const& of) {
      if (keeps_old) slew_.keep(of.departs, slew[of.departs]);
      op(of.departs);
    });
    op(pin);
    latch_delay_op<memory_space::host, Model> const latched{parts.latches, op.model, op.slew, op.arc_delay};
    latches_.each_at(pin, [&](latch_delays::reader const& of) {
      if (of.arc == none || of.departs == pin) slew[of.departs] = slew[of.data];
      if (of.arc == none) return;
      id const to = parts.latches.arc_to[of.arc];
      to == pin ? latched(static_cast<std::size_t>(of.arc)) : touch(to);
    });
  }

  void look_at(timed_parts const& parts, id pin) {
    before_ = parts.delays->slew[pin];
    delays_before_.clear();
    for (id k = parts.pins.fanin_begin[pin]; k < parts.pins.fanin_begin[pin + 1]; ++k)
      delays_before_.push_back(parts.delays->arc_delay[parts.pins.fanin_arc[k]]);
    sinks_before_.clear();
    auto const [first, last] = stage_of(parts, pin);
    for (id a = first; a < last; ++a) sinks_before_.push_back(parts.stages->sink[a]);
  }

  template <class Readers>
  void compare(Readers const& steps, timed_parts const& parts, id pin, node_repair& nodes,
               slack_repair& slacks) {
    id const first = parts.pins.fanin_begin[pin];
    changed_.clear();
    for (id k = first; k < parts.pins.fanin_begin[pin + 1]; ++k) {
      id const arc = parts.pins.fanin_arc[k];
      per_condition<float> const& before = delays_before_[k - first];
      if (!differs(before, parts.delays->arc_delay[arc])) continue;
      if (keeps_old) delay_.keep(arc, before);
      changed_.push_back(arc);
    }
    compare_stage(parts, pin);
    bool const slew = differs(before_, parts.delays->slew[pin]);
    if (slew && keeps_old) slew_.keep(pin, before_);
    steps.spread_delays(pin, changed_arcs{changed_}, slew, 0, 1);
    if (!slew || !parts.has_latches()) return;
    for (id node = parts.nodes->pin_begin[pin]; node < parts.nodes->pin_begin[pin + 1]; ++node)
      nodes.touch_latches_at(parts, node, slacks);
    auto const& latches = parts.latches;
    for (id k = latches.data_begin[pin]; k < latches.data_begin[pin + 1]; ++k)
      touch(latches.arc_to[latches.data_arc[k]]);
  }

  /// Sinks of which the driver's step says something else now.
  void compare_stage(timed_parts const& parts, id pin) {
    auto const [first, last] = stage_of(parts, pin);
    for (id a = first; a < last; ++a) {
      if (!differs(sinks_before_[a - first], parts.stages->sink[a])) continue;
      if (keeps_old) sink_.keep(a, sinks_before_[a - first]);
      touch(parts.design.nets.sink[a]);
    }
  }

  vector_by_id<id> level_of_;
  level_queue<false> queue_;
  latch_delays latches_;
  undo_log<per_condition<float>> slew_, delay_;
  undo_log<sink_timing> sink_;

  // Scratch: what stood there before a step.
  std::vector<seen_net> seen_;
  std::vector<wire_answer> seen_sinks_;
  per_condition<float> before_{};
  vector_by_id<per_condition<float>> delays_before_;
  vector_by_id<sink_timing> sinks_before_;
  std::vector<id> changed_;  // arcs, ascending
};

}  // namespace gsta::detail
