#pragma once

#include <cstdint>
#include <cstring>

#include "gsta/core/units.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// What is done one after the other; each has a list of what waits.
enum class repair_stage : id {
  words,      ///< edited words are stored
  nets,       ///< wires of nets are found anew
  pins,       ///< delays, level by level
  nodes,      ///< arrivals, level by level
  checks,     ///< required times and slacks of checks
  endpoints,  ///< worst slacks
  totals,     ///< height by height: figures are there
  required,   ///< of nodes, level by level backwards, for who asks
  done,
};

/// Threads that share a thing: its conditions, edges or sides.
GSTA_HD constexpr std::size_t lanes_of(repair_stage stage) noexcept {
  if (stage == repair_stage::checks || stage == repair_stage::totals) return 2;
  return stage == repair_stage::endpoints ? 1 : conditions;
}

/// The figures that a repair leaves behind.
struct repair_figures {
  slack_totals side[2];
  repair_counts counts;
  id stage, level;  ///< where it goes on; `done` where all is repaired
  id gave_up;       ///< 1: it stopped there since it took too many steps
};

GSTA_HD inline bool is_other(float a, float b) noexcept {
#ifdef __CUDA_ARCH__
  return __float_as_uint(a) != __float_as_uint(b);
#else
  return std::memcmp(&a, &b, sizeof a) != 0;
#endif
}
GSTA_HD inline bool is_other(per_edge const& a, per_edge const& b) noexcept {
  return is_other(a[0], b[0]) || is_other(a[1], b[1]);
}

}  // namespace gsta::detail
