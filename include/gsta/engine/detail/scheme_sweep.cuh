#pragma once

#include <cuda_runtime.h>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/error.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/engine/detail/scheme_kernels.cuh"
#include "gsta/graph/timing_graph.hpp"

/// Sweeps by levels in the schemes of the papers. A *row pass* is a trivially copyable op over the arcs of a
/// vertex's row, under one condition at a time, with
///   `first(v)`, `end(v)`        the row,
///   `best`                      what is merged: plain words; `nothing(c)`, and `start(v, c)`, which stands
///                               in front of the row,
///   `fetched`, `fetch(k, c)`    what an arc needs of arrays that the sweep does not write; so reads `start`,
///   `take(v, k, fetched, c, best)`  one more arc, behind all that `best` holds,
///   `merge(c, best, other)`     two bests of one row, in any order: the first of equals stays,
///   `finish(v, c, best)`        writes the vertex.
namespace gsta {

/// Which way a sweep goes through the levels.
enum class sweep_direction : std::uint8_t {
  forward,   ///< the first level first
  backward,  ///< the last level first
};

/// Calls a row pass for every vertex, a launch a level. Launches after the first begin early and wait on the
/// device.
///
/// Shapes: every vertex of `order`. Cost: one launch a level. Where: the stream; does not wait, allocates
/// nothing. Throws: argument_error for `scheme::best`, cuda_error. Exact: the same bits in every scheme.
/// Paper: `net_based`: Guo, Huang, Lin, ICCAD 2020, section III. `pin_based`, `cte`: Warp-STAR, DAC 2026,
/// section 3.1, Algorithms 1 and 2, with arcs of cells for pins of nets; rows of many arcs are left out of
/// the shared pool of `cte` and taken by the whole block.
template <class Pass>
void sweep_in_scheme(cuda_executor const& exec, levels<memory_space::device> const& order, Pass const& pass,
                     scheme how, sweep_direction direction) {
  require(how != scheme::best, "gsta's own scheme runs by a plan: see forward/plan.cuh, slack/required.cuh");
  detail::level_launcher launcher{exec.stream};
  for (std::size_t i = 0; i < order.count(); ++i) {
    auto const level = order.level(direction == sweep_direction::forward ? i : order.count() - 1 - i);
    if (!level.empty()) launcher.run(pass, level, how);
  }
}

}  // namespace gsta
