#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gsta/slack/summary.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta {

/// How a live timer finds again what edits change. Results have the same bits.
enum class repair_walker : std::uint8_t {
  queue,   ///< a host's thread and a queue by level: all kinds of edits are repaired, old values are logged
  levels,  ///< lists a level, which a device or many threads go through: for many edits at once
};

/// How a repair by levels goes, for tests and benchmarks: results do not depend on it.
struct repair_options {
  std::size_t longest =
      4096;  ///< lists and edits that a device's block takes, at most 4096; longer ones are for all blocks
  /// So many words and nets edited at once, and a live timer times the design in full. Without a number as
  /// many as cost about what a full update costs, by the design's levels and pins.
  std::optional<std::size_t> in_full{};
  /// So many delays and arrivals found anew, but for the rest of a level, and a repair gives up: see
  /// `try_figures`. Without a number none does; a live timer then counts as for `in_full`.
  std::optional<std::size_t> patience{};
};

/// Figures that a repair left behind.
struct repaired_figures {
  slack_summary early;   ///< of hold-like checks
  slack_summary late;    ///< of setup-like checks
  repair_counts counts;  ///< of all repairs so far
};

}  // namespace gsta
