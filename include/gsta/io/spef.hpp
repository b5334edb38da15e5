#pragma once

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/parasitics.hpp"

namespace gsta::io {

/// Reads extracted wires from SPEF (IEEE 1481): every *D_NET with its connections, capacitors and resistors.
///
/// Names are returned resolved through the name map and without escapes. Of a triple a:b:c the middle,
/// typical value is taken, and counted in `seen`; so are reduced nets (*R_NET), which are skipped.
///
/// Shapes: a file that starts with *SPEF; it may hold no net.
/// Units: *C_UNIT and *R_UNIT are scaled to fF and kOhm.
/// Cost: linear in the text. Where: host.
/// Throws: input_error where the text is not SPEF, a number is bad or negative, a name-map index is unknown.
model::parasitics read_spef(source const& file, model::diagnostics& seen);

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/spef.ipp"
#endif
