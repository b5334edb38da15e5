#pragma once

#include "gsta/schemes/detail/row_kernels.cuh"
#include "gsta/schemes/scheme.hpp"

namespace gsta {

/// A sweep of a row pass (engine/detail/row_sweep.cuh) in a scheme of the papers, a launch a level.
///
/// Shapes: every vertex of `order`. Cost: one launch a level. Where: the stream; does not wait, allocates
/// nothing. Throws: cuda_error. Exact: the same bits in every scheme.
/// Paper: `net_based`: Guo, Huang, Lin, ICCAD 2020, section III. `pin_based`, `cte`: Warp-STAR, DAC 2026,
/// section 3.1, Algorithms 1 and 2, with arcs of cells for pins of nets; rows of many arcs are left out of
/// the shared pool of `cte` and taken by the whole block.
struct scheme_sweep {
  scheme how;  ///< which

  /// Calls the pass for every vertex.
  template <class Pass>
  void operator()(cuda_executor const& exec, levels<memory_space::device> const& order, Pass const& pass,
                  sweep_direction direction) const {
    detail::level_launcher launcher{exec.stream};
    detail::each_level(order, direction, [&](device_span<id const> level) {
      bool const small = level.size() < detail::level_launcher::narrow;
      if (how == scheme::net_based) {
        unsigned const threads = small ? 64 : detail::most_row_threads;
        launcher.launch(detail::net_based_kernel<Pass>, pass, level, threads / conditions, dim3(threads));
      } else if (how == scheme::pin_based) {
        launcher.run(pass, level);
      } else if (small) {
        launcher.launch(detail::cte_kernel<Pass, 32>, pass, level, 32, dim3(detail::pool_threads));
      } else {
        launcher.launch(detail::cte_kernel<Pass, 128>, pass, level, 128, dim3(detail::pool_threads));
      }
    });
  }
};

}  // namespace gsta
