#pragma once

#include "gsta/forward/plan.hpp"
#include "gsta/smooth/detail/layer.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta {

/// Smooth arrivals where the sweep of a forward plan leaves them, beside the exact ones, and softmax weights.
///
/// Of a wire into an inlined sink the weight is 1 from the beginning: it is the sink's only candidate.
/// Where nothing arrives there `smooth_state` says 0, and `scatter_sink_weights` does so here; a gradient is
/// the same either way unless a caller's seed stands where nothing arrives.
template <memory_space S>
struct smooth_values {
  buffer<per_condition<float>, S> arrival;  ///< [kept vertices] ps
  buffer<per_condition<float>, S>
      weight;  ///< [node arcs] by position in the fan-in rows, as in `smooth_state`
};

namespace detail {
template <memory_space S>
struct only_candidate_op {
  span<scatter_record const, S> records;
  span<id const, S> fanin_begin;
  span<per_condition<float>, S> weight;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    if (records[v].wire != none) weight[fanin_begin[v]] = same_value(1.0f);
  }
};
}  // namespace detail

/// Buffers beside a plan of the arrival layer, alone or fused, of the graph `nodes`.
///
/// Shapes: as the struct says. Cost: O(nodes + node arcs), 16 bytes a kept vertex and an arc. Where: the
/// executor; does not wait. Throws: what allocation throws.
template <executor E, bool Slews>
smooth_values<E::space> make_smooth_values(E const& exec, forward_plan<E::space, Slews, true> const& plan,
                                           timing_graph_view<E::space> const& nodes) {
  constexpr memory_space S = E::space;
  smooth_values<S> smooth{{exec, plan.cut.values}, {exec, nodes.arc_count()}};
  fill(exec, smooth.weight.view(), per_condition<float>{});
  for_each_n(exec, plan.cut.scatter.size(),
             detail::only_candidate_op<S>{plan.cut.scatter.view(), nodes.fanin_begin, smooth.weight.view()});
  return smooth;
}

/// Slews and smooth arrivals of a node and its pin before they are scattered by id. `Timing` is
/// `swept_timing` or `swept_arrivals` of the same plan.
template <memory_space S, class Timing>
struct swept_smooth {
  Timing exact;
  span<per_condition<float> const, S> smooth_arrival, weight;  ///< as in `smooth_values`

  GSTA_HD float slew(id node, id pin, int c) const noexcept { return exact.at(node, pin, c).slew; }
  GSTA_HD float arrival(id node, id, int c) const noexcept {
    scatter_record const record = exact.values.records[node];
    return passed(record, c, smooth_arrival[record.value][c]);
  }

  /// Writes one node's smooth arrivals, and returns the weights of its wire if it is an inlined sink.
  GSTA_HD per_condition<float> scatter(std::size_t node,
                                       span<per_condition<float>, S> arrival_by_id) const noexcept {
    scatter_record const record = exact.values.records[node];
    per_condition<float> at = smooth_arrival[record.value], only{};
    for (int c = 0; c < conditions; ++c) {
      at[c] = passed(record, c, at[c]);
      only[c] = detail::exists(at[c]) ? 1.0f : 0.0f;
    }
    arrival_by_id[node] = at;
    return only;
  }
  /// Where the weights of `scatter` go: none but for an inlined sink.
  GSTA_HD id wire_position(std::size_t node) const noexcept {
    scatter_record const record = exact.values.records[node];
    return record.wire == none ? none : exact.values.fanin_begin[node];
  }
  GSTA_HD per_condition<float> sink_weight(std::size_t node) const noexcept {
    per_condition<float> only{};
    for (int c = 0; c < conditions; ++c)
      only[c] = detail::exists(arrival(static_cast<id>(node), none, c)) ? 1.0f : 0.0f;
    return only;
  }

 private:
  GSTA_HD float passed(scatter_record const& record, int c, float at) const noexcept {
    return record.wire == none ? at : detail::smooth_behind(c, at, exact.values.wire_delay(record, c));
  }
};

/// Shapes: those of the plan that `exact` was made with. Cost: none. Where: host; the result reads what the
/// sweep left. Throws: nothing.
template <memory_space S, class Timing>
swept_smooth<S, Timing> swept_smooth_of(Timing const& exact, smooth_values<S> const& smooth) noexcept {
  return {exact, smooth.arrival.view(), smooth.weight.view()};
}

namespace detail {
/// Scatters one node's smooth arrivals and the weights of its fan-in row.
template <memory_space S, class Swept>
struct scatter_smooth_op {
  Swept swept;
  span<id const, S> fanin_begin;
  span<per_condition<float>, S> arrival, weight;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    per_condition<float> const only = swept.scatter(node, arrival);
    id const wire = swept.wire_position(node);
    for (id k = fanin_begin[node]; k < fanin_begin[node + 1]; ++k)
      weight[k] = k == wire ? only : swept.weight[k];
  }
};

template <memory_space S, class Swept>
struct scatter_sink_weights_op {
  Swept swept;
  span<per_condition<float>, S> weight;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    id const wire = swept.wire_position(node);
    if (wire != none) weight[wire] = swept.sink_weight(node);
  }
};
}  // namespace detail

/// Scatters smooth arrivals and weights by id: the bits of `propagate_smooth`'s level loop.
///
/// Shapes: `smooth` as `smooth_state` says. Units: ps. Cost: O(nodes + node arcs), one launch. Where: the
/// executor; does not wait, allocates nothing. Throws: argument_error on sizes.
template <executor E, class Timing>
void scatter_smooth(E const& exec, timing_graph_view<E::space> const& nodes,
                    swept_smooth<E::space, Timing> const& swept, smooth_state<E::space>& smooth) {
  require(smooth.node_arrival.size() == nodes.vertex_count() && smooth.weight.size() == nodes.arc_count() &&
              swept.weight.size() == nodes.arc_count(),
          "scatter_smooth: the smooth state was made for another graph");
  for_each_n(exec, smooth.node_arrival.size(),
             detail::scatter_smooth_op<E::space, swept_smooth<E::space, Timing>>{
                 swept, nodes.fanin_begin, smooth.node_arrival.view(), smooth.weight.view()});
}

/// Weights of wires into inlined sinks, in place: 0 where nothing arrives. `nodes` is their count.
///
/// Shapes: those of the plan that `smooth` was made for. Cost: O(nodes), one launch. Where: the executor;
/// does not wait, allocates nothing. Throws: what a launch throws.
template <executor E, class Timing>
void scatter_sink_weights(E const& exec, swept_smooth<E::space, Timing> const& swept, std::size_t nodes,
                          smooth_values<E::space>& smooth) {
  for_each_n(
      exec, nodes,
      detail::scatter_sink_weights_op<E::space, swept_smooth<E::space, Timing>>{swept, smooth.weight.view()});
}

}  // namespace gsta
