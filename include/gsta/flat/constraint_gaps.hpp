#pragma once

#include <string>
#include <vector>

#include "gsta/core/units.hpp"

namespace gsta {

/// What `flatten` met of constraints and constants that leaves no trace in the arrays that timing reads.
/// Reports name it (unconstrained endpoints by reason, check_setup); nothing is timed by it. Pins are real
/// ones, ascending.
struct constraint_gaps {
  std::vector<id> constants;                   ///< pins whose value never changes
  std::vector<id> disabled;                    ///< pins in front of which constraints took an arc away
  std::vector<id> free_inputs;                 ///< input ports without a delay, clock or constant
  std::vector<id> free_outputs;                ///< output ports without a delay or constant
  std::vector<id> unclocked;                   ///< clock pins of registers and latches that no clock reaches
  std::vector<id> several_clocks;              ///< those that several clocks reach, whatever constants say
  std::vector<id> unchecked_data;              ///< [...] data pins that a constant clock pin leaves unchecked
  std::vector<id> unchecked_clock;             ///< [...] that clock pin
  std::vector<std::string> sourceless_clocks;  ///< generated clocks from pins that no clock reaches
};

}  // namespace gsta
