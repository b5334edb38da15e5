#pragma once

#include <cstdint>
#include <optional>

#include "gsta/engine/sweep_order.hpp"
#include "gsta/rc/star.hpp"

namespace gsta {

/// How far an update goes.
enum class update_extent : std::uint8_t {
  paths,      ///< all pins, and what paths are traced by: winning arcs and delays of all arcs, by id
  all_pins,   ///< slews, arrivals, required times and slacks of all pins; `scatter_paths` makes the rest
  endpoints,  ///< slacks of checks and endpoints: no backward pass, and nothing is scattered by pin
};

/// What an update plan of a device can be told.
struct update_options {
  update_extent extent = update_extent::paths;  ///< as little as is asked for is the fastest
  sweep_order order = sweep_order::automatic;   ///< of the tiles
  /// Where pins are placed: wires are then stars. Without places they are the design's own RC.
  std::optional<star_view<memory_space::device>> star{};
};

}  // namespace gsta
