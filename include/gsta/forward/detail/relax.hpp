#pragma once

#include "gsta/core/by_condition.hpp"
#include "gsta/core/math.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/delay_model.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// What arrives behind an arc: undefined where nothing arrives in front or the arc has no delay.
GSTA_AS_ARGUMENTS
template <class C, class Value>
GSTA_HD Value arrival_behind(C c, Value at, Value delay) noexcept {
  return math::choose(math::all_of(exists(at), exists(delay)), math::add(at, delay),
                      static_cast<Value>(undefined_arrival(c)));
}

/// A model that wants to be told of a pin before its arcs.
template <class Model>
concept starting_model = requires(Model const& model, id pin) { model.start(pin); };

/// Delay layer of one pin: delays of the arcs into it, and its slew merged over them and what is asserted.
template <memory_space S, class Model>
struct relax_delay_op {
  timing_graph_view<S> graph;
  Model model;
  span<edge_map const, S> edges;
  span<per_condition<float> const, S> asserted_slew;
  span<per_condition<float>, S> slew, arc_delay;

  GSTA_HD void operator()(id pin) const noexcept {
    per_condition<float> merged = asserted_slew[pin];
    if constexpr (starting_model<Model>) model.start(pin);
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      arc_timing const timing =
          edges[arc].code != 0 ? model(arc, pin, slew[graph.fanin_from[k]]) : arc_timing{};
      arc_delay[arc] = timing.delay;
      for (int c = 0; c < conditions; ++c) {
        if (beats(c, timing.slew[c], merged[c])) merged[c] = timing.slew[c];
      }
    }
    slew[pin] = merged;
  }

  /// One arc into `pin` under one condition: `start` is the slew at its input, under the condition `in`
  /// there, which is -1 where the arc makes no such edge. Keeps the delay. Needs a model that knows single
  /// conditions (`table_delay_model::at`).
  GSTA_HD condition_timing one_arc(id arc, id pin, int c, int in, float start) const noexcept {
    float const undefined = undefined_arrival(c);
    condition_timing const timing =
        in < 0 ? condition_timing{undefined, undefined} : model.at(arc, pin, c, start);
    arc_delay[arc][c] = timing.delay;
    return timing;
  }
};

/// Arrival layer of one node: the best arrival over the arcs into it and what is asserted.
template <memory_space S>
struct relax_arrival_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                  // [arcs]
  span<per_condition<float> const, S> arc_delay;  // [arcs]
  span<per_condition<float> const, S> asserted;   // [nodes]
  span<per_condition<float>, S> arrival;          // [nodes]
  span<per_condition<id>, S> predecessor;         // [nodes]

  GSTA_HD void operator()(id node) const noexcept {
    per_condition<float> best = asserted[node];
    per_condition<id> from{{none, none, none, none}};
    for (id k = graph.fanin_begin[node]; k < graph.fanin_begin[node + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      per_condition<float> const at = arrival[graph.fanin_from[k]];
      per_condition<float> const delay = arc_delay[arc];
      for (int c = 0; c < conditions; ++c) {
        int const in = edges[arc].input(c);
        if (in < 0) continue;
        float const candidate = arrival_behind(c, at[in], delay[c]);
        if (!beats(c, candidate, best[c])) continue;
        best[c] = candidate;
        from[c] = k;
      }
    }
    arrival[node] = best;
    predecessor[node] = from;
  }
};

/// Delay layer, then arrival layer of a vertex that is pin and node at once.
template <class First, class Second>
struct fused_op {
  First first;
  Second second;
  GSTA_HD void operator()(id vertex) const noexcept {
    first(vertex);
    second(vertex);
  }
};

}  // namespace gsta::detail
