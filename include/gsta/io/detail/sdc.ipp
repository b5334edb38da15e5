#pragma once

#include "gsta/io/detail/sdc_run.ipp"
#include "gsta/io/sdc.hpp"

namespace gsta::io {

GSTA_INLINE model::constraints read_sdc(std::vector<source> const& files, model::netlist const& netlist,
                                        model::library const& library, model::diagnostics& seen,
                                        sdc_options const& options) {
  detail::sdc_reader reader(netlist, library, seen, options);
  detail::sdc_tcl tcl(reader, options);
  for (auto const& file : files) tcl.run(file);
  auto result = reader.finish();
  if (!files.empty()) result.file = files.front().name();
  return result;
}

GSTA_INLINE model::constraints read_sdc(source const& file, model::netlist const& netlist,
                                        model::library const& library, model::diagnostics& seen,
                                        sdc_options const& options) {
  return read_sdc(std::vector<source>{file}, netlist, library, seen, options);
}

}  // namespace gsta::io
