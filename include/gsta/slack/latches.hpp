#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/engine/detail/sweep.hpp"
#include "gsta/engine/detail/turn_loops.hpp"
#include "gsta/forward/delay_model.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/slack/detail/required_ops.hpp"

/// Latches: late data that arrive while one is open go on with the time that they borrow.
namespace gsta {

namespace detail {
/// What departs from a latch at one node, then its arrival like any other's.
template <memory_space S>
struct latched_arrival_op {
  relax_arrival_op<S> relax;
  latch_view<S> latches;
  check_op<S, timing_by_id<S>> checks;
  span<per_condition<float>, S> asserted;  // [nodes]
  span<id, S> moved;                       // [1], or empty: counts what departs at another time than before
  bool saturates;                          ///< what still comes later than before departs as the latch closes
  span<std::uint8_t const, S> left_out;    // [nodes], or empty: nothing happens there
  clock_tree_view<S> clocks{};             ///< without any row no path has a credit

  GSTA_HD void operator()(id node) const noexcept {
    if (!left_out.empty() && left_out[node] != 0) return;
    id const row = latches.row_of[node];
    if (row != none) {
      per_condition<float> const before = asserted[node];
      per_condition<float> now = departing(node, row);
      for (int c = 2; saturates && c < conditions; ++c) {
        // Two times may go round one loop in turns: none goes back.
        if (beats(c, before[c], now[c])) now[c] = before[c];
      }
      asserted[node] = now;
      if (!moved.empty() && (before[2] != now[2] || before[3] != now[3])) fetch_add(moved[0], 1);
    }
    relax(node);
  }

  GSTA_HD per_condition<float> departing(id node, id row) const noexcept {
    per_condition<float> result = undefined_arrival();
    for (id k = latches.begin[row]; k < latches.begin[row + 1]; ++k) {
      id const pair = latches.row_pair[k];
      for (int e = 0; e < 2; ++e) {
        if (latches.pair[pair].departs[e] != node) continue;
        float const at = departing(pair, e, asserted[node][2 + e]);
        if (beats(2 + e, at, result[2 + e])) result[2 + e] = at;
      }
    }
    return result;
  }

  /// The setup time here is that of early data, as sign-off timers have it.
  GSTA_HD float departing(id of, int e, float before) const noexcept {
    latch_pair const& pair = latches.pair[of];
    timing_check check = checks.checks[pair.check];
    check.factor = pair.factor;
    float const arrival = relax.arrival[check.data][2 + e];
    float const captured = checks.captured(check, true, e, checks.timing.slew_of[check.data_pin][e]);
    if (!math::is_defined(arrival) || !math::is_defined(captured)) return undefined_arrival(2);
    float const closes = math::add(math::add(captured, check.edge_time), pair.close_shift);
    auto window = window_among<S>(pair, relax.arrival, closes);
    window.closes = math::add(window.closes, closing_credit(of));
    if (arrival <= window.opens) return undefined_arrival(2);
    float const departs = math::sub(window.clamp(arrival), pair.shift);
    bool const grows = math::is_defined(before) && departs > before;
    return saturates && grows ? math::sub(window.closes, pair.shift) : departs;
  }

  /// What any path may get back where the latch closes: none then departs too soon. A limit counts from the
  /// edge that opens.
  GSTA_HD float closing_credit(id of) const noexcept {
    if (clocks.capture_row.empty()) return 0.0f;
    latch_pair const& pair = latches.pair[of];
    bool const limited = math::is_defined(pair.limit);
    id const stage = clocks.deepest[limited ? clocks.opening_row[of] : clocks.capture_row[pair.check]];
    return stage == none ? 0.0f : apart_at(clocks, relax.arrival, stage);
  }
};

/// Delays of the arcs behind what departs, with the slews of the latches' data.
template <memory_space S, class Model>
struct latch_delay_op {
  latch_view<S> latches;
  Model model;
  span<per_condition<float>, S> slew, arc_delay;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    per_condition<float> const at_data = slew[latches.arc_data[i]];
    arc_delay[latches.arc[i]] = alone(latches.arc[i], latches.arc_to[i], at_data).delay;
    slew[latches.arc_departs[i]] = at_data;
  }

 private:
  /// Where an arc also writes what its wires do, this one does not: its data have no slew at the output.
  GSTA_HD arc_timing alone(id arc, id to, per_condition<float> const& at_data) const noexcept {
    if constexpr (requires { model.alone(arc, to, at_data); }) {
      return model.alone(arc, to, at_data);
    } else {
      return model(arc, to, at_data);
    }
  }
};

template <memory_space S>
latched_arrival_op<S> latched_op(timing_nodes<S>& nodes, timing_checks_view<S> const& checks,
                                 latch_view<S> const& latches, span<edge_map const, S> edges,
                                 lut_pool_view<S> const& luts, delay_state<S> const& delays,
                                 arrival_state<S>& arrivals, clock_tree_view<S> const& clocks) {
  return {arrival_op(problem_of(nodes, edges), delays, arrivals),
          latches,
          {checks.check, luts, {delays.slew.view(), std::as_const(arrivals.node_arrival).view()}, {}, {}},
          nodes.node_asserted.view(),
          {},
          false,
          {},
          clocks};
}

/// Sweeps loops, at whose nodes nothing arrives yet, until they come to rest, or what still grows departs as
/// its latch closes. Returns whether they came to rest.
template <executor E>
bool sweep_loops(E const& exec, timing_nodes<E::space> const& nodes, latched_arrival_op<E::space> op) {
  op.saturates = turn_loops(exec, op, [&](auto const& turn) { sweep_forward(exec, nodes.looping, turn); });
  for (std::size_t n = 0; op.saturates && n < nodes.opened_loops + 1; ++n)
    sweep_forward(exec, nodes.looping, op);
  return !op.saturates;
}
}  // namespace detail

/// Delays from latches' data to their outputs, behind `propagate_delays`: the slew of the data is not that of
/// the outputs, so that no loop of slews goes through a latch.
///
/// Shapes: as `latch_view` and `delay_state`. Units: ps. Cost: O(latches) lookups, one launch. Where: the
/// executor; does not wait. Throws: cuda_error if a launch fails.
template <executor E, delay_model Model>
void update_latch_delays(E const& exec, latch_view<E::space> const& latches, Model const& model,
                         delay_state<E::space>& delays) {
  for_each_n(
      exec, latches.arc.size(),
      detail::latch_delay_op<E::space, Model>{latches, model, delays.slew.view(), delays.arc_delay.view()});
}

/// `propagate_arrivals` of a design with latches: what departs from them is found on the way, and stands in
/// `nodes.node_asserted` then. Loops through latches are swept by themselves until nothing moves, at most
/// `latch_sweeps` times; then a departure that still grows ends at the closing edge. Returns whether they
/// settled before. With `clocks`, departures are those of paths with the largest credit that their latch
/// has: late enough for all.
///
/// Shapes: of one timer. Units: ps. Cost: that of `propagate_arrivals`, a lookup a check of a latch, and
/// sweeps of the loops' nodes. Where: the executor; waits where there are loops, every few sweeps. Throws:
/// argument_error on sizes. Exact: the same bits on every executor.
template <executor E>
bool propagate_arrivals(E const& exec, timing_nodes<E::space>& nodes, timing_checks<E::space> const& checks,
                        view_for<E, edge_map const> edges, lut_pool_view<E::space> const& luts,
                        delay_state<E::space> const& delays, arrival_state<E::space>& arrivals,
                        std::type_identity_t<clock_tree_view<E::space>> const& clocks = {}) {
  auto op =
      detail::latched_op(nodes, checks.view, checks.latches.view, edges, luts, delays, arrivals, clocks);
  if (nodes.opened_loops == 0) {
    sweep_forward(exec, nodes.order, op);
    return true;
  }
  auto const looping = detail::mark_looping(exec, nodes.looping, nodes.count());
  auto others = op;
  others.left_out = looping.view();
  // Latches at which a loop was opened look at arrivals behind them: none yet.
  fill(exec, arrivals.node_arrival.view(), undefined_arrival());
  sweep_forward(exec, nodes.order, others);
  bool const settles = detail::sweep_loops(exec, nodes, op);
  sweep_forward(exec, nodes.order, others);
  return settles;
}

}  // namespace gsta
