#pragma once

#include <cstddef>
#include <string>

#include "gsta/io/source.hpp"
#include "gsta/io/spef.hpp"

/// How a whole file of SPEF may be read.
namespace gsta::io::detail {

void require_coupling_factor(spef_options const& options);

/// All of a file from its beginning to its end, by one reader: it takes whatever SPEF holds, and its errors
/// are those that are said.
model::parasitics read_spef_plainly(source const& file, model::diagnostics& seen,
                                    spef_options const& options);

/// For tests, which have no long files: in steps of so many bytes of text, few of them ahead; and whether it
/// was not loaded as a whole.
model::parasitics read_spef_by_steps(host_threads const& threads, std::string const& path, std::size_t bytes,
                                     model::diagnostics& seen, spef_options const& options,
                                     bool& is_unpacked);

}  // namespace gsta::io::detail
