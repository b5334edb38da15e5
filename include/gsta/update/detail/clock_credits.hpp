#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_credits.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Ids by key, in compressed rows. `each(visit)` calls visit(key, id) for each pair, twice the same.
struct rows_of_ids {
  vector_by_id<id> begin, ids;

  template <class Each>
  rows_of_ids(std::size_t keys, Each const& each) : begin(keys + 1, 0) {
    each([&](id key, id) { ++begin[key + 1]; });
    for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
    ids.resize(static_cast<std::size_t>(begin.back()));
    vector_by_id<id> next(begin.begin(), begin.end() - 1);
    each([&](id key, id value) { ids[next[key]++] = value; });
  }
  template <class F>
  void each_of(id key, F const& visit) const {
    for (id k = begin[key]; k < begin[key + 1]; ++k) visit(ids[k]);
  }
  std::size_t size_of(id key) const noexcept { return static_cast<std::size_t>(begin[key + 1] - begin[key]); }
};

/// What stages of a clock tree give back: those whose clock's arrivals changed are found anew, and so is what
/// is launched with other credits.
class clock_credits {
 public:
  /// `steps(visit)` calls visit(launching node, condition there, node whose step reads that launch).
  template <class Starts>
  clock_credits(timed_credits const& of, Starts const& starts)
      : rows_of_(of.problem.tree->view.place.size(), [&](auto const& visit) { each_use(of, visit); }),
        readers_(launch_rows(of),
                 [&](auto const& visit) {
                   std::pair<id, id> before{none, none};  // several conditions have one row
                   starts([&](id from, int c, id reader) {
                     std::pair const now{of.problem.tree->view.launch_row[conditions * from + c], reader};
                     if (std::exchange(before, now) != now) visit(now.first, now.second);
                   });
                 }),
        rows_(launch_rows(of)) {
    auto const& tree = *of.problem.tree;
    for (std::size_t s = 0; s < tree.view.place.size(); ++s)
      stages_at_.push_back({tree.view.place[s] / 2, static_cast<id>(s)});
    std::sort(stages_at_.begin(), stages_at_.end());
  }

  /// Calls visit(node) for each node whose clock arrival some stage's credit is found from.
  template <class F>
  void each_place(F const& visit) const {
    for (auto const& of : stages_at_) visit(of.first);
  }
  /// The same for nodes whose arrival, or delays in front, stand in many credits: then all are found anew.
  template <class F>
  static void each_place_of_all(timed_credits const& of, F const& visit) {
    auto const& tree = *of.problem.tree;
    if (tree.convention == common_path::by_edge)
      for (id const s : tree.view.origin)
        if (s != none) visit(tree.view.place[s] / 2);
    auto const& reconvergence = tree.reconvergence.view;
    if (reconvergence.pair.empty() && reconvergence.stage.empty()) return;
    for (id const place : tree.view.place) visit(place / 2);
    for (reconvergent_pair const& pair : reconvergence.pair) visit(pair.late / 2), visit(pair.early / 2);
    for (auto const* list : {&reconvergence.early, &reconvergence.late})
      for (stage_reconvergence const& stage : *list) visit(stage.ends.late / 2), visit(stage.ends.early / 2);
  }

  /// The clock's arrival at a node changed.
  void touch(id node) { moved_.push_back(node); }
  /// So much changed that all credits are found anew.
  void touch_all() noexcept { all_ = true; }

  /// Finds credits, and calls wake(node) for each node that something with another credit starts at. Returns
  /// false, before it woke any, where that would be more than a full sweep of all credit levels is worth.
  template <class F>
  bool run(timed_parts const& parts, timed_credits const& of, F const& wake) {
    all_ ? find_all(parts, of) : find_moved(parts, of);
    moved_.clear();
    all_ = false;
    std::size_t readers = 0;
    for (id const row : rows_.list()) readers += readers_.size_of(row);
    bool const few = readers <= readers_.ids.size() / 4;
    if (few)
      for (id const row : rows_.list()) readers_.each_of(row, wake);
    rows_.clear();
    return few;
  }

  void forget() noexcept {
    credit_.clear();
    found_all_ = false;
  }
  /// Needs: delays and arrivals that are restored.
  void restore(timed_parts const& parts, timed_credits const& of) {
    moved_.clear();
    all_ = false;
    if (std::exchange(found_all_, false))
      find_credits(host_executor{}, *of.problem.tree, {std::as_const(parts.delays->arc_delay).view()},
                   *parts.arrivals, *of.state);
    else
      credit_.restore(of.state->credit);
  }

  bool keeps_old = false;

 private:
  static std::size_t launch_rows(timed_credits const& of) {
    auto const& tree = of.problem.tree->view;
    return tree.starts.size() / tree.credit_levels;
  }
  /// Calls visit(stage, row) for each row of launches that gets back what a stage gives.
  template <class F>
  static void each_use(timed_credits const& of, F const& visit) {
    auto const& tree = of.problem.tree->view;
    vector_by_id<id> last(tree.place.size(), none);
    for (std::size_t i = 0; i < tree.starts.size(); ++i) {
      id const row = static_cast<id>(i / tree.credit_levels);
      for (id const stage : {tree.starts[i].stage, tree.starts[i].mate})
        if (stage != none && std::exchange(last[stage], row) != row) visit(stage, row);
    }
  }

  void changed(id stage) {
    rows_of_.each_of(stage, [&](id row) { rows_.add(row); });
  }

  void find_moved(timed_parts const& parts, timed_credits const& of) {
    auto const& tree = *of.problem.tree;
    stage_credit_op<memory_space::host> const op{tree.view, tree.convention == common_path::by_edge,
                                                 std::as_const(parts.arrivals->node_arrival).view(),
                                                 of.state->credit.view()};
    for (id const node : moved_) {
      auto at = std::lower_bound(stages_at_.begin(), stages_at_.end(), std::pair{node, id{0}});
      for (; at != stages_at_.end() && at->first == node; ++at) {
        per_condition<float> const before = of.state->credit[at->second];
        op(static_cast<std::size_t>(at->second));
        if (!differs(before, of.state->credit[at->second])) continue;
        if (keeps_old) credit_.keep(at->second, before);
        changed(at->second);
      }
    }
  }

  void find_all(timed_parts const& parts, timed_credits const& of) {
    auto const& credit = of.state->credit;
    before_.assign(credit.data(), credit.data() + credit.size());
    find_credits(host_executor{}, *of.problem.tree, {std::as_const(parts.delays->arc_delay).view()},
                 *parts.arrivals, *of.state);
    found_all_ = found_all_ || keeps_old;
    for (std::size_t s = 0; s < before_.size(); ++s)
      if (differs(before_[s], credit[s])) changed(static_cast<id>(s));
  }

  rows_of_ids rows_of_;                       // launch rows by stage
  rows_of_ids readers_;                       // nodes by launch row
  std::vector<std::pair<id, id>> stages_at_;  // node and stage, ascending
  id_set rows_;                               // launch rows with other credits
  std::vector<id> moved_;                     // nodes
  bool all_ = false, found_all_ = false;      // now, in this transaction
  undo_log<per_condition<float>> credit_;
  std::vector<per_condition<float>> before_;  // scratch
};

}  // namespace gsta::detail
