#pragma once

#include <cstdint>
#include <utility>

#include "gsta/adjoint/detail/credit_ops.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "gsta/constrain/clock_tree.hpp"
#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/slack/summary.hpp"
#include "gsta/smooth/cost.hpp"

/// Gradients of slacks with common-path credits: of the exact TNS and worst slack, along the paths that make
/// them.
namespace gsta {

/// What credited slacks were found from; all of it must outlive the problem.
template <memory_space S>
struct credit_problem {
  arrival_problem<S> nodes;          ///< of the arrival layer
  timing_checks_view<S> checks;      ///< of these nodes
  latch_view<S> latches;             ///< must be empty: gradients do not go through latches here
  clock_tree<S> const& tree;         ///< whose credit levels were swept
  span<arc_role const, S> role;      ///< [arcs of the pin graph] or shorter, as `propagate_credits` takes it
  adjoint_rows_view<S> rows;         ///< of the nodes
  delay_state<S> const& delays;      ///< of the last update
  arrival_state<S> const& arrivals;  ///< of the last update
};

/// Which figure of exact slacks is the cost.
struct exact_cost_options {
  smooth_goal goal = smooth_goal::total;  ///< total: -TNS, each endpoint once; worst: minus the worst slack
  split side = split::late;               ///< late: setup-like checks; early: hold-like checks
};

/// -TNS or minus the worst slack from slacks as they stand, ps, and its gradient with respect to how much
/// checks are violated: 1 at the first of the worst checks and edges of each endpoint that counts, else 0.
///
/// Shapes: share [checks] d cost / d violation, by data edge. Units: ps. Cost: O(checks), two reductions and
/// a launch. Where: the executor; waits. Throws: argument_error on sizes and before the first update. Exact:
/// the figures of `summarize`; minus infinity for the worst of no endpoint.
template <executor E>
double find_exact_cost(E const& exec, timing_checks_view<E::space> const& checks,
                       slack_state<E::space> const& slacks, exact_cost_options const& options,
                       view_for<E, edge_pair<float>> share) {
  constexpr memory_space S = E::space;
  require(share.size() == checks.check.size(), "find_exact_cost: the shares are not as many as the checks");
  slack_summary const figures = summarize(exec, checks, slacks, options.side);
  detail::worst_endpoint worst;
  if (options.goal == smooth_goal::worst) {
    worst = reduce(exec, checks.endpoint_pin.size(),
                   detail::worst_endpoint_op<S>{slacks.endpoint_slack.view(), options.side}, worst,
                   detail::combine_worst{});
  }
  fill(exec, share, edge_pair<float>{});
  if (options.goal == smooth_goal::total || worst.endpoint != none)
    for_each_n(exec, checks.endpoint_pin.size(),
               detail::exact_share_op<S>{checks, slacks.check_slack.view(), options.side == split::late,
                                         worst.endpoint, share});
  return options.goal == smooth_goal::total ? -figures.tns : -static_cast<double>(figures.worst_slack);
}

/// Gradients of a cost of credited slacks, written by `propagate_credit_adjoint`.
template <memory_space S>
struct credit_adjoint_state {
  /// By arrivals of clocks, 0 where data arrive, and by all arcs' delays, those of clocks and data.
  adjoint_state<S> by;
  buffer<per_condition<float>, S> asserted;  ///< [nodes] d cost / d asserted arrival, of clocks and data
  buffer<per_condition<float>, S> seed;      ///< [nodes] what paths and checks ask of clocks' arrivals
  buffer<per_condition<float>, S> path_arc;  ///< [arcs] what paths ask of the arcs along them
  smooth_state<S> winners;                   ///< weights alone: 1 for what makes an arrival
  buffer<std::uint8_t, S> is_walked;         ///< [2 * checks] scratch
};

/// Buffers for `propagate_credit_adjoint`.
///
/// Shapes: as the struct says. Cost: seven allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <executor E>
credit_adjoint_state<E::space> make_credit_adjoint_state(E const& exec, credit_problem<E::space> const& of) {
  std::size_t const nodes = of.nodes.graph.vertex_count(), arcs = of.nodes.edges.size();
  return {make_adjoint_state(exec, nodes, arcs),
          {exec, nodes},
          {exec, nodes},
          {exec, arcs},
          make_smooth_state(exec, 0, of.nodes.graph.arc_count()),
          {exec, 2 * of.checks.check.size()}};
}

namespace detail {
/// Buffers of terms.
template <memory_space S>
struct kept_terms {
  buffer<id, S> key;
  buffer<float, S> amount;
  gradient_terms<S> view() { return {key.view(), amount.view()}; }
};

/// Adds terms to the rows of `into`; those of a row behind them count nothing.
template <executor E>
void add_up_terms(E const& exec, kept_terms<E::space> const& terms,
                  span<per_condition<float>, E::space> into) {
  auto const rows = compress_rows(exec, conditions * into.size() + 1, terms.key.view(), terms.key.view());
  for_each_n(exec, into.size(),
             add_terms_op<E::space>{rows.begin.view(), rows.arc.view(), terms.amount.view(), into});
}

/// Follows the paths whose ends stand in one window of credit levels.
template <executor E>
void walk_window(E const& exec, credit_problem<E::space> const& of, credited_walk<E::space> const& walk,
                 view_for<E, edge_pair<float> const> share, credit_adjoint_state<E::space>& adjoint) {
  constexpr memory_space S = E::space;
  buffer<id, S> slots(exec, adjoint.is_walked.size());
  std::size_t const walks = select(
      exec, slots.size(), walked_op<S>{walk, share, std::as_const(adjoint.is_walked).view()}, slots.view());
  if (walks == 0) return;
  auto const slot = std::as_const(slots).view().subspan(0, walks);
  buffer<std::int64_t, S> steps(exec, walks), begin(exec, walks + 1);
  for_each_n(exec, walks, count_steps_op<S>{walk, slot, steps.view(), adjoint.is_walked.view()});
  exclusive_scan(exec, std::as_const(steps).view(), begin.view());
  auto const total =
      static_cast<std::size_t>(to_vector(exec, std::as_const(begin).view().subspan(walks, 1))[0]);
  std::size_t const of_clock = walks * walk_terms_op<S>::of_clock;
  kept_terms<S> arc{{exec, total}, {exec, total}}, asserted{{exec, walks}, {exec, walks}},
      arrival{{exec, of_clock}, {exec, of_clock}};
  for_each_n(exec, walks,
             walk_terms_op<S>{walk, share, of.tree.convention == common_path::by_edge, slot,
                              std::as_const(begin).view(), arc.view(), asserted.view(), arrival.view()});
  add_up_terms(exec, arc, adjoint.path_arc.view());
  add_up_terms(exec, asserted, adjoint.asserted.view());
  add_up_terms(exec, arrival, adjoint.seed.view());
}
}  // namespace detail

/// The adjoint of credited slacks, behind `propagate_credits` and `update_checks` with its credits. A check's
/// worst arrival less credit is one path's: it is found among the credit levels and followed back, arc by
/// arc. Where the clock launches it, its share of the cost goes on into the clock's arrival, and into what
/// late and early arrivals are apart at the stage that its credit is from. With what checks ask of the clocks
/// that capture, these go back through the clock network along the winners of the exact arrivals.
///
/// `share` is d cost / d violation, as `find_exact_cost` leaves it or the caller's own, of checks of one
/// side. `credit_levels` are as `propagate_credits` left them; where not all are swept at once each window is
/// swept again.
///
/// Shapes: share [checks], by data edge, the rest as the structs say. Units: those of the cost a ps. Cost:
/// for each share that is not 0 a look at its node's credit levels and its path's fan-in, then a stable sort
/// of the paths' arcs; the plain adjoint of the arrival layer. Where: the executor; waits, and allocates.
/// Throws: argument_error on sizes, on latches, and where paths have more arcs than ids can number. Exact: of
/// equals the first has it all, as forwards; sums of a row in the order of the checks by `ordered_sum`, so
/// that every run and every backend gives the same bits.
template <executor E>
void propagate_credit_adjoint(E const& exec, credit_problem<E::space> const& of,
                              view_for<E, edge_pair<float> const> share, split side,
                              credit_state<E::space>& credit_levels,
                              credit_adjoint_state<E::space>& adjoint) {
  constexpr memory_space S = E::space;
  std::size_t const nodes = of.nodes.graph.vertex_count(), checks = of.checks.check.size();
  require(!of.latches.any(), "propagate_credit_adjoint: a design with latches has no gradients of credits");
  require(of.tree.reconvergence.view.pair.empty(),
          "propagate_credit_adjoint: clock paths meet; there are gradients of the worst of them alone "
          "(timing_conventions::worst_clock_paths)");
  require(credit_levels.arrival.size() == conditions * nodes * credit_levels.at_once &&
              credit_levels.check.size() == checks && share.size() == checks &&
              adjoint.seed.size() == nodes && adjoint.path_arc.size() == of.nodes.edges.size() &&
              adjoint.is_walked.size() == 2 * checks,
          "propagate_credit_adjoint: the states were made for another design");
  for (auto* const cleared : {&adjoint.asserted, &adjoint.seed, &adjoint.path_arc})
    fill(exec, cleared->view(), per_condition<float>{});
  fill(exec, adjoint.is_walked.view(), std::uint8_t{0});
  for (std::size_t first = 0; first < of.tree.view.credit_levels; first += credit_levels.at_once) {
    auto const window =
        detail::levels_op(of.nodes, of.tree, of.role, of.delays, of.arrivals, first, credit_levels);
    if (credit_levels.at_once < of.tree.view.credit_levels) sweep_forward(exec, *of.nodes.order, window);
    detail::walk_window(exec, of,
                        detail::credited_walk<S>{window, of.checks.check, of.tree.view.capture_row,
                                                 std::as_const(credit_levels.check).view()},
                        share, adjoint);
  }
  auto const predecessor = of.arrivals.node_predecessor.view();
  for_each_n(exec, nodes,
             detail::add_capture_op<S>{{of.checks, side == split::late, share, share, adjoint.seed.view()}});
  for_each_n(
      exec, nodes,
      detail::winner_weight_op<S>{of.nodes.graph.fanin_begin, predecessor, adjoint.winners.weight.view()});
  propagate_adjoint<float>(exec, of.nodes, of.rows, adjoint.winners, std::as_const(adjoint.seed).view(),
                           adjoint.by);
  for_each_n(exec, adjoint.path_arc.size(),
             detail::add_path_op<S>{std::as_const(adjoint.path_arc).view(), adjoint.by.arc_delay.view()});
  for_each_n(
      exec, nodes,
      detail::add_clock_start_op<S>{predecessor, of.nodes.asserted,
                                    std::as_const(adjoint.by.node_arrival).view(), adjoint.asserted.view()});
}

/// How credited slacks change with slews where checks look at them: the seed of `propagate_delay_adjoint`,
/// which takes `credit_adjoint_state::by`.
///
/// Shapes: share as `propagate_credit_adjoint`, seed [pins]. Units: those of the cost a ps. Cost: O(checks)
/// lookups, one launch. Where: the executor; does not wait. Throws: argument_error on sizes.
template <executor E>
void find_credit_slew_seed(E const& exec, credit_problem<E::space> const& of,
                           lut_pool_view<E::space> const& luts, view_for<E, edge_pair<float> const> share,
                           split side, view_for<E, per_condition<float>> seed) {
  smooth_cost_options options;
  options.side = side;
  detail::find_slew_seed_of<float>(exec, of.checks, luts, of.rows, of.delays.slew.view(), options, share,
                                   seed);
}

}  // namespace gsta
