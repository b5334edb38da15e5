#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/update/detail/latch_repair.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Loops through latches: which of their nodes wait, and whether what they came to rest at is what sweeps
/// from the start come to.
///
/// Those sweeps rise from where nothing arrives to the earliest times at which nothing moves. A repair starts
/// from the times before the edit, so that it may come to rest at later ones: at a loop that nothing comes to
/// any more but what goes round. It did not where each late arrival stands on a start: followed from winner
/// to winner it comes to a start and not round a loop. Before an edit all stand, so that only what
/// won anew is followed. How many latches the longest of these ways passes bounds how many sweeps from the
/// start it takes; with too many, and where something does not stand, loops are swept.
class latch_loops {
 public:
  explicit latch_loops(timed_parts const& parts)
      : nodes_(parts.nodes->looping.order.view.vertex),
        level_of_(level_of_each(parts.nodes->looping, parts.nodes->count())),
        queue_(level_of_, parts.nodes->looping.count()),
        is_in_(parts.nodes->count(), 0),
        departing_(parts.nodes->count()),
        won_(parts.nodes->count()),
        hops_(2 * parts.nodes->count(), unknown) {
    for (id const node : nodes_) is_in_[node] = parts.latches.row_of[node] != none ? departs : passes;
    for (latch_pair const& pair : parts.latches.pair)
      clocks_are_off_ =
          clocks_are_off_ && is_in_[pair.opens] == 0 && is_in_[parts.checks.check[pair.check].capture] == 0;
    look(parts);
  }

  bool has(id node) const noexcept { return is_in_[node] != 0; }
  void touch(id node) {
    if (is_in_[node] == departs)
      departing_.add(node);
    else
      queue_.add(node, level_of_);
  }
  bool is_clean() const noexcept { return queue_.empty() && departing_.list().empty(); }
  /// Another arc, or another latch, may have the say at a node.
  void note(id node) { won_.add(node); }

  /// `step(node)` for what waits and what that touches, a turn of the loops after the other. Returns whether
  /// they came to rest where sweeps would.
  template <class F>
  bool turn(timed_parts const& parts, F const& step) {
    constexpr int most_turns = 64;
    for (int turns = 0; now_at_.stands && !is_clean(); ++turns) {
      if (turns == most_turns) return false;
      now_.assign(departing_.list().begin(), departing_.list().end());
      departing_.clear();
      for (id const node : now_) step(node), note(node);
      while (!queue_.empty()) step(queue_.take());
    }
    return now_at_.stands && still_stands(parts);
  }

  /// All that waited was found by sweeps.
  void drain() {
    queue_.drain();
    departing_.clear();
    won_.clear();
  }

  /// Whether all late arrivals stand on a start, and how many latches are passed at most. Cost: O(nodes).
  void look(timed_parts const& parts) {
    now_at_.bound = 0;
    now_at_.settled = *parts.latches_settled;
    now_at_.stands = clocks_are_off_ && now_at_.settled;
    auto const op = latched_op_of(parts);
    for (std::size_t i = 0; now_at_.stands && i < nodes_.size(); ++i)
      now_at_.stands = follow(op, nodes_[i], now_at_.bound);
    now_at_.stands = now_at_.stands && now_at_.bound <= most_hops;
    forget_ways();
  }

  /// The nodes, each once.
  span<id const, memory_space::host> nodes() const noexcept { return nodes_; }

  void begin() noexcept { before_ = now_at_; }
  void restore(timed_parts const& parts) {
    drain();
    now_at_ = before_;
    *parts.latches_settled = now_at_.settled;
  }

 private:
  using op_of_node = latched_arrival_op<memory_space::host>;
  static constexpr id unknown = -1, on_way = -2;
  static constexpr std::uint8_t passes = 1, departs = 2;
  /// A sweep for each latch that is passed, one more, and one in which nothing moves.
  static constexpr id most_hops = static_cast<id>(latch_sweeps) - 8;

  struct place {
    id node;  // none: a start
    int edge;
    bool latched;  // through a latch
  };
  struct state {
    bool stands = false, settled = true;
    id bound = 0;  // no way passes more latches
  };

  bool still_stands(timed_parts const& parts) {
    id most = 0;
    auto const op = latched_op_of(parts);
    bool stands = true;
    for (std::size_t i = 0; stands && i < won_.list().size(); ++i) stands = follow(op, won_.list()[i], most);
    bool const any = !won_.list().empty();
    won_.clear();
    forget_ways();
    if (!stands || !any) return stands;
    // A way is one that was there up to what won anew, and from there on one that was followed.
    now_at_.bound += most;
    if (now_at_.bound > most_hops) look(parts);
    return now_at_.stands;
  }

  bool follow(op_of_node const& op, id node, id& most) {
    for (int e = 0; e < 2; ++e)
      if (!follow(op, {node, e, false}, most)) return false;
    return true;
  }
  /// Returns false where the way comes round.
  bool follow(op_of_node const& op, place at, id& most) {
    way_.clear();
    id hops = 0;
    while (at.node != none && has(at.node) && math::is_defined(op.relax.arrival[at.node][2 + at.edge])) {
      id& known = hops_[2 * at.node + at.edge];
      if (known == on_way) return false;
      if (known != unknown) {
        hops = known;
        break;
      }
      known = on_way;
      place const front = in_front(op, at.node, at.edge);
      way_.push_back({at.node, at.edge, front.latched});
      seen_.push_back(2 * at.node + at.edge);
      at = front;
    }
    for (; !way_.empty(); way_.pop_back()) {
      place const& of = way_.back();
      hops += of.latched;
      hops_[2 * of.node + of.edge] = hops;
    }
    most = std::max(most, hops);
    return true;
  }

  /// What a late arrival is found from.
  static place in_front(op_of_node const& op, id node, int e) {
    auto const& nodes = op.relax;
    id const k = nodes.predecessor[node][2 + e];
    if (k != none)
      return {nodes.graph.fanin_from[k], nodes.edges[nodes.graph.fanin_arc[k]].input(2 + e) & 1, false};
    id const row = op.latches.row_of[node];
    for (id i = row == none ? 0 : op.latches.begin[row]; row != none && i < op.latches.begin[row + 1]; ++i) {
      id const pair = op.latches.row_pair[i];
      latch_pair const& of = op.latches.pair[pair];
      if (of.departs[e] == node && op.departing(pair, e, undefined_arrival(2)) == op.asserted[node][2 + e])
        return {op.checks.checks[of.check].data, e, true};
    }
    return {none, 0, false};
  }

  void forget_ways() {
    for (id const at : seen_) hops_[at] = unknown;
    seen_.clear();
    way_.clear();
  }

  span<id const, memory_space::host> nodes_;
  vector_by_id<id> level_of_;
  level_queue<false> queue_;          // but for nodes that latches depart from
  vector_by_id<std::uint8_t> is_in_;  // [nodes] as above, or 0
  id_set departing_;                  // nodes that latches depart from, for the next turn
  id_set won_;
  bool clocks_are_off_ = true;  // no clock of a latch is on a loop
  state now_at_, before_;

  // Scratch.
  vector_by_id<id> hops_;  // [nodes][edge] latches passed, or as above
  std::vector<id> seen_;   // places in it
  std::vector<place> way_;
  std::vector<id> now_;
};

}  // namespace gsta::detail
