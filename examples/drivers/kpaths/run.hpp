#pragma once

#include <string>
#include <vector>

#include "gsta/path/graph.hpp"
#include "gsta/path/k_critical.hpp"
#include "kpaths/options.hpp"

namespace kpaths {

/// Paths on the host, as `sidetrack_paths_view` tells them, and the forest that they leave.
struct found_paths {
  std::string device;  ///< "host" or "cuda"
  std::vector<gsta::femtoseconds> cost;
  std::vector<gsta::id> begin, side;
  std::vector<gsta::id> choice;  ///< [vertices]; only where paths are to be shown
  std::size_t levels = 0;        ///< of the graph: no path has more edges
  gsta::search_statistics statistics;
  double rows_ms = 0, costs_ms = 0, search_ms = 0;
};

/// Finds paths on the backend that the options name. Throws: what `k_critical_paths` throws,
/// backend_unavailable.
found_paths find_paths(gsta::search_graph_view<gsta::memory_space::host> const& graph,
                       options const& settings);

}  // namespace kpaths
