#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/report/report_input.hpp"

namespace gsta {

/// The figures of one path group or of one capturing clock on one side.
struct group_summary {
  std::string name;                    ///< of the group or clock; empty: required times of no clock
  float worst_slack = math::infinity;  ///< ps
  double tns = 0;                      ///< ps, the sum of negative slacks, each endpoint once, by its worst
  std::int64_t violations = 0;         ///< endpoints with a negative slack
  std::int64_t endpoints = 0;          ///< endpoints with a slack
};

/// By path group and by the clock that captures. An endpoint counts in each group in which it has a check, by
/// its worst slack there, so that the rows of a side may add up to more than its summary.
struct group_summaries {
  std::vector<group_summary> setup_groups;  ///< of late checks, by name
  std::vector<group_summary> hold_groups;   ///< of early checks
  std::vector<group_summary> setup_clocks;  ///< by the clock, in the design's order, no clock first
  std::vector<group_summary> hold_clocks;   ///< by the clock, in the design's order, no clock first
};

/// Adds up the slacks of a snapshot's checks. Groups and clocks without a slack are left out.
///
/// Shapes: a snapshot of the design. Units: ps; sums are of whole femtoseconds. Cost: O(checks). Where: host.
/// Throws: std::bad_alloc.
group_summaries summarize_groups(flat_design const& design, timing_snapshot const& timing);

}  // namespace gsta
