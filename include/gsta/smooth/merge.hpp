#pragma once

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

template <class Value>
inline constexpr Value endless = std::numeric_limits<Value>::infinity();
template <class Value>
inline constexpr Value largest_value = std::numeric_limits<Value>::max();

/// True for a value that exists, in any precision.
template <class Value>
GSTA_HD bool exists(Value x) noexcept {
  return x < endless<Value> && x > -endless<Value>;
}

/// Early values with their sign turned, so that larger is worse under every condition, and the other way
/// round.
template <class Value>
GSTA_HD Value turned(int c, Value x) noexcept {
  return is_late(c) ? x : -x;
}

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

/// What arrives smoothly behind an arc: undefined where nothing arrives in front or the arc has no delay.
template <class Value>
GSTA_HD Value smooth_behind(int c, Value at, Value delay) noexcept {
  Value const undefined = turned(c, -endless<Value>);
  if (!exists(at) || !exists(delay)) return undefined;
  Value const behind = math::add(at, delay);
  return exists(behind) ? behind : undefined;
}

/// Arrival layer of one node, merged smoothly: soft-max for late, soft-min for early.
template <memory_space S, class Value>
struct smooth_arrival_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                  // [arcs]
  span<per_condition<Value> const, S> arc_delay;  // [arcs]
  span<corner_values const, S> asserted;          // [nodes]
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
