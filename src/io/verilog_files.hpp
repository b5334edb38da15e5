#pragma once

#include <span>

#include "gsta/io/source.hpp"
#include "gsta/io/verilog.hpp"

namespace gsta::io::detail {

/// Without `threads` a file is read from its begin to its end, no part of it beforehand.
model::netlist read_verilog_files(host_threads const* threads, std::span<source const> files,
                                  verilog_options const& options, model::diagnostics& seen);

}  // namespace gsta::io::detail
