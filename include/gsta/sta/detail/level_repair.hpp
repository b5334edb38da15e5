#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gsta/sta/detail/edit_gatherer.hpp"
#include "gsta/sta/detail/parts_of_timer.hpp"
#include "gsta/sta/detail/require_counted.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/repair_credits.hpp"
#include "gsta/update/retime.hpp"

namespace gsta::detail {

/// What a full update costs, in words that a repair takes up and in steps that it makes: a launch a level and
/// a pass over all pins. Counts and not a clock choose, so that each run of a program chooses alike; the
/// shares are what bench/device_edits.cu measured.
template <executor E>
struct full_update_cost {
  std::size_t levels, pins;

  std::size_t words() const noexcept { return host_side_executor<E> ? pins / 256 + 64 : 2 * levels + 16; }
  std::size_t steps() const noexcept {
    return host_side_executor<E> ? pins / 2 + 1024 : 130 * levels + pins / 150;
  }
};

/// What a live timer repairs by lists a level, which a device, or many threads, go through: the words that
/// edits changed go to the executor in one copy. Required times and slacks of nodes wait for `finish`. What
/// is not repaired is timed in full, and where nodes, checks or the graph do not stay, all is made anew
/// (`live_counts`).
///
/// Needs: `build` behind the constructor; the design to outlive it, and every edit's items.
template <executor E>
class level_repair {
 public:
  level_repair(E const& exec, flat_design& design, repair_options const& how = {})
      : exec_(exec), design_(&design), how_(how) {}

  static timer_options settled(timer_options settings) {
    settings.keep_tree_sums = true;
    settings.a_tree_at_a_time = settings.for_one_update = settings.note_stages = false;
    return settings;
  }

  timer<E> const& timing() const noexcept { return now_->timed; }

  /// A timer of the design as it is, and its timing in full.
  void build(timer_options const& settings) {
    auto made = std::make_unique<timed_design>(exec_, *design_, settings);
    now_ = std::move(made);
    words_.clear();
  }
  /// The same behind an edit of the structure: of the timing before nothing is taken over.
  void build(timer_options const& settings, flat_design const&, level_repair const& before,
             std::vector<id> const&, live_counts& counts) {
    how_ = before.how_;
    build(settings);
    ++counts.rebuilds;
  }

  /// Times what was edited. Does not wait on a device, but for what a repair before left to be done, for
  /// credits, by effective capacitances, and where all is made anew.
  void update(edited_items const& items, timer_options const& settings, live_counts& counts) {
    timed_design& now = *now_;
    if (items.graph || !now.edits.gather(*design_, now.timed, items, words_)) {
      build(settings);
      ++counts.rebuilds;
    } else {
      follow(items, counts);
    }
    if (is_open_) touched_.add(items);
  }

  void begin() {
    is_open_ = true;
    touched_ = {};
  }
  void commit() noexcept { is_open_ = false; }
  /// Old values of the design are edits as well.
  void roll_back(timer_options const& settings, live_counts& counts) {
    is_open_ = false;
    if (!touched_.any()) return;
    ++counts.updates;
    update(std::exchange(touched_, {}), settings, counts);
  }
  void look_at_design() noexcept {}

  /// WNS, TNS and counts of both sides, and how many steps repairs took since the last rebuild; waits. Where
  /// a repair gave up, as it took too many steps, a full update comes first.
  repaired_figures figures(live_counts& counts) {
    if (auto const found = try_figures(exec_, parts(), model(), now_->state)) return *found;
    ++counts.gave_up;
    time_in_full();
    return read_figures(exec_, parts(), model(), now_->state);
  }
  slack_summary summary(split side, live_counts& counts) {
    auto const both = figures(counts);
    return require_counted(exec_, now_->timed, side == split::early ? both.early : both.late);
  }
  /// Required times and slacks of nodes, behind all repairs so far.
  void finish(live_counts& counts) {
    figures(counts);
    repair_required(exec_, parts(), model(), now_->state);
    exec_.sync();
  }

 private:
  static constexpr memory_space space = E::space;

  /// A design as long as its nodes and checks stay.
  struct timed_design {
    timer<E> timed;
    repair_state<space> state;
    edit_gatherer<E> edits;
    std::size_t types, values;                // that are there
    owned<lut_pool_view, space> tables;       // where some were added
    buffer<arc_type, space> arc_types;        // likewise
    owned<rc_view, space> networks;           // where some were replaced
    buffer<per_edge, space> credited_before;  // [checks] scratch
    std::uint64_t moved = 0;                  // steps of delays and arrivals that credits have followed

    timed_design(E const& exec, flat_design const& design, timer_options const& settings)
        : timed(exec, design, settings),
          state(timed_state(exec)),
          edits(exec, design, timed),
          types(design.arc_types.size()),
          values(design.luts.view().values.size()) {}

    repair_state<space> timed_state(E const& exec) {
      timed.update(exec);
      return make_repair_state(exec, parts_of_timer(state_of(timed)));
    }
    full_update_cost<E> cost_in_full() const {
      return {state_of(timed).order.count(), state_of(timed).design.view.pin_count()};
    }
    bool has_credits() const noexcept { return state_of(timed).options.credits != common_path::leave_in; }
    bool is_repairable() const noexcept {
      return !state_of(timed).checks.latches.view.any() && !timed.is_effective();
    }

    /// Types and tables that were added go there whole: they are few, and never change otherwise.
    void take_tables(E const& exec, flat_view<memory_space::host> const& now) {
      if (now.arcs.types.size() != types) {
        arc_types = clone(exec, now.arcs.types);
        state_of(timed).design.view.arcs.types = std::as_const(arc_types).view();
      }
      types = now.arcs.types.size();
      if (now.luts.values.size() != values) {
        tables = clone_view(exec, now.luts);
        state_of(timed).design.view.luts = tables.view;
      }
      values = now.luts.values.size();
    }
    /// All networks of wires, and their trees.
    void take_networks(E const& exec, flat_view<memory_space::host> const& now) {
      networks = clone_view(exec, now.rc);
      state_of(timed).design.view.rc = networks.view;
      state_of(timed).rc = flatten_rc(exec, state_of(timed).design.view);
      state_of(timed).trees = make_rc_state(exec, state_of(timed).design.view);
    }
  };

  timed_parts_in<space> parts() { return parts_of_timer(state_of(now_->timed)); }
  delay_options const& model() const noexcept { return now_->timed.options().delays; }

  /// Nodes, checks and the graph stay.
  void follow(edited_items const& items, live_counts& counts) {
    timed_design& now = *now_;
    if (items.clocks) ++counts.listed_checks;
    counts.words += words_.size();
    if (items.networks) now.take_networks(exec_, std::as_const(*design_).view());
    now.take_tables(exec_, std::as_const(*design_).view());
    auto const in_full = now.cost_in_full();
    if (items.networks || !now.is_repairable() || words_.size() >= how_.in_full.value_or(in_full.words())) {
      ++counts.full;
      store_edits(exec_, parts(), model(), words_, now.state);
      return time_in_full();
    }
    ++counts.repaired;
    ++state_of(now.timed).counts.repaired;
    now.state.options = how_;
    now.state.options.patience = how_.patience.value_or(in_full.steps());
    repair_timing(exec_, parts(), model(), words_, now.state);
    if (now.has_credits()) repair_credits(counts);
  }

  void time_in_full() {
    now_->timed.update(exec_);
    mark_repaired(exec_, parts(), model(), now_->state);
  }

  /// Lanes are swept for all nodes; then checks whose credits are others are found anew.
  void repair_credits(live_counts& counts) {
    timed_design& now = *now_;
    auto const gave_up = counts.gave_up;
    repair_counts const steps = figures(counts).counts;  // credit levels read what they left
    std::uint64_t const moved = steps.pins + steps.nodes;
    if (counts.gave_up != gave_up) return;
    if (std::exchange(now.moved, moved) == moved) return;
    ++counts.full_credits;
    auto const credited = std::as_const(state_of(now.timed).credit_levels.check).view();
    if (now.credited_before.size() != credited.size()) now.credited_before = {exec_, credited.size()};
    copy(exec_, credited, now.credited_before.view());
    now.timed.update_credits(exec_);
    repair_credited(exec_, parts(), model(), std::as_const(now.credited_before).view(), now.state);
  }

  E exec_;
  flat_design* design_;
  repair_options how_;
  std::unique_ptr<timed_design> now_;
  edit_records words_;
  edited_items touched_;  // since a transaction began
  bool is_open_ = false;
};

}  // namespace gsta::detail
