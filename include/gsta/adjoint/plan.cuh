#pragma once

#include "gsta/adjoint/detail/pass.cuh"
#include "gsta/adjoint/detail/slope_tiles.cuh"
#include "gsta/adjoint/plan.hpp"
#include "gsta/core/algorithm.cuh"
#include "gsta/forward/plan.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::adjoint_plan, cuda_executor> = true;

/// Says "not yet" of all gradients, before `sweep_adjoint`.
///
/// Shapes: any. Cost: 16 or 32 bytes a kept vertex. Where: the executor's stream; does not wait, allocates
/// nothing. Throws: cuda_error.
template <bool Arrivals, bool Slews>
void reset_adjoint(cuda_executor const& exec, adjoint_plan<memory_space::device, Arrivals, Slews>& plan) {
  using element = typename adjoint_plan<memory_space::device, Arrivals, Slews>::element;
  check_cuda(cudaMemsetAsync(plan.values.data(), 0xff, plan.values.size() * sizeof(element), exec.stream),
             "cudaMemsetAsync");
}

/// How an adjoint sweep runs.
struct adjoint_sweep_options {
  sweep_order order = sweep_order::automatic;  ///< of tiles; results do not depend on it
  /// It takes 1 / sharing of the device's blocks, so that another sweep may run beside it. Dataflow only.
  int sharing = 1;
};

/// Sweeps the cut, last level first, after `reset_adjoint` and with the seed in place.
///
/// Shapes: weight [node arcs], slopes [arcs], by position in the fan-in rows; what the layer does not sweep
/// may be empty. Cost: O(arcs); one launch (dataflow) or two a level. Where: the executor's stream; does not
/// wait, allocates nothing. Needs: no NaN among seeds. Throws: cuda_error. Exact: the bits of the level loop.
template <bool Arrivals, bool Slews>
void sweep_adjoint(cuda_executor const& exec, adjoint_plan<memory_space::device, Arrivals, Slews>& plan,
                   device_span<per_condition<float> const> weight,
                   device_span<sweep_slopes const> slopes = {}, adjoint_sweep_options const& options = {}) {
  using pass = detail::adjoint_pass<Arrivals, Slews>;
  pass const of{{weight, slopes}, detail::results_of(plan)};
  if (resolve(options.order) == sweep_order::levels) {
    run_levels(exec, of, plan.cut.tiles);
  } else {
    int const blocks = resident_blocks<pass>() / options.sharing;
    run_dataflow(exec, of, plan.cut.tiles, blocks > 0 ? blocks : 1);
  }
}

/// `find_slopes` by the tiles of the forward plan that found the slews, bit for bit.
///
/// Shapes: as the generic one; wires as `make_wire_rows` says. Cost: O(arcs) lookups, two launches. Where:
/// the executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error.
template <bool Arrivals>
void find_slopes(cuda_executor const& exec, delay_problem<memory_space::device> const& pins,
                 value_model<memory_space::device, wire_view<memory_space::device>> const& model,
                 device_span<per_condition<float> const> slew,
                 device_span<per_condition<float> const> arc_delay,
                 forward_plan<memory_space::device, true, Arrivals> const& forward,
                 device_span<wire_row const> wires, slope_state<memory_space::device>& slopes) {
  auto const op = detail::slopes_op(pins, model, slew, arc_delay, slopes);
  auto const tiles = static_cast<id>(forward.cut.tiles.count());
  if (tiles > 0) {
    constexpr id warps = 8;
    detail::slope_tiles_kernel<<<static_cast<unsigned>((tiles + warps - 1) / warps), 32 * warps, 0,
                                 exec.stream>>>(
        detail::slope_tiles{op, forward.tables.view(), forward.cut.tiles.records.view()}, tiles);
    check_cuda(cudaGetLastError(), "slope_tiles_kernel");
  }
  for_each_n(exec, wires.size(), detail::inlined_slopes_op{op, forward.cut.inlined.view(), wires});
}

}  // namespace gsta
