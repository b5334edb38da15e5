#pragma once

#include <cstdint>

#include "gsta/core/units.hpp"

namespace gsta {

/// Edge times of one clock. Its rising edge is launch edge 2 * clock, its falling edge 2 * clock + 1.
struct clock_waveform {
  femtoseconds period = 0;      ///< above 0
  femtoseconds at[2] = {0, 0};  ///< rise, fall; at most two periods from 0, and not only in [0, period)
};

/// How a clock reaches its registers, and how far its edges may be off.
struct clock_rules {
  bool propagated = true;  ///< false: registers see the edge and `latency`, not the clock network's delay
  per_condition<float> insertion = same_value(0.0f);  ///< ps, source latency, by the edge at the source
  /// Ps, an ideal clock's network latency, by the edge at the source.
  per_condition<float> latency = same_value(0.0f);
  per_condition<float> transition =
      same_value(0.0f);                ///< ps, an ideal clock's slew, by the edge at the register
  femtoseconds setup_uncertainty = 0;  ///< less time for setup-like checks
  femtoseconds hold_uncertainty = 0;   ///< more time for hold-like checks
};

/// Where OpenSTA counts otherwise than gsta does. The defaults hide no violation that the other choice shows
/// but for float noise.
struct timing_conventions {
  /// Edges of clocks are paired over so many cycles as OpenSTA looks at: 100 of a slower capturing clock,
  /// else 1,000 or as many as the launching period has capturing ones. False: over all, so that no pair is
  /// missed.
  bool few_cycles = false;
  /// Path margins count at required times of outputs and at checks between data too; OpenSTA leaves them out
  /// there.
  bool margins_at_outputs = true;
  /// False: constraints say that common-path pessimism stays; no timer takes it off then.
  bool common_path_credits = true;
  /// Where clock paths meet, launch and capture share what the worst path of each passes, and all in front of
  /// a pin that both pass, by whatever branch they came. False: every pair of paths to the two counts, which
  /// gives back less.
  bool worst_clock_paths = false;
  /// Generated clocks share the paths from their masters where constraints give the delay from the source
  /// instead, or where the master is ideal. False: credits count only for delays that arrivals have.
  bool credits_across_insertions = false;
  /// Of several clocks at a latch's enable data go on with the first one alone. False: with each.
  bool first_latch_clock = false;
};

/// What is said of clocks at a pin of their network, or where they start. It holds for registers behind, up
/// to the next such pin.
struct clock_pin_rules {
  id pin = none;             ///< of the network
  id clock = none;           ///< for it alone; none: for all
  bool propagated = false;   ///< from here on its delay counts, from the source to registers
  bool has_latency = false;  ///< `latency` counts in the place of all delays
  per_condition<float> latency =
      undefined_arrival();             ///< ps, by the edge at the source; undefined: as in front
  bool has_uncertainty = false;        ///< the next two count in the place of the clock's own
  femtoseconds setup_uncertainty = 0;  ///< less time for setup-like checks
  femtoseconds hold_uncertainty = 0;   ///< more time for hold-like checks
};

/// How arrivals come to a pin to be clocks behind it.
enum class clock_sense : std::uint8_t {
  any,       ///< however they come
  positive,  ///< by arcs that do not turn them
  negative,  ///< by arcs that turn them
  stop       ///< in no way
};

/// Behind an arc to `pin` of another sense, and behind a pin that stops it, a clock is data.
struct pin_sense {
  id pin = none;                          ///< of the clock's network
  id clock = none;                        ///< for it alone; none: for all
  clock_sense passes = clock_sense::any;  ///< of the arcs to the pin
};

/// A clock's uncertainty where it captures at one pin.
struct pin_uncertainty {
  id pin = none;           ///< of the check's clock
  id clock = none;         ///< the capturing one
  femtoseconds setup = 0;  ///< less time for setup-like checks
  femtoseconds hold = 0;   ///< more time for hold-like checks
};

}  // namespace gsta
