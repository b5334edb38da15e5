#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/delay_repair.hpp"
#include "gsta/update/detail/net_wires.hpp"
#include "gsta/update/detail/node_repair.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/timed_parts.hpp"
#include "gsta/update/totals.hpp"

namespace gsta {

/// Repairs the timing of one design on the host after edits that keep its graph: what was touched is found
/// anew, and from there on level by level whatever reads what changed. It stops where no bit changed, forward
/// and backward, so that everything has the bits of a full update, at a cost that follows what changed.
///
/// Wires are found from the design's RC networks, a net at a time: trees and their sums are neither read nor
/// written, and networks of other nodes are an edit as others are.
///
/// Between `begin` and `commit` or `roll_back` it keeps old values; a roll-back gives back all bits.
///
/// Where: the calling thread. Needs: parts that a full update has timed, which outlive this; no latches, no
/// drivers that charge a net together, and required times without those of clock pins behind latches. Exact:
/// equals the full update bit for bit.
class incremental_update {
 public:
  /// Looks at all of the design once.
  ///
  /// Shapes: as `timed_parts`. Cost: O(pins + arcs + nodes + checks). Throws: argument_error where there are
  /// latches, or drivers that charge a net together; what allocation throws.
  explicit incremental_update(timed_parts const& parts)
      : nets_(parts.design.nets.driver.size()), delays_(parts), nodes_(parts), slacks_(parts) {
    require(!parts.has_latches, "incremental_update: designs with latches are updated in full");
    require(!parts.has_parallel_drivers(),
            "incremental_update: drivers that charge a net together are updated in full");
  }

  /// The net's wires, or the loads on it, changed. Cost: O(1).
  void touch_net(id net) { nets_.add(net); }
  /// What the pin's step reads changed: types of arcs into it, its asserted slew. Cost: O(log levels).
  void touch_pin(id pin) { delays_.touch(pin); }
  /// What the node's step reads changed: arcs into it. Cost: O(log levels).
  void touch_node(id node) { nodes_.touch(node); }
  /// What the node's required time is found from changed: arcs out of it, checks. Cost: O(log levels).
  void touch_required(id node) { slacks_.touch_required(node); }
  /// Another arrival is asserted on a node. Cost: O(log levels).
  void set_asserted(timed_parts const& parts, id node, corner_values const& arrival) {
    nodes_.set_asserted(parts, node, arrival);
  }
  /// A check with other figures or tables, of the same nodes. Cost: O(1).
  void set_check(timed_parts const& parts, id check, timing_check const& to) {
    slacks_.set_check(parts, check, to);
  }
  /// A check's credited arrival changed. Cost: O(1).
  void touch_check(id check) { slacks_.touch_check(check); }

  /// Wires, delays and arrivals of what was touched and all that follows. Returns whether a delay or an
  /// asserted arrival changed.
  ///
  /// Cost: that of the pins and nodes whose inputs changed. Throws: what allocation throws.
  template <delay_model Model>
  bool repair_arrivals(timed_parts const& parts, Model const& model) {
    reduce_nets(parts);
    counts_.nets += nets_.list().size();
    nets_.clear();
    bool const any = !delays_.is_clean() || !nodes_.is_clean();
    counts_.pins += delays_.run(parts, model, nodes_, slacks_);
    counts_.nodes += nodes_.run(parts, slacks_);
    return any;
  }

  /// Checks, required times, slacks and the summary behind them; `credited` as `checks_input` has it.
  ///
  /// Cost: as `repair_arrivals`, and the logarithm of the endpoints for each whose slack changed. Throws:
  /// what allocation throws.
  void repair_slacks(timed_parts const& parts, credited_view<memory_space::host> const& credited = {}) {
    slacks_.run(parts, credited, counts_);
  }

  /// All endpoints and totals anew, where they were not those of this design's checks before. Cost:
  /// O(checks).
  void sum_endpoints(timed_parts const& parts) { slacks_.sum_endpoints(parts); }

  /// From now on what is overwritten is kept. Needs: nothing touched that is not repaired. Throws:
  /// argument_error inside another transaction.
  void begin() {
    require(!is_open_, "incremental_update: a transaction is open already");
    open(true);
  }
  /// What was kept is forgotten.
  void commit() noexcept {
    logged_nets_.clear();
    delays_.forget();
    nodes_.forget();
    slacks_.forget();
    open(false);
  }
  /// Everything is as it was at `begin`, and nothing is touched. Needs: the design to be so already. Cost:
  /// O(what was overwritten).
  void roll_back(timed_parts const& parts) {
    for (id const net : logged_nets_) nets_.add(net);
    wires_(parts, nets_.list());
    nets_.clear();
    delays_.restore(parts);
    nodes_.restore(parts);
    slacks_.restore(parts);
    commit();
  }

  /// The figures of one side as of the last repair. Cost: O(1). Throws: nothing.
  slack_summary summary(split side) const noexcept { return slacks_.summary(side); }
  /// How much was found anew since this was made.
  repair_counts const& counts() const noexcept { return counts_; }

 private:
  void open(bool open) noexcept {
    is_open_ = open;
    delays_.keeps_old = nodes_.keeps_old = slacks_.keeps_old = open;
  }

  void reduce_nets(timed_parts const& parts) {
    delays_.look_at_wires(parts, nets_.list());
    wires_(parts, nets_.list());
    delays_.compare_wires(parts, nets_.list());
    if (is_open_) logged_nets_.insert(logged_nets_.end(), nets_.list().begin(), nets_.list().end());
  }

  detail::id_set nets_;
  detail::net_wires wires_;
  detail::delay_repair delays_;
  detail::node_repair nodes_;
  detail::slack_repair slacks_;
  std::vector<id> logged_nets_;
  repair_counts counts_;
  bool is_open_ = false;
};

}  // namespace gsta
