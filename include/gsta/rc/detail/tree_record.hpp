#pragma once

#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// A node of a small tree in 16 bytes, with all that its lane needs to know. Positions are below 32.
struct alignas(16) tree_record {
  id edge;  ///< to the parent; for a root the driver's pin, or the net where trees are reduced
  id node;  ///< of all nodes
  id arc;   ///< net arc whose pin is here, or none
  std::uint32_t shape;

  static constexpr std::uint32_t unused = 0xffffffffu;  ///< a node that the tree does not reach
  static constexpr std::uint32_t root_bit = 1u << 20, writes_bit = 1u << 21;

  static GSTA_HD std::uint32_t pack(id parent, id first_child, id children, id depth) noexcept {
    return static_cast<std::uint32_t>(parent) | static_cast<std::uint32_t>(first_child % 32) << 5 |
           static_cast<std::uint32_t>(children) << 10 | static_cast<std::uint32_t>(depth) << 15;
  }
  GSTA_HD bool is_used() const noexcept { return shape != unused; }
  GSTA_HD bool is_root() const noexcept { return (shape & root_bit) != 0; }
  /// Whether the arc answers with this node; a pin may be named at several.
  GSTA_HD bool writes() const noexcept { return (shape & writes_bit) != 0; }
  GSTA_HD id parent() const noexcept { return static_cast<id>(shape & 31u); }
  GSTA_HD id first_child() const noexcept { return static_cast<id>(shape >> 5 & 31u); }
  GSTA_HD id children() const noexcept { return static_cast<id>(shape >> 10 & 31u); }
  GSTA_HD id depth() const noexcept { return static_cast<id>(shape >> 15 & 31u); }
};

/// A net of which its tree lacks sinks. Where trees are reduced, such nets do not go into tiles.
template <memory_space S>
GSTA_HD bool lacks_sinks(net_view<S> const& nets, rc_forest_view<S> const& forest, std::size_t net) noexcept {
  for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
    if (forest.sink_position[a] == none) return true;
  }
  return false;
}

/// Writes the records of one net of up to 32 nodes.
template <memory_space S>
struct tree_record_op {
  flat_view<S> design;
  rc_forest_view<S> forest;
  span<tree_record, S> record;  // [nodes]
  bool reduces = false;

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const base = forest.begin[net], n = forest.begin[net + 1] - base;
    if (n > 32) return;
    bool const elsewhere = reduces && lacks_sinks(design.nets, forest, net);
    for (id p = 0; p < n; ++p) {
      bool const used = !elsewhere && p < forest.reached[net];
      record[static_cast<std::size_t>(base + p)] =
          used ? of(net, base, p) : tree_record{0, 0, none, tree_record::unused};
    }
  }

  GSTA_HD tree_record of(std::size_t net, id base, id p) const noexcept {
    id const slot = base + p, node = base + forest.node[slot], arc = design.rc.node_sink[node];
    id const parent = p == 0 ? 0 : forest.parent[slot];
    id const depth = p == 0 ? 0 : record[static_cast<std::size_t>(base + parent)].depth() + 1;
    std::uint32_t shape =
        tree_record::pack(parent, forest.first_child[slot], forest.child_count[slot], depth);
    if (p == 0) shape |= tree_record::root_bit;
    if (arc != none && forest.sink_position[arc] == p) shape |= tree_record::writes_bit;
    id const of_root = reduces ? static_cast<id>(net) : design.nets.driver[net];
    return {p == 0 ? of_root : forest.edge[slot], node, arc, shape};
  }
};

}  // namespace gsta::detail
