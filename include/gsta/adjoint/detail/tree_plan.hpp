#pragma once

#include "gsta/adjoint/detail/tree.hpp"

namespace gsta::detail {

/// What a tree adjoint on the device must know of nets.
template <memory_space S>
struct tree_pins_op {
  span<id const, S> driver, begin;
  rc_forest_view<S> forest;
  span<std::uint8_t, S> drives, is_ideal;  // [pins], [net arcs]: 0 beforehand
  span<id, S> net_of;                      // [nodes]
  GSTA_HD void operator()(std::size_t net) const noexcept {
    bool const ideal = forest.begin[net] == forest.begin[net + 1];
    if (ideal || forest.reached[net] > 0) drives[driver[net]] = 1;
    for (id a = begin[net]; ideal && a < begin[net + 1]; ++a) is_ideal[a] = 1;
    for (id s = forest.begin[net]; s < forest.begin[net + 1]; ++s) net_of[s] = static_cast<id>(net);
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

/// Where each depth of a tree begins: positions stand in breadth-first order.
template <memory_space S>
struct tree_depths_op {
  rc_forest_view<S> forest;
  span<id const, S> net;
  span<id, S> start;   // [nodes] by net
  span<id, S> depths;  // [nets of the list]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const base = forest.begin[net[i]], n = forest.reached[net[i]];
    id count = 0, end = 0;
    for (id next = 1; end < n; ++count) {
      id const first = end;
      start[base + count] = first;
      end = next;
      for (id p = first; p < end; ++p) {
        id const after = forest.first_child[base + p] + forest.child_count[base + p];
        if (forest.child_count[base + p] > 0 && after > next) next = after;
      }
    }
    depths[i] = count;
  }
};

/// What the passes over trees leave, of sums forwards and gradients backwards. `Nodes` is an array by node.
template <class Nodes>
struct tree_node_values {
  Nodes load, delay, ldelay;
  Nodes beta, moment;       // B and M of tree_adjoint_op
  Nodes by_delay, by_load;  // D and L
};
template <memory_space S>
using tree_sweep_values = tree_node_values<span<corner_values, S>>;

/// What one node adds to the gradients of its resistance, its capacitance and its sink's load: sums over
/// conditions in tree_adjoint_op's order.
template <memory_space S, class Nodes>
struct tree_node_gradients {
  tree_adjoint_op<S, float> op;
  tree_node_values<Nodes> values;

  GSTA_HD void write(id slot, id base) const noexcept {
    auto const& tree = op.tree;
    float by_resistance = 0, by_capacitance = 0;
    corner_values by_sink = same_value(0);
    for (int c = 0; c < conditions; ++c) {
      if (tree.degrades()) {
        by_resistance = math::add(by_resistance, along(values.beta[slot][c], values.ldelay[slot][c]));
        float const part = along(values.moment[slot][c], values.delay[slot][c]);
        by_capacitance = math::add(by_capacitance, part);
        by_sink[c] = math::add(by_sink[c], part);
      }
      by_resistance = math::add(by_resistance, along(values.by_delay[slot][c], values.load[slot][c]));
      by_capacitance = math::add(by_capacitance, values.by_load[slot][c]);
      by_sink[c] = math::add(by_sink[c], values.by_load[slot][c]);
    }
    if (slot != base) op.resistance[tree.forest.edge[slot]] = by_resistance;
    op.capacitance[base + tree.forest.node[slot]] = by_capacitance;
    id const a = tree.sink_at(slot, base);
    if (a != none) op.sink_load[a] = by_sink;
  }
};
/// The same of all nodes of trees with more than `fewest` nodes.
template <memory_space S>
struct tree_gather_op {
  tree_node_gradients<S, span<corner_values, S>> nodes;
  span<id const, S> net_of;  // [nodes]
  id fewest;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& forest = nodes.op.tree.forest;
    id const slot = static_cast<id>(i), net = net_of[i], reached = forest.reached[net];
    if (reached > fewest && slot - forest.begin[net] < reached) nodes.write(slot, forest.begin[net]);
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
