#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/flat/handles.hpp"
#include "gsta/flat/structure.hpp"
#include "gsta/sta/detail/parts_of_timer.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/carry.hpp"
#include "gsta/update/constraints.hpp"
#include "gsta/update/edits.hpp"
#include "gsta/update/incremental.hpp"

namespace gsta {

/// How a live timer came to its timing: where work was not incremental it is counted here.
struct live_counts {
  std::uint64_t updates = 0;        ///< that found something edited
  std::uint64_t incremental = 0;    ///< of these, repaired from what was edited on
  std::uint64_t full = 0;           ///< swept in full: latches, or drivers that charge a net together
  std::uint64_t rebuilds = 0;       ///< made anew from the design: a graph, nodes or checks changed
  std::uint64_t structures = 0;     ///< behind `edit_structure` and `replace`; incremental or rebuilds
  std::uint64_t full_credits = 0;   ///< in which common-path credits were found anew for all nodes
  std::uint64_t listed_checks = 0;  ///< in which all checks were listed anew, for other clocks
};

/// A timer of a design that is edited, for optimisers: an update costs what changed, queries cost nothing,
/// and edits can be rolled back to the same bits. All arrays are those of `timer::update` of the edited
/// design, to the bit.
///
/// Where: host, the calling thread. Needs: the design to outlive it, and edits to go through `edits` alone.
template <host_side_executor E>
class live_timer {
 public:
  /// Builds a timer and updates it. Throws: as `timer`.
  live_timer(E const& exec, flat_design& design, timer_options const& settings = {})
      : exec_(exec), design_(design), settings_(settings), now_(design) {
    settings_.keep_tree_sums = true;  // nets are repaired in them
    settings_.a_tree_at_a_time = false;
    build();
  }

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return now_.editor; }

  /// Edits the structure: pins, gates, nets, wires and exceptions that come and go. `edit` is called with a
  /// `structure_editor` of the design; behind it arrays are made anew by passes over them, and what the edits
  /// change is timed, with all edits before. Returns where ids went, those that the editor gave out too.
  ///
  /// Cost: O(size) copies and comparisons, and steps of what changes; where all is swept in full, a
  /// rebuild. Throws: what `edit` throws; graph_error on a loop, and all that `timer`
  /// throws. Whatever it throws, design and timing are as before.
  template <class F>
  structure_maps edit_structure(F const& edit) {
    update();
    structure_editor edits(design_);
    edit(edits);
    flat_design next = design_;
    structure_maps const maps = std::move(edits).apply(next);
    replace(std::move(next), maps);
    return maps;
  }

  /// Goes on with another design: one that was edited elsewhere and flattened anew. `maps` says where its ids
  /// went; rows that are missing there are of what is gone, so that empty maps end all handles.
  ///
  /// Cost and Throws: as `edit_structure`; where it throws, `next` is as it was.
  void replace(flat_design&& next, structure_maps const& maps) {
    update();
    check_maps(maps, next);
    earlier before{std::exchange(design_, std::move(next)), std::move(now_), handles_};
    try {
      now_ = state(design_);
      build(&before, &maps.pins);
      if (handles_) handles_->renumber(maps, design_);
    } catch (...) {
      next = std::move(design_);
      bring_back(std::move(before));
      throw;
    }
    ++counts_.updates, ++counts_.structures;
    if (!before.timing.editor.is_open()) return;
    now_.editor.begin();
    if (!before_) before_.emplace(std::move(before));
  }

  /// Handles of what is there, which outlast edits of the structure. Cost: O(1), O(size) at first.
  design_handles const& handles() {
    if (!handles_) handles_.emplace(design_);
    return *handles_;
  }

  /// Times what was edited since the last update.
  ///
  /// Cost: of the pins, nodes and checks that change; see `counts` for what costs more. Throws: what
  /// allocation throws; of a rebuild as `timer`, which leaves the edits to be updated.
  void update() {
    if (!now_.editor.marks().any()) return;
    ++counts_.updates;
    if (now_.editor.marks().graph || !apply()) {
      rebuild();
    } else {
      now_.editor.clear_marks();
      repair();
    }
  }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() {
    require(!now_.editor.is_open(), "live_timer: a transaction is open already");
    update();
    now_.editor.begin();
    if (now_.repairs) now_.repairs->begin();
    now_.changed = {};
  }
  /// Keeps what was edited. Cost: none. Throws: nothing.
  void commit() noexcept {
    now_.editor.commit();
    if (now_.repairs) now_.repairs->commit();
    before_.reset();
  }
  /// The design and all of its timing are as they were at `begin`, to the bit. Where the structure was
  /// edited, types and tables that were added behind that are gone too.
  ///
  /// Cost: O(what was overwritten), and credits once more where an update found some; where something was
  /// rebuilt, or swept in full, another rebuild. Throws: argument_error outside a transaction, what
  /// allocation throws.
  void roll_back() {
    require(now_.editor.is_open(), "live_timer: no transaction is open");
    if (before_) bring_back(std::move(*before_));
    before_.reset();
    now_.editor.roll_back();
    now_.editor.clear_marks();
    look_at_design();
    if (now_.changed.all) return rebuild();
    if (now_.repairs) now_.repairs->roll_back(now_.parts);
    if (now_.changed.credits) update_credits();
  }

  /// WNS, TNS and counts of one side. Cost: O(1). Throws: argument_error where edits are not updated.
  slack_summary summary(split side) const {
    require(!now_.editor.marks().any(), "live_timer: edits are not timed yet; update comes first");
    return now_.repairs ? now_.repairs->summary(side) : now_.totals.of(side);
  }

  /// The arrays, as of the last update; another object after each of `live_counts::rebuilds`.
  timer<E> const& timing() const noexcept { return *now_.timer; }
  /// How updates were made.
  live_counts const& counts() const noexcept { return counts_; }
  /// How many steps they took, since the last rebuild.
  repair_counts repaired() const noexcept { return now_.repairs ? now_.repairs->counts() : repair_counts{}; }

 private:
  using host_timer = timer<E>;
  static constexpr memory_space S = memory_space::host;

  struct earlier;

  /// With what was there before, and where its pins went, if there was something.
  void build(earlier const* before = nullptr, std::vector<id> const* pins = nullptr) {
    auto made = std::make_unique<host_timer>(exec_, std::as_const(design_), settings_);
    now_.repairs.reset();
    now_.timer = std::move(made);
    now_.timer->design = {};  // the design's own arrays are looked at
    auto own = clone(exec_, now_.timer->checks.view.check);
    now_.check = own.view();
    now_.timer->checks.view.check = now_.timer->checks.keep(std::move(own));
    look_at_design();
    list_sources_and_checks();
    if (before != nullptr && can_carry(*before)) return carry(*before, *pins);
    if (before != nullptr) ++counts_.rebuilds;
    now_.timer->update(exec_);
    if (is_swept_in_full())
      now_.totals.make(now_.timer->checks.view, now_.timer->slacks);
    else
      now_.repairs.emplace(now_.parts);
  }

  bool is_swept_in_full() const { return now_.parts.has_latches || now_.parts.has_parallel_drivers(); }

  bool can_carry(earlier const& before) const {
    return before.timing.repairs && !is_swept_in_full() &&
           before.timing.timer->options.credits == now_.timer->options.credits;
  }

  /// Takes over what stays as it was, and repairs the rest.
  void carry(earlier const& before, std::vector<id> const& pins) {
    std::vector<id> pin_before(design_.pin_load.size(), none);
    for (std::size_t i = 0; i < std::min(pins.size(), before.design.pin_load.size()); ++i)
      if (pins[i] != none) pin_before[pins[i]] = static_cast<id>(i);
    update_wires(exec_, now_.parts.design, now_.parts.forest, *now_.parts.trees, *now_.parts.wires,
                 now_.parts.wiring);
    carried_timing const carried(before.timing.parts, now_.parts, pin_before);
    now_.repairs.emplace(now_.parts);
    carried.touch(*now_.repairs);
    ++counts_.incremental;
    repair_arrivals();
    if (now_.timer->options.credits == common_path::leave_in) {
      now_.repairs->repair_slacks(now_.parts);
    } else {
      update_credits();
      now_.repairs->repair_slacks(now_.parts, gsta::view_of(now_.timer->lanes));
    }
    now_.repairs->sum_endpoints(now_.parts);
    now_.timer->slacks.is_written = true;
  }

  void rebuild() {
    ++counts_.rebuilds;
    build();
    now_.editor.clear_marks();
    now_.changed.all = true;
  }

  /// Arrays that grew lie elsewhere.
  void look_at_design() {
    host_timer& t = *now_.timer;
    t.design.view = design_.view();
    t.rc.forest.view.begin = t.design.view.rc.node_begin;
    now_.parts = detail::parts_of_timer(t, now_.check);
  }

  void list_sources_and_checks() {
    now_.checks_of.assign(design_.check_data.size() + design_.requirements.size(), {});
    for (std::size_t i = 0; i < now_.check.size(); ++i) {
      bool const is_library = now_.check[i].kind < check_kind::output_setup;
      checks_from(now_.check[i].source, is_library).push_back(static_cast<id>(i));
    }
    now_.sources_at.clear();
    for (std::size_t i = 0; i < design_.sources.size(); ++i)
      now_.sources_at[design_.sources[i].pin].push_back(static_cast<id>(i));
  }

  std::vector<id>& checks_from(id source, bool is_library) {
    return now_.checks_of[static_cast<std::size_t>(source) + (is_library ? 0 : design_.check_data.size())];
  }

  /// Tells what repairs what was edited. False where that is not enough, so that all is built anew.
  bool apply() {
    edit_marks const& marks = now_.editor.marks();
    look_at_design();
    if (marks.clocks && !list_checks_anew()) return false;
    for (id const source : marks.checks) take_values(checks_from(source, true));
    for (id const source : marks.requirements) take_values(checks_from(source, false));
    for (id const source : marks.sources) {
      auto const found =
          asserted_of(design_, now_.timer->nodes, source, now_.sources_at[design_.sources[source].pin]);
      if (!found) return false;
      assert_on(*found);
    }
    if (!now_.repairs) return true;
    for (id const net : marks.nets) now_.repairs->touch_net(net);
    for (id const pin : marks.pins) now_.repairs->touch_pin(pin);
    return true;
  }

  void take_values(std::vector<id> const& checks) {
    for (id const i : checks) set_check(i, with_values_of(design_, now_.check[i]));
  }
  void set_check(id i, timing_check const& to) {
    if (now_.repairs)
      now_.repairs->set_check(now_.parts, i, to);
    else
      now_.check[i] = to;
  }
  void assert_on(asserted_node const& of) {
    if (now_.repairs)
      now_.repairs->set_asserted(now_.parts, of.node, of.arrival);
    else
      now_.timer->nodes.node_asserted[of.node] = of.arrival;
  }

  /// Latches have figures of their own.
  bool list_checks_anew() {
    if (!now_.repairs) return false;
    ++counts_.listed_checks;
    auto const listed = make_checks(exec_, std::as_const(design_), now_.timer->nodes);
    span<timing_check const, S> const now = now_.check;
    if (!same_places(now, listed.view.check)) return false;
    for (std::size_t i = 0; i < now_.check.size(); ++i)
      if (!same_figures(now_.check[i], listed.view.check[i]))
        now_.repairs->set_check(now_.parts, static_cast<id>(i), listed.view.check[i]);
    return true;
  }

  void repair() {
    if (!now_.repairs) {
      ++counts_.full;
      now_.timer->update(exec_);
      now_.totals.make(now_.timer->checks.view, now_.timer->slacks);
      now_.changed.all = true;
      return;
    }
    ++counts_.incremental;
    bool const moved = repair_arrivals();
    if (now_.timer->options.credits == common_path::leave_in) return now_.repairs->repair_slacks(now_.parts);
    if (moved) credit_checks();
    now_.repairs->repair_slacks(now_.parts, gsta::view_of(now_.timer->lanes));
  }

  bool repair_arrivals() {
    return now_.timer->is_effective()
               ? now_.repairs->repair_arrivals(now_.parts, now_.timer->effective_model())
               : now_.repairs->repair_arrivals(now_.parts, now_.timer->delay_model_of());
  }

  void update_credits() {
    ++counts_.full_credits;
    now_.timer->update_credits(exec_);
  }

  /// Touches the checks whose credited arrivals changed.
  void credit_checks() {
    credited_before_.assign(now_.timer->lanes.check.data(),
                            now_.timer->lanes.check.data() + now_.timer->lanes.check.size());
    update_credits();
    now_.changed.credits = true;
    for (std::size_t i = 0; i < credited_before_.size(); ++i)
      if (detail::differs(credited_before_[i], now_.timer->lanes.check[i]))
        now_.repairs->touch_check(static_cast<id>(i));
  }

  /// What a transaction did that no log has.
  struct changes {
    bool all = false, credits = false;
  };

  /// What stands for one structure of the design.
  struct state {
    explicit state(flat_design& design) : editor(design) {}

    flat_editor editor;
    std::unique_ptr<host_timer> timer;
    span<timing_check, S> check{};  // the timer's own
    timed_parts parts;
    std::optional<incremental_update> repairs;  // unless all is swept in full
    kept_summary totals;                        // where it is
    std::vector<std::vector<id>> checks_of;     // [library checks, then requirements]
    std::unordered_map<id, std::vector<id>> sources_at;
    changes changed;
  };
  /// The whole of it from before a transaction edited the structure.
  struct earlier {
    flat_design design;
    state timing;
    std::optional<design_handles> handles;
  };

  static void check_maps(structure_maps const& maps, flat_design const& next) {
    auto const fits = [](std::vector<id> const& to, std::size_t count) {
      return std::all_of(to.begin(), to.end(), [count](id now) {
        return now == none || (now >= 0 && static_cast<std::size_t>(now) < count);
      });
    };
    require(fits(maps.pins, next.pin_load.size()) && fits(maps.nets, next.net_driver.size()) &&
                fits(maps.arcs, next.arc_from.size()) && fits(maps.checks, next.check_data.size()),
            "live_timer: the maps name what the next design lacks");
  }

  void bring_back(earlier&& before) {
    design_ = std::move(before.design);
    now_ = std::move(before.timing);
    if (before.handles)
      handles_->go_back(*std::move(before.handles));
    else if (handles_)
      handles_->renumber({}, design_);  // all that were given are of what is not there any more
    look_at_design();
  }

  E exec_;
  flat_design& design_;
  timer_options settings_;
  state now_;
  std::optional<earlier> before_;
  std::optional<design_handles> handles_;
  std::vector<per_edge> credited_before_;
  live_counts counts_;
};

}  // namespace gsta
