#pragma once

#include <cstdint>

#include "gsta/core/units.hpp"

namespace gsta {

/// How `level_mdl` cuts a level down to the k best. All keep the same paths.
enum class level_compression : std::uint8_t {
  host,   ///< costs go to the host and are sorted there, as in DAC 2021
  merge,  ///< on the executor by comparing paths; on a device blocks are sorted and merged, as in TCAD 2023
  radix,  ///< on the executor by the bits of the costs; paths are compared only where the cut falls into a
          ///< tie
};

/// Who walks along a path's suffix for its children on a device. Both make the same children at the same
/// place.
enum class path_expansion : std::uint8_t {
  thread,  ///< one thread a path
  warp,    ///< a warp a path, its lanes share a row
};

struct level_mdl_options {
  level_compression compression = level_compression::radix;
  path_expansion expansion = path_expansion::thread;
};

/// The settings of G-PathGen, section 3. Steps are in the unit of the costs; the paper's 0.1 and 100 are ps.
struct dual_queue_options {
  double start = 0.005;              ///< part of the best path's children that makes the first window
  femtoseconds smallest_step = 100;  ///< bounds of the first step of alpha ...
  femtoseconds largest_step = 100'000;
  double middle_degree = 3;  ///< ... which falls with the graph's average degree, most steeply here,
  double steepness = 0.8;    ///< and as steeply as this says
  double growth = 1.2;       ///< of the step, as long as fewer than k / 2 paths are found
  path_expansion expansion = path_expansion::warp;
  /// As in the paper: nothing is dropped before the end. Else what cannot be among the first k is, as soon as
  /// k better ones are known; so the queues do not grow beyond a few times k even where costs tie by the
  /// million.
  bool keep_all = false;
};

/// What the papers' engines can be told. Nothing here changes what they return.
struct engine_options {
  level_mdl_options level_mdl;
  dual_queue_options dual_queue;
};

}  // namespace gsta
