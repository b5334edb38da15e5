#pragma once

#include <cstdint>

namespace gsta {

/// How the tiles of a sweep follow each other.
enum class sweep_order : std::uint8_t {
  automatic,
  levels,    ///< a launch a level
  dataflow,  ///< one launch; a warp waits for the values that it needs
};

}  // namespace gsta
