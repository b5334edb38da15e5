#pragma once

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"

namespace gsta::io {

/// Reads one Liberty library: thresholds, cells, pins, buses, states, and every timing() group with its NLDM
/// tables.
///
/// A bus (bus_type, or the pins in it), a bundle (members) and a range `pin (A[3:0])` become single pins,
/// each with all that stands in the bus and then with what its own pin group says; `cell::buses` has their
/// order. In functions, `when` and related_pin the name of a bus that is as wide gives way to the bit at the
/// same position; a related_pin of another width, and each bus in related_bus_pins, stands for all its bits.
/// The bits of a bank of states are named `IQ[0]` and so on. Bits are always written `name[i]`, whatever the
/// bus_naming_style.
///
/// Power, noise and other groups that timing does not use are skipped. What timing could use and gsta does
/// not (statetables, CCS-only arcs, OCV tables, tables over an unknown variable or over three, variables,
/// ...) is counted in `seen`; a timing_type that the model does not name is `other`. A missing semicolon at a
/// line's end is no error; include_file is one.
///
/// Shapes: a file with one library() of at least one cell; groups nested up to 256 deep; buses that expand to
/// 512 MiB at most. Units: time_unit and capacitive_load_unit are scaled to ps and fF.
/// Cost: linear in the text and the expanded buses; about 60 bytes a statement beside the result.
/// Where: host. Throws: input_error where the text is not Liberty, a number or a table is wrong, a template
/// or a type is missing.
model::library read_liberty(source const& file, model::diagnostics& seen);

}  // namespace gsta::io
