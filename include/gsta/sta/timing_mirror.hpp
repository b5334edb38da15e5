#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/sta/detail/parts_of_timer.hpp"
#include "gsta/sta/detail/places_of_constraints.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/choose_side.hpp"
#include "gsta/update/constraints.hpp"
#include "gsta/update/edits.hpp"
#include "gsta/update/retime.hpp"

namespace gsta {

/// The timing of a design that somebody edits, in an executor's space: it follows by the words that edits
/// changed, in one copy, and repairs from there on. All arrays are those of `timer::update` of the edited
/// design, to the bit: but for required times and slacks of nodes, which `finish` finds. Where edits are so
/// many that a full update is expected to take less, it makes one.
///
/// Where: the executor's space; calls from one thread. Needs: the design to outlive it, and every edit's
/// marks.
template <executor E>
class timing_mirror {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie

  /// Builds a timer and updates it. Throws: as `timer`, argument_error on latches, credits and effective
  /// capacitances.
  timing_mirror(E const& exec, flat_design const& design, timer_options const& settings = {},
                repair_options const& how = {})
      : exec_(exec),
        design_(&design),
        timer_(exec, design, checked(settings)),
        types_(design.arc_types.size()),
        values_(design.luts.view().values.size()) {
    time_once();
    state_ = make_repair_state(exec_, parts(), how);
    check_ = to_vector(exec_, timer_.checks.view.check);
    places_ = {*design_, view_of(check_)};
    keep_asserted();
    net_is_in_.assign(design.net_driver.size(), 0);
  }

  /// Follows edits, whose values are what the design has now. Does not wait on a device, but for what a
  /// repair before left to be done.
  ///
  /// Cost: of the words edited, and of the pins, nodes and checks that change, or a full update. Throws:
  /// argument_error where an edit needs another graph, other networks of wires, nodes or checks, which a new
  /// one has: then nothing was timed. What allocation throws.
  void repair(edit_marks const& marks) {
    require(marks.keeps_rows(), "timing_mirror: an edit needs another graph or moves rows: make a new timer");
    gather(marks);
    take_tables();
    began_ = clock::now();
    is_full_ = wants_full();
    is_timed_ = true;
    auto const& model = timer_.options.delays;
    if (!is_full_) return repair_timing(exec_, parts(), model, words_, state_);
    store_edits(exec_, parts(), model, words_, state_);
    timer_.update(exec_);
    mark_repaired(exec_, parts(), model, state_);
  }

  /// WNS, TNS and counts of both sides, and how many steps repairs took; waits. Cost: O(1). Throws:
  /// cuda_error.
  repaired_figures figures() {
    auto const found = read_figures(exec_, parts(), timer_.options.delays, state_);
    if (std::exchange(is_timed_, false)) note(microseconds_since(began_));
    return found;
  }

  /// Required times and slacks of all pins, behind all repairs so far: no repair finds them before somebody
  /// wants them. Waits. Cost: of the nodes whose required times or slacks change.
  void finish() {
    repair_required(exec_, parts(), timer_.options.delays, state_);
    exec_.sync();
  }

  /// How repairs go from now on. Throws: nothing here, see `repair_options`.
  void tune(repair_options const& how) noexcept { state_.options = how; }

  /// The arrays, as of the last repair that was waited for.
  timer<E> const& timing() const noexcept { return timer_; }
  /// How many words and nets the last repair took to the executor.
  std::size_t uploaded() const noexcept { return words_.size(); }
  /// Whether the last repair was a full update.
  bool timed_in_full() const noexcept { return is_full_; }

 private:
  static timer_options checked(timer_options settings) {
    require(settings.delays.model == cell_model::table,
            "timing_mirror: delays of effective capacitances are not repaired; see live_timer");
    require(settings.credits == common_path::leave_in,
            "timing_mirror: common-path credits are not repaired; see live_timer");
    settings.keep_tree_sums = true;
    settings.a_tree_at_a_time = false;
    return settings;
  }

  timed_parts_in<space> parts() { return detail::parts_of_timer(timer_); }

  using clock = std::chrono::steady_clock;
  static double microseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::micro>(clock::now() - start).count();
  }
  /// The first full update. On a device the first run of a kernel loads it: a second one says what it takes.
  void time_once() {
    for (int run = 0; run < (space == memory_space::device ? 2 : 1); ++run) {
      began_ = clock::now();
      timer_.update(exec_);
      exec_.sync();
    }
    full_time_ = microseconds_since(began_);
    repairs_.note(timing_side::host, 1, 100);  // else what many words took would stand for few
  }
  bool wants_full() {
    if (state_.options.in_full) return words_.size() >= *state_.options.in_full;
    double const expected = repairs_.expected(timing_side::host, words_.size());
    if (expected <= full_time_) return false;
    repairs_.note(timing_side::host, words_.size(), 0.9 * expected);  // a slow one does not count for ever
    return true;
  }
  /// What an update took whose figures were read: sizes that were seen tell of others.
  void note(double microseconds) {
    if (is_full_)
      full_time_ = (full_time_ + microseconds) / 2;
    else
      repairs_.note(timing_side::host, words_.size(), microseconds);
  }

  void keep_asserted() {
    auto const asserted = to_vector(exec_, std::as_const(timer_.nodes.node_asserted).view());
    for (auto const& [pin, of] : places_.sources()) {
      for (id node = timer_.nodes.pin_begin[pin]; node < timer_.nodes.pin_begin[pin + 1]; ++node)
        asserted_[node] = asserted[static_cast<std::size_t>(node)];
    }
  }

  /// The words that the edits changed, as they are now. Throws before it changes anything.
  void gather(edit_marks const& marks) {
    std::vector<asserted_node> asserted;
    for (id const source : marks.sources) asserted.push_back(asserted_by(source));
    auto const listed = marks.clocks ? list_checks_anew() : std::vector<timing_check>{};
    words_.clear();
    for (auto const& of : asserted) words_.asserted.add(of.node, asserted_[of.node] = of.arrival);
    for (std::size_t i = 0; i < listed.size(); ++i)
      if (!same_figures(check_[i], listed[i])) gather_check(static_cast<id>(i), listed[i]);
    for (id const source : marks.checks) gather_checks(places_.checks_of_library(source));
    for (id const source : marks.requirements) gather_checks(places_.checks_of_requirement(source));
    for (id const pin : marks.loads) words_.loads.add(pin, design_->pin_load[pin]);
    for (id const pin : marks.slews) words_.slews.add(pin, design_->asserted_slew[pin]);
    for (id const arc : marks.arcs) words_.types.add(arc, design_->arc_type_of[arc]);
    for (id const net : marks.wires) gather_wire(net);
    gather_nets(marks.nets);
  }
  void gather_nets(std::vector<id> const& nets) {
    for (id const net : nets) {
      if (std::exchange(net_is_in_[net], std::uint8_t{1}) == 0)
        words_.add_net(net, design_->net_begin[net + 1] - design_->net_begin[net]);
    }
    for (id const net : words_.nets) net_is_in_[net] = 0;
  }
  void gather_wire(id net) {
    for (id k = design_->rc_node_begin[net]; k < design_->rc_node_begin[net + 1]; ++k)
      words_.capacitances.add(k, design_->rc_capacitance[k]);
    for (id k = design_->rc_edge_begin[net]; k < design_->rc_edge_begin[net + 1]; ++k)
      words_.resistances.add(k, design_->rc_resistance[k]);
  }
  asserted_node asserted_by(id source) const {
    auto const found =
        asserted_of(*design_, timer_.nodes, source, places_.sources_at(design_->sources[source].pin),
                    [&](id node) { return asserted_.at(node); });
    require(found.has_value(), "timing_mirror: an arrival needs other nodes: make a new timer");
    return *found;
  }
  void gather_checks(std::vector<id> const& checks) {
    for (id const i : checks) gather_check(i, with_values_of(*design_, check_[i]));
  }
  void gather_check(id i, timing_check const& to) {
    check_[i] = to;
    words_.checks.add(i, to);
  }
  /// Clocks' edges are in all checks.
  std::vector<timing_check> list_checks_anew() const {
    auto const& nodes = timer_.nodes;
    detail::nodes_of_pins const of_pins{nodes.pin_begin, nodes.node_tag, nodes.node_mask};
    auto listed = detail::make_host_checks(*design_, nodes.tags, nodes.exception_rows, of_pins);
    require(same_places(view_of(check_), view_of(std::as_const(listed.checks))),
            "timing_mirror: clocks need other checks: make a new timer");
    return std::move(listed.checks);
  }

  /// Types and tables that were added go there whole: they are few, and never change otherwise.
  void take_tables() {
    auto const now = std::as_const(*design_).view();
    auto& there = timer_.design;
    if (now.arcs.types.size() != types_) there.view.arcs.types = there.keep(clone(exec_, now.arcs.types));
    types_ = now.arcs.types.size();
    if (now.luts.values.size() != values_) {
      there.view.luts =
          now.luts.template map<space>([&](auto const& array) { return there.keep(clone(exec_, array)); });
    }
    values_ = now.luts.values.size();
  }

  E exec_;
  flat_design const* design_;
  timer<E> timer_;
  repair_state<space> state_;
  edit_words words_;
  std::vector<timing_check> check_;  // as they are there
  detail::places_of_constraints places_;
  std::unordered_map<id, corner_values> asserted_;  // by node, where a pin has sources
  std::vector<std::uint8_t> net_is_in_;             // [nets] scratch
  std::size_t types_, values_;                      // that are there
  side_chooser repairs_;                            // times of repairs, by words
  double full_time_ = 0;                            // of a full update, microseconds
  clock::time_point began_{};                       // the last update
  bool is_full_ = false, is_timed_ = false;
};

}  // namespace gsta
