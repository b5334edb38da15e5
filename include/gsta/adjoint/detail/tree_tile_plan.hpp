#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/adjoint/detail/tree_plan.hpp"

/// Which trees a block has at once, and what it reads of them.
namespace gsta::detail {

inline constexpr id tree_tile_nodes = 256;     ///< of a tile, at most, unless one tree has more
inline constexpr int tree_tile_threads = 128;  ///< of its block
inline constexpr id large_tile_nodes = 2048;   ///< of a tile of one tree
inline constexpr int large_tile_threads = 256;

/// Lanes of a warp for each tree of a tile whose largest has `nodes`: about as many as its depths have nodes.
GSTA_HD inline int lanes_a_tree(id nodes) noexcept {
  int lanes = 1;
  while (lanes < 32 && 16 * lanes <= nodes) lanes *= 2;
  return lanes;
}

/// How a node stands in its tree, by positions.
struct alignas(8) tile_link {
  std::int16_t parent, first_child, child_count;  // a root's parent: -1
  bool asks;                                      ///< its sink reads what arrives here
};
static_assert(sizeof(tile_link) == 8);
/// Where a node's values lie.
struct alignas(16) tile_place {
  id edge;       ///< of a root: its driver
  id node;       ///< of all designs' nodes
  id sink, pin;  ///< none, or the net arc and the pin that stand here
};
/// Trees in tiles, copied from the forest in the order in which tiles read them.
struct tree_tiles {
  device_span<id const> begin;   // [tiles + 1] into trees
  device_span<id const> first;   // [trees + 1] into nodes
  device_span<id const> depths;  // [trees]
  device_span<tile_link const> link;
  device_span<tile_place const> place;
  device_span<std::int16_t const> start;  // [nodes] where the depths of each tree begin
};

/// Copies one tree.
template <memory_space S>
struct tile_tree_op {
  flat_view<S> design;
  rc_forest_view<S> forest;
  span<id const, S> net;    // [trees] as tiles have them
  span<id const, S> first;  // as `tree_tiles` has it
  span<id, S> depths;
  span<tile_link, S> link;
  span<tile_place, S> place;
  span<std::int16_t, S> start;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const base = forest.begin[net[i]], n = forest.reached[net[i]];
    auto const narrow = [](id x) { return static_cast<std::int16_t>(x); };
    for (id p = 0; p < n; ++p) {
      id const s = base + p, node = base + forest.node[s], a = design.rc.node_sink[node];
      link[first[i] + p] = {narrow(p == 0 ? -1 : forest.parent[s]), narrow(forest.first_child[s]),
                            narrow(forest.child_count[s]), a != none && forest.sink_position[a] == p};
      place[first[i] + p] = {p == 0 ? design.nets.driver[net[i]] : forest.edge[s], node, a,
                             a == none ? none : design.nets.sink[a]};
    }
    depths[i] = each_depth(forest, base, n, [&](id depth, id p) { start[first[i] + depth] = narrow(p); });
  }
};

/// Trees by size, the largest first, and where tiles of them begin: trees of a tile take about as long as
/// each other.
struct tiled_trees {
  std::vector<id> net, begin{0}, first{0};
  id large = 0;  ///< tiles of one tree of more than `tree_tile_nodes`, which come first
};
inline tiled_trees tile_trees(std::vector<id> const& nets, std::vector<id> const& nodes) {
  tiled_trees tiles;
  std::vector<std::size_t> place(large_tile_nodes + 1);  // of the first tree with so many nodes
  for (id const n : nodes) ++place[static_cast<std::size_t>(n)];
  std::size_t before = 0;
  for (std::size_t n = place.size(); n-- > 0;) before += std::exchange(place[n], before);
  tiles.net.resize(nets.size());
  std::vector<id> sizes(nets.size());
  for (std::size_t i = 0; i < nets.size(); ++i) {
    std::size_t const at = place[static_cast<std::size_t>(nodes[i])]++;
    tiles.net[at] = nets[i];
    sizes[at] = nodes[i];
  }
  id sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto const tree = static_cast<id>(i);
    int const lanes = lanes_a_tree(sizes[static_cast<std::size_t>(tiles.begin.back())]);
    id const trees = tree - tiles.begin.back();
    if (trees > 0 && (sum + sizes[i] > tree_tile_nodes || (trees + 1) * lanes > tree_tile_threads)) {
      tiles.begin.push_back(tree);
      sum = 0;
    }
    if (sizes[i] > tree_tile_nodes) ++tiles.large;
    sum += sizes[i];
    tiles.first.push_back(tiles.first.back() + sizes[i]);
  }
  if (!sizes.empty()) tiles.begin.push_back(static_cast<id>(sizes.size()));
  return tiles;
}

}  // namespace gsta::detail
