#pragma once

#include "gsta/engine/detail/tiles.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta::detail {

/// The arithmetic of one slot and condition of a forward tile that smooth_arrival_op does for a wire and the
/// cell arc behind it.
template <memory_space S>
struct smooth_layer {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                 // [arcs]
  span<per_condition<float> const, S> asserted;  // [nodes]
  float gamma, steepness;                        // and 1 over it
  span<per_condition<float>, S> arrival;         // [kept vertices]
  span<per_condition<float>, S> weight;          // [node arcs] by position in the fan-in rows

  /// What arrives at the end of a slot, larger is worse, from the smooth arrival at its source under the
  /// condition `in`; minus infinity where nothing does.
  GSTA_HD static float candidate(slot_flags flags, int c, int in, float at, float wire, float cell) noexcept {
    if (flags.has_wire()) at = smooth_behind(in, at, wire);
    if (flags.has_cell()) at = smooth_behind(c, at, cell);
    return exists(at) ? turned(c, at) : -endless<float>;
  }

  GSTA_HD float own(id vertex, int c) const noexcept { return asserted_candidate(c, asserted[vertex][c]); }

  /// Merges a row of more arcs than are summed serially, whose candidates stand where its weights go.
  GSTA_HD float merge_long_row(id vertex, int c) const noexcept {
    id const row = graph.fanin_begin[vertex], n = graph.fanin_begin[vertex + 1] - row;
    auto const passes = [&](id k) { return edges[graph.fanin_arc[row + k]].code != 0; };
    return soft_max<float>(
        own(vertex, c), n, gamma, [&](id k) { return passes(k) ? weight[row + k][c] : -endless<float>; },
        [&](id k) -> float& { return weight[row + k][c]; });
  }
};

/// Vertices that no arc reaches: what is asserted there arrives.
template <memory_space S>
struct smooth_source_op {
  smooth_layer<S> layer;
  span<id const, S> source, source_value;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const s = i / conditions;
    int const c = static_cast<int>(i % conditions);
    layer.arrival[source_value[s]][c] = turned(c, layer.own(source[s], c));
  }
};

}  // namespace gsta::detail
