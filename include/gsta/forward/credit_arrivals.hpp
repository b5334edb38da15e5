#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/constrain/clock_tree.hpp"
#include "gsta/engine/detail/sweep.hpp"
#include "gsta/forward/detail/reconvergence_ops.hpp"
#include "gsta/forward/detail/relax_lanes.hpp"
#include "gsta/forward/layers.hpp"

namespace gsta {

/// Arrivals in credit levels that share delays.
template <memory_space S>
struct credit_state {
  std::size_t at_once = 0;                 ///< credit levels swept together, see `make_credit_state`
  buffer<grouped_arrival, S> arrival;      ///< [nodes][at_once][condition] of the credit levels swept last
  buffer<per_condition<float>, S> credit;  ///< [stages of the clock tree] ps, by condition of the data
  buffer<per_edge, S> check;               ///< `credited_view::check`
  buffer<per_edge, S> opening;             ///< `credited_view::opening`
  buffer<paths_apart, S> apart;  ///< [pairs of `clock_tree::reconvergence`] of clock paths that meet
};

/// What checks read of credits; the state must outlive it.
///
/// Shapes: as `credited_view`. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
credited_view<S> view_of(credit_state<S> const& state) noexcept {
  return {state.check.view(), state.opening.view()};
}

/// Buffers for `propagate_credits`.
///
/// Shapes: as the struct says; nodes: 0 where only plans sweep, whose arrivals are their own; at_once: how
/// many credit levels are swept together, 0 for all. Cost: five allocations, 64 bytes a node and credit level
/// of those. Where: the executor; does not wait. Throws: what allocation throws.
template <executor E>
credit_state<E::space> make_credit_state(E const& exec, std::size_t nodes, clock_tree<E::space> const& tree,
                                         std::size_t at_once = 0) {
  std::size_t const credit_levels = tree.view.credit_levels;
  std::size_t const together = at_once == 0 ? credit_levels : std::min(at_once, credit_levels);
  return {together,
          {exec, nodes * together * conditions},
          {exec, tree.view.place.size()},
          {exec, tree.view.capture_row.size()},
          {exec, tree.view.opening_row.size()},
          {exec, tree.reconvergence.view.pair.size()}};
}

/// At how many places credits fall along clock paths by more than is allowed: an early delay of the clock is
/// above its late one there. What is launched behind them and captured elsewhere may get back less than it
/// should, so that slacks are too small, never too large.
///
/// Shapes: credit [stages of the tree], `credit_state::credit`. Units: fs. Cost: a look at each of the tree's
/// steps. Where: the executor; waits. Throws: argument_error on sizes.
template <executor E>
std::size_t falling_credits(E const& exec, clock_tree_view<E::space> const& tree,
                            view_for<E, per_condition<float> const> credit, femtoseconds allowed = 0) {
  require(credit.size() == tree.place.size(), "falling_credits: credits of another clock tree");
  falling_step_term<E::space> const falls{tree.steps, credit, allowed};
  return static_cast<std::size_t>(reduce(exec, tree.steps.size(), falls, id{0}, sum_of<id>{}));
}

namespace detail {
/// What each stage of the clock tree gives back; behind places where paths meet over all pairs of them, a
/// launch a level.
template <executor E>
void find_credits(E const& exec, clock_tree<E::space> const& tree, way_delays<E::space> const& delays,
                  arrival_state<E::space> const& arrivals, credit_state<E::space>& state) {
  constexpr memory_space S = E::space;
  span<per_condition<float> const, S> const arrival = arrivals.node_arrival.view();
  for_each_n(
      exec, tree.view.place.size(),
      stage_credit_op<S>{tree.view, tree.convention == common_path::by_edge, arrival, state.credit.view()});
  auto const& reconvergence = tree.reconvergence.view;
  auto const& level = tree.reconvergence_level_begin;
  for (std::size_t l = 0; l + 1 < level.size(); ++l)
    for_each_n(exec, level[l + 1] - level[l],
               paths_apart_op<S>{reconvergence,
                                 {arrival},
                                 delays,
                                 std::as_const(state.credit).view(),
                                 state.apart.view(),
                                 level[l]});
  for_each_n(exec, reconvergence.stage.size(),
             reconvergence_credit_op<S>{
                 reconvergence, {arrival}, std::as_const(state.apart).view(), state.credit.view()});
}
/// The arrival layer of the window of credit levels that begins at `first`.
template <memory_space S>
relax_lanes_op<S> levels_op(arrival_problem<S> const& nodes, clock_tree<S> const& tree,
                            std::type_identity_t<span<arc_role const, S>> role, delay_state<S> const& delays,
                            arrival_state<S> const& arrivals, std::size_t first, credit_state<S>& state) {
  lane_window<S> const window{tree.view, std::as_const(state.credit).view(), first,
                              std::min(state.at_once, tree.view.credit_levels - first)};
  return {nodes, role, delays.arc_delay.view(), arrivals.node_arrival.view(), window, state.arrival.view()};
}
}  // namespace detail

/// The arrival layer in credit levels, behind `propagate_arrivals`, with common-path pessimism gone from what
/// checks see: exactly, without a walk back from any of them. There is a credit level for each vertex of a
/// clock's way at which clock paths part: launches get back there what they have in common with a capture
/// down to it. Each credit level keeps the worst arrival and the worst of any other group, so that a capture
/// finds the worst of those that part from its own clock path there.
///
/// Shapes: role [arcs] or shorter, else of one timer. Units: ps. Cost: O(node arcs x credit levels), one
/// launch a level and window of credit levels. Where: the executor; does not wait. Throws: argument_error on
/// sizes. Exact: where credits do not fall along clock paths (`falling_credits`), which they do not where no
/// early delay is above its late one; elsewhere a path gets back the least of all credit levels that it is
/// in.
template <executor E>
void propagate_credits(E const& exec, arrival_problem<E::space> const& nodes,
                       timing_checks<E::space> const& checks, clock_tree<E::space> const& tree,
                       view_for<E, arc_role const> role, delay_state<E::space> const& delays,
                       arrival_state<E::space> const& arrivals, credit_state<E::space>& state) {
  constexpr memory_space S = E::space;
  require(state.arrival.size() == conditions * nodes.graph.vertex_count() * state.at_once &&
              state.credit.size() == tree.view.place.size() && state.check.size() == checks.view.check.size(),
          "propagate_credits: the credit_levels were made for another graph or clock tree");
  detail::find_credits(exec, tree, {delays.arc_delay.view()}, arrivals, state);
  for (std::size_t first = 0; first < tree.view.credit_levels; first += state.at_once) {
    auto const credit_levels = detail::levels_op(nodes, tree, role, delays, arrivals, first, state);
    auto const& window = credit_levels.window;
    sweep_forward(exec, *nodes.order, credit_levels);
    auto const& pairs = checks.latches.view.pair;
    for_each_n(
        exec, checks.view.check.size() + pairs.size(),
        detail::capture_levels_op<S>{checks.view.check, pairs, window, std::as_const(state.arrival).view(),
                                     state.check.view(), state.opening.view()});
  }
}

}  // namespace gsta
