#pragma once

#include <cstdint>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/smooth/merge.hpp"

namespace gsta {

/// Arrivals merged smoothly, and how much each arc's candidate counts in them, written by `propagate_smooth`.
/// `Value` is float, or double on a host that checks gradients.
template <memory_space S, class Value = float>
struct smooth_state {
  buffer<per_condition<Value>, S> node_arrival;  ///< [nodes] ps from the node's launch edge
  /// [node arcs] by position in the fan-in rows: the softmax of the node's candidates, d arrival / d
  /// candidate. With that of an asserted arrival they add up to 1; 0 for what takes no part.
  buffer<per_condition<Value>, S> weight;
};

/// Buffers for `propagate_smooth`; `node_arcs` is the arc count of the node graph.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
smooth_state<E::space, Value> make_smooth_state(E const& exec, std::size_t nodes, std::size_t node_arcs) {
  return {{exec, nodes}, {exec, node_arcs}};
}

/// What a smooth cost adds up. Costs are violations, in ps: less is better.
enum class smooth_goal : std::uint8_t {
  total,  ///< smooth -TNS: the sum over endpoints of the soft-max of 0 and all their violations
  worst,  ///< smooth -worst slack: the soft-max of all violations of all endpoints
};

/// Which cost `update_smooth_cost` finds.
struct smooth_cost_options {
  smooth_goal goal = smooth_goal::total;  ///< what is added up
  split side = split::late;               ///< late: setup-like checks; early: hold-like checks
  float gamma = 10;  ///< ps, above 0, temperature of the merges over checks and endpoints
};

/// One value for a rising and one for a falling data edge.
template <class Value>
struct edge_pair {
  Value value[2];  ///< rise, fall
  /// The value of edge `e`: 0 rise, 1 fall.
  GSTA_HD constexpr Value& operator[](int e) noexcept { return value[e]; }
  /// The same of a constant.
  GSTA_HD constexpr Value const& operator[](int e) const noexcept { return value[e]; }
};

/// By edge. Sums of pairs have the bits of two sums.
template <class Value>
GSTA_HD edge_pair<Value> add(edge_pair<Value> const& a, edge_pair<Value> const& b) noexcept {
  return {{math::add(a[0], b[0]), math::add(a[1], b[1])}};
}

/// A cost of smooth arrivals and its gradients, written by `update_smooth_cost`.
template <memory_space S, class Value = float>
struct smooth_cost_state {
  buffer<double, S> cost;                   ///< [1] ps; minus infinity for the worst of no endpoint
  buffer<Value, S> violation;               ///< [endpoints] ps, smooth
  buffer<edge_pair<Value>, S> check_share;  ///< [checks] d cost / d violation, by data edge
  buffer<per_condition<Value>, S>
      node_arrival;           ///< [nodes] d cost / d smooth arrival: the seed of an adjoint
  buffer<double, S> scratch;  ///< of sums over endpoints
};

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
