#pragma once

#include <string>
#include <string_view>

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"

namespace gsta::io {

/// Writes a parsed library as one file, and what was seen when it was read, to be loaded again in a fraction
/// of the time that its text takes. It is written as `output_file` does.
///
/// Shapes: any library that `read_liberty` or `model::merge` made. Cost: linear; the same library gives the
/// same bytes. Where: host. Throws: input_error where the file cannot be written.
void save_library(std::string const& path, model::library const& library, model::diagnostics const& seen);

/// Reads a library from what `save_library` wrote or from Liberty text, with equal records and equal counts
/// in `seen`; the two are told apart by content, not by name. Nothing of a snapshot is trusted, as
/// `load_snapshot` has it.
///
/// Shapes: as `read_liberty`, units too. Cost: linear. Where: host. Throws: input_error, of a snapshot at
/// line 0: of another version or byte order, cut short, spoilt, or with tables, thresholds or names that do
/// not fit together.
model::library load_library(std::string const& path, model::diagnostics& seen,
                            load_options const& options = {});

/// The snapshot of a library in memory; `name` is for messages.
///
/// Shapes: at any address. Cost: linear. Where: host. Throws: input_error, as `load_library`.
model::library read_library_snapshot(std::string const& name, std::string_view bytes,
                                     model::diagnostics& seen);

}  // namespace gsta::io
