#pragma once

#include "gsta/adjoint/state.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta::detail {

/// The gradient of one node's smooth arrival: the cost's own, and what its fan-out hands back, each arc by
/// its softmax weight.
template <memory_space S, class Value>
struct pull_arrival_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;               // [arcs]
  span<id const, S> fanin_position;            // [node arcs] by fan-out position
  span<per_condition<Value> const, S> weight;  // [node arcs]
  span<per_condition<Value> const, S> seed;    // [nodes]
  span<per_condition<Value>, S> gradient;      // [nodes]

  GSTA_HD void operator()(id node) const noexcept {
    for (int c = 0; c < conditions; ++c) gradient[node][c] = pull(node, c);
  }

  GSTA_HD Value pull(id node, int c) const noexcept {
    id const first = graph.fanout_begin[node], n = graph.fanout_begin[node + 1] - first;
    return math::add(seed[node][c], math::ordered_sum<Value>(n, [&](id k) { return from(first + k, c); }));
  }

  /// What the arc at fan-out position `j` hands back to the condition `c` in front of it: both of its output
  /// edges may come from there.
  GSTA_HD Value from(id j, int c) const noexcept {
    id const position = fanin_position[j];
    if (position == none) return 0;
    edge_map const of = edges[graph.fanout_arc[j]];
    Value sum = 0;
    for (int out = c & 2; out < (c & 2) + 2; ++out) {
      if (of.input(out) != c) continue;
      sum = math::add(sum, math::mul(gradient[graph.fanout_to[j]][out], weight[position][out]));
    }
    return sum;
  }
};

/// The gradient of one arc's delays: a sum over the nodes it enters, one a tag.
template <memory_space S, class Value>
struct arc_gradient_op {
  adjoint_rows_view<S> rows;
  span<per_condition<Value> const, S> weight;   // [node arcs]
  span<per_condition<Value> const, S> arrival;  // [nodes] gradients
  span<per_condition<Value>, S> arc_delay;      // [arcs]

  GSTA_HD void operator()(std::size_t arc) const noexcept {
    id const first = rows.arc_begin[arc], n = rows.arc_begin[arc + 1] - first;
    for (int c = 0; c < conditions; ++c) {
      arc_delay[arc][c] = math::ordered_sum<Value>(n, [&](id k) {
        return math::mul(arrival[rows.arc_to[first + k]][c], weight[rows.arc_position[first + k]][c]);
      });
    }
  }
};

}  // namespace gsta::detail

namespace gsta::detail {

/// The gradient of one asserted arrival: the node's, times how much the candidate counts that is asserted.
/// The softmax of a candidate x beside a merged value m is e^((x - m) / gamma).
template <memory_space S, class Value>
struct asserted_gradient_op {
  span<per_condition<float> const, S> asserted;  // [nodes]
  span<per_condition<Value> const, S> smooth;    // [nodes] merged arrivals
  span<per_condition<Value> const, S> arrival;   // [nodes] gradients
  Value gamma;
  span<per_condition<Value>, S> gradient;  // [nodes]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    per_condition<Value> result;
    for (int c = 0; c < conditions; ++c) {
      Value const own = asserted_candidate(c, static_cast<Value>(asserted[node][c]));
      Value const share = soft_share(own, turned(c, smooth[node][c]), gamma);
      result[c] = share > 0 ? math::mul(arrival[node][c], share) : Value{0};
    }
    gradient[node] = result;
  }
};

/// The same of one asserted slew: the pin's own where it is the worst, else nothing.
template <memory_space S, class Value>
struct asserted_slew_gradient_op {
  span<per_condition<float> const, S> asserted;  // [pins]
  span<per_condition<Value> const, S> merged;    // [pins]
  span<per_condition<Value> const, S> slew;      // [pins] gradients
  span<per_condition<Value>, S> gradient;        // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    per_condition<Value> result;
    for (int c = 0; c < conditions; ++c) {
      Value const own = static_cast<Value>(asserted[pin][c]);
      result[c] = exists(own) && own == merged[pin][c] ? slew[pin][c] : Value{0};
    }
    gradient[pin] = result;
  }
};

}  // namespace gsta::detail
