#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "common/progress.hpp"
#include "gsta/core/error.hpp"
#include "gsta/path/k_cheapest.hpp"
#include "kpaths/options.hpp"

namespace kpaths {

struct loaded_graph {
  gsta::weighted_search search;
  std::size_t vertices = 0, edges = 0;  ///< of the file, and as directed
  std::size_t turned = 0;               ///< edges of a matrix that go the other way than in the file
  bool exact = true;                    ///< no weight had to be rounded

  /// Weights of which rounding leaves less than what a cost is printed with.
  std::size_t too_small = 0;
  std::optional<gsta::input_error> smallest;  ///< what is wrong with the first of the smallest of them
  std::optional<gsta::input_error> largest;   ///< what is wrong if no double holds a sum of weights
};

/// Reads the graph. A DIMACS graph keeps its directions, and so does a general matrix that is acyclic beside
/// its diagonal. Any other matrix becomes acyclic by directing every edge from the smaller to the larger
/// vertex. The diagonal is left out, and symmetric entries are taken once. Throws: input_error, also for a
/// fraction where weights are whole, and for a cycle.
loaded_graph load(options const& from, drivers::progress_bar& progress);

/// Throws input_error unless the costs of paths that were found are right to all digits that are printed.
/// With weights that are too small, costs have to be so large that what they lost does not show. `steps`: no
/// path has more edges.
void check_costs(loaded_graph const& graph, std::vector<gsta::femtoseconds> const& cost, std::size_t steps);

}  // namespace kpaths
