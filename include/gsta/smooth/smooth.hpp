#pragma once

#include <cstdint>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/by_condition.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

template <class Value>
inline constexpr Value largest_value = std::numeric_limits<Value>::max();

/// 1 over gamma; for the smallest ones the largest value, so that no difference makes a NaN.
template <class Value>
GSTA_HD Value steepness_of(Value gamma) noexcept {
  Value const steepness = math::div(Value{1}, gamma);
  return exists(steepness) ? steepness : largest_value<Value>;
}

/// How much a candidate counts beside the largest one, which counts 1, by `steepness_of(gamma)`. Most nodes
/// have one candidate: that needs no exponential, nor does the logarithm of their sum.
template <class Value>
GSTA_HD Value steep_share(Value x, Value top, Value steepness) noexcept {
  if (!exists(x)) return 0;
  return x == top ? Value{1} : math::exp(math::mul(math::sub(x, top), steepness));
}
/// `steep_share` by the temperature itself.
template <class Value>
GSTA_HD Value soft_share(Value x, Value top, Value gamma) noexcept {
  return steep_share(x, top, steepness_of(gamma));
}

/// The merged value, from the largest candidate and the sum of all shares beside it. A single candidate stays
/// as it is, and so does minus infinity where there is none.
template <class Value>
GSTA_HD Value soft_merged(Value top, Value sum, Value gamma) noexcept {
  return sum > 1 ? math::add(top, math::mul(gamma, math::log(sum))) : top;
}

/// A candidate's softmax, from its share and the sum of all.
template <class Value>
GSTA_HD Value soft_weight(Value share, Value sum) noexcept {
  return sum > 1 ? math::div(share, sum) : share;
}

/// gamma ln(e^(base/gamma) + sum e^(candidate(k)/gamma)) with the largest taken out beforehand, so that
/// nothing overflows. `softmax(k)` is where each candidate's softmax goes. What is minus infinity takes no
/// part; where all is, so is the result.
template <class Value, class Candidate, class Softmax>
GSTA_HD Value soft_max(Value base, id n, Value gamma, Candidate const& candidate,
                       Softmax const& softmax) noexcept {
  Value top = base;
  for (id k = 0; k < n; ++k) {
    Value const x = candidate(k);
    if (x > top) top = x;
  }
  Value const steepness = steepness_of(gamma);
  Value const rest = math::ordered_sum<Value>(
      n, [&](id k) { return softmax(k) = steep_share(candidate(k), top, steepness); });
  Value const sum = math::add(steep_share(base, top, steepness), rest);
  if (sum > 1) {
    for (id k = 0; k < n; ++k) softmax(k) = soft_weight(softmax(k), sum);
  }
  return soft_merged(top, sum, gamma);
}

/// What is asserted, as a candidate: larger is worse, minus infinity where nothing is.
template <class Value>
GSTA_HD Value asserted_candidate(int c, Value asserted) noexcept {
  return exists(asserted) ? turned(c, asserted) : -endless<Value>;
}

/// What arrives smoothly behind an arc: `arrival_behind`, undefined where the sum is beyond all values.
template <class Value>
GSTA_HD Value smooth_behind(int c, Value at, Value delay) noexcept {
  Value const behind = arrival_behind(c, at, delay);
  return exists(behind) ? behind : static_cast<Value>(undefined_arrival(c));
}

/// Arrival layer of one node, merged smoothly: soft-max for late, soft-min for early.
template <memory_space S, class Value>
struct smooth_arrival_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                  // [arcs]
  span<per_condition<Value> const, S> arc_delay;  // [arcs]
  span<per_condition<float> const, S> asserted;   // [nodes]
  Value gamma;
  span<per_condition<Value>, S> arrival;  // [nodes]
  span<per_condition<Value>, S> weight;   // [node arcs]

  GSTA_HD void operator()(id node) const noexcept {
    for (int c = 0; c < conditions; ++c) merge(node, c);
  }

  GSTA_HD void merge(id node, int c) const noexcept {
    id const first = graph.fanin_begin[node], n = graph.fanin_begin[node + 1] - first;
    Value const merged = soft_max<Value>(
        asserted_candidate(c, static_cast<Value>(asserted[node][c])), n, gamma,
        [&](id k) { return candidate(first + k, c); }, [&](id k) -> Value& { return weight[first + k][c]; });
    arrival[node][c] = turned(c, merged);
  }

  /// What arrives behind the arc at `position`, larger is worse; minus infinity where nothing does.
  GSTA_HD Value candidate(id position, int c) const noexcept {
    id const arc = graph.fanin_arc[position];
    int const in = edges[arc].input(c);
    if (in < 0) return -endless<Value>;
    return turned(c, smooth_behind(c, arrival[graph.fanin_from[position]][in], arc_delay[arc][c]));
  }
};

}  // namespace gsta::detail

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
  /// The value of edge `e`, to be read: 0 rise, 1 fall.
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
