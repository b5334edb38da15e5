#pragma once

#include <cstdint>
#include <limits>

#include "gsta/core/units.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

/// How `level_mdl` cuts a level down to the k best. All keep the same paths: they sort costs, and paths are
/// compared only where the cut falls into a tie.
enum class level_compression : std::uint8_t {
  host,   ///< costs go to the host and are sorted there, as in DAC 2021
  merge,  ///< on the executor by comparing costs; on a device blocks are sorted and merged, as in TCAD 2023
  radix,  ///< on the executor by the bits of the costs
};

/// Who walks along a path's suffix for its children on a device. Both make the same children at the same
/// place.
enum class path_expansion : std::uint8_t {
  thread,  ///< one thread a path
  warp,    ///< a warp a path, its lanes share a row
};

/// The settings of the engine `level_mdl`.
struct level_mdl_options {
  level_compression compression = level_compression::radix;  ///< how a level is cut down to k
  path_expansion expansion = path_expansion::thread;         ///< on a device
};

/// The settings of G-PathGen, section 3. Steps are in the unit of the costs; the paper's 0.1 and 100 are ps.
struct dual_queue_options {
  double start = 0.005;                 ///< part of the best path's children that makes the first window
  femtoseconds smallest_step = 100;     ///< bounds of the first step of alpha: not less than this,
  femtoseconds largest_step = 100'000;  ///< not more than this ...
  double middle_degree = 3;  ///< ... which falls with the graph's average degree, most steeply here,
  double steepness = 0.8;    ///< and as steeply as this says
  double growth = 1.2;       ///< of the step, as long as fewer than k / 2 paths are found
  path_expansion expansion = path_expansion::warp;  ///< on a device
  /// As in the paper: nothing is dropped before the end. Else what cannot be among the first k is, as soon as
  /// k better ones are known; so the queues do not grow beyond a few times k even where costs tie by the
  /// million.
  bool keep_all = false;
};

/// What the papers' engines can be told. Nothing here changes what they return.
struct engine_options {
  level_mdl_options level_mdl;    ///< for `path_engine::level_mdl`
  dual_queue_options dual_queue;  ///< for `path_engine::dual_queue`
};

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

/// How `k_critical_paths` searches. All give the same list.
enum class path_engine : std::uint8_t {
  bounded,     ///< counts first, then makes only what lies below a bound that holds k paths
  dual_queue,  ///< G-PathGen: two queues and a rising threshold
  level_mdl,   ///< G-PBA: deviation level by deviation level, the k best of each kept
  best_first,  ///< one path after the other, on the host
};

/// Which paths `k_critical_paths` finds, and by which engine.
struct k_paths_options {
  std::size_t k = 1;                          ///< how many paths; fewer come back where fewer exist
  femtoseconds below = no_path;               ///< only paths that cost less than this
  path_engine engine = path_engine::bounded;  ///< they differ in time and memory
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
  owned<sidetrack_paths_view, S> paths;  ///< `recover_walks` or `recover_paths` make steps of them
  search_statistics statistics;          ///< for comparisons of engines
};

}  // namespace gsta
