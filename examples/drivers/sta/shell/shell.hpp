#pragma once

#include <string>

#include "sta/options.hpp"
#include "sta/shell/commands.hpp"

namespace sta::shell {

/// An interpreter with all commands, and the design that they speak of.
struct shell {
  interpreter tcl;
  design_state design;

  shell(options const& settings, timing_engine& engine);
};

/// Runs the script and the prompt that the options ask for, on what else they name. Throws: input_error at
/// the place of what failed; backend_unavailable.
void run(options const& settings);

}  // namespace sta::shell
