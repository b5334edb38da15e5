#pragma once

#include <algorithm>

#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Whether a cell arc has no edges and goes from a latch's enable to what departs from it: `resolve_clocks`
/// adds one for what departs from each latch, so that the one is timed before the other.
///
/// Shapes: an arc of the design. Cost: O(1), of arcs without edges O(latches). Where: host. Throws: nothing.
inline bool orders_latch(flat_design const& design, id arc) noexcept {
  if (design.arc_types[design.arc_type_of[arc]].edges.code != 0) return false;
  return std::any_of(design.latches.begin(), design.latches.end(), [&](flat_latch const& latch) {
    return latch.enable == design.arc_from[arc] && latch.departs == design.arc_to[arc];
  });
}

}  // namespace gsta
