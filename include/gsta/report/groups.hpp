#pragma once

#include <string>

#include "gsta/flat/flat_design.hpp"
#include "gsta/report/timing_snapshot.hpp"

namespace gsta {

/// The edge (2 * clock + edge) that captures at a check; none for a required time without a clock.
///
/// Shapes: one of the snapshot's checks. Cost: O(1). Where: host. Throws: nothing.
inline id capture_edge_of(flat_design const& design, timing_snapshot const& timing,
                          timing_check const& check) noexcept {
  if (check.capture != none) return timing.tags[timing.node_tag[check.capture]].launch_edge;
  return check.source == none ? none : design.requirements[check.source].capture_edge;
}

/// A clock's name by its edge; `clock<N>` where the design gives no names.
///
/// Shapes: an edge of the design's clocks, or none (an empty name). Cost: O(1). Where: host. Throws:
/// std::bad_alloc.
inline std::string clock_name_of(flat_design const& design, id edge) {
  if (edge == none) return {};
  auto const clock = static_cast<std::size_t>(edge / 2);
  if (clock < design.clock_name.size() && !design.clock_name[clock].empty()) return design.clock_name[clock];
  return "clock" + std::to_string(clock);
}

/// The path group of a check: its capture clock's name, "asynchronous" for recovery and removal,
/// "**default**" where no clock captures.
///
/// Shapes: one of the snapshot's checks. Cost: O(1). Where: host. Throws: std::bad_alloc.
inline std::string group_of(flat_design const& design, timing_snapshot const& timing,
                            timing_check const& check) {
  if (check.kind == check_kind::recovery || check.kind == check_kind::removal) return "asynchronous";
  id const edge = capture_edge_of(design, timing, check);
  return edge == none ? "**default**" : clock_name_of(design, edge);
}

}  // namespace gsta
