#pragma once

#include <cstdint>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// Which edge at an arc's input makes each condition at its output: two bits a condition, 0 where none does.
///
/// A non-unate timing group is two arcs (one positive, one negative), so that every arc has at most one input
/// edge for an output edge, and four delays.
struct edge_map {
  std::uint8_t code = 0;

  /// The input condition behind output condition `c`, or -1. Early comes from early, late from late.
  GSTA_HD constexpr int input(int c) const noexcept {
    int const bits = (code >> (2 * c)) & 3;
    return bits == 0 ? -1 : (c & 2) + bits - 1;
  }
  GSTA_HD constexpr void set(int output_condition, edge input_edge) noexcept {
    code = static_cast<std::uint8_t>(code | ((1 + static_cast<int>(input_edge)) << (2 * output_condition)));
  }
};

/// Rise makes rise, fall makes fall: a wire, a buffer.
GSTA_HD constexpr edge_map positive_edges() noexcept { return {0b10'01'10'01}; }
/// Rise makes fall, fall makes rise: an inverter.
GSTA_HD constexpr edge_map negative_edges() noexcept { return {0b01'10'01'10}; }

/// What all arcs made from one library timing group share: a table for each output condition.
struct arc_type {
  per_condition<id> delay{{none, none, none, none}};  ///< table (input slew, output load) -> delay
  per_condition<id> slew{{none, none, none, none}};   ///< table (input slew, output load) -> output slew
  edge_map edges;
  bool launches = false;  ///< clock to output of a register or latch: data paths start in front of it
  /// From a register's clock pin to the twin that stands for it under an ideal clock: no delay, and ideal
  /// clocks' arrivals do not pass, since the twin has its own.
  bool to_ideal_clock = false;
  /// Makes slews and delays, but passes no arrivals: constants beside it keep its output from following so.
  bool slews_only = false;
  bool beyond_no_load = false;  ///< only the delay above that at no load: a driving cell outside the design
};

/// What a required time comes from. Checks are made from library constraint groups, outputs from constraints.
enum class check_kind : std::uint8_t { setup, hold, recovery, removal, output_setup, output_hold };

/// Setup-like checks bound late arrivals, hold-like checks early ones.
///
/// Shapes: one kind. Cost: none. Where: host and device. Throws: nothing.
GSTA_HD constexpr bool is_late(check_kind kind) noexcept {
  return kind == check_kind::setup || kind == check_kind::recovery || kind == check_kind::output_setup;
}

/// What all checks made from one library constraint group share.
struct check_type {
  check_kind kind = check_kind::setup;
  edge active = edge::rise;  ///< the clock's edge
  id constraint[2] = {none,
                      none};  ///< table (data slew, clock slew) -> constraint, by data edge; none: no check
};

}  // namespace gsta
