#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gsta/path/detail/bounded/active.hpp"

namespace gsta::detail {

/// Figures of the search that change its speed, never its result.
struct bounded_tuning {
  /// Sidetracks to be held by the first range: so many for each path, and for each path's square root; more
  /// where there are many edges a vertex.
  double sidetracks_per_path = 0.003, sidetracks_per_root = 9;
  std::size_t buckets = 64;            ///< to count the paths of the range in
  std::size_t many_paths = 4'194'304;  ///< from here on twice as many: tries cost more than they do
  std::size_t most_buckets = std::size_t{1} << 16;  ///< of exact counts
  /// So many paths more than asked for, and half as many again, are rather made and sorted than ranked.
  std::size_t spare_paths = std::size_t{1} << 16;
  tree_shape trees{};  ///< that wide rows of sidetracks become
  /// So many counts of paths by edge and cost are made before it is asked for less, and more for each edge of
  /// the graph and each path.
  double cheap_counts = 1e9, counts_per_edge = 256;
  /// Up to so many paths are first searched by `paths_in_one_go`: on a device, whose waits that saves, and on
  /// hosts.
  std::size_t few_on_device = 1024, few_on_host = 0;
};

/// So many paths that the first k are better ranked than made and sorted.
inline bool is_too_many(std::size_t paths, std::size_t k, bounded_tuning const& tuning = {}) {
  return paths > k + std::max(k / 2, tuning.spare_paths);
}

/// How much longer rows are than is usual, as far as that makes sidetracks more. Where a few rows have nearly
/// all edges, it says little.
inline double density_of_rows(std::size_t vertices, std::size_t edges) {
  double const longer = static_cast<double>(edges) / (2 * static_cast<double>(vertices));
  return std::sqrt(std::clamp(longer, 1.0, 64.0));
}

/// Sidetracks that a first range had better hold for k paths.
inline std::size_t sidetracks_wanted(bounded_tuning const& tuning, double density, std::size_t k) {
  auto const paths = static_cast<double>(k);
  return 1 + static_cast<std::size_t>(density * (tuning.sidetracks_per_path * paths +
                                                 tuning.sidetracks_per_root * std::sqrt(paths)));
}

}  // namespace gsta::detail
