#pragma once

#include "gsta/rc/elmore.cuh"
#include "gsta/schemes/detail/star_kernels.cuh"
#include "gsta/schemes/detail/tree_kernels.cuh"
#include "gsta/schemes/scheme.hpp"

namespace gsta {

namespace detail {
inline void require_no_pi(wire_options const& options) {
  require(options.slew != wire_slew::reduce,
          "the schemes pin_based and cte find no pi models: wire_slew::reduce is for plans and net_based");
}
}  // namespace detail

/// `update_wires` on the device in a scheme of the papers.
///
/// Shapes: as the generic one. `trees` is scratch: only `net_based` leaves in it what `rc_state` says. Units:
/// ps, fF, kOhm. Cost: O(nodes); a plan (`make_wire_plan`) is faster. Where: the executor; does not wait.
/// Throws: argument_error on sizes and where `pin_based` or `cte` should reduce, cuda_error. Exact: the same
/// bits in every scheme. Paper: Warp-STAR, DAC 2026, section 3.1, Algorithms 1 and 2, for trees instead of
/// stars, with our order of sums.
inline void update_wires(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                         rc_forest_view<memory_space::device> const& forest,
                         rc_state<memory_space::device>& trees, wire_state<memory_space::device>& wires,
                         wire_options options, scheme how) {
  if (how == scheme::net_based) return update_wires(exec, design, forest, trees, wires, options);
  detail::require_states(design, forest, trees, wires, options);
  detail::require_no_pi(options);
  fill(exec, wires.load.view(), same_value(0.0f));
  auto const op = detail::make_elmore_op(design, forest, trees, wires, options);
  auto const nets = static_cast<id>(design.nets.driver.size());
  if (nets == 0) return;
  if (how == scheme::pin_based) {
    constexpr unsigned a_block = detail::tree_pin_based_nets;
    unsigned const blocks = (static_cast<unsigned>(nets) + a_block - 1) / a_block;
    detail::tree_pin_based_kernel<<<blocks, dim3(4, 8, a_block), 0, exec.stream>>>(op, nets);
  } else {
    constexpr unsigned a_block = detail::cte_threads;
    unsigned const blocks = (static_cast<unsigned>(nets) + a_block - 1) / a_block;
    detail::tree_cte_kernel<<<blocks, a_block, 0, exec.stream>>>(op, nets);
  }
  check_cuda(cudaGetLastError(), "update_wires");
}

/// `update_star_wires` on the device in a scheme of the papers.
///
/// Shapes: as the generic one. Units: um, ps, fF, kOhm. Cost: O(pins); a plan (`make_wire_plan`) is faster.
/// Where: the executor; does not wait. Throws: argument_error on sizes and where `pin_based` or `cte` should
/// reduce, cuda_error. Exact: the same bits in every scheme. Paper: Warp-STAR, DAC 2026, section 3.1,
/// Algorithms 1 and 2, with our order of sums; loads of sinks are found again instead of stored.
inline void update_star_wires(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                              star_view<memory_space::device> const& star,
                              wire_state<memory_space::device>& wires, wire_options options, scheme how) {
  if (how == scheme::net_based) return update_star_wires(exec, design, star, wires, options);
  detail::require_star(design, star, wires, options);
  detail::require_no_pi(options);
  fill(exec, wires.load.view(), same_value(0.0f));
  auto const op = detail::make_star_op(design, star, wires, options);
  auto const nets = static_cast<id>(design.nets.driver.size());
  if (nets == 0) return;
  if (how == scheme::pin_based) {
    constexpr unsigned a_block = detail::pin_based_nets;
    unsigned const blocks = (static_cast<unsigned>(nets) + a_block - 1) / a_block;
    detail::star_pin_based_kernel<<<blocks, dim3(4, 8, a_block), 0, exec.stream>>>(op, nets);
  } else {
    constexpr unsigned a_block = detail::cte_threads;
    unsigned const blocks = (static_cast<unsigned>(nets) + a_block - 1) / a_block;
    detail::star_cte_kernel<<<blocks, a_block, 0, exec.stream>>>(op, nets);
  }
  check_cuda(cudaGetLastError(), "update_star_wires");
}

}  // namespace gsta
