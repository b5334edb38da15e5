#pragma once

#include "gsta/smooth/detail/cost_ops.hpp"
#include "gsta/smooth/detail/fold.hpp"
#include "gsta/smooth/smooth.hpp"

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

template <memory_space S, class Value>
smooth_endpoint_op<S, Value> endpoint_merge(timing_checks_view<S> const& checks,
                                            smooth_cost_options const& options,
                                            smooth_cost_state<S, Value>& cost) {
  require(exists(options.gamma) && options.gamma > 0, "update_smooth_cost: gamma must be above 0");
  require(cost.check_share.size() == checks.check.size() &&
              cost.violation.size() == checks.endpoint_pin.size() &&
              checks.data_begin.size() == cost.node_arrival.size() + 1,
          "update_smooth_cost: the cost state was made for other checks");
  return {checks.endpoint_begin,
          checks.endpoint_check,
          options.goal == smooth_goal::total ? Value{0} : -endless<Value>,
          static_cast<Value>(options.gamma),
          cost.check_share.view(),
          cost.violation.view()};
}
template <memory_space S, class Value>
cost_seed_op<S, Value> seed_of(timing_checks_view<S> const& checks, smooth_cost_options const& options,
                               smooth_cost_state<S, Value>& cost) {
  auto const share = cost.check_share.view();
  return {checks, options.side == split::late, share, share, cost.node_arrival.view()};
}
}  // namespace detail

/// Adds the violations of all endpoints up to the cost; for the worst of them, each check then has its share
/// of it. The middle part of `update_smooth_cost`.
///
/// Shapes: as `update_smooth_cost`. Units: ps. Cost: O(endpoints), 4 or 8 launches. Where: the executor; does
/// not wait, allocates nothing. Throws: argument_error on sizes or if gamma is not above 0.
template <class Value, executor E>
void add_up_smooth_cost(E const& exec, timing_checks_view<E::space> const& checks,
                        smooth_cost_options const& options, smooth_cost_state<E::space, Value>& cost) {
  if (options.goal == smooth_goal::total) {
    detail::add_up(exec, cost);
  } else {
    detail::find_worst(exec, checks, options.gamma, cost);
  }
}

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
  require(cost.node_arrival.size() == smooth.node_arrival.size(),
          "update_smooth_cost: the cost state was made for another graph");
  auto const merged = detail::endpoint_merge(checks, options, cost);
  for_each_n(exec, checks.check.size(),
             detail::smooth_check_op<S, Value>{checks.check, luts, slew, smooth.node_arrival.view(),
                                               options.side == split::late, merged.share});
  for_each_n(exec, checks.endpoint_pin.size(), merged);
  add_up_smooth_cost(exec, checks, options, cost);
  for_each_n(exec, cost.node_arrival.size(), detail::seed_of(checks, options, cost));
}

/// For costs that are found time and again: nodes that checks look at.
template <memory_space S>
struct smooth_cost_plan {
  buffer<id, S> seeded;  ///< [nodes with a check] ascending
};

/// A plan for the parts below. Clears the seed once: of nodes that no check looks at it is never written
/// again.
///
/// Shapes: checks of the nodes that `cost` was made for. Cost: O(nodes). Where: the executor; waits for one
/// size. Throws: what allocation throws.
template <class Value, executor E>
smooth_cost_plan<E::space> make_smooth_cost_plan(E const& exec, timing_checks_view<E::space> const& checks,
                                                 smooth_cost_state<E::space, Value>& cost) {
  std::size_t const nodes = cost.node_arrival.size();
  buffer<id, E::space> all(exec, nodes);
  std::size_t const n = select(exec, nodes, detail::has_checks_op<E::space>{checks}, all.view());
  fill(exec, cost.node_arrival.view(), per_condition<Value>{});
  return {clone(exec, std::as_const(all).view().subspan(0, n))};
}

/// The parts of `update_smooth_cost` for flows that overlap them with other work: violations and shares of
/// all endpoints; then `add_up_smooth_cost` and `update_smooth_cost_seed`, in this order for
/// `smooth_goal::worst`, in any for `total`. `timing` gives slews and smooth arrivals (`swept_smooth`).
///
/// Shapes: as `update_smooth_cost`. Units: ps. Cost: O(checks) lookups and exponentials, two launches. Where:
/// the executor; does not wait, allocates nothing. Throws: argument_error on sizes or if gamma is not above
/// 0. Exact: the bits of `update_smooth_cost`.
template <class Value, executor E, class Timing>
void update_smooth_violations(E const& exec, timing_checks_view<E::space> const& checks,
                              lut_pool_view<E::space> const& luts, Timing const& timing,
                              smooth_cost_options const& options, smooth_cost_state<E::space, Value>& cost) {
  auto const merged = detail::endpoint_merge(checks, options, cost);
  for_each_n(exec, 2 * checks.check.size(),
             detail::smooth_check_edge_op<E::space, Value, Timing>{
                 {checks.check, luts, timing, options.side == split::late, merged.share}});
  for_each_n(exec, checks.endpoint_pin.size(), merged);
}

/// Makes the gradient that follows one of a cost of the caller's own, any function of the endpoints'
/// violations under `smooth_goal::total`: between `update_smooth_violations` and `update_smooth_cost_seed`.
///
/// Shapes: by_violation [endpoints]: d cost / d violation. Units: 1. Cost: O(checks), one launch. Where: the
/// executor; does not wait, allocates nothing. Throws: argument_error on sizes.
template <class Value, executor E>
void weigh_smooth_violations(E const& exec, timing_checks_view<E::space> const& checks,
                             view_for<E, Value const> by_violation,
                             smooth_cost_state<E::space, Value>& cost) {
  require(by_violation.size() == cost.violation.size() && cost.check_share.size() == checks.check.size(),
          "weigh_smooth_violations: the gradient is not as long as the endpoints");
  for_each_n(exec, by_violation.size(),
             detail::weigh_endpoint_op<E::space, Value>{checks.endpoint_begin, checks.endpoint_check,
                                                        by_violation, cost.check_share.view()});
}

/// The gradient of the cost with respect to smooth arrivals, of the plan's nodes.
///
/// Shapes: as `update_smooth_cost`. Units: 1. Cost: O(checks), one launch. Where: the executor; does not
/// wait, allocates nothing. Throws: argument_error on sizes or if gamma is not above 0.
template <class Value, executor E>
void update_smooth_cost_seed(E const& exec, timing_checks_view<E::space> const& checks,
                             smooth_cost_options const& options, smooth_cost_plan<E::space> const& plan,
                             smooth_cost_state<E::space, Value>& cost) {
  for_each_n(
      exec, plan.seeded.size(),
      detail::listed_seed_op<E::space, Value>{detail::seed_of(checks, options, cost), plan.seeded.view()});
}

}  // namespace gsta
