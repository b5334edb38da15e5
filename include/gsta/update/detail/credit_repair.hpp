#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/update/detail/clock_credits.hpp"
#include "gsta/update/detail/slack_repair.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/timed_credits.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Arrivals in the credit levels of common-path credits: nodes whose delays, launches or credit levels in
/// front changed, by the steps of the plan that sweeps them in full, then the checks that read them.
class credit_repair {
 public:
  credit_repair(timed_parts const& parts, timed_credits const& of)
      : level_of_(level_of_each(parts.nodes->order, parts.nodes->count())),
        queue_(level_of_, parts.nodes->order.count()),
        items_(parts.nodes->count(), 0) {
    for (auto const& cut : of.plan->cuts) {
      auto& slots = slot_of_.emplace_back(items_.size(), none);
      auto const& records = cut.tiles.records;
      for (std::size_t s = 0; s < records.size(); ++s)
        if (records[s].flags.head() && !records[s].flags.continued())
          slots[records[s].target] = static_cast<id>(s);
      for (std::size_t v = 0; v < items_.size(); ++v)
        if (cut.place[v].credit_levels != 0) items_[v] |= has_lanes;
    }
    each_launch(parts, of, [&](id from, int, id to) {
      if (from != to) items_[from] |= launches;
    });
    clocks_.emplace(of, [&](auto const& visit) { each_launch(parts, of, visit); });
    clocks_->each_place([&](id node) { items_[node] |= is_stage; });
    clock_credits::each_place_of_all(of, [&](id node) { items_[node] |= moves_all; });
  }

  /// Delays in front of a node were written, or what is asserted there.
  void touch_behind_delays(id node) {
    if ((items_[node] & moves_all) != 0) clocks_->touch_all();
    touch(node);
  }
  /// A node's arrival was.
  void touch_behind_arrival(id node) {
    std::uint8_t const items = items_[node];
    if ((items & launches) != 0) launching_.push_back(node);
    if ((items & is_stage) != 0) clocks_->touch(node);
    if ((items & moves_all) != 0) clocks_->touch_all();
  }

  /// Returns false where a full sweep is worth more: then nothing but credits was found. `count`: of nodes.
  bool run(timed_parts const& parts, timed_credits const& of, slack_repair& slacks, std::uint64_t& count) {
    if (!clocks_->run(parts, of, [&](id node) { touch(node); })) {
      drain();
      return false;
    }
    for (id const node : launching_)
      each_behind(of, node, [&](id to, bool launched) {
        if (launched) touch(to);
      });
    launching_.clear();
    layers_.clear();
    for (std::size_t k = 0; k < of.plan->cuts.size(); ++k)
      layers_.push_back(layer_of(of.problem, *of.plan, k, *parts.delays, *parts.arrivals, *of.state));
    for (; !queue_.empty(); ++count) look_at(parts, of, queue_.take(), slacks);
    return true;
  }

  void forget() noexcept {
    clocks_->forget();
    row_.clear();
    check_.clear();
  }
  /// Needs: delays and arrivals that are restored.
  void restore(timed_parts const& parts, timed_credits const& of) {
    drain();
    clocks_->restore(parts, of);
    row_.restore(of.plan->values);
    check_.restore(of.state->check);
  }
  void keep_old(bool keeps) noexcept { keeps_old_ = clocks_->keeps_old = keeps; }

 private:
  static constexpr memory_space S = memory_space::host;
  /// What else hangs on a node.
  enum mark : std::uint8_t { has_lanes = 1, launches = 2, is_stage = 4, moves_all = 8 };

  void touch(id node) {
    if ((items_[node] & has_lanes) != 0) queue_.add(node, level_of_);
  }
  void drain() {
    queue_.drain();
    launching_.clear();
  }

  static bool is_launch(timed_credits const& of, id arc) noexcept {
    auto const& role = of.problem.role;
    return static_cast<std::size_t>(arc) < role.size() && role[arc] == arc_role::launch;
  }
  /// Calls visit(node, whether it is launched) for what reads a node's arrivals.
  template <class F>
  static void each_behind(timed_credits const& of, id node, F const& visit) {
    auto const& graph = of.problem.nodes.graph;
    for (id k = graph.fanout_begin[node]; k < graph.fanout_begin[node + 1]; ++k) {
      id const arc = graph.fanout_arc[k];
      if (of.problem.nodes.edges[arc].code != 0) visit(graph.fanout_to[k], is_launch(of, arc));
    }
  }
  /// Calls visit(node, condition, node whose step reads it) for all that starts in some credit level.
  template <class F>
  void each_launch(timed_parts const& parts, timed_credits const& of, F const& visit) const {
    auto const& graph = of.problem.nodes.graph;
    for (std::size_t v = 0; v < items_.size(); ++v) {
      id const to = static_cast<id>(v);
      if ((items_[v] & has_lanes) == 0) continue;
      for (int c = 0; c < conditions; ++c)
        if (math::is_defined(of.problem.nodes.asserted[to][c])) visit(to, c, to);
      for (id k = graph.fanin_begin[to]; k < graph.fanin_begin[to + 1]; ++k) {
        if (!is_launch(of, graph.fanin_arc[k])) continue;
        for (int c = 0; c < conditions; ++c) {
          int const in = parts.edges[graph.fanin_arc[k]].input(c);
          if (in >= 0) visit(graph.fanin_from[k], in, to);
        }
      }
    }
  }

  void look_at(timed_parts const& parts, timed_credits const& of, id node, slack_repair& slacks) {
    bool changed = false;
    for (std::size_t k = 0; k < layers_.size(); ++k) changed = relax(of, k, node) || changed;
    if (!changed) return;
    each_behind(of, node, [&](id to, bool launched) {
      if (!launched) touch(to);
    });
    for (id k = parts.checks.data_begin[node]; k < parts.checks.data_begin[node + 1]; ++k)
      capture(parts, of, parts.checks.checks_of_data[k], slacks);
  }

  /// A node's credit levels in one cut. An inlined sink has none of its own: its driver's changed, or the
  /// wire.
  bool relax(timed_credits const& of, std::size_t k, id node) {
    credit_cut<S> const& cut = of.plan->cuts[k];
    credit_place const& place = cut.place[node];
    if (place.credit_levels == 0) return false;
    if (place.wire != none) return true;
    auto* const row = layers_[k].value.data() + place.value;
    before_.assign(row, row + count_levels(place.credit_levels));
    if (id const slot = slot_of_[k][node]; slot != none) {
      credit_tile_op(layers_[k], cut.tiles.records.view(), 0).vertex(static_cast<std::size_t>(slot), found_);
    } else {
      credit_source_op<S> const op{layers_[k], {&node, 1}, cut.place.view()};
      for (std::size_t c = 0; c < conditions; ++c) op(c);
    }
    bool changed = false;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!differs(before_[i], row[i])) continue;
      changed = true;
      if (keeps_old_) row_.keep(static_cast<id>(row + i - of.plan->values.data()), before_[i]);
    }
    return changed;
  }

  void capture(timed_parts const& parts, timed_credits const& of, id check, slack_repair& slacks) {
    per_edge const before = of.state->check[check];
    for (std::size_t k = 0; k < layers_.size(); ++k) {
      capture_cut_op<S> const op{layers_[k], parts.checks.check, of.plan->cuts[k].place.view(),
                                 of.state->check.view()};
      op(2 * static_cast<std::size_t>(check));
      op(2 * static_cast<std::size_t>(check) + 1);
    }
    if (!differs(before, of.state->check[check])) return;
    if (keeps_old_) check_.keep(check, before);
    slacks.touch_check(check);
  }

  vector_by_id<id> level_of_;
  level_queue<false> queue_;
  vector_by_id<std::uint8_t> items_;       // [nodes] of `mark`
  std::vector<vector_by_id<id>> slot_of_;  // [cuts][nodes] where its records begin
  std::optional<clock_credits> clocks_;    // behind marks
  std::vector<id> launching_;              // nodes whose arrival changed
  bool keeps_old_ = false;
  undo_log<credit_row<S>> row_;
  undo_log<per_edge> check_;

  // Scratch.
  std::vector<credit_layer<S>> layers_;
  std::vector<credit_row<S>> before_;
  grouped_levels found_[levels_of_word];
};

}  // namespace gsta::detail
