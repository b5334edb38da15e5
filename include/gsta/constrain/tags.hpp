#pragma once

#include <compare>

#include "gsta/core/span.hpp"

namespace gsta {

/// What tells arrivals at one pin apart: which clock edge launched them, how far they are through timing
/// exceptions, and their common-path group. Exception and group are 0 until rules that use them exist.
struct tag {
  id launch_edge = none;  ///< 2 * clock + edge; none: launched by no clock
  id exception = 0;
  id group = 0;
  auto operator<=>(tag const&) const = default;
};

}  // namespace gsta
