#pragma once

#include <numeric>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Capture edge time minus launch edge time for a check, over all cycles of both clocks.
///
/// Setup-like checks take the smallest difference above zero, hold-like checks the largest that is not above
/// it. Launch and capture are edge ids (2 * clock + edge).
///
/// Units: femtoseconds. Shapes: edges within the clocks. Cost: O(log period). Where: host.
/// Throws: argument_error on a period that is not positive.
inline femtoseconds capture_offset(std::vector<clock_waveform> const& clocks, id launch, id capture,
                                   bool late) {
  clock_waveform const& from = clocks[launch / 2];
  clock_waveform const& to = clocks[capture / 2];
  require(from.period > 0 && to.period > 0, "capture_offset: a clock's period must be positive");
  femtoseconds const step = std::gcd(from.period, to.period);
  femtoseconds ahead = (to.at[capture % 2] - from.at[launch % 2]) % step;
  if (late) return ahead > 0 ? ahead : ahead + step;
  return ahead <= 0 ? ahead : ahead - step;
}

}  // namespace gsta
