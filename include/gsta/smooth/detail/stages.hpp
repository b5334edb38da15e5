#pragma once

#include "gsta/forward/plan.hpp"
#include "gsta/smooth/detail/layer.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta {

/// Smooth arrivals where the stages of a forward plan leave them, beside the exact ones, and softmax weights.
///
/// Of a wire into a sink between stages the weight is 1 from the beginning: it is the sink's only candidate.
/// Where nothing arrives there `smooth_state` says 0, and `publish_sink_weights` does so here; a gradient is
/// the same either way unless a caller's seed stands where nothing arrives.
template <memory_space S>
struct smooth_stages {
  buffer<corner_values, S> arrival;  ///< [stage values] ps
  buffer<corner_values, S> weight;   ///< [node arcs] by position in the fan-in rows, as in `smooth_state`
};

namespace detail {
template <memory_space S>
struct only_candidate_op {
  span<publish_record const, S> publish;
  span<id const, S> fanin_begin;
  span<corner_values, S> weight;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    if (publish[v].wire != none) weight[fanin_begin[v]] = same_value(1.0f);
  }
};
}  // namespace detail

/// Buffers beside a plan of the arrival layer, alone or fused, of the graph `nodes`.
///
/// Shapes: as the struct says. Cost: O(nodes + node arcs), 16 bytes a stage vertex and an arc. Where: the
/// executor; does not wait. Throws: what allocation throws.
template <executor E, bool Slews>
smooth_stages<E::space> make_smooth_stages(E const& exec, forward_plan<E::space, Slews, true> const& plan,
                                           timing_graph_view<E::space> const& nodes) {
  constexpr memory_space S = E::space;
  smooth_stages<S> smooth{{exec, plan.stages.values}, {exec, nodes.arc_count()}};
  fill(exec, smooth.weight.view(), corner_values{});
  for_each_n(
      exec, plan.stages.publish.size(),
      detail::only_candidate_op<S>{plan.stages.publish.view(), nodes.fanin_begin, smooth.weight.view()});
  return smooth;
}

/// Slews and smooth arrivals of a node and its pin before they are handed out by id. `Timing` is
/// `staged_timing` or `staged_arrivals` of the same plan.
template <memory_space S, class Timing>
struct staged_smooth {
  Timing exact;
  span<corner_values const, S> smooth_arrival, weight;  ///< as in `smooth_stages`

  GSTA_HD float slew(id node, id pin, int c) const noexcept { return exact.at(node, pin, c).slew; }
  GSTA_HD float arrival(id node, id, int c) const noexcept {
    publish_record const record = exact.publish.publish[node];
    return passed(record, c, smooth_arrival[record.value][c]);
  }

  /// Writes one node's smooth arrivals, and returns the weights of its wire if it is a sink between stages.
  GSTA_HD corner_values hand_out(std::size_t node, span<corner_values, S> arrival_by_id) const noexcept {
    publish_record const record = exact.publish.publish[node];
    corner_values at = smooth_arrival[record.value], only{};
    for (int c = 0; c < conditions; ++c) {
      at[c] = passed(record, c, at[c]);
      only[c] = detail::exists(at[c]) ? 1.0f : 0.0f;
    }
    arrival_by_id[node] = at;
    return only;
  }
  /// Where the weights of `hand_out` go: none but for a sink between stages.
  GSTA_HD id wire_position(std::size_t node) const noexcept {
    publish_record const record = exact.publish.publish[node];
    return record.wire == none ? none : exact.publish.fanin_begin[node];
  }
  GSTA_HD corner_values sink_weight(std::size_t node) const noexcept {
    corner_values only{};
    for (int c = 0; c < conditions; ++c)
      only[c] = detail::exists(arrival(static_cast<id>(node), none, c)) ? 1.0f : 0.0f;
    return only;
  }

 private:
  GSTA_HD float passed(publish_record const& record, int c, float at) const noexcept {
    return record.wire == none ? at : detail::smooth_behind(c, at, exact.publish.wire_delay(record, c));
  }
};

/// Shapes: those of the plan that `exact` was made with. Cost: none. Where: host; the result reads what the
/// sweep left. Throws: nothing.
template <memory_space S, class Timing>
staged_smooth<S, Timing> staged_smooth_of(Timing const& exact, smooth_stages<S> const& smooth) noexcept {
  return {exact, smooth.arrival.view(), smooth.weight.view()};
}

namespace detail {
/// Hands out one node's smooth arrivals and the weights of its fan-in row.
template <memory_space S, class Staged>
struct publish_smooth_op {
  Staged staged;
  span<id const, S> fanin_begin;
  span<corner_values, S> arrival, weight;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    corner_values const only = staged.hand_out(node, arrival);
    id const wire = staged.wire_position(node);
    for (id k = fanin_begin[node]; k < fanin_begin[node + 1]; ++k)
      weight[k] = k == wire ? only : staged.weight[k];
  }
};

template <memory_space S, class Staged>
struct publish_smooth_arrivals_op {
  Staged staged;
  span<corner_values, S> arrival;
  GSTA_HD void operator()(std::size_t node) const noexcept { staged.hand_out(node, arrival); }
};

template <memory_space S, class Staged>
struct publish_sink_weights_op {
  Staged staged;
  span<corner_values, S> weight;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    id const wire = staged.wire_position(node);
    if (wire != none) weight[wire] = staged.sink_weight(node);
  }
};
}  // namespace detail

/// Hands out smooth arrivals and weights by id: the bits of `propagate_smooth`'s level loop.
///
/// Shapes: `smooth` as `smooth_state` says. Units: ps. Cost: O(nodes + node arcs), one launch. Where: the
/// executor; does not wait, allocates nothing. Throws: argument_error on sizes.
template <executor E, class Timing>
void publish_smooth(E const& exec, timing_graph_view<E::space> const& nodes,
                    staged_smooth<E::space, Timing> const& staged, smooth_state<E::space>& smooth) {
  require(smooth.arrival.size() == nodes.vertex_count() && smooth.weight.size() == nodes.arc_count() &&
              staged.weight.size() == nodes.arc_count(),
          "publish_smooth: the smooth state was made for another graph");
  for_each_n(exec, smooth.arrival.size(),
             detail::publish_smooth_op<E::space, staged_smooth<E::space, Timing>>{
                 staged, nodes.fanin_begin, smooth.arrival.view(), smooth.weight.view()});
}

/// Smooth arrivals alone by id.
///
/// Shapes: arrival [nodes]. Units: ps. Cost: O(nodes), one launch. Where: the executor; does not wait,
/// allocates nothing. Throws: what a launch throws.
template <executor E, class Timing>
void publish_smooth_arrivals(E const& exec, staged_smooth<E::space, Timing> const& staged,
                             span<corner_values, E::space> arrival) {
  for_each_n(exec, arrival.size(),
             detail::publish_smooth_arrivals_op<E::space, staged_smooth<E::space, Timing>>{staged, arrival});
}

/// Weights of wires into sinks between stages, in place: 0 where nothing arrives. `nodes` is their count.
///
/// Shapes: those of the plan that `smooth` was made for. Cost: O(nodes), one launch. Where: the executor;
/// does not wait, allocates nothing. Throws: what a launch throws.
template <executor E, class Timing>
void publish_sink_weights(E const& exec, staged_smooth<E::space, Timing> const& staged, std::size_t nodes,
                          smooth_stages<E::space>& smooth) {
  for_each_n(exec, nodes,
             detail::publish_sink_weights_op<E::space, staged_smooth<E::space, Timing>>{
                 staged, smooth.weight.view()});
}

}  // namespace gsta
