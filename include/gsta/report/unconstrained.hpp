#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// Why an endpoint has no slack on one side. Of several reasons the first of this list counts.
enum class unconstrained_reason : std::uint8_t {
  has_slack,       ///< it is constrained
  constant,        ///< its value never changes
  disabled_arc,    ///< no data arrive, and an arc in front was taken away by a constraint
  no_data,         ///< no data arrive
  no_required,     ///< nothing is required: an output without a delay, a register without such a check
  no_clock,        ///< no clock arrives at the register's clock pin
  unclocked_data,  ///< data that no clock launches, against a clock
  no_edge,         ///< data never have the edge that is checked
  excepted,        ///< only false paths, or paths between exclusive clocks
};

/// How many reasons there are, `none` among them.
inline constexpr std::size_t unconstrained_reasons = 9;

/// What reports call a reason in JSON; `words` is true for people.
///
/// Shapes: none. Cost: O(1). Where: host. Throws: nothing.
char const* name_of(unconstrained_reason reason, bool words) noexcept;

/// An endpoint without a slack on one side or on both.
struct unconstrained_endpoint {
  id pin = none;                                                 ///< as in `timing_snapshot::endpoint_pin`
  unconstrained_reason setup = unconstrained_reason::has_slack;  ///< of late checks
  unconstrained_reason hold = unconstrained_reason::has_slack;   ///< of early checks
};

/// The endpoints that a snapshot's summaries count as unconstrained, in the design's order.
///
/// Shapes: a snapshot of the design. Cost: O(checks), and O(pins + arcs) where arcs were taken away. Where:
/// host. Throws: std::bad_alloc.
std::vector<unconstrained_endpoint> find_unconstrained(flat_design const& design,
                                                       timing_snapshot const& timing);

/// How often each reason is there on one side, by `unconstrained_reason`.
///
/// Shapes: any. Cost: O(ends). Where: host. Throws: nothing.
inline std::array<std::int64_t, unconstrained_reasons> count_reasons(
    std::vector<unconstrained_endpoint> const& ends, split side) noexcept {
  std::array<std::int64_t, unconstrained_reasons> counts{};
  for (auto const& end : ends) ++counts[static_cast<std::size_t>(side == split::late ? end.setup : end.hold)];
  return counts;
}

}  // namespace gsta
