#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/adjoint/detail/tree_groups.cuh"
#include "gsta/core/algorithm.cuh"
#include "gsta/core/search.hpp"

/// Small trees: a block has some of them in shared memory, a thread a tree and condition, from R and C to
/// their gradients. What lies between never leaves the multiprocessor.
namespace gsta::detail {

inline constexpr int tree_tile_threads = 128;
inline constexpr int tree_tile_nets = tree_tile_threads / conditions;
static_assert(tree_tile_nets == 32, "a lane a net sums up where nets begin");
inline constexpr id tree_tile_nodes = 512;  ///< of a tile, at most

/// An array of a tile's nodes, by the slots of one net.
template <class T>
struct tile_array {
  T* first;  // of the net's nodes
  id base;   // the slot of the first one
  __device__ T& operator[](id slot) const { return first[slot - base]; }
};

/// A node as the passes read it again and again.
struct tile_node {
  float resistance;
  id sink;  // that asks there; none: nobody
  std::int16_t parent, first_child, child_count, net;
};

/// A tree of a tile.
struct tile_shape {
  using nodes = tile_array<corner_values>;
  tile_array<tile_node const> node;
  tile_array<corner_values const> capacitances;

  __device__ float capacitance(id slot, id, int c) const { return capacitances[slot][c]; }
  __device__ float resistance(id slot) const { return node[slot].resistance; }
  __device__ id parent(id slot) const { return node[slot].parent; }
  __device__ id first_child(id slot) const { return node[slot].first_child; }
  __device__ id child_count(id slot) const { return node[slot].child_count; }
  template <class Op>
  __device__ id asking_sink(Op const&, id slot, id, id) const {
    return node[slot].sink;
  }
};

struct tree_tiles {
  device_span<id const> nets;   // of small trees
  device_span<id const> begin;  // [tiles + 1] into nets
};

/// Where the nodes of each net of a tile begin among the tile's; the last one is how many there are.
__device__ inline void find_tile_offsets(tree_tiles const& tiles,
                                         rc_forest_view<memory_space::device> const& forest, id* offset) {
  if (threadIdx.x < 32) {
    int const lane = static_cast<int>(threadIdx.x);
    id const i = tiles.begin[blockIdx.x] + lane;
    id until = i < tiles.begin[blockIdx.x + 1] ? forest.reached[tiles.nets[i]] : 0;
    for (int step = 1; step < 32; step *= 2) {
      id const before = __shfl_up_sync(~0u, until, static_cast<unsigned>(step));
      if (lane >= step) until += before;
    }
    offset[lane + 1] = until;
    if (lane == 0) offset[0] = 0;
  }
  __syncthreads();
}

/// A tile in a block's memory: arrays of `nodes` each, behind each other.
struct tile_of_trees {
  tree_tiles tiles;
  id const* offset;
  std::byte* memory;
  id nodes;

  __device__ id net(int i) const { return tiles.nets[tiles.begin[blockIdx.x] + i]; }
  __device__ corner_values* values(id which) const {
    return reinterpret_cast<corner_values*>(memory) + which * nodes;
  }
  __device__ tile_node* node() const { return reinterpret_cast<tile_node*>(values(0)); }
  __device__ corner_values* capacitance() const { return values(1); }

  __device__ tile_shape shape(int i, id base) const {
    return {{node() + offset[i], base}, {capacitance() + offset[i], base}};
  }
  __device__ tree_node_values<tile_array<corner_values>> values_of(int i, id base, bool degrades) const {
    auto const array = [&](id which) { return tile_array<corner_values>{values(which) + offset[i], base}; };
    id const more = degrades ? 1 : 0;  // else three arrays are not there
    return {array(2), array(3), array(6 * more), array(7 * more), array(8 * more), array(4), array(5)};
  }

  /// What the passes read of a node, once.
  template <class Op>
  __device__ void fetch(Op const& op, id i) const {
    auto const& tree = op.tree;
    int const of = row_of(offset, 0, tree_tile_nets + 1, i);
    id const base = tree.forest.begin[net(of)], p = i - offset[of], slot = base + p;
    auto const narrow = [](id x) { return static_cast<std::int16_t>(x); };
    node()[i] = {p == 0 ? 0 : tree.resistance(slot),
                 op.asking_sink(slot, base, p),
                 narrow(p == 0 ? 0 : tree.forest.parent[slot]),
                 narrow(tree.forest.first_child[slot]),
                 narrow(tree.forest.child_count[slot]),
                 narrow(of)};
    for (int c = 0; c < conditions; ++c) capacitance()[i][c] = tree.capacitance(slot, base, c);
  }
};
static_assert(sizeof(tile_node) == sizeof(corner_values));

template <class Op>
__global__ void __launch_bounds__(tree_tile_threads) tree_tile_kernel(Op op, tree_tiles tiles) {
  extern __shared__ float4 tile_memory[];
  static_assert(sizeof(corner_values) == sizeof(float4));
  __shared__ id offset[tree_tile_nets + 1];
  auto const& forest = op.tree.forest;
  find_tile_offsets(tiles, forest, offset);
  tile_of_trees const tile{tiles, offset, reinterpret_cast<std::byte*>(tile_memory), offset[tree_tile_nets]};
  for (id i = static_cast<id>(threadIdx.x); i < tile.nodes; i += tree_tile_threads) tile.fetch(op, i);
  __syncthreads();
  bool const degrades = op.tree.degrades();
  int const own = static_cast<int>(threadIdx.x) / conditions;
  if (id const n = offset[own + 1] - offset[own]; n > 0) {
    id const net = tile.net(own), base = forest.begin[net];
    tree_sweep<tree_thread, tile_shape> const sweep{
        op, tile.shape(own, base), tile.values_of(own, base, degrades), {n}};
    sweep(static_cast<std::size_t>(net), static_cast<int>(threadIdx.x) % conditions);
  }
  __syncthreads();
  for (id i = static_cast<id>(threadIdx.x); i < tile.nodes; i += tree_tile_threads) {
    int const of = tile.node()[i].net;
    id const base = forest.begin[tile.net(of)];
    tree_node_gradients<memory_space::device, tile_array<corner_values>> const gradients{
        op, tile.values_of(of, base, degrades)};
    gradients.write(base + i - offset[of], base);
  }
}

/// Small trees, the largest first, and where tiles of them begin: trees of a tile take about as long as each
/// other.
struct tiled_trees {
  std::vector<id> nets, begin{0};
};
inline tiled_trees tile_small_trees(std::vector<id> const& nets, std::vector<id> const& nodes) {
  tiled_trees tiles;
  std::vector<std::size_t> place(tree_tile_nodes + 1);  // of the first tree with so many nodes
  for (id const n : nodes) ++place[static_cast<std::size_t>(n)];
  std::size_t before = 0;
  for (std::size_t n = place.size(); n-- > 0;) before += std::exchange(place[n], before);
  tiles.nets.resize(nets.size());
  std::vector<id> sizes(nets.size());
  for (std::size_t i = 0; i < nets.size(); ++i) {
    std::size_t const at = place[static_cast<std::size_t>(nodes[i])]++;
    tiles.nets[at] = nets[i];
    sizes[at] = nodes[i];
  }
  id sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sum + sizes[i] > tree_tile_nodes || static_cast<id>(i) - tiles.begin.back() == tree_tile_nets) {
      tiles.begin.push_back(static_cast<id>(i));
      sum = 0;
    }
    sum += sizes[i];
  }
  if (!sizes.empty()) tiles.begin.push_back(static_cast<id>(sizes.size()));
  return tiles;
}

template <class Op>
void launch_tree_tiles(cuda_executor const& exec, Op const& op, tree_tiles const& tiles) {
  std::size_t const count = tiles.begin.size() - 1;
  if (count == 0) return;
  std::size_t const bytes = tree_tile_nodes * (op.tree.degrades() ? 9 : 6) * sizeof(corner_values);
  check_cuda(cudaFuncSetAttribute(tree_tile_kernel<Op>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)),
             "cudaFuncSetAttribute");
  tree_tile_kernel<<<static_cast<unsigned>(count), tree_tile_threads, bytes, exec.stream>>>(op, tiles);
  check_cuda(cudaGetLastError(), "tree_tile_kernel");
}

}  // namespace gsta::detail
