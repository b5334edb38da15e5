#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gsta/sta/detail/edit_gatherer.hpp"
#include "gsta/sta/detail/parts_of_timer.hpp"
#include "gsta/sta/detail/require_counted.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/choose_side.hpp"
#include "gsta/update/edits.hpp"
#include "gsta/update/repair_credits.hpp"
#include "gsta/update/retime.hpp"

namespace gsta {

/// The timing of a design that somebody edits, in an executor's space: it follows by the words that edits
/// changed, in one copy, and repairs from there on. All arrays are those of `timer::update` of the edited
/// design, to the bit: but for required times and slacks of nodes, which `finish` finds. What is not repaired
/// is timed in full, and where nodes, checks or the graph do not stay, all is made anew (`live_counts`).
///
/// Where: the executor's space; calls from one thread. Needs: the design to outlive it, and every edit's
/// marks.
template <executor E>
class timing_mirror {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie

  /// Builds a timer and updates it. Throws: as `timer`.
  timing_mirror(E const& exec, flat_design const& design, timer_options settings = {},
                repair_options const& how = {})
      : exec_(exec), design_(&design), settings_(settled(std::move(settings))), how_(how), now_(make()) {
    // On a device the first run of a kernel loads it: a second one says what it takes.
    if (space == memory_space::device) full_time_ = now_->time(exec_);
    repairs_.note(timing_side::host, 1, 100);  // else what many words took would stand for few
  }

  /// Follows edits, whose values are what the design has now, and counts how (`counts`). Does not wait on a
  /// device, but for what a repair before left to be done, for credits, by effective capacitances, and where
  /// all is made anew.
  ///
  /// Cost: of the words edited, and of the pins, nodes and checks that change; with credits also a sweep of
  /// all their lanes; with latches, effective capacitances, other networks of wires (`set_wires`: a copy of
  /// all RC arrays too), or where edits are so many that it is expected to take less, a full update; of an
  /// edit that needs another graph, other nodes or checks that of a new timer. Throws: where it makes a new
  /// timer as `timer`, and then all is as before; what allocation throws.
  void repair(edit_marks const& marks) {
    live_counts& counts = *counts_;
    ++counts.updates;
    is_full_ = is_timed_ = false;
    timed_design& now = *now_;
    if (marks.graph || !now.edits.gather(*design_, now.timed, marks, words_)) return rebuild();
    if (marks.clocks) ++counts.listed_checks;
    if (marks.networks) now.take_networks(exec_, std::as_const(*design_).view());
    now.take_tables(exec_, std::as_const(*design_).view());
    began_ = clock::now();
    is_timed_ = !marks.networks;  // what that took says nothing of other updates
    is_full_ = marks.networks || !now.is_repairable() || wants_full();
    if (is_full_) {
      ++counts.full;
      store_edits(exec_, parts(), model(), words_, now.state);
      return time_in_full();
    }
    ++counts.incremental;
    now.state.options = how_;
    if (!how_.patience) now.state.options.patience = affordable_steps();
    repair_timing(exec_, parts(), model(), words_, now.state);
    if (now.has_credits()) repair_credits();
  }

  /// A mirror of the design as it is now, whatever was edited, which counts on with this one. Cost and
  /// Throws: as a new timer.
  timing_mirror anew() const {
    timing_mirror made(exec_, *design_, settings_, how_);
    made.repairs_ = repairs_;
    made.counts_ = counts_;
    ++counts_->updates, ++counts_->structures, ++counts_->rebuilds;
    made.is_full_ = true;
    return made;
  }

  /// WNS, TNS and counts of both sides, and how many steps repairs took since the last rebuild; waits. Cost:
  /// O(1), but where the repair gave up as it took too many steps: that of a full update. Throws: cuda_error.
  repaired_figures figures() {
    auto const found = settle();
    if (std::exchange(is_timed_, false)) note(microseconds_since(began_), found.counts);
    return found;
  }

  /// Figures of one side, as they are. Throws: range_error as `timer::summary`.
  slack_summary const& counted(slack_summary const& side) const {
    return detail::require_counted(exec_, now_->timed, side);
  }

  /// Required times and slacks of all pins, behind all repairs so far: no repair finds them before somebody
  /// wants them. Waits. Cost: of the nodes whose required times or slacks change.
  void finish() {
    settle();
    is_timed_ = false;  // so much took longer than figures
    repair_required(exec_, parts(), model(), now_->state);
    exec_.sync();
  }

  /// How repairs go from now on. Throws: nothing here, see `repair_options`.
  void tune(repair_options const& how) noexcept { how_ = how; }

  /// The arrays, as of the last repair that was waited for; another object after each of
  /// `live_counts::rebuilds`.
  timer<E> const& timing() const noexcept { return now_->timed; }
  /// How it followed, and what `anew` made with it.
  live_counts const& counts() const noexcept { return *counts_; }
  /// How many words and nets the last repair took to the executor.
  std::size_t uploaded() const noexcept { return words_.size(); }
  /// Whether the last repair was a full update.
  bool timed_in_full() const noexcept { return is_full_; }

 private:
  using clock = std::chrono::steady_clock;
  static double microseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::micro>(clock::now() - start).count();
  }

  /// A design as long as its nodes and checks stay.
  struct timed_design {
    timer<E> timed;
    repair_state<space> state;
    detail::edit_gatherer<E> edits;
    std::size_t types, values;                // that are there
    owned<lut_pool_view, space> tables;       // where some were added
    buffer<arc_type, space> arc_types;        // likewise
    owned<rc_view, space> networks;           // where some were replaced
    buffer<per_edge, space> credited_before;  // [checks] scratch
    std::uint64_t moved = 0;                  // steps of delays and arrivals that credits have followed

    timed_design(E const& exec, flat_design const& design, timer_options const& settings, double& time_taken)
        : timed(exec, design, settings),
          state(timed_state(exec, time_taken)),
          edits(exec, design, timed),
          types(design.arc_types.size()),
          values(design.luts.view().values.size()) {}

    repair_state<space> timed_state(E const& exec, double& time_taken) {
      time_taken = time(exec);
      return make_repair_state(exec, detail::parts_of_timer(timed));
    }
    /// Times all of it, and says what that took.
    double time(E const& exec) {
      auto const start = clock::now();
      timed.update(exec);
      exec.sync();
      return microseconds_since(start);
    }
    bool has_credits() const noexcept { return timed.options.credits != common_path::leave_in; }
    bool is_repairable() const noexcept { return !timed.checks.latches.view.any() && !timed.is_effective(); }

    /// Types and tables that were added go there whole: they are few, and never change otherwise.
    void take_tables(E const& exec, flat_view<memory_space::host> const& now) {
      if (now.arcs.types.size() != types) {
        arc_types = clone(exec, now.arcs.types);
        timed.design.view.arcs.types = std::as_const(arc_types).view();
      }
      types = now.arcs.types.size();
      if (now.luts.values.size() != values) {
        tables = clone_view(exec, now.luts);
        timed.design.view.luts = tables.view;
      }
      values = now.luts.values.size();
    }
    /// All networks of wires, and their trees.
    void take_networks(E const& exec, flat_view<memory_space::host> const& now) {
      networks = clone_view(exec, now.rc);
      timed.design.view.rc = networks.view;
      timed.rc = flatten_rc(exec, timed.design.view);
      timed.trees = make_rc_state(exec, timed.design.view);
    }
  };

  static timer_options settled(timer_options settings) {
    settings.keep_tree_sums = true;
    settings.a_tree_at_a_time = false;
    return settings;
  }
  std::unique_ptr<timed_design> make() {
    return std::make_unique<timed_design>(exec_, *design_, settings_, full_time_);
  }
  void rebuild() {
    auto made = make();
    steps_ = 0;
    now_ = std::move(made);
    words_.clear();
    is_full_ = true;
    ++counts_->rebuilds;
  }

  timed_parts_in<space> parts() { return detail::parts_of_timer(now_->timed); }
  delay_options const& model() const noexcept { return now_->timed.options.delays; }

  void time_in_full() {
    now_->timed.update(exec_);
    mark_repaired(exec_, parts(), model(), now_->state);
  }
  /// The figures; where a repair gave up a full update comes first. Waits.
  repaired_figures settle() {
    if (auto const found = try_figures(exec_, parts(), model(), now_->state)) return *found;
    repairs_.note(timing_side::host, words_.size(), microseconds_since(began_));
    began_ = clock::now();
    is_full_ = true;
    ++counts_->gave_up;
    time_in_full();
    return read_figures(exec_, parts(), model(), now_->state);
  }

  static std::uint64_t steps_of(repair_counts const& counts) noexcept { return counts.pins + counts.nodes; }
  /// As many as take about what a full update does: then giving up costs twice of what would have been best.
  std::optional<std::size_t> affordable_steps() const noexcept {
    if (step_time_ == 0) return {};
    return std::max(fewest_steps, static_cast<std::size_t>(full_time_ / step_time_));
  }

  /// Lanes are swept for all nodes; then checks whose credits are others are found anew.
  void repair_credits() {
    timed_design& now = *now_;
    auto const gave_up = counts_->gave_up;
    std::uint64_t const moved = steps_of(settle().counts);  // lanes read what they left
    if (counts_->gave_up != gave_up) return;
    if (std::exchange(now.moved, moved) == moved) return;
    ++counts_->full_credits;
    auto const credited = std::as_const(now.timed.lanes.check).view();
    if (now.credited_before.size() != credited.size()) now.credited_before = {exec_, credited.size()};
    copy(exec_, credited, now.credited_before.view());
    now.timed.update_credits(exec_);
    repair_credited(exec_, parts(), model(), std::as_const(now.credited_before).view(), now.state);
  }

  bool wants_full() {
    if (how_.in_full) return words_.size() >= *how_.in_full;
    double const expected = repairs_.expected(timing_side::host, words_.size());
    if (expected <= full_time_) return false;
    repairs_.note(timing_side::host, words_.size(), 0.9 * expected);  // a slow one does not count for ever
    return true;
  }
  /// What an update took whose figures were read: sizes that were seen tell of others.
  void note(double microseconds, repair_counts const& counts) {
    std::uint64_t const taken = steps_of(counts) - std::exchange(steps_, steps_of(counts));
    if (is_full_) {
      full_time_ = (full_time_ + microseconds) / 2;
      return;
    }
    repairs_.note(timing_side::host, words_.size(), microseconds);
    if (taken < fewest_steps) return;
    double const each = microseconds / static_cast<double>(taken);
    step_time_ = step_time_ == 0 ? each : (step_time_ + each) / 2;
  }

  static constexpr std::size_t fewest_steps = 1024;  // below, what they take is mostly a start

  E exec_;
  flat_design const* design_;
  timer_options settings_;
  repair_options how_;
  double full_time_ = 0;  // of a full update, microseconds
  double step_time_ = 0;  // of a step of a repair that took many; 0: none has
  std::unique_ptr<timed_design> now_;
  edit_words words_;
  side_chooser repairs_;  // times of repairs, by words
  std::shared_ptr<live_counts> counts_ = std::make_shared<live_counts>();
  clock::time_point began_{};  // the last update
  std::uint64_t steps_ = 0;    // until the update before
  bool is_full_ = false, is_timed_ = false;
};

}  // namespace gsta
