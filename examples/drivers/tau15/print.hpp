#pragma once

#include <cstdio>
#include <string>

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/sta/snapshot.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

/// The contest writes an undefined value as plus or minus 987654, by what it would be merged with.
enum class value_kind { arrival, required, slack };
void print_value(float value, int condition, value_kind kind, std::FILE* output);

/// `report_worst_paths N`, then each path from its endpoint back to where it starts.
void print_paths(found_paths const& found, gsta::flat_design const& design, std::FILE* output);

/// A table of all pins: at, slew, rat, slack under ER EF LR LF; `-` is undefined.
void print_pins(gsta::flat_design const& design, gsta::timing_snapshot const& state, std::FILE* output);

/// Says which pins a combinational loop goes through.
std::string loop_sentence(gsta::graph_error const& loop, gsta::flat_design const& design);

}  // namespace tau15
