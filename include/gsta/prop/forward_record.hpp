#pragma once

#include "gsta/graph/tiles.hpp"

namespace gsta {

/// An arc into a stage vertex, with the wire in front of it: from a driver's value through `wire`, then
/// `arc`.
struct alignas(16) forward_record {
  id source = none;    ///< where the driver's value stands
  id wire = none;      ///< net arc, or none where a cell arc starts at a stage vertex
  id arc = none;       ///< cell arc, or none where the wire ends here
  id type = none;      ///< of the cell arc; only in the delay layer
  id target = none;    ///< the vertex
  id value = none;     ///< where its value stands
  id position = none;  ///< of the arc in `fanin_from`
  slot_flags flags;
};

/// Where a vertex's slew and arrival come from once the stages are done: a value as it stands, or, for a sink
/// between stages, its driver's value and the wire.
struct alignas(16) publish_record {
  id value = none;
  id wire = none;
  id position = none;  ///< of the wire in `fanin_from`
  id spare = none;
};

}  // namespace gsta
