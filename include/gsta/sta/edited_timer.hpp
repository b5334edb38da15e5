#pragma once

#include <cstddef>
#include <utility>

#include "gsta/sta/detail/followed_edits.hpp"
#include "gsta/sta/timing_mirror.hpp"

namespace gsta {

/// A timer of a design that is edited, on any executor: on a device its arrays stay there. All arrays are
/// those of `timer::update` of the edited design, to the bit. `live_timer` does more (latches, credits,
/// effective capacitances, structure), on the host.
///
/// An update does not wait on a device. Once `summary` or `figures` has been called all arrays are complete
/// but for required times and slacks of nodes, and these once `finish` has; before that nobody may read them.
///
/// Where: the executor's space; calls from one thread. Needs: the design to outlive it, and edits to go
/// through `edits` alone.
template <executor E>
class edited_timer {
 public:
  /// Builds a timer and updates it. Throws: as `timing_mirror`.
  edited_timer(E const& exec, flat_design& design, timer_options const& settings = {},
               repair_options const& how = {})
      : edits_(design), mirror_(exec, std::as_const(design), settings, how) {}

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return edits_.editor; }

  /// Times what was edited since the last update. Cost and Throws: as `timing_mirror::repair`; where it
  /// throws, the edits stand.
  void update() { edits_.update(follow()); }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() { edits_.begin(follow()); }
  /// Keeps what was edited. Cost: none.
  void commit() noexcept { edits_.editor.commit(); }
  /// The design and all of its timing are as they were at `begin`, to the bit: old values are edits as well.
  ///
  /// Cost: as of the updates since `begin`. Throws: argument_error outside a transaction, what allocation
  /// throws.
  void roll_back() { edits_.roll_back(follow()); }

  /// WNS, TNS and counts of one side, of the last update; waits for it. Cost: O(1). Throws: argument_error
  /// where edits are not updated, cuda_error.
  slack_summary summary(split side) {
    auto const both = figures();
    return side == split::early ? both.early : both.late;
  }
  /// The same of both sides, and how many steps updates took.
  repaired_figures figures() {
    edits_.require_timed();
    return mirror_.figures();
  }
  /// Required times and slacks of all pins, behind all updates so far; waits. Cost: as
  /// `timing_mirror::finish`.
  void finish() { mirror_.finish(); }

  /// How repairs go from now on. Throws: nothing here, see `repair_options`.
  void tune(repair_options const& how) noexcept { mirror_.tune(how); }

  /// The arrays, as of the last update that was waited for.
  timer<E> const& timing() const noexcept { return mirror_.timing(); }
  /// How many words and nets the last update took to the executor.
  std::size_t uploaded() const noexcept { return mirror_.uploaded(); }
  /// Whether the last update was a full one, as its edits were many.
  bool timed_in_full() const noexcept { return mirror_.timed_in_full(); }

 private:
  auto follow() {
    return [this](edit_marks const& marks) { mirror_.repair(marks); };
  }

  detail::followed_edits edits_;
  timing_mirror<E> mirror_;
};

}  // namespace gsta
