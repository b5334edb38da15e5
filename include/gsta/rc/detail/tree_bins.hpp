#pragma once

#include "gsta/rc/detail/tree_record.hpp"
#include "gsta/rc/elmore.hpp"

/// How a plan for trees tells nets apart, and what it writes once.
namespace gsta::detail {

/// Trees of `low` to `high` nodes whose nets are too large for a tile, or do not go into tiles.
template <memory_space S>
struct big_tree_between {
  net_view<S> nets;
  rc_forest_view<S> forest;
  id tile, low, high;
  bool reduces;
  GSTA_HD bool operator()(id net) const noexcept {
    id const nodes = forest.reached[net];
    if (nodes < low || nodes > high) return false;
    return forest.begin[net + 1] - forest.begin[net] > tile ||
           (reduces && lacks_sinks(nets, forest, static_cast<std::size_t>(net)));
  }
};

/// Nets without nodes, of `low` to `high` sinks.
template <memory_space S>
struct ideal_net_between {
  span<id const, S> node_begin, sink_begin;
  id low, high;
  GSTA_HD bool operator()(id net) const noexcept {
    id const sinks = sink_begin[net + 1] - sink_begin[net];
    return node_begin[net] == node_begin[net + 1] && sinks >= low && sinks <= high;
  }
};

/// Nets that are known as what they were reduced to.
template <memory_space S>
struct is_given_net {
  span<id const, S> root;
  GSTA_HD bool operator()(id net) const noexcept { return root[net] == reduced_root; }
};

template <memory_space S>
struct tree_size_op {
  rc_forest_view<S> forest;
  span<id const, S> nets;
  span<id, S> nodes;
  GSTA_HD void operator()(std::size_t i) const noexcept { nodes[i] = forest.reached[nets[i]]; }
};

/// What no value of R, C or a pin's load changes: delays of ideal wires, nets without a driver's node, sinks
/// that a tree lacks.
template <memory_space S>
struct unchanging_wires {
  elmore_op<S> op;
  GSTA_HD void operator()(std::size_t net) const noexcept {
    all_conditions const lanes{};
    if (op.forest.begin[net] == op.forest.begin[net + 1]) return op.write_sinks(net, lanes, lanes.same(0.0f));
    if (op.forest.reached[net] == 0) return op(net, lanes);
    for (id a = op.design.nets.begin[net]; a < op.design.nets.begin[net + 1]; ++a) {
      if (op.forest.sink_position[a] == none)
        op.writer().same(static_cast<std::size_t>(a), lanes, op.lost(lanes));
    }
  }
};

}  // namespace gsta::detail
