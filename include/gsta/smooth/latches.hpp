#pragma once

#include <utility>

#include "gsta/engine/detail/sweep.hpp"
#include "gsta/engine/detail/turn_loops.hpp"
#include "gsta/smooth/cost.hpp"
#include "gsta/smooth/detail/latch_ops.hpp"

/// Smooth arrivals and costs of designs with latches, level by level on every executor.
namespace gsta {

/// What arrivals through latches are found from; all of it must outlive the problem.
template <memory_space S>
struct latch_problem {
  arrival_problem<S> nodes;      ///< their asserted arrivals are those that an update left
  timing_checks_view<S> checks;  ///< of these nodes
  latch_view<S> latches;         ///< of these checks; without any, calls do what those without latches do
  lut_pool_view<S> luts;         ///< of the checks' tables
  levels<S> const* looping = nullptr;  ///< nodes on loops through latches
  std::size_t opened_loops = 0;        ///< how many of them such loops were opened at
};

/// The problem of one timer's nodes and checks.
///
/// Shapes: edges [arcs of the pin graph]. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
latch_problem<S> latch_problem_of(timing_nodes<S> const& nodes, timing_checks<S> const& checks,
                                  std::type_identity_t<span<edge_map const, S>> edges,
                                  lut_pool_view<S> const& luts) noexcept {
  return {problem_of(nodes, edges), checks.view,       checks.latches.view, luts,
          &nodes.looping,           nodes.opened_loops};
}

/// What latches do to smooth arrivals and to a cost, written by `propagate_smooth` and `update_smooth_cost`.
template <memory_space S, class Value = float>
struct smooth_latch_state {
  buffer<latch_slopes<Value>, S> departs;   ///< [pairs] of what departs
  buffer<latch_slopes<Value>, S> violated;  ///< [pairs] of the check's violation
  // d cost / d violation, times how the violation changes with
  buffer<edge_pair<Value>, S> by_data;    ///< [checks] the data
  buffer<edge_pair<Value>, S> by_closes;  ///< [checks] minus what captures or closes
  buffer<edge_pair<Value>, S> by_opens;   ///< [pairs] minus what opens
};

/// Buffers for smooth arrivals and costs through latches.
///
/// Shapes: as the struct says. Cost: five allocations, cleared. Where: the executor; does not wait. Throws:
/// what allocation throws.
template <class Value = float, executor E>
smooth_latch_state<E::space, Value> make_smooth_latch_state(E const& exec,
                                                            latch_problem<E::space> const& of) {
  std::size_t const pairs = of.latches.pair.size(), checks = of.latches.any() ? of.checks.check.size() : 0;
  smooth_latch_state<E::space, Value> state{
      {exec, pairs}, {exec, pairs}, {exec, checks}, {exec, checks}, {exec, pairs}};
  fill(exec, state.departs.view(), latch_slopes<Value>{});
  fill(exec, state.violated.view(), latch_slopes<Value>{});
  fill(exec, state.by_opens.view(), edge_pair<Value>{});
  return state;
}

namespace detail {
template <memory_space S, class Value>
smooth_window_op<S, Value> windows_of(latch_problem<S> const& of,
                                      std::type_identity_t<span<per_condition<Value> const, S>> slew,
                                      smooth_state<S, Value> const& smooth) {
  return {{of.checks.check, of.luts, {slew, smooth.node_arrival.view()}, true, {}}};
}
}  // namespace detail

/// The smooth merge of a design with latches. What departs from one is what departs in the exact update, of
/// smooth arrivals: where data arrive no later than the opening edge nothing, else the arrival, at most the
/// time at which the latch closes; several checks of one latch are merged smoothly. Loops through latches are
/// swept until they rest, at most `latch_sweeps` times, as `propagate_arrivals` does. Returns whether they
/// came to rest.
///
/// Shapes: slew [pins], arc_delay [arcs of the pin graph], those of the latches' arcs among them
/// (`update_latch_delays`). Units: ps. Cost: that of the plain merge, two lookups a check of a latch, and
/// sweeps of the loops' nodes. Where: the executor; waits where there are loops. Throws: argument_error on
/// sizes or if gamma is not above 0. Exact: the same bits on every executor.
template <class Value, executor E>
bool propagate_smooth(E const& exec, latch_problem<E::space> const& of,
                      view_for<E, per_condition<Value> const> slew,
                      view_for<E, per_condition<Value> const> arc_delay, Value gamma,
                      smooth_state<E::space, Value>& smooth, smooth_latch_state<E::space, Value>& latches) {
  constexpr memory_space S = E::space;
  auto const merge = detail::smooth_op<S, Value>(of.nodes, arc_delay, gamma, smooth);
  levels<S> const& order = *of.nodes.order;
  if (!of.latches.any()) {
    sweep_forward(exec, order, merge);
    return true;
  }
  require(latches.departs.size() == of.latches.pair.size(),
          "propagate_smooth: the state of latches was made for other checks");
  detail::smooth_departure_op<S, Value> op{
      merge, of.latches, detail::windows_of<S, Value>(of, slew, smooth), latches.departs.view(), {},
      false, {}};
  if (of.opened_loops == 0) {
    sweep_forward(exec, order, op);
    return true;
  }
  // Latches at which a loop was opened look at arrivals behind them: none yet.
  constexpr Value never = detail::endless<Value>;
  fill(exec, smooth.node_arrival.view(), per_condition<Value>{{never, never, -never, -never}});
  auto const looping = detail::mark_looping(exec, *of.looping, smooth.node_arrival.size());
  op.left_out = looping.view();
  sweep_forward(exec, order, op);
  op.left_out = {};
  bool const moves =
      detail::turn_loops(exec, op, [&](auto const& turn) { sweep_forward(exec, *of.looping, turn); });
  op.saturates = moves;
  for (std::size_t n = 0; moves && n < of.opened_loops + 1; ++n) sweep_forward(exec, *of.looping, op);
  op.saturates = false;
  if (moves) sweep_forward(exec, *of.looping, op);
  op.left_out = looping.view();
  sweep_forward(exec, order, op);
  return !moves;
}

/// `update_smooth_cost` of a design with latches: late data that arrive while one is open violate nothing,
/// and before that by how much they are early.
///
/// Shapes: slew [pins], the rest as the structs say. Units: ps. Cost: that of the plain cost, a lookup a
/// check of a latch, two launches more. Where: the executor; does not wait. Throws: argument_error on sizes
/// or if gamma is not above 0.
template <class Value, executor E>
void update_smooth_cost(E const& exec, latch_problem<E::space> const& of,
                        view_for<E, per_condition<Value> const> slew,
                        smooth_state<E::space, Value> const& smooth, smooth_cost_options const& options,
                        smooth_cost_state<E::space, Value>& cost,
                        smooth_latch_state<E::space, Value>& latches) {
  constexpr memory_space S = E::space;
  if (!of.latches.any()) return update_smooth_cost(exec, of.checks, of.luts, slew, smooth, options, cost);
  require(cost.node_arrival.size() == smooth.node_arrival.size() &&
              latches.by_data.size() == of.checks.check.size(),
          "update_smooth_cost: the states were made for another graph");
  bool const late = options.side == split::late;
  auto const merged = detail::endpoint_merge(of.checks, options, cost);
  for_each_n(exec, of.checks.check.size(),
             detail::smooth_check_op<S, Value>{
                 of.checks.check, of.luts, {slew, smooth.node_arrival.view()}, late, merged.share});
  if (late) {
    for_each_n(exec, of.latches.pair.size(),
               detail::smooth_latch_check_op<S, Value>{of.latches.pair,
                                                       detail::windows_of<S, Value>(of, slew, smooth),
                                                       merged.share, latches.violated.view()});
  }
  for_each_n(exec, of.checks.endpoint_pin.size(), merged);
  add_up_smooth_cost(exec, of.checks, options, cost);
  for_each_n(exec, of.checks.check.size(),
             detail::split_share_op<S, Value>{of.latches, late, std::as_const(cost.check_share).view(),
                                              std::as_const(latches.violated).view(), latches.by_data.view(),
                                              latches.by_closes.view(), latches.by_opens.view()});
  auto seed = detail::seed_of(of.checks, options, cost);
  seed.share = std::as_const(latches.by_data).view();
  seed.captured_share = std::as_const(latches.by_closes).view();
  for_each_n(exec, cost.node_arrival.size(),
             detail::latched_seed_op<S, Value>{seed, of.latches, std::as_const(latches.by_opens).view()});
}

}  // namespace gsta
