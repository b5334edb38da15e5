#pragma once

#include "gsta/core/four_lanes.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// An edge map as masks: which output conditions come from the same edge at the arc's input, which from the
/// other one.
struct edge_lanes {
  lane_mask same;   ///< output conditions made by the same edge
  lane_mask other;  ///< output conditions made by the other edge
  /// Of one arc; a condition that the arc does not make is in neither mask.
  explicit edge_lanes(edge_map edges) noexcept
      : same(four_ids::by_two_bits(edges.code, true)), other(four_ids::by_two_bits(edges.code, false)) {}
  /// Moves each condition from where it is at an arc's input to where the arc takes it.
  four_lanes move(four_lanes from, four_lanes otherwise) const noexcept {
    return four_lanes::choose(same, from, four_lanes::choose(other, from.other_edge(), otherwise));
  }
};

}  // namespace gsta
