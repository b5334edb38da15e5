#pragma once

#include "gsta/engine/detail/tiles.hpp"

namespace gsta {

/// An arc out of a kept vertex, backwards: from the gradient behind `arc` through it, then through `wire` in
/// front of it. Arcs are known by where they stand in the fan-in rows.
struct alignas(16) adjoint_record {
  id target = none;  ///< where the gradient behind stands; a leaf itself; of a gather its first term
  id wire = none;    ///< position of the wire, or none; of a gather the count of terms
  id arc = none;     ///< position of the arc behind the wire, or none
  slot_flags flags;
  id value = none;      ///< where the owner's gradient stands
  id owner = none;      ///< the vertex; none for a term of one with many arcs behind it
  id sink = none;       ///< the vertex between the two, where it has no value of its own
  id sink_slot = none;  ///< where the sink's gradient goes
};

namespace detail {
// What the flags of such records say beside their usual meaning.
GSTA_HD inline bool owner_has_seed(slot_flags flags) noexcept { return flags.has_checks(); }
GSTA_HD inline bool sink_has_seed(slot_flags flags) noexcept { return flags.captures(); }
/// The record adds up terms that others left.
GSTA_HD inline bool gathers(slot_flags flags) noexcept { return flags.asserted(); }
}  // namespace detail

}  // namespace gsta
