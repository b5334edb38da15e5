#pragma once

#include "gsta/adjoint/detail/arrival.hpp"
#include "gsta/adjoint/detail/layer.hpp"
#include "gsta/adjoint/detail/slew.hpp"

namespace gsta::detail {

/// Gradients of an arc's delays, from those of the arrivals behind it, of a node of its own.
GSTA_HD inline per_condition<float> delay_gradients(per_condition<float> const& arrival,
                                                    per_condition<float> const& weight) noexcept {
  per_condition<float> result;
  for (int c = 0; c < conditions; ++c) result[c] = math::add(0.0f, math::mul(arrival[c], weight[c]));
  return result;
}

/// What a sweep of arrivals found, by id: gradients of one vertex's arrival, and of the delays of the arcs
/// into it where pins are nodes (else they are sums over nodes).
template <memory_space S>
struct scatter_adjoint_arrivals_op {
  adjoint_results<S, true, false> results;
  timing_graph_view<S> graph;
  span<per_condition<float> const, S> weight;  // [node arcs]
  span<per_condition<float>, S> arrival;       // [vertices]
  span<per_condition<float>, S> arc_delay;     // [arcs], or empty

  GSTA_HD void operator()(std::size_t v) const noexcept {
    per_condition<float> own, none_swept;
    results.of(static_cast<id>(v), own, none_swept);
    arrival[v] = own;
    if (arc_delay.empty()) return;
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k)
      arc_delay[graph.fanin_arc[k]] = delay_gradients(own, weight[k]);
  }
};

/// What the gradients of a wire's delay and of the slew behind it come to for what the wire answers. `wins`:
/// the wire decides that slew.
template <memory_space S>
struct answer_gradients {
  slope_model<S, float, wire_view<S>> model;
  span<per_condition<float> const, S> slew_before;  // [pins] as found forwards

  struct result {
    float delay, impulse;
  };
  GSTA_HD result operator()(id arc, int c, int in, float before, float by_delay, float by_slew,
                            bool wins) const noexcept {
    arc_slopes<float> s;
    if (by_delay != 0 || wins) s = model.at(arc, none, c, in, before);
    float const impulse = along(by_delay, s.delay_by_other);
    return {along(by_delay, s.delay_by_answer),
            wins ? math::add(impulse, along(by_slew, s.slew_by_other)) : impulse};
  }
};

/// What a sweep of arrivals and slews found, by id, but for what tables and wires alone have to do with.
template <memory_space S>
struct scatter_adjoint_pins_op {
  adjoint_results<S, true, true> results;
  timing_graph_view<S> graph;
  std::size_t net_arcs;
  span<per_condition<float> const, S> weight;  // [node arcs]
  span<load_slopes const, S> by_load;          // [arcs] by position, of cell arcs
  span<per_condition<float>, S> arrival, arc_delay, slew, load;

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    per_condition<float> by_arrival, by_slew, into_load = same_value(0), of_winner = same_value(0);
    results.of(static_cast<id>(pin), by_arrival, by_slew);
    arrival[pin] = by_arrival;
    slew[pin] = by_slew;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      per_condition<float> const by_delay = delay_gradients(by_arrival, weight[k]);
      arc_delay[arc] = by_delay;
      if (static_cast<std::size_t>(arc) < net_arcs) continue;
      load_slopes const slope = by_load[k];
      for (int c = 0; c < conditions; ++c) {
        into_load[c] = math::add(into_load[c], along(by_delay[c], slope.delay[c]));
        if (by_slew[c] != 0 && is_worst(slope.slew[c])) of_winner[c] = along(by_slew[c], slope.slew[c]);
      }
    }
    for (int c = 0; c < conditions; ++c) into_load[c] = math::add(into_load[c], of_winner[c]);
    load[pin] = into_load;
  }
};

/// What a sweep of slews found, by id, and what it comes to for loads and wires: what `pull_slew_op` writes.
/// `Arrivals`: what `scatter_adjoint_arrivals_op` writes too.
template <memory_space S, bool Arrivals>
struct scatter_adjoint_slews_op {
  adjoint_results<S, Arrivals, true> results;
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;  // [arcs]
  slope_model<S, float, wire_view<S>> model;
  span<per_condition<float> const, S> weight;       // [node arcs]
  span<sweep_slopes const, S> slopes;               // [arcs] by position
  span<load_slopes const, S> by_load;               // [arcs] by position, of cell arcs
  span<per_condition<float> const, S> slew_before;  // [pins] as found forwards
  span<per_condition<float>, S> arrival;            // [pins]
  span<per_condition<float>, S> arc_delay;          // [arcs] found here, or before if only slews are swept
  span<per_condition<float>, S> slew, arc_slew, made_slew, load;
  span<wire_values<float>, S> wire;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const pin = i / conditions;
    int const c = static_cast<int>(i % conditions);
    gradient_pair const own = results.of(static_cast<id>(pin), c);
    if constexpr (Arrivals) arrival[pin][c] = own.arrival;
    slew[pin][c] = own.slew;
    float into_load = 0, of_winner = 0;
    bool has_winner = false;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      bool const wins = own.slew != 0 && is_worst(slopes[k].slew[c]);
      auto const parts = hand_on(k, c, own, wins);
      into_load = math::add(into_load, parts.delay);
      if (!wins) continue;
      of_winner = parts.slew;
      has_winner = true;
    }
    load[pin][c] = has_winner ? math::add(into_load, of_winner) : into_load;
  }

  /// Parts of the load's gradient, by delay and by slew.
  struct load_parts {
    float delay, slew;
  };

  GSTA_HD load_parts hand_on(id k, int c, gradient_pair own, bool wins) const noexcept {
    id const arc = graph.fanin_arc[k];
    if constexpr (Arrivals) arc_delay[arc][c] = math::add(0.0f, math::mul(own.arrival, weight[k][c]));
    int const in = edges[arc].input(c);
    float const g = in < 0 ? 0.0f : arc_delay[arc][c];
    // Where arrivals were not swept along, the slope has the gradient in it.
    float const by_delay = Arrivals ? along(g, slopes[k].delay[c]) : slopes[k].delay[c];
    arc_slew[arc][c] = wins ? math::add(by_delay, along(own.slew, slopes[k].slew[c])) : by_delay;
    made_slew[arc][c] = wins ? own.slew : 0.0f;
    if (!model.is_wire(arc))
      return {along(g, by_load[k].delay[c]), wins ? along(own.slew, by_load[k].slew[c]) : 0.0f};
    hand_wire_on(k, arc, c, in, g, wins ? own.slew : 0.0f, wins);
    return {0, 0};
  }

  GSTA_HD void hand_wire_on(id k, id arc, int c, int in, float g, float made, bool wins) const noexcept {
    float const before = in < 0 ? 0.0f : slew_before[graph.fanin_from[k]][in];
    auto const answer = answer_gradients<S>{model, slew_before}(arc, c, in, before, g, made, wins);
    wire[arc].delay[c] = answer.delay;
    wire[arc].impulse[c] = answer.impulse;
  }
};

}  // namespace gsta::detail
