#pragma once

#include <cstddef>
#include <utility>

#include "gsta/sta/detail/followed_design.hpp"
#include "gsta/sta/timing_mirror.hpp"

namespace gsta {

/// A timer of a design that is edited, on any executor: on a device its arrays stay there. All arrays are
/// those of `timer::update` of the edited design, to the bit. On a host `live_timer` repairs more where this
/// one updates in full (`live_counts`).
///
/// An update does not wait on a device, but for credits, and where all is made anew. Once `summary` or
/// `figures` has been called all arrays are complete but for required times and slacks of nodes, and these
/// once `finish` has; before that nobody may read them.
///
/// Where: the executor's space; calls from one thread. Needs: the design to outlive it, and edits to go
/// through `edits` alone.
template <executor E>
class edited_timer {
 public:
  /// Builds a timer and updates it. Throws: as `timer`.
  edited_timer(E const& exec, flat_design& design, timer_options const& settings = {},
               repair_options const& how = {})
      : all_(design, mirror(exec, std::as_const(design), settings, how)) {}

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return all_.editor; }

  /// Edits the structure as `live_timer::edit_structure` does: pins, gates, nets, wires and exceptions that
  /// come and go. Handles are for the caller to renumber by the maps that come back.
  ///
  /// Cost: O(size), and a new timer; in a transaction the one from before is kept. Throws: what `edit`
  /// throws; graph_error on a loop, and all that `timer` throws. Whatever it throws, design and timing are as
  /// before.
  template <class F>
  structure_maps edit_structure(F const& edit) {
    return all_.edit_structure(edit, follow, make);
  }
  /// Goes on with another design, as `live_timer::replace`. Cost and Throws: as `edit_structure`; where it
  /// throws, `next` is as it was.
  void replace(flat_design&& next, structure_maps const& maps) {
    all_.replace(std::move(next), maps, follow, make);
  }

  /// Times what was edited since the last update. Cost and Throws: as `timing_mirror::repair`; where it
  /// throws, the edits stand.
  void update() { all_.update(follow); }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() { all_.begin(follow); }
  /// Keeps what was edited. Cost: none.
  void commit() noexcept { all_.commit(); }
  /// The design and all of its timing are as they were at `begin`, to the bit: old values are edits as well.
  /// Where the structure was edited, types and tables that were added behind that are gone too.
  ///
  /// Cost: as of the updates since `begin`, but those of the structure. Throws: argument_error outside a
  /// transaction, what allocation throws.
  void roll_back() { all_.roll_back(follow); }

  /// WNS, TNS and counts of one side, of the last update; waits for it. Cost: O(1). Throws: argument_error
  /// where edits are not updated, range_error as `timer::summary`, cuda_error.
  slack_summary summary(split side) {
    auto const both = figures();
    return all_.timing.counted(side == split::early ? both.early : both.late);
  }
  /// The same of both sides, and how many steps updates took.
  repaired_figures figures() {
    all_.require_timed();
    return all_.timing.figures();
  }
  /// Required times and slacks of all pins, behind all updates so far; waits. Cost: as
  /// `timing_mirror::finish`.
  void finish() { all_.timing.finish(); }

  /// How repairs go from now on. Throws: nothing here, see `repair_options`.
  void tune(repair_options const& how) noexcept { all_.timing.tune(how); }

  /// The arrays, as of the last update that was waited for; another object after each rebuild.
  timer<E> const& timing() const noexcept { return all_.timing.timing(); }
  /// How updates were made.
  live_counts const& counts() const noexcept { return all_.timing.counts(); }
  /// How many words and nets the last update took to the executor.
  std::size_t uploaded() const noexcept { return all_.timing.uploaded(); }
  /// Whether the last update was a full one, as its edits were many or are not repaired.
  bool timed_in_full() const noexcept { return all_.timing.timed_in_full(); }

 private:
  using mirror = timing_mirror<E>;

  static void follow(mirror& timing, edit_marks const& marks) { timing.repair(marks); }
  static mirror make(mirror const& before) { return before.anew(); }

  detail::followed_design<mirror> all_;
};

}  // namespace gsta
