#pragma once

#include <cstdint>
#include <limits>
#include <variant>

#include "gsta/core/units.hpp"
#include "gsta/path/sidetrack_paths.hpp"

/// The papers' path engines, each named by its settings. They give the lists of `k_critical_paths`.
namespace gsta::schemes {

/// How `level_mdl` cuts a level down to the k best. All keep the same paths: they sort costs, and paths are
/// compared only where the cut falls into a tie.
enum class level_compression : std::uint8_t {
  host,   ///< costs go to the host and are sorted there, as in DAC 2021
  merge,  ///< on the executor by comparing costs; on a device blocks are sorted and merged, as in TCAD 2023
  radix,  ///< on the executor by the bits of the costs
};

/// How a device walks along a path's suffix for its children. Both make the same children at the same place.
enum class path_expansion : std::uint8_t {
  thread,  ///< one thread a path
  warp,    ///< a warp a path, its lanes share a row
};

/// G-PBA (DAC 2021, TCAD 2023): deviation level by deviation level, the k best of each kept.
struct level_mdl {
  level_compression compression = level_compression::radix;  ///< how a level is cut down to k
  path_expansion expansion = path_expansion::thread;         ///< on a device
  /// Sidetracks a path may have at most. The default is exact; less is the papers' approximation.
  int most_deviations = std::numeric_limits<int>::max();
};

/// G-PathGen (ICS 2026), section 3: two queues and a rising threshold. Steps are in the unit of the costs;
/// the paper's 0.1 and 100 are ps. No setting changes the list.
struct dual_queue {
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

/// Any engine, chosen at run time: the library's own, or one of a paper.
using any_path_engine = std::variant<path_engine, dual_queue, level_mdl>;

}  // namespace gsta::schemes
