#pragma once

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"

namespace gsta::io {

/// Reads one Liberty library: cells, pins, pin capacitances and every timing() group with its NLDM tables.
///
/// Power, noise and other groups that timing does not use are skipped. What timing could use and gsta does
/// not (buses, CCS-only arcs, OCV tables, tables over an unknown variable, ...) is counted in `seen`.
///
/// Shapes: a file with one library() of at least one cell; groups nested up to 256 deep.
/// Units: time_unit and capacitive_load_unit are scaled to ps and fF.
/// Cost: linear in the text; about 32 bytes a statement beside the result.
/// Where: host. Throws: input_error where the text is not Liberty, a number or a table is wrong, a template
/// is missing.
model::library read_liberty(source const& file, model::diagnostics& seen);

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/liberty.ipp"
#endif
