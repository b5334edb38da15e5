#pragma once

#include <cstdint>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// What a design is held to beside its slacks. Pulses are those of clocks, where they end.
enum class design_rule : std::uint8_t {
  max_slew,         ///< of a pin, ps
  max_capacitance,  ///< that a driver sees, fF
  max_fanout,       ///< of a driver: a sum of its sinks' fanout loads
  min_pulse_width,  ///< of a clock's high or low pulses, ps
  min_period,       ///< of a clock, ps
};

/// How many kinds there are.
inline constexpr int design_rules = 5;

/// One value against its limit.
struct rule_check {
  design_rule rule = design_rule::max_slew;  ///< which kind
  id pin = none;                             ///< of pulses and periods where the clock ends
  id clock = none;                           ///< of pulses and periods
  id condition = none;  ///< of slews and loads: the worse late one; of pulses the edge that begins them
  float limit = math::infinity;  ///< ps, fF or a number
  float value = 0;               ///< ps, fF or a number
  float slack = math::infinity;  ///< how far the value is within its limit; below 0: a violation
};

/// The figures of one rule.
struct rule_summary {
  std::int64_t checked = 0;            ///< values that have a limit
  std::int64_t violations = 0;         ///< those beyond it
  float worst_slack = math::infinity;  ///< +infinity where nothing is checked
};

/// What `check_design_rules` found.
struct rule_report {
  rule_summary summary[design_rules];  ///< by `design_rule`
  std::vector<rule_check> checks;      ///< by rule, in each the worst slack first; of equals the lower pin
};

}  // namespace gsta
