#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/credit_repair.hpp"
#include "gsta/update/detail/delay_repair.hpp"
#include "gsta/update/detail/net_wires.hpp"
#include "gsta/update/detail/node_repair.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/timed_credits.hpp"
#include "gsta/update/timed_parts.hpp"
#include "gsta/update/totals.hpp"
#include "gsta/update/written_times.hpp"

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
/// Loops through latches are repaired where what comes out is what sweeps of a full update come to, else
/// swept as that does (`repair_counts::loops`).
///
/// Where: the calling thread. Needs: parts that a full update has timed, which outlive this; no drivers that
/// charge a net together; with latches no credits of clock paths that meet whose worst alone count. Exact:
/// equals the full update bit for bit.
class incremental_update {
 public:
  /// Looks at all of the design once.
  ///
  /// Shapes: as `timed_parts`. Cost: O(pins + arcs + nodes + checks). Throws: argument_error where drivers
  /// charge a net together; what allocation throws.
  explicit incremental_update(timed_parts const& parts)
      : nets_(parts.design.nets.driver.size()), delays_(parts), nodes_(parts), slacks_(parts) {
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
  void set_asserted(timed_parts const& parts, id node, per_condition<float> const& arrival) {
    nodes_.set_asserted(parts, node, arrival);
  }
  /// A check with other figures or tables and unchanged nodes. Cost: O(1).
  void set_check(timed_parts const& parts, id check, timing_check const& to) {
    slacks_.set_check(parts, check, to);
    nodes_.touch_latch(parts, check);
  }
  /// A latch's pair of edges with other figures and unchanged nodes. Cost: O(1).
  void set_pair(timed_parts const& parts, id pair, latch_pair const& to) {
    nodes_.set_pair(parts, pair, to);
    slacks_.touch_check(to.check);
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
    auto const steps = steps_of(parts, model, {});
    counts_.pins += delays_.run(steps, parts, nodes_, slacks_);
    nodes_.run(steps, parts, slacks_, counts_);
    return any;
  }

  /// From now on common-path credits are repaired as well.
  ///
  /// Needs: a full sweep of all credit levels just before, by a plan that keeps them (`keep_all_levels`); no
  /// open transaction; no latches, since what departs from them starts in credit levels by steps that are not
  /// here. Cost: O(nodes + node arcs + the clock tree's tables); keeps 9 bytes a node, 4 more for each cut of
  /// the plan, and 4 for each launch and each stage in a row of launches. Throws: argument_error where there
  /// are latches, what allocation throws.
  void keep_credits(timed_parts const& parts, timed_credits const& credits) {
    require(!parts.has_latches(), "incremental_update: with latches all credit_levels are swept");
    credit_levels_ = std::make_unique<detail::credit_repair>(parts, credits);
    nodes_.credit_levels = credit_levels_.get();
  }
  /// Credits and arrivals in credit levels, behind `repair_arrivals`; checks whose credited arrivals changed
  /// are touched. Returns false where this is left to a sweep of all credit levels, and to `touch_check`:
  /// without `keep_credits`, and where more than a quarter of all launches have other credits.
  ///
  /// Cost: that of the nodes, in all credit levels that they need, whose inputs changed. Throws: what
  /// allocation throws.
  bool repair_credits(timed_parts const& parts, timed_credits const& credits) {
    return credit_levels_ && credit_levels_->run(parts, credits, slacks_, counts_.credit_levels);
  }

  /// Checks, required times, slacks and the summary behind them; `credited` as `checks_input` has it.
  ///
  /// Cost: as `repair_arrivals`, and the logarithm of the endpoints for each whose slack changed. Throws:
  /// what allocation throws.
  void repair_slacks(timed_parts const& parts, credited_view<memory_space::host> const& credited = {}) {
    table_delay_model<memory_space::host> const unread{parts.design, view_of(*parts.wires), {}};
    slacks_.run(steps_of(parts, unread, credited), parts, counts_);
  }

  /// All endpoints and totals anew, where they were not those of this design's checks before. Cost:
  /// O(checks).
  void sum_endpoints(timed_parts const& parts) { slacks_.sum_endpoints(parts); }

  /// From now on what is overwritten is kept. Needs: nothing touched that is not repaired. Throws:
  /// argument_error inside another transaction.
  void begin() {
    require(!is_open_, "incremental_update: a transaction is open already");
    nodes_.begin();
    if (written_) written_->begin();
    open(true);
  }
  /// What was kept is forgotten.
  void commit() noexcept {
    if (written_) written_->commit();
    logged_nets_.clear();
    delays_.forget();
    nodes_.forget();
    slacks_.forget();
    if (credit_levels_) credit_levels_->forget();
    open(false);
  }
  /// Everything is as it was at `begin`, and nothing is touched; credit levels that were swept in full since
  /// want another such sweep. `credits`: as `keep_credits` had them. Needs: the design to be so already.
  /// Cost: O(what was overwritten); where clock paths that meet changed, of the clock tree.
  void roll_back(timed_parts const& parts, timed_credits const& credits = {}) {
    for (id const net : logged_nets_) nets_.add(net);
    wires_(parts, nets_.list());
    nets_.clear();
    delays_.restore(parts);
    nodes_.restore(parts);
    slacks_.restore(parts);
    if (credit_levels_) credit_levels_->restore(parts, credits);
    if (written_) written_->roll_back();
    commit();
  }

  /// From now on what is written is told; nothing was so far. Needs: no open transaction, or else nobody who
  /// asks behind its roll-back. Cost: O(nodes + checks).
  void tell_written(timed_parts const& parts) {
    written_ = std::make_unique<written_times>(parts.nodes->count(), parts.checks.check.size());
    nodes_.written = slacks_.written = written_.get();
  }
  /// Whether a transaction is open.
  bool is_open() const noexcept { return is_open_; }
  /// What was written; null where that is not told.
  written_times* written() noexcept { return written_.get(); }

  /// The figures of one side as of the last repair. Cost: O(1). Throws: nothing.
  slack_summary summary(split side) const noexcept { return slacks_.summary(side); }
  /// How much was found anew since this was made.
  repair_counts const& counts() const noexcept { return counts_; }

 private:
  /// The ops and what reads their words, with the queues as worklists.
  template <class Model>
  detail::repair_readers<memory_space::host, Model, detail::queue_worklists> steps_of(
      timed_parts const& parts, Model const& model, credited_view<memory_space::host> const& credited) {
    return detail::readers_of(parts, model, credited, slacks_.endpoint_of(), slacks_.front(),
                              detail::queue_worklists{delays_.list(),
                                                      {&nodes_},
                                                      slacks_.required_list(),
                                                      slacks_.check_list(),
                                                      slacks_.endpoint_list()});
  }

  void open(bool open) noexcept {
    is_open_ = open;
    delays_.keeps_old = nodes_.keeps_old = slacks_.keeps_old = open;
    if (credit_levels_) credit_levels_->keep_old(open);
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
  std::unique_ptr<written_times> written_;
  std::unique_ptr<detail::credit_repair> credit_levels_;  // where credits are repaired
  repair_counts counts_;
  bool is_open_ = false;
};

}  // namespace gsta
