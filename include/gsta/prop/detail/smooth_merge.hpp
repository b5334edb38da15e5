#pragma once

#include "gsta/core/exponential.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/arc_type.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

template <class Value>
inline constexpr Value endless = std::numeric_limits<Value>::infinity();

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

/// How much a candidate counts beside the largest one, which counts 1. Most nodes have one candidate: that
/// needs no exponential, nor does the logarithm of their sum.
template <class Value>
GSTA_HD Value soft_share(Value x, Value top, Value gamma) noexcept {
  if (!exists(x)) return 0;
  return x == top ? Value{1} : math::exp(math::div(math::sub(x, top), gamma));
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
  Value const rest =
      math::ordered_sum<Value>(n, [&](id k) { return softmax(k) = soft_share(candidate(k), top, gamma); });
  Value const sum = math::add(soft_share(base, top, gamma), rest);
  if (!(sum > 1)) return top;
  for (id k = 0; k < n; ++k) softmax(k) = math::div(softmax(k), sum);
  return math::add(top, math::mul(gamma, math::log(sum)));
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
    Value const own = turned(c, static_cast<Value>(asserted[node][c]));
    Value const merged = soft_max<Value>(
        exists(own) ? own : -endless<Value>, n, gamma, [&](id k) { return candidate(first + k, c); },
        [&](id k) -> Value& { return weight[first + k][c]; });
    arrival[node][c] = turned(c, merged);
  }

  /// What arrives behind the arc at `position`, larger is worse; minus infinity where nothing does.
  GSTA_HD Value candidate(id position, int c) const noexcept {
    id const arc = graph.fanin_arc[position];
    int const in = edges[arc].input(c);
    if (in < 0) return -endless<Value>;
    Value const at = arrival[graph.fanin_from[position]][in], delay = arc_delay[arc][c];
    if (!exists(at) || !exists(delay)) return -endless<Value>;
    Value const behind = turned(c, math::add(at, delay));
    return exists(behind) ? behind : -endless<Value>;
  }
};

}  // namespace gsta::detail
