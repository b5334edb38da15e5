#pragma once

#include <string>
#include <vector>

#include "common/progress.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/report/report_input.hpp"
#include "sta/options.hpp"

namespace sta {

struct timing_result {
  std::string device;  ///< "host" or "cuda"
  gsta::timing_snapshot timing;
  std::vector<gsta::path_group> paths;
};

/// Times the design on the backend that the options name, and finds paths there where `with_paths` is set.
/// Throws: usage_error for points that the design does not have; graph_error, backend_unavailable,
/// cuda_error.
timing_result time_design(gsta::flat_design const& design, options const& settings, bool with_paths,
                          drivers::progress_bar& progress);

}  // namespace sta
