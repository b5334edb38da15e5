#pragma once

#include <vector>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Where paths are launched and captured, by the data's side.
struct clock_ends {
  struct launch {
    id at;            ///< 4 * node + condition that starts there
    id stage;         ///< of the clock there
    bool skips_wire;  ///< what leads to `stage` alone does not count as shared
  };
  struct capture {
    id index;  ///< of a check, or of a latch's pair
    id stage;
    bool opens;  ///< the pair's edge that opens
  };
  std::vector<launch> launches[2];
  std::vector<capture> captures[2];
  std::size_t nodes = 0, checks = 0, pairs = 0;
};

}  // namespace gsta::detail
