#pragma once

#include <cstddef>

#include "gsta/constrain/clock_tree.hpp"
#include "gsta/forward/delay_model.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

/// How a timer times its design.
struct timer_options {
  /// Of wires and cells. With `cell_model::effective` wires are reduced, whatever `wires` says.
  delay_options delays{};
  capture_required capture = capture_required::leave_out;  ///< the contest's rule, or not
  /// False: no scratch for `update`, 64 bytes an RC node, and a node and credit level; only plans, which need
  /// none, time the design.
  bool keep_tree_sums = true;
  common_path credits = common_path::leave_in;  ///< what of the clock's path is not late and early at once
  std::size_t credit_levels_at_once =
      0;  ///< of credits: 64 bytes a node and credit level, of plans where needed; 0: all
  /// On a host: `update` goes through RC trees one at a time and keeps none of their sums, which saves 64
  /// bytes an RC node and time. Gradients of wires need the sums.
  bool a_tree_at_a_time = false;
  /// On a host, for who times a design once: its arrays are read where they lie, which then must not move,
  /// and RC trees are ordered as they are timed, so that `timer::rc` is empty. Plans need locations then.
  bool for_one_update = false;
  /// On a host, of effective capacitances: an update notes how each stage is solved, for `count_stages`,
  /// which solves them once more without it.
  bool note_stages = false;
};

namespace detail {
/// How a timer's wires are computed: reduced for effective capacitances.
inline wire_slew wires_of(timer_options const& of) noexcept {
  return of.delays.model == cell_model::effective ? wire_slew::reduce : of.delays.wires;
}
}  // namespace detail

}  // namespace gsta
