#pragma once

#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_connect.ipp"
#include "gsta/io/detail/verilog_declarations.ipp"
#include "gsta/io/detail/verilog_expressions.ipp"
#include "gsta/io/detail/verilog_file_reader.ipp"
#include "gsta/io/detail/verilog_spelling.ipp"
#include "gsta/io/detail/verilog_take.ipp"
#include "gsta/io/verilog.hpp"

namespace gsta::io {
namespace detail {

/// Without `threads` a file is read from its begin to its end, no part of it beforehand.
GSTA_INLINE model::netlist read_verilog_files(host_threads const* threads, std::span<source const> files,
                                              verilog_options const& options, model::diagnostics& seen) {
  require(!files.empty(), "read_verilog: no file was passed");
  host_executor const alone;
  host_threads const all = threads != nullptr ? *threads : alone;
  std::deque<verilog_runs> runs;  // whose memory has connections
  verilog_design design(seen, options.cells);
  design.first_file = files.data();
  for (auto const& file : files) {
    check_text(file, all);
    if (file.text().size() >= verilog_none) {
      throw input_error(file.name(), 0, 0, "a file of 4 GiB or more is not supported yet");
    }
    auto const* const found = threads != nullptr ? &runs.emplace_back(*threads, file, design.names) : nullptr;
    verilog_state state(all, file, design, found);
    verilog_file_reader(state).read();
  }
  auto const extent = verilog_linker(all, design, options.instance_limit).link(options.top);
  model::netlist result;
  source const* const top = design.modules[design.top].file;
  result.file = top->name();
  for (auto const& file : files) {
    if (&file != top) result.other_files.push_back(file.name());
  }
  result.name = design.names[design.modules[design.top].name];
  verilog_flattener(all, design, result).flatten(extent);
  return result;
}

}  // namespace detail

GSTA_INLINE model::netlist read_verilog(source const& file, model::diagnostics& seen) {
  return read_verilog(host_executor{}, file, seen);
}

GSTA_INLINE model::netlist read_verilog(host_threads const& threads, source const& file,
                                        model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, {&file, 1}, {}, seen);
}

GSTA_INLINE model::netlist read_verilog(std::vector<source> const& files, std::string const& top,
                                        model::diagnostics& seen) {
  verilog_options options;
  options.top = top;
  return read_verilog(files, options, seen);
}

GSTA_INLINE model::netlist read_verilog(std::vector<source> const& files, verilog_options const& options,
                                        model::diagnostics& seen) {
  return read_verilog(host_executor{}, files, options, seen);
}

GSTA_INLINE model::netlist read_verilog(host_threads const& threads, std::vector<source> const& files,
                                        verilog_options const& options, model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, files, options, seen);
}

}  // namespace gsta::io
