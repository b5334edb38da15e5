#pragma once

#include "gsta/io/detail/sdc_process.ipp"
#include "gsta/io/sdc.hpp"

namespace gsta::io {

GSTA_INLINE model::constraints read_sdc(std::vector<source> const& files, model::netlist const& netlist,
                                        model::library const& library, model::diagnostics& seen,
                                        sdc_options const& options) {
  detail::sdc_job const job{files, netlist, library, options};
  if (options.own_process && !files.empty()) {
    if (auto result = detail::read_sdc_apart(job, seen)) return std::move(*result);
    seen.add("SDC read without a process of its own: none could be made", files.front().name() + ":0:0");
  }
  return detail::read_sdc_here(job, seen, {});
}

GSTA_INLINE model::constraints read_sdc(source const& file, model::netlist const& netlist,
                                        model::library const& library, model::diagnostics& seen,
                                        sdc_options const& options) {
  return read_sdc(std::vector<source>{file}, netlist, library, seen, options);
}

}  // namespace gsta::io
