#pragma once

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/netlist.hpp"

namespace sta {

/// Says where a loop is: its pins by name, with their places in the netlist; the error's own place is that of
/// the first. Throws: input_error.
[[noreturn]] void fail_loop(gsta::graph_error const& loop, gsta::flat_design const& design,
                            gsta::model::netlist const& netlist);

/// Says from which pin on times are longer than what is counted, by its name and place in the netlist.
/// Throws: input_error.
[[noreturn]] void fail_beyond(gsta::range_error const& beyond, gsta::flat_design const& design,
                              gsta::model::netlist const& netlist);

}  // namespace sta
