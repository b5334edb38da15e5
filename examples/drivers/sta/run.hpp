#pragma once

#include <string>

#include "gsta/flat/flat_design.hpp"
#include "gsta/report/timing_snapshot.hpp"
#include "sta/options.hpp"

namespace sta {

struct timing_result {
  std::string device;  ///< "host" or "cuda"
  gsta::timing_snapshot timing;
};

/// Times the design on the backend that the options name. Throws: graph_error, backend_unavailable,
/// cuda_error.
timing_result time_design(gsta::flat_design const& design, options const& settings);

}  // namespace sta
