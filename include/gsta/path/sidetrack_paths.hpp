#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/core/units.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

/// Paths told by where they leave the forest of best suffixes: path p takes the edges
/// side[begin[p]] .. side[begin[p + 1] - 1], in the order in which it comes to them, and the forest's choices
/// between.
template <memory_space S>
struct sidetrack_paths_view {
  span<femtoseconds const, S> cost;  ///< [paths]
  span<id const, S> begin;           ///< [paths + 1]
  span<id const, S> side;            ///< positions in `search_graph_view::to`

  /// Number of paths.
  std::size_t size() const noexcept { return cost.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  sidetrack_paths_view<D> map(F f) const {
    return {f(cost), f(begin), f(side)};
  }
};

/// How `k_critical_paths` searches. All give the same list. `schemes/path_engines.hpp` has the papers'
/// engines.
enum class path_engine : std::uint8_t {
  bounded,     ///< counts first, then makes only what lies below a bound that holds k paths
  best_first,  ///< one path after the other, on the host
};

/// Which paths `k_critical_paths` finds.
struct k_paths_options {
  std::size_t k = 1;             ///< how many paths; fewer come back where fewer exist
  femtoseconds below = no_path;  ///< only paths that cost less than this
  /// Working memory beside graph and costs. What would take more is refused before it is taken.
  std::size_t most_bytes = std::size_t{8} << 30;
};

/// What a search did.
struct search_statistics {
  std::size_t generated = 0;   ///< paths and partial paths made
  std::size_t waves = 0;       ///< bulk steps that made them
  std::size_t active = 0;      ///< sidetracks that could matter (bounded)
  std::size_t peak_bytes = 0;  ///< of working memory and the result
};

/// Paths, first one first, in an executor's space.
template <memory_space S>
struct k_paths_result {
  owned<sidetrack_paths_view, S> paths;  ///< `recover_walks` or `recover_paths` make steps of them
  search_statistics statistics;          ///< for comparisons of engines
};

}  // namespace gsta
