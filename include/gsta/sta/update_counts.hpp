#pragma once

#include <cstdint>

namespace gsta {

/// How the timing of a timer was made, by method. Each is a count of updates; no clock is read. All methods
/// give results of the same bits.
struct update_counts {
  std::uint64_t full = 0;     ///< over all levels: `timer::update` and its parts
  std::uint64_t planned = 0;  ///< runs of timing and gradient plans; replays of a caller's capture are unseen
  std::uint64_t repaired = 0;  ///< of what was edited alone, by a live timer
};

}  // namespace gsta
