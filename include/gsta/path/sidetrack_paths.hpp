#pragma once

#include <cstdint>
#include <limits>

#include "gsta/path/search_graph.hpp"

namespace gsta {

/// Paths told by where they leave the forest of best suffixes: path p takes the edges
/// side[begin[p]] .. side[begin[p + 1] - 1], in the order in which it comes to them, and the forest's choices
/// between.
template <memory_space S>
struct sidetrack_paths_view {
  span<femtoseconds const, S> cost;  ///< [paths]
  span<id const, S> begin;           ///< [paths + 1]
  span<id const, S> side;            ///< positions in `search_graph_view::to`

  std::size_t size() const noexcept { return cost.size(); }

  template <memory_space D, class F>
  sidetrack_paths_view<D> map(F f) const {
    return {f(cost), f(begin), f(side)};
  }
};

/// How `k_critical_paths` searches. All give the same list.
enum class path_engine : std::uint8_t {
  bounded,     ///< counts first, then makes only what lies below a bound that holds k paths
  dual_queue,  ///< G-PathGen: two queues and a rising threshold
  level_mdl,   ///< G-PBA: deviation level by deviation level, the k best of each kept
  best_first,  ///< one path after the other, on the host
};

struct k_paths_options {
  std::size_t k = 1;             ///< how many paths; fewer come back where fewer exist
  femtoseconds below = no_path;  ///< only paths that cost less than this
  path_engine engine = path_engine::bounded;
  /// level_mdl: sidetracks a path may have at most. The default is exact; less is the papers' approximation.
  int most_deviations = std::numeric_limits<int>::max();
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
  owned<sidetrack_paths_view, S> paths;
  search_statistics statistics;
};

}  // namespace gsta
