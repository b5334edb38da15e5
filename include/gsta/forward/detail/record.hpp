#pragma once

#include "gsta/engine/detail/tiles.hpp"

namespace gsta {

/// An arc into a kept vertex, with the wire in front of it: from a driver's value through `wire`, then
/// `arc`.
struct alignas(16) forward_record {
  id wire = none;    ///< net arc, or none where a cell arc starts at a kept vertex
  id cell = none;    ///< in the delay layer the cell arc's `packed_table`, else where its delay is
  id target = none;  ///< the vertex
  slot_flags flags;
  id source = none;    ///< where the driver's value stands
  id value = none;     ///< where the target's value stands
  id position = none;  ///< of the arc in `fanin_from`
  id arc = none;       ///< cell arc, or none where the wire ends here
};

/// Where a vertex's slew and arrival come from once the sweep is done: a value as it stands, or, for an
/// inlined sink, its driver's value and the wire, the only arc in its row of `fanin_from`.
struct alignas(8) scatter_record {
  id value = none;
  id wire = none;
};

}  // namespace gsta
