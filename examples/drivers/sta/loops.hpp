#pragma once

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/netlist.hpp"

namespace sta {

/// Says where a loop is: its pins by name, with their places in the netlist; the error's own place is that of
/// the first. Throws: input_error.
[[noreturn]] void fail_loop(gsta::graph_error const& loop, gsta::flat_design const& design,
                            gsta::model::netlist const& netlist);

}  // namespace sta
