#pragma once

#include <compare>

#include "gsta/core/span.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// What tells arrivals at one pin apart: which clock edge launched them, which timing exceptions they may
/// come under, their common-path group, and whether they are a clock still. Group is 0 until rules that use
/// it exist.
struct tag {
  id launch_edge = none;  ///< 2 * clock + edge; none: launched by no clock
  id exception = 0;       ///< row of `arrival_rules::exceptions`
  id group = 0;
  arrival_kind kind = arrival_kind::any;
  auto operator<=>(tag const&) const = default;
};

}  // namespace gsta
