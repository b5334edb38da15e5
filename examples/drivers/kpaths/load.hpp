#pragma once

#include <cstddef>

#include "common/progress.hpp"
#include "gsta/path/k_cheapest.hpp"
#include "kpaths/options.hpp"

namespace kpaths {

struct loaded_graph {
  gsta::weighted_search search;
  std::size_t vertices = 0, edges = 0;  ///< of the file, and as directed
  bool exact = true;                    ///< no weight had to be rounded
};

/// Reads the graph. A DIMACS graph keeps its directions; a matrix becomes acyclic by directing every edge
/// from the smaller to the larger vertex, without its diagonal and with symmetric entries once. Throws:
/// input_error, also for a fraction where weights are whole, and for a cycle.
loaded_graph load(options const& from, drivers::progress_bar& progress);

}  // namespace kpaths
