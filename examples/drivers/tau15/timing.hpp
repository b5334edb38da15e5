#pragma once

#include <string>
#include <unordered_map>

#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/io/source.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/sta/snapshot.hpp"

namespace tau15 {

struct run_options {
  gsta::backend where = gsta::backend::automatic;
  unsigned threads = 0;
  gsta::io::load_options files{};  ///< what is read of each
  bool no_cppr = false;            ///< common path pessimism stays
};

/// Everything that reports read, on the host.
struct timing_result {
  gsta::timing_snapshot state;
  std::unordered_map<std::string, gsta::id> pin_by_name;
};

/// A full update of `design` on the backend that `run` names, under the contest's rules. Compiled by nvcc
/// where there is one, so that it can run on a GPU.
gsta::timing_snapshot time_design(gsta::flat_design const& design, run_options const& run);

/// The worst `count` paths of all checks, early and late, from the clock or input port to the endpoint.
gsta::path_set find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                                std::size_t count);

}  // namespace tau15
