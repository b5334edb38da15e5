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

/// The same for the hold of a gate's enable. It must not change before the gate has closed: the capturing
/// edge is the last one not after its clock's other edge of the same cycle, that one not after the launch.
///
/// Units: femtoseconds. Shapes: edges within the clocks. Cost: O(log period). Where: host.
/// Throws: argument_error on a period that is not positive.
inline femtoseconds gate_hold_offset(std::vector<clock_waveform> const& clocks, id launch, id capture) {
  clock_waveform const& from = clocks[launch / 2];
  clock_waveform const& to = clocks[capture / 2];
  require(from.period > 0 && to.period > 0, "gate_hold_offset: a clock's period must be positive");
  femtoseconds const step = std::gcd(from.period, to.period), closes = to.at[capture % 2],
                     most = closes - to.at[1 - capture % 2];
  femtoseconds const back = (most - (closes - from.at[launch % 2])) % step;
  return most - (back < 0 ? back + step : back);
}

}  // namespace gsta
