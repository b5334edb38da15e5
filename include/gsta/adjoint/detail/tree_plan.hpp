#pragma once

#include "gsta/adjoint/detail/tree.hpp"

namespace gsta::detail {

/// What a tree adjoint on the device must know of nets.
template <memory_space S>
struct tree_pins_op {
  span<id const, S> driver, begin;
  rc_forest_view<S> forest;
  span<std::uint8_t, S> drives, is_ideal;  // [pins], [net arcs]: 0 beforehand
  GSTA_HD void operator()(std::size_t net) const noexcept {
    bool const ideal = forest.begin[net] == forest.begin[net + 1];
    if (ideal || forest.reached[net] > 0) drives[driver[net]] = 1;
    for (id a = begin[net]; ideal && a < begin[net + 1]; ++a) is_ideal[a] = 1;
  }
};

/// Nets whose trees have `low` to `high` nodes.
template <memory_space S>
struct reaches_between {
  rc_forest_view<S> forest;
  id low, high;
  GSTA_HD bool operator()(std::size_t net) const noexcept {
    id const n = forest.begin[net] == forest.begin[net + 1] ? 0 : forest.reached[net];
    return n >= low && n <= high;
  }
};

/// Calls `f(depth, position)` where each depth of a tree of `n` nodes begins: positions stand in
/// breadth-first order. How many depths there are.
template <memory_space S, class F>
GSTA_HD id each_depth(rc_forest_view<S> const& forest, id base, id n, F const& f) noexcept {
  id count = 0, end = 0;
  for (id next = 1; end < n; ++count) {
    id const first = end;
    f(count, first);
    end = next;
    for (id p = first; p < end; ++p) {
      id const after = forest.first_child[base + p] + forest.child_count[base + p];
      if (forest.child_count[base + p] > 0 && after > next) next = after;
    }
  }
  return count;
}

template <memory_space S>
struct tree_depths_op {
  rc_forest_view<S> forest;
  span<id const, S> net;
  span<id, S> start;   // [nodes] by net
  span<id, S> depths;  // [nets of the list]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const base = forest.begin[net[i]];
    depths[i] =
        each_depth(forest, base, forest.reached[net[i]], [&](id depth, id p) { start[base + depth] = p; });
  }
};

/// What nodes add to gradients: sums over conditions in tree_adjoint_op's order. B and M are not read where
/// slews are kept.
GSTA_HD inline float by_resistance(bool degrades, per_condition<float> const& beta,
                                   per_condition<float> const& ldelay, per_condition<float> const& by_delay,
                                   per_condition<float> const& load) noexcept {
  float sum = 0;
  for (int c = 0; c < conditions; ++c) {
    if (degrades) sum = math::add(sum, along(beta[c], ldelay[c]));
    sum = math::add(sum, along(by_delay[c], load[c]));
  }
  return sum;
}
/// A node's part through the second moment, M times Elmore's delay.
GSTA_HD inline per_condition<float> through_moment(per_condition<float> const& moment,
                                                   per_condition<float> const& delay) noexcept {
  per_condition<float> part;
  for (int c = 0; c < conditions; ++c) part[c] = along(moment[c], delay[c]);
  return part;
}
/// Of its capacitance, and under each condition, which is its sink's load's.
struct capacitance_gradients {
  float wire;
  per_condition<float> sink;
};
GSTA_HD inline capacitance_gradients by_capacitance(bool degrades, per_condition<float> const& through_moment,
                                                    per_condition<float> const& by_load) noexcept {
  capacitance_gradients by{0, same_value(0)};
  for (int c = 0; c < conditions; ++c) {
    if (degrades) {
      by.wire = math::add(by.wire, through_moment[c]);
      by.sink[c] = math::add(by.sink[c], through_moment[c]);
    }
    by.wire = math::add(by.wire, by_load[c]);
    by.sink[c] = math::add(by.sink[c], by_load[c]);
  }
  return by;
}

/// What the passes over large trees leave, of sums forwards and gradients backwards.
template <memory_space S>
struct tree_sweep_values {
  span<per_condition<float>, S> load, delay, ldelay;  // [nodes]
  span<per_condition<float>, S> beta, moment;         // B and M of tree_adjoint_op
  span<per_condition<float>, S> by_delay, by_load;    // D and L
};

/// The gradients of large trees, node by node.
template <memory_space S>
struct tree_gather_op {
  tree_adjoint_op<S, float> op;
  tree_sweep_values<S> values;
  span<id const, S> slot, base;  // [nodes of large trees]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& tree = op.tree;
    id const s = slot[i];
    bool const degrades = tree.degrades();
    if (s != base[i])
      op.resistance[tree.forest.edge[s]] =
          by_resistance(degrades, values.beta[s], values.ldelay[s], values.by_delay[s], values.load[s]);
    auto const by =
        by_capacitance(degrades, through_moment(values.moment[s], values.delay[s]), values.by_load[s]);
    op.capacitance[base[i] + tree.forest.node[s]] = by.wire;
    id const a = tree.sink_at(s, base[i]);
    if (a != none) op.sink_load[a] = by.sink;
  }
};

/// What no tree says: loads of pins that drive a net, and of sinks on ideal wires or in no tree.
template <memory_space S>
struct tree_start_op {
  timing_graph_view<S> graph;
  tree_adjoint_op<S, float> op;
  span<std::uint8_t const, S> drives, is_ideal;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    op.pin_load[pin] = drives[pin] != 0 ? op.load[pin] : same_value(0);
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      auto const a = static_cast<std::size_t>(graph.fanin_arc[k]);
      if (a < is_ideal.size())
        op.sink_load[a] = is_ideal[a] != 0 ? op.load[graph.fanin_from[k]] : same_value(0);
    }
  }
};

}  // namespace gsta::detail
