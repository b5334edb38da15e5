#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

namespace detail {
/// Distances between the edges of two clocks: they repeat in steps.
///
/// A divided clock's period is rounded to whole femtoseconds; taken as it stands its edges would drift past
/// the master's until any two met. Periods within their rounding of a ratio of small numbers have that ratio,
/// and edges within their rounding of each other are one.
class edge_steps {
 public:
  edge_steps(clock_waveform const& from, clock_waveform const& to) {
    require(from.period > 0 && to.period > 0, "capture_offset: a clock's period must be positive");
    step_ = std::gcd(from.period, to.period);
    // Larger numbers would be near any ratio by chance.
    femtoseconds const shorter = std::min(from.period, to.period);
    for (femtoseconds q = 1; q <= most_cycles && 100 * q * q <= shorter; ++q) {
      femtoseconds const p = (q * to.period + from.period / 2) / from.period;
      femtoseconds const apart = std::abs(p * from.period - q * to.period);
      if (p < 1 || p > most_parts || 100 * p * p > shorter || apart > (p + q) / 2) continue;
      if (apart == 0) return;
      bool const to_is_longer = to.period > from.period;
      step_ = to_is_longer ? to.period : from.period;
      parts_ = to_is_longer ? p : q;
      rounding_ = 2 * parts_;
      return;
    }
  }

  /// The smallest distance above zero.
  femtoseconds next(femtoseconds distance) const noexcept {
    femtoseconds const ahead = remainder(distance);
    return in_femtoseconds(ahead > rounding_ ? ahead : ahead + step_);
  }
  /// The largest distance not above `most`.
  femtoseconds last(femtoseconds distance, femtoseconds most) const noexcept {
    femtoseconds const back = remainder(most - distance);
    bool const together = back <= rounding_ || step_ - back <= rounding_;
    return most - (rounding_ > 0 && together ? 0 : in_femtoseconds(back));
  }

 private:
  femtoseconds remainder(femtoseconds distance) const noexcept {
    auto const rest = static_cast<femtoseconds>(wide{distance} * parts_ % step_);
    return rest < 0 ? rest + step_ : rest;
  }
  femtoseconds in_femtoseconds(femtoseconds parts) const noexcept { return (parts + parts_ / 2) / parts_; }

  __extension__ using wide = __int128;  // parts of long distances are more than 64 bits count

  static constexpr femtoseconds most_cycles = 1000;
  static constexpr femtoseconds most_parts = 10'000'000;  // 100 times their square is beyond all periods
  femtoseconds step_, parts_ = 1, rounding_ = 0;          // step and rounding in parts of a femtosecond
};
}  // namespace detail

/// Capture edge time minus launch edge time for a check, over all cycles of both clocks.
///
/// Setup-like checks take the smallest difference above zero, hold-like checks the largest that is not above
/// it. Launch and capture are edge ids (2 * clock + edge).
///
/// Units: femtoseconds. Shapes: edges within the clocks. Cost: O(log period) and at most 1,000 ratios. Where:
/// host. Throws: argument_error on a period that is not positive.
inline femtoseconds capture_offset(vector_by_id<clock_waveform> const& clocks, id launch, id capture,
                                   bool late) {
  clock_waveform const &from = clocks[launch / 2], &to = clocks[capture / 2];
  detail::edge_steps const steps(from, to);
  femtoseconds const distance = to.at[capture % 2] - from.at[launch % 2];
  return late ? steps.next(distance) : steps.last(distance, 0);
}

/// The same for the hold of a gate's enable. It must not change before the gate has closed: the capturing
/// edge is the last one not after its clock's other edge of the same cycle, that one not after the launch.
///
/// Units: femtoseconds. Shapes: edges within the clocks. Cost: as `capture_offset`. Where: host.
/// Throws: argument_error on a period that is not positive.
inline femtoseconds gate_hold_offset(vector_by_id<clock_waveform> const& clocks, id launch, id capture) {
  clock_waveform const &from = clocks[launch / 2], &to = clocks[capture / 2];
  femtoseconds const closes = to.at[capture % 2];
  return detail::edge_steps(from, to).last(closes - from.at[launch % 2], closes - to.at[1 - capture % 2]);
}

namespace detail {
/// Equal up to a millionth.
inline bool about_equal(femtoseconds a, femtoseconds b) noexcept {
  auto const size = std::max(std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b)));
  return a == b || std::abs(static_cast<double>(a - b)) < 1e-6 * size;
}
inline bool clearly_above(femtoseconds a, femtoseconds b) noexcept { return a > b && !about_equal(a, b); }

/// The first cycle of a clock whose edge is not before its second one.
inline femtoseconds first_cycle(clock_waveform const& clock, int edge) noexcept {
  return clock.at[edge] < 0 ? 1 : clock.at[edge] < clock.period ? 0 : -1;
}
}  // namespace detail

/// Offsets by looking at few cycles, as OpenSTA does: the first pair of the smallest distance until both
/// clocks start a cycle together, and where they never do, the best one among the cycles looked at.
struct offsets_of_few_cycles {
  femtoseconds setup = 0;      ///< of setup-like checks
  femtoseconds hold = 0;       ///< of hold-like checks
  femtoseconds gate_hold = 0;  ///< of the hold of gates
};

/// Shapes: edges within the clocks. Units: femtoseconds. Cost: at most 1,000 cycles of either clock, or as
/// many as the one period has of the other. Where: host. Throws: argument_error on a period that is not
/// positive.
inline offsets_of_few_cycles capture_offsets_of_few_cycles(vector_by_id<clock_waveform> const& clocks,
                                                           id launch, id capture) {
  using namespace detail;
  clock_waveform const& from = clocks[launch / 2];
  clock_waveform const& to = clocks[capture / 2];
  require(from.period > 0 && to.period > 0, "capture_offsets_of_few_cycles: a period must be positive");
  femtoseconds const most =
      to.period > from.period ? 100 : std::max<femtoseconds>((from.period + to.period - 1) / to.period, 1000);
  offsets_of_few_cycles best;
  bool has_setup = false, has_hold = false, has_gate = false;
  for (femtoseconds n = first_cycle(to, capture % 2); n <= most; ++n) {
    femtoseconds const cycle = n * to.period, captured = cycle + to.at[capture % 2],
                       opposite = cycle + to.at[1 - capture % 2];
    for (femtoseconds m = first_cycle(from, launch % 2);; ++m) {
      femtoseconds const start = m * from.period, launched = start + from.at[launch % 2];
      if (has_setup && has_hold && about_equal(start, cycle)) return best;
      if (has_hold && clearly_above(start, cycle + to.period)) break;
      femtoseconds const ahead = captured - launched;
      if (clearly_above(captured, launched) && (!has_setup || clearly_above(best.setup, ahead))) {
        best.setup = ahead;
        has_setup = true;
      }
      if (!clearly_above(captured, launched) && (!has_hold || clearly_above(ahead, best.hold))) {
        best.hold = ahead;
        has_hold = true;
      }
      if (!clearly_above(opposite, launched) && (!has_gate || clearly_above(ahead, best.gate_hold))) {
        best.gate_hold = ahead;
        has_gate = true;
      }
    }
  }
  return best;
}

}  // namespace gsta
