#pragma once

#include "gsta/slack/design_rules.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// Holds what a timer found against the limits of its design: `check_design_rules` of its parts.
///
/// Shapes: the design that `t` was made of. Units: ps, fF. Cost: as there. Where: the executor; waits.
/// Throws: argument_error before the first update; what allocation throws.
template <executor E>
rule_report check_design_rules(E const& exec, timer<E> const& t, flat_design const& design,
                               rule_options const& options = {}) {
  require(t.view().is_written, "check_design_rules: nothing is timed yet; update comes first");
  return check_design_rules(exec, design, t.view().design, t.nodes(),
                            {t.view().slew, t.view().load, t.view().node_arrival}, options);
}

}  // namespace gsta
