#pragma once

#include "gsta/forward/layers.hpp"
#include "gsta/smooth/merge.hpp"
#include "gsta/smooth/state.hpp"

namespace gsta {

namespace detail {
template <memory_space S, class Value>
smooth_arrival_op<S, Value> smooth_op(arrival_problem<S> const& nodes,
                                      span<per_condition<Value> const, S> arc_delay, Value gamma,
                                      smooth_state<S, Value>& smooth) {
  require(exists(gamma) && gamma > 0, "propagate_smooth: gamma must be above 0");
  require(smooth.node_arrival.size() == nodes.graph.vertex_count() &&
              smooth.weight.size() == nodes.graph.arc_count() && nodes.edges.size() == arc_delay.size() &&
              nodes.asserted.size() == nodes.graph.vertex_count(),
          "propagate_smooth: the smooth state was made for another graph");
  return {nodes.graph,         nodes.edges, arc_delay, nodes.asserted, gamma, smooth.node_arrival.view(),
          smooth.weight.view()};
}
}  // namespace detail

/// The arrival layer with two merges at once: exact arrivals and predecessors as `propagate_arrivals` finds
/// them, and arrivals merged by log-sum-exp of temperature `gamma`, whose softmax weights are kept.
///
/// A smooth arrival is at least as late (early: as early) as the worst of its candidates, by at most gamma
/// ln(candidates), and approaches it as gamma approaches 0; equal candidates then share. Undefined arcs take
/// no part, asserted arrivals do.
///
/// Shapes: as `arrival_problem`, `arrival_state` and `smooth_state` say. Units: ps, gamma too. Cost: that of
/// `propagate_arrivals` and an exponential a node arc. Where: the executor; does not wait. Throws:
/// argument_error on sizes or if gamma is not above 0. Exact: sums run over a fan-in row in `ordered_sum`'s
/// order after the asserted arrival. Paper: Warp-STAR, DAC 2026, Section 3.2, equation (4),
/// where it is a pass of its own.
template <executor E>
void propagate_smooth(E const& exec, arrival_problem<E::space> const& nodes,
                      delay_state<E::space> const& delays, arrival_state<E::space>& arrivals, float gamma,
                      smooth_state<E::space>& smooth) {
  auto const exact = detail::arrival_op(nodes, delays, arrivals);
  auto const soft = detail::smooth_op<E::space, float>(nodes, delays.arc_delay.view(), gamma, smooth);
  sweep_forward(exec, *nodes.order, detail::fused_op<decltype(exact), decltype(soft)>{exact, soft});
}

/// The smooth merge alone, of arc delays in any precision.
///
/// Shapes: arc_delay [arcs of the pin graph], undefined as `delay_state` has it. Units: ps. Cost: two
/// exponentials a node arc. Where: the executor; does not wait. Throws: argument_error on sizes or if gamma
/// is not above 0.
template <class Value, executor E>
void propagate_smooth(E const& exec, arrival_problem<E::space> const& nodes,
                      view_for<E, per_condition<Value> const> arc_delay, Value gamma,
                      smooth_state<E::space, Value>& smooth) {
  sweep_forward(exec, *nodes.order, detail::smooth_op<E::space, Value>(nodes, arc_delay, gamma, smooth));
}

}  // namespace gsta
