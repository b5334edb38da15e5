#pragma once

#include "gsta/engine/detail/tiles.hpp"

namespace gsta {

/// An arc out of a kept vertex: from the value behind it back through `arc`, then `wire`.
struct alignas(16) backward_record {
  id target = none;  ///< where the value behind stands; the vertex itself where it is a leaf
  id wire = none;    ///< net arc, or none
  id arc = none;     ///< where the cell arc's delay stands, or none
  slot_flags flags;
  id value = none;      ///< where the owner's value stands
  id owner = none;      ///< the vertex; none for a part of one with many sinks
  id sink = none;       ///< the vertex between the two, if only this vertex leads to it: it has no value
  id sink_slot = none;  ///< where the sink's required time goes
};

}  // namespace gsta
