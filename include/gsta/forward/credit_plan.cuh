#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/forward/credit_plan.hpp"
#include "gsta/forward/detail/credit_pass.cuh"
#include "gsta/forward/plan.cuh"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::credit_plan, cuda_executor> = true;

/// How a plan's sweep of credit levels runs within a flow.
struct credit_sweep_options {
  sweep_order order = sweep_order::automatic;  ///< of tiles; results do not depend on it
  swept_delays from{};                         ///< where a forward plan left its delays
  bool is_reset = false;                       ///< `reset_levels` ran before, beside other work perhaps
};

namespace detail {
inline void reset_rows(cuda_executor const& exec, credit_plan<memory_space::device>& plan, std::size_t rows) {
  check_cuda(cudaMemsetAsync(plan.values.data(), 0xff, rows * sizeof(*plan.values.data()), exec.stream),
             "cudaMemsetAsync");
}
}  // namespace detail

/// Prepares the first sweep of `propagate_credits` by a plan.
///
/// Shapes: as the plan. Cost: 64 bytes a node and credit level that it needs are written. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: cuda_error.
inline void reset_levels(cuda_executor const& exec, credit_plan<memory_space::device>& plan) {
  if (!plan.cuts.empty()) detail::reset_rows(exec, plan, plan.cuts.front().values);
}

/// `propagate_credits` by a plan on a device, over the cut, with equal checks. It reads delays by slot if it
/// was made to.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(node arcs x credit levels that they need); for
/// each cut a launch (dataflow) or one a level, and two. Where: the executor's stream; does not wait,
/// allocates nothing. Throws: argument_error on sizes, cuda_error. Exact: equals the level loop bit for bit.
inline void propagate_credits(cuda_executor const& exec, credit_input<memory_space::device> const& problem,
                              credit_plan<memory_space::device>& plan,
                              delay_state<memory_space::device> const& delays,
                              arrival_state<memory_space::device> const& arrivals,
                              credit_state<memory_space::device>& state,
                              credit_sweep_options const& options = {}) {
  constexpr memory_space S = memory_space::device;
  detail::require_credits(plan, arrivals, problem, state);
  detail::find_credits(
      exec, *problem.tree,
      {delays.arc_delay.view(), options.from.cell_delay, options.from.wires, plan.arc_slot, plan.net_arcs},
      arrivals, state);
  auto const& checks = problem.checks->view;
  for (credit_cut<S> const& cut : plan.cuts) {
    detail::credit_layer<S> const layer{
        {problem.tree->view, std::as_const(state.credit).view(), cut.first, cut.count},
        problem.nodes.asserted,
        arrivals.node_arrival.view(),
        delays.arc_delay.view(),
        options.from.cell_delay,
        options.from.wires,
        plan.values.view()};
    if (cut.first > 0 || !options.is_reset) detail::reset_rows(exec, plan, cut.values);
    for_each_n(exec, conditions * cut.source.size(),
               detail::credit_source_op<S>{layer, cut.source.view(), cut.place.view()});
    detail::run_sweep(exec, detail::credit_pass{layer}, cut.tiles, options.order);
    for_each_n(exec, 2 * checks.check.size(),
               detail::capture_cut_op<S>{layer, checks.check, cut.place.view(), state.check.view()});
  }
}

}  // namespace gsta
