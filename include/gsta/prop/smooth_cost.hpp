#pragma once

#include "gsta/prop/detail/smooth_cost_ops.hpp"
#include "gsta/prop/detail/smooth_fold.hpp"
#include "gsta/prop/smooth_cost_state.hpp"
#include "gsta/prop/smooth_state.hpp"

namespace gsta {

/// Buffers for `update_smooth_cost`.
///
/// Shapes: as the struct says. Cost: five allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
smooth_cost_state<E::space, Value> make_smooth_cost_state(E const& exec, std::size_t nodes,
                                                          timing_checks_view<E::space> const& checks) {
  return {{exec, 1},
          {exec, checks.endpoint_pin.size()},
          {exec, checks.check.size()},
          {exec, nodes},
          {exec, 2 * detail::fold_scratch}};
}

namespace detail {
/// The cost alone: shares are left as they stand within each endpoint.
template <class Value, executor E>
void add_up(E const& exec, smooth_cost_state<E::space, Value>& cost) {
  constexpr memory_space S = E::space;
  auto const sums = cost.scratch.view().subspan(0, fold_scratch);
  fold(exec, cost.violation.size(), endpoint_value<S, Value>{cost.violation.view()}, fold_sum{}, sums);
  for_each_n(exec, 1, total_cost_op<S>{sums.subspan(fold_scratch - 1, 1), cost.cost.view()});
}

/// The worst of all endpoints, of which each check gets its share.
template <class Value, executor E>
void find_worst(E const& exec, timing_checks_view<E::space> const& checks, float gamma,
                smooth_cost_state<E::space, Value>& cost) {
  constexpr memory_space S = E::space;
  std::size_t const endpoints = cost.violation.size();
  auto const tops = cost.scratch.view().subspan(0, fold_scratch);
  auto const sums = cost.scratch.view().subspan(fold_scratch, fold_scratch);
  auto const top = tops.subspan(fold_scratch - 1, 1), sum = sums.subspan(fold_scratch - 1, 1);
  fold(exec, endpoints, endpoint_value<S, Value>{cost.violation.view()}, fold_max{}, tops);
  endpoint_share<S, Value> const share{cost.violation.view(), top, static_cast<Value>(gamma)};
  fold(exec, endpoints, share, fold_sum{}, sums);
  for_each_n(exec, 1, worst_cost_op<S>{top, sum, static_cast<double>(gamma), cost.cost.view()});
  for_each_n(exec, endpoints,
             share_out_op<S, Value>{checks.endpoint_begin, checks.endpoint_check, share, sum,
                                    cost.check_share.view()});
}
}  // namespace detail

/// Smooth TNS or worst slack of one side from smooth arrivals, and its gradient with respect to them: of data
/// at checks, and of the clocks that capture it. `slew` is that of the delay layer.
///
/// An endpoint's violation is the soft-max of minus the slacks of its checks and edges. Under `total` 0
/// stands beside them, which makes a softplus of an endpoint with one check: one that is met by many gammas
/// counts nothing. With gamma to 0, `total` is -TNS and `worst` is minus the worst slack of the exact update.
///
/// Shapes: slew [pins], checks of the same nodes, the rest as the structs say. Units: ps. Cost: O(checks)
/// lookups and exponentials, 7 or 11 launches. Where: the executor; does not wait. Throws: argument_error on
/// sizes or if gamma is not above 0. Exact: costs are added up in double in a fixed order.
template <class Value, executor E>
void update_smooth_cost(E const& exec, timing_checks_view<E::space> const& checks,
                        lut_pool_view<E::space> const& luts, view_for<E, per_condition<Value> const> slew,
                        smooth_state<E::space, Value> const& smooth, smooth_cost_options const& options,
                        smooth_cost_state<E::space, Value>& cost) {
  constexpr memory_space S = E::space;
  require(detail::exists(options.gamma) && options.gamma > 0, "update_smooth_cost: gamma must be above 0");
  require(cost.check_share.size() == checks.check.size() &&
              cost.violation.size() == checks.endpoint_pin.size() &&
              cost.arrival.size() == smooth.arrival.size() &&
              checks.data_begin.size() == smooth.arrival.size() + 1,
          "update_smooth_cost: the cost state was made for other checks");
  bool const late = options.side == split::late, total = options.goal == smooth_goal::total;
  auto const share = cost.check_share.view();
  for_each_n(exec, checks.check.size(),
             detail::smooth_check_op<S, Value>{checks.check, luts, slew, smooth.arrival.view(), late, share});
  for_each_n(exec, checks.endpoint_pin.size(),
             detail::smooth_endpoint_op<S, Value>{
                 checks.endpoint_begin, checks.endpoint_check, total ? Value{0} : -detail::endless<Value>,
                 static_cast<Value>(options.gamma), share, cost.violation.view()});
  if (total) {
    detail::add_up(exec, cost);
  } else {
    detail::find_worst(exec, checks, options.gamma, cost);
  }
  for_each_n(exec, cost.arrival.size(),
             detail::cost_seed_op<S, Value>{checks, late, share, cost.arrival.view()});
}

}  // namespace gsta
