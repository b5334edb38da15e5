#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/sta/timer.hpp"
#include "gsta/update/constraints.hpp"
#include "gsta/update/edits.hpp"
#include "gsta/update/incremental.hpp"

namespace gsta {

/// How a live timer came to its timing: where work was not incremental it is counted here.
struct live_counts {
  std::uint64_t updates = 0;        ///< that found something edited
  std::uint64_t incremental = 0;    ///< of these, repaired from what was edited on
  std::uint64_t full = 0;           ///< swept in full, because of latches
  std::uint64_t rebuilds = 0;       ///< made anew from the design: a graph, nodes or checks changed
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
      : exec_(exec), design_(design), settings_(settings), editor_(design) {
    settings_.keep_tree_sums = true;  // nets are repaired in them
    settings_.a_tree_at_a_time = false;
    build();
  }

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return editor_; }

  /// Times what was edited since the last update.
  ///
  /// Cost: of the pins, nodes and checks that change; see `counts` for what costs more. Throws: what
  /// allocation throws; of a rebuild as `timer`, which leaves the edits to be updated.
  void update() {
    if (!editor_.marks().any()) return;
    ++counts_.updates;
    if (editor_.marks().graph || !apply()) {
      rebuild();
    } else {
      editor_.clear_marks();
      repair();
    }
  }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() {
    require(!editor_.is_open(), "live_timer: a transaction is open already");
    update();
    editor_.begin();
    if (repairs_) repairs_->begin();
    changed_ = {};
  }
  /// Keeps what was edited. Cost: none. Throws: nothing.
  void commit() noexcept {
    editor_.commit();
    if (repairs_) repairs_->commit();
  }
  /// The design and all of its timing are as they were at `begin`, to the bit.
  ///
  /// Cost: O(what was overwritten), and credits once more where an update found some; where something was
  /// rebuilt, or swept in full, another rebuild. Throws: argument_error outside a transaction, what
  /// allocation throws.
  void roll_back() {
    require(editor_.is_open(), "live_timer: no transaction is open");
    editor_.roll_back();
    editor_.clear_marks();
    look_at_design();
    if (changed_.all) return rebuild();
    if (repairs_) repairs_->roll_back(parts_);
    if (changed_.credits) update_credits();
  }

  /// WNS, TNS and counts of one side. Cost: O(1). Throws: argument_error where edits are not updated.
  slack_summary summary(split side) const {
    require(!editor_.marks().any(), "live_timer: edits are not timed yet; update comes first");
    return repairs_ ? repairs_->summary(side) : totals_.of(side);
  }

  /// The arrays, as of the last update; another object after each of `live_counts::rebuilds`.
  timer<E> const& timing() const noexcept { return *timer_; }
  /// How updates were made.
  live_counts const& counts() const noexcept { return counts_; }
  /// How many steps they took, since the last rebuild.
  repair_counts repaired() const noexcept { return repairs_ ? repairs_->counts() : repair_counts{}; }

 private:
  using host_timer = timer<E>;
  static constexpr memory_space S = memory_space::host;

  void build() {
    auto made = std::make_unique<host_timer>(exec_, std::as_const(design_), settings_);
    repairs_.reset();
    timer_ = std::move(made);
    timer_->design = {};  // the design's own arrays are looked at
    auto own = clone(exec_, timer_->checks.view.check);
    check_ = own.view();
    timer_->checks.view.check = timer_->checks.keep(std::move(own));
    look_at_design();
    timer_->update(exec_);
    list_sources_and_checks();
    if (parts_.has_latches)
      totals_.make(timer_->checks.view, timer_->slacks);
    else
      repairs_.emplace(parts_);
  }

  void rebuild() {
    ++counts_.rebuilds;
    build();
    editor_.clear_marks();
    changed_.all = true;
  }

  /// Arrays that grew lie elsewhere.
  void look_at_design() {
    host_timer& t = *timer_;
    t.design.view = design_.view();
    t.rc.forest.view.begin = t.design.view.rc.node_begin;
    parts_ = {t.design.view,
              t.rc.forest.view,
              {t.options.delays.wires, t.options.delays.unreached},
              t.graph.view,
              &t.order,
              std::as_const(t.arcs.edges).view(),
              &t.nodes,
              t.checks.view,
              check_,
              t.options.capture,
              t.checks.latches.view.any(),
              &t.trees,
              &t.wires,
              &t.stages,
              &t.delays,
              &t.arrivals,
              &t.slacks};
  }

  void list_sources_and_checks() {
    checks_of_.assign(design_.check_data.size() + design_.requirements.size(), {});
    for (std::size_t i = 0; i < check_.size(); ++i) {
      bool const is_library = check_[i].kind < check_kind::output_setup;
      checks_from(check_[i].source, is_library).push_back(static_cast<id>(i));
    }
    sources_at_.clear();
    for (std::size_t i = 0; i < design_.sources.size(); ++i)
      sources_at_[design_.sources[i].pin].push_back(static_cast<id>(i));
  }

  std::vector<id>& checks_from(id source, bool is_library) {
    return checks_of_[static_cast<std::size_t>(source) + (is_library ? 0 : design_.check_data.size())];
  }

  /// Tells what repairs what was edited. False where that is not enough, so that all is built anew.
  bool apply() {
    edit_marks const& marks = editor_.marks();
    look_at_design();
    if (marks.clocks && !list_checks_anew()) return false;
    for (id const source : marks.checks) take_values(checks_from(source, true));
    for (id const source : marks.requirements) take_values(checks_from(source, false));
    for (id const source : marks.sources) {
      auto const found =
          asserted_of(design_, timer_->nodes, source, sources_at_[design_.sources[source].pin]);
      if (!found) return false;
      assert_on(*found);
    }
    if (!repairs_) return true;
    for (id const net : marks.nets) repairs_->touch_net(net);
    for (id const pin : marks.pins) repairs_->touch_pin(pin);
    return true;
  }

  void take_values(std::vector<id> const& checks) {
    for (id const i : checks) set_check(i, with_values_of(design_, check_[i]));
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
      timer_->nodes.node_asserted[of.node] = of.arrival;
  }

  /// Latches have figures of their own.
  bool list_checks_anew() {
    if (!repairs_) return false;
    ++counts_.listed_checks;
    auto const listed = make_checks(exec_, std::as_const(design_), timer_->nodes);
    span<timing_check const, S> const now = check_;
    if (!same_places(now, listed.view.check)) return false;
    for (std::size_t i = 0; i < check_.size(); ++i)
      if (!same_figures(check_[i], listed.view.check[i]))
        repairs_->set_check(parts_, static_cast<id>(i), listed.view.check[i]);
    return true;
  }

  void repair() {
    if (!repairs_) {
      ++counts_.full;
      timer_->update(exec_);
      totals_.make(timer_->checks.view, timer_->slacks);
      changed_.all = true;
      return;
    }
    ++counts_.incremental;
    bool const moved = timer_->is_effective() ? repairs_->repair_arrivals(parts_, timer_->effective_model())
                                              : repairs_->repair_arrivals(parts_, timer_->delay_model_of());
    if (timer_->options.credits == common_path::leave_in) return repairs_->repair_slacks(parts_);
    if (moved) credit_checks();
    repairs_->repair_slacks(parts_, gsta::view_of(timer_->lanes));
  }

  void update_credits() {
    ++counts_.full_credits;
    timer_->update_credits(exec_);
  }

  /// Touches the checks whose credited arrivals changed.
  void credit_checks() {
    before_.assign(timer_->lanes.check.data(), timer_->lanes.check.data() + timer_->lanes.check.size());
    update_credits();
    changed_.credits = true;
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (detail::differs(before_[i], timer_->lanes.check[i])) repairs_->touch_check(static_cast<id>(i));
  }

  /// What a transaction did that no log has.
  struct changes {
    bool all = false, credits = false;
  };

  E exec_;
  flat_design& design_;
  timer_options settings_;
  flat_editor editor_;
  std::unique_ptr<host_timer> timer_;
  span<timing_check, S> check_{};  // the timer's own
  timed_parts parts_;
  std::optional<incremental_update> repairs_;  // without latches
  kept_summary totals_;                        // with latches
  std::vector<std::vector<id>> checks_of_;     // [library checks, then requirements]
  std::unordered_map<id, std::vector<id>> sources_at_;
  std::vector<per_edge> before_;
  changes changed_;
  live_counts counts_;
};

}  // namespace gsta
