#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/sta/detail/live_paths.hpp"
#include "gsta/sta/detail/parts_of_timer.hpp"
#include "gsta/sta/detail/places_of_constraints.hpp"
#include "gsta/sta/detail/require_counted.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/constraints.hpp"
#include "gsta/update/edits.hpp"
#include "gsta/update/incremental.hpp"
#include "gsta/update/repair_options.hpp"
#include "gsta/update/transfer.hpp"

namespace gsta::detail {

/// What a live timer of a host repairs by a queue, as long as the structure of its design stays: its timer
/// and what repairs that. Where something does not stay, all is built anew.
///
/// Needs: `make` behind the constructor; the design to outlive it.
template <host_side_executor E>
class live_structure {
 public:
  live_structure(E const& exec, flat_design& design, repair_options const& = {})
      : exec_(exec), design_(&design) {}

  static timer_options settled(timer_options settings) {
    settings.keep_tree_sums = true;  // what updates in full need is made, but no sums of trees
    settings.a_tree_at_a_time = true;
    settings.for_one_update = settings.note_stages = false;
    return settings;
  }

  timer<E> const& timing() const noexcept { return *timer_; }
  bool is_swept_in_full() const {
    return parts_.has_parallel_drivers() || (parts_.has_latches() && !state().clocks.levels_stay());
  }
  repair_counts repaired() const noexcept { return repairs_ ? repairs_->counts() : repair_counts{}; }
  slack_summary summary(split side) const { return require_counted(exec_, *timer_, figures_of(side)); }
  repaired_figures figures(live_counts&) const {
    return {figures_of(split::early), figures_of(split::late), repaired()};
  }
  void finish(live_counts&) const noexcept {}

  /// A timer of the design as it is, and its timing in full.
  void build(timer_options const& settings) {
    make(settings);
    time_in_full();
  }
  /// The same; what stays as it was in another design is taken over from there. `pins`: where its pins went.
  void build(timer_options const& settings, flat_design const& design_before, live_structure const& before,
             std::vector<id> const& pins, live_counts& counts) {
    make(settings);
    if (can_transfer(before)) return transfer(design_before, before, pins, counts);
    ++counts.rebuilds;
    time_in_full();
  }

  /// Times what was edited.
  void update(edited_items const& items, timer_options const& settings, live_counts& counts) {
    if (items.graph || !apply(items, counts)) return rebuild(settings, counts);
    repair(counts);
  }

  void begin() {
    if (repairs_) repairs_->begin();
    changed_ = {};
  }
  void commit() noexcept {
    if (repairs_) repairs_->commit();
    paths_.commit();
  }
  void roll_back(timer_options const& settings, live_counts& counts) {
    look_at_design();
    if (changed_.all) return rebuild(settings, counts);
    if (repairs_) repairs_->roll_back(parts_, credits());
    paths_.roll_back();
    if (changed_.credits) update_credits(counts);
  }

  path_buffers<memory_space::host> find_paths(path_query const& query, live_counts& counts) {
    return paths_.find(exec_, *timer_, *design_, repairs_ ? &*repairs_ : nullptr, parts_, query, counts);
  }

  /// Arrays that grew, or were moved, lie elsewhere.
  void look_at_design() {
    timer_state<S>& t = state();
    t.design.view = design_->view();
    t.rc.forest.view.begin = t.design.view.rc.node_begin;
    parts_ = parts_of_timer(t, check_, pair_);
  }

 private:
  static constexpr memory_space S = memory_space::host;

  slack_summary figures_of(split side) const { return repairs_ ? repairs_->summary(side) : totals_.of(side); }

  void make(timer_options const& settings) {
    flat_design const& design = *design_;  // its own arrays are looked at; trees come when needed
    auto made =
        std::make_unique<timer<E>>(exec_, make_timer_parts(exec_, design, settings, true), design, settings);
    repairs_.reset();
    paths_ = {};
    timer_ = std::move(made);
    auto own = clone(exec_, state().checks.view.check);
    check_ = own.view();
    state().checks.view.check = state().checks.keep(std::move(own));
    auto& latches = state().checks.latches;
    auto own_pairs = clone(exec_, latches.view.pair);
    pair_ = own_pairs.view();
    latches.view.pair = latches.keep(std::move(own_pairs));
    if (state().planned_credits && settings.credit_levels_at_once == 0 && pair_.empty())
      keep_all_levels(exec_, *state().planned_credits);
    look_at_design();
    places_ = {*design_, check_};
  }

  void make_trees() {
    state().rc = flatten_rc(exec_, state().design.view);
    state().trees = make_rc_scratch(exec_, state().design.view);
    look_at_design();
  }

  /// Trees of all nets are for full updates; repairs find wires a net at a time.
  void time_in_full() {
    make_trees();
    timer_->update(exec_);
    if (is_swept_in_full()) return totals_.make(state().checks.view, state().slacks);
    state().rc = {};
    state().trees = {};
    look_at_design();
    repairs_.emplace(parts_);
    keep_credits();
  }

  bool can_transfer(live_structure const& before) const {
    return before.repairs_ && !is_swept_in_full() && !parts_.has_latches() && !before.parts_.has_latches() &&
           before.state().options.credits == state().options.credits;
  }

  /// Takes over what stays as it was, and repairs the rest.
  void transfer(flat_design const& design_before, live_structure const& before, std::vector<id> const& pins,
                live_counts& counts) {
    vector_by_id<id> pin_before(design_->pin_load.size(), none);
    for (std::size_t i = 0; i < std::min(pins.size(), design_before.pin_load.size()); ++i)
      if (pins[i] != none) pin_before[pins[i]] = static_cast<id>(i);
    state().trees = {};
    transferred_timing const transferred(before.parts_, parts_, pin_before);
    repairs_.emplace(parts_);
    transferred.touch(*repairs_);
    ++counts.repaired;
    ++state().counts.repaired;
    repair_arrivals();
    if (state().options.credits != common_path::leave_in) update_credits(counts);
    keep_credits();
    repair_slacks();
    repairs_->sum_endpoints(parts_);
    state().slacks.is_written = true;
  }

  void rebuild(timer_options const& settings, live_counts& counts) {
    ++counts.rebuilds;
    build(settings);
    changed_.all = true;
  }

  /// Tells what repairs what was edited. False where that is not enough, so that all is built anew.
  bool apply(edited_items const& items, live_counts& counts) {
    look_at_design();
    if (items.networks && !repairs_) make_trees();
    if (items.clocks) {  // what is listed anew has all that was edited
      if (!list_checks_anew(counts)) return false;
    } else {
      for (id const source : items.checks) take_values(places_.checks_of_library(source));
      for (id const source : items.requirements) take_values(places_.checks_of_requirement(source));
    }
    for (id const source : items.sources) {
      auto const found =
          asserted_of(*design_, state().nodes, source, places_.sources_at(design_->sources[source].pin));
      if (!found) return false;
      assert_on(*found);
    }
    if (!repairs_) return true;
    for (id const net : items.nets) repairs_->touch_net(net);
    for (id const pin : items.pins) repairs_->touch_pin(pin);
    return true;
  }

  timer_state<S>& state() const noexcept { return state_of(*timer_); }

  void take_values(std::vector<id> const& checks) {
    for (id const i : checks) set_check(i, with_values_of(*design_, check_[i]));
  }
  void set_check(id i, timing_check const& to) {
    if (repairs_)
      repairs_->set_check(parts_, i, to);
    else
      check_[i] = to;
  }
  void assert_on(asserted_node const& of) {
    if (repairs_)
      repairs_->set_asserted(parts_, of.node, of.arrival);
    else
      state().nodes.node_asserted[of.node] = of.arrival;
  }

  bool list_checks_anew(live_counts& counts) {
    if (!repairs_) return false;
    ++counts.listed_checks;
    auto const listed = make_checks(exec_, std::as_const(*design_), state().nodes);
    span<timing_check const, S> const now = check_;
    if (!same_places(now, listed.view.check) || !same_places(pair_, listed.latches.view.pair)) return false;
    for (std::size_t i = 0; i < check_.size(); ++i)
      if (!same_figures(check_[i], listed.view.check[i]))
        repairs_->set_check(parts_, static_cast<id>(i), listed.view.check[i]);
    span<latch_pair const, S> const pairs = listed.latches.view.pair;
    for (std::size_t i = 0; i < pair_.size(); ++i)
      if (differs(pair_[i], pairs[i])) repairs_->set_pair(parts_, static_cast<id>(i), pairs[i]);
    return true;
  }

  void repair(live_counts& counts) {
    if (!repairs_) {
      ++counts.full;
      timer_->update(exec_);
      totals_.make(state().checks.view, state().slacks);
      changed_.all = true;
      return;
    }
    ++counts.repaired;
    ++state().counts.repaired;
    std::uint64_t const loops = repairs_->counts().loops;
    bool const moved = repair_arrivals();
    counts.full_loops += repairs_->counts().loops - loops;
    if (moved && state().options.credits != common_path::leave_in) credit_checks(counts);
    repair_slacks();
  }

  bool repair_arrivals() {
    return timer_->is_effective() ? repairs_->repair_arrivals(parts_, timer_->effective_model())
                                  : repairs_->repair_arrivals(parts_, timer_->delay_model_of());
  }
  void repair_slacks() {
    if (state().options.credits == common_path::leave_in) return repairs_->repair_slacks(parts_);
    repairs_->repair_slacks(parts_, gsta::view_of(state().credit_levels));
  }

  timed_credits credits() {
    if (!state().planned_credits) return {};
    return {timer_->credit_problem(), &*state().planned_credits, &state().credit_levels};
  }
  void keep_credits() {
    if (state().planned_credits && state().planned_credits->keeps_all() && pair_.empty())
      repairs_->keep_credits(parts_, credits());
  }

  void update_credits(live_counts& counts) {
    ++counts.full_credits;
    timer_->update_credits(exec_);
  }

  /// Touches the checks whose credited arrivals changed.
  void credit_checks(live_counts& counts) {
    if (repairs_->repair_credits(parts_, credits())) return;
    credited_before_.assign(state().credit_levels.check.data(),
                            state().credit_levels.check.data() + state().credit_levels.check.size());
    auto const& opening = state().credit_levels.opening;
    opening_before_.assign(opening.data(), opening.data() + opening.size());
    update_credits(counts);
    changed_.credits = true;
    for (std::size_t i = 0; i < credited_before_.size(); ++i)
      if (differs(credited_before_[i], state().credit_levels.check[i]))
        repairs_->touch_check(static_cast<id>(i));
    for (std::size_t i = 0; i < opening_before_.size(); ++i)
      if (differs(opening_before_[i], opening[i])) repairs_->touch_check(pair_[i].check);
  }

  /// What a transaction did that no log has.
  struct changes {
    bool all = false, credits = false;
  };

  E exec_;
  flat_design* design_;
  std::unique_ptr<timer<E>> timer_;
  span<timing_check, S> check_{};  // the timer's own
  span<latch_pair, S> pair_{};     // likewise
  timed_parts parts_;
  std::optional<incremental_update> repairs_;  // unless all is swept in full
  live_paths<E> paths_;
  kept_summary totals_;  // where it is
  places_of_constraints places_;
  changes changed_;
  std::vector<per_edge> credited_before_, opening_before_;  // scratch
};

}  // namespace gsta::detail
