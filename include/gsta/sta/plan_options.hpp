#pragma once

#include <cstdint>
#include <optional>

#include "gsta/core/executor.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

namespace primitive {
struct timing_plan;
}

/// How far an update goes: what a run of a `timing_plan` leaves in the timer's states. The rest may be
/// anything.
enum class update_extent : std::uint8_t {
  paths,      ///< all pins, and what paths are traced by: winning arcs and delays of all arcs, by id
  all_pins,   ///< slews, arrivals, required times and slacks of all pins; `scatter_paths` makes the rest
  endpoints,  ///< slacks of checks and endpoints: no backward pass
};

/// What a timing plan is prepared for.
template <memory_space S>
struct plan_options {
  update_extent extent = update_extent::paths;  ///< as little as is asked for is the fastest
  sweep_order order = sweep_order::automatic;   ///< of the tiles on a device; a host has one
  /// Where pins are placed: wires are then stars. Without locations they are the design's own RC.
  std::optional<star_view<S>> star{};
};

}  // namespace gsta
