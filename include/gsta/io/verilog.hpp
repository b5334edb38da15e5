#pragma once

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io {

/// Reads a flat structural Verilog netlist: one module of scalar ports, wires and instances with named
/// connections.
///
/// Comments, attributes and directives that change nothing are skipped. Constructs beyond that (several
/// modules, buses, assign, constants, ...) are errors that name the construct. A net that is used and not
/// declared is legal Verilog: it is added to `wires` and counted in `seen`.
///
/// Shapes: one module with a port or an instance.
/// Cost: linear in the text. Where: host.
/// Throws: input_error where the text is not such a module, or declares or connects something twice.
model::netlist read_verilog(source const& file, model::diagnostics& seen);

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/verilog.ipp"
#endif
