#pragma once

#include <cstdint>

#include "gsta/core/scheme.hpp"
#include "gsta/rc/detail/star_schemes.cuh"
#include "gsta/rc/detail/tree_schemes.cuh"
#include "gsta/rc/star_wire_plan.cuh"
#include "gsta/rc/tree_wire_plan.cuh"

namespace gsta {

/// `update_wires` on the device in a chosen scheme.
///
/// Shapes: as the generic one. `trees` is scratch: only `net_based` leaves in it what `rc_state` says; `best`
/// leaves it untouched and it may then be empty. Units: ps, fF, kOhm. Cost: O(nodes); `best` makes a plan for
/// this one call, so repeat `make_wire_plan(...)` and `run` instead. Where: the executor; does not wait, but
/// for `best`. Throws: argument_error on sizes, cuda_error. Exact: the same bits in every scheme.
/// Paper: Warp-STAR, DAC 2026, section 3.1, Algorithms 1 and 2, for trees instead of stars, with our order of
/// sums.
inline void update_wires(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                         rc_forest_view<memory_space::device> const& forest,
                         rc_state<memory_space::device>& trees, wire_state<memory_space::device>& wires,
                         wire_options options, scheme how) {
  if (how == scheme::net_based) return update_wires(exec, design, forest, trees, wires, options);
  if (how == scheme::best) return make_wire_plan(exec, design, forest, wires, options).run(exec);
  detail::require_states(design, forest, trees, wires);
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

/// `update_star_wires` on the device in a chosen scheme.
///
/// Shapes: as the generic one. Units: um, ps, fF, kOhm. Cost: O(pins); `best` makes a plan for this one call,
/// so repeat `make_wire_plan(...)` and `run` instead. Where: the executor; does not wait, but for `best`.
/// Throws: argument_error on sizes, cuda_error. Exact: the same bits in every scheme.
/// Paper: Warp-STAR, DAC 2026, section 3.1, Algorithms 1 and 2, with our order of sums; loads of sinks are
/// found again instead of stored.
inline void update_star_wires(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                              star_view<memory_space::device> const& star,
                              wire_state<memory_space::device>& wires, wire_options options, scheme how) {
  if (how == scheme::net_based) return update_star_wires(exec, design, star, wires, options);
  if (how == scheme::best) return make_wire_plan(exec, design, star, wires, options).run(exec);
  detail::require_star(design, star, wires);
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
