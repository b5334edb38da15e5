#pragma once

#include "gsta/rc/detail/warp.cuh"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// What flattening writes.
struct flat_trees {
  rc_view<memory_space::device> rc;
  device_span<id> node, parent, first_child, child_count, edge;  // [nodes]
  device_span<id> sink_position, reached;                        // [net arcs], [nets]

  __device__ void visit(id base, id position, id local, id parent_position, id edge_to_parent) const {
    node[base + position] = local;
    parent[base + position] = parent_position;
    edge[base + position] = edge_to_parent;
  }
};

/// What it counts, and the nets that small threads leave to others: middling ones from the front of `nets`,
/// larger ones from its back.
struct flatten_work {
  device_span<id> nets;
  device_span<unsigned long long> count;  // [5], as below
  static constexpr std::size_t middling = 0, large = 1, giant = 2, loops = 3, unreached = 4, counts = 5;
  std::size_t most_bytes;  // of shared memory that a block may have

  __device__ void add(std::size_t which, id much) const {
    if (much != 0) atomicAdd(&count[which], static_cast<unsigned long long>(much));
  }
  __device__ void leave(id net, std::size_t bytes) const;
};

inline constexpr id small_nodes = 16;  // and edges: four bits name one
inline constexpr int flatten_small_threads = 128;
/// Shared memory of a block that orders one net.
inline constexpr std::size_t middling_bytes = 4096, large_bytes = 36864;

GSTA_HD inline std::size_t bytes_to_flatten(id nodes, id edges) noexcept {
  return 8 * (static_cast<std::size_t>(nodes) + static_cast<std::size_t>(edges));
}

__device__ inline void flatten_work::leave(id net, std::size_t bytes) const {
  if (bytes <= middling_bytes) {
    nets[static_cast<std::size_t>(atomicAdd(&count[middling], 1ull))] = net;
  } else {
    nets[nets.size() - 1 - static_cast<std::size_t>(atomicAdd(&count[large], 1ull))] = net;
    if (bytes > most_bytes) atomicAdd(&count[giant], 1ull);
  }
}

/// Sixteen numbers of four bits.
struct nibbles {
  unsigned long long bits = 0;
  __device__ id operator[](id i) const { return static_cast<id>(bits >> (4 * i) & 15u); }
  /// Where nothing was set before.
  __device__ void set(id i, id value) { bits |= static_cast<unsigned long long>(value) << (4 * i); }
};

/// One net of up to 16 nodes and edges by one thread. The edges around a node are a set of bits, which are
/// taken in the order of the edge list; everything else stands in registers.
struct small_net {
  flat_trees const& out;
  std::uint16_t* around;  // [node * flatten_small_threads], this thread's
  id base, nodes, first_edge, edges;
  nibbles end_a{}, end_b{}, position{}, order{};
  unsigned seen = 0;

  __device__ std::uint16_t& edges_of(id local) const { return around[local * flatten_small_threads]; }

  __device__ void read_edges() {
    for (id i = 0; i < nodes; ++i) edges_of(i) = 0;
    for (id e = 0; e < edges; ++e) {
      id const a = out.rc.edge_a[first_edge + e], b = out.rc.edge_b[first_edge + e];
      end_a.set(e, a);
      end_b.set(e, b);
      edges_of(a) = static_cast<std::uint16_t>(edges_of(a) | 1u << e);
      edges_of(b) = static_cast<std::uint16_t>(edges_of(b) | 1u << e);
    }
  }

  /// Returns how many nodes were reached, and sets how many edges close a loop.
  __device__ id search(id root, id& loops) {
    id visited = 1;
    unsigned inside = 0;
    order.set(0, root);
    seen = 1u << root;
    out.visit(base, 0, root, none, none);
    for (id p = 0; p < visited; ++p) {
      id const here = order[p], first = visited;
      unsigned left = edges_of(here);
      for (inside |= left; left != 0; left &= left - 1) {
        id const e = __ffs(static_cast<int>(left)) - 1;
        id const other = end_a[e] ^ end_b[e] ^ here;
        if ((seen >> other & 1u) != 0) continue;
        seen |= 1u << other;
        order.set(visited, other);
        position.set(other, visited);
        out.visit(base, visited++, other, p, first_edge + e);
      }
      out.first_child[base + p] = first;
      out.child_count[base + p] = visited - first;
    }
    loops = __popc(inside) - (visited - 1);
    return visited;
  }

  __device__ void write_sinks() const {
    for (id i = 0; i < nodes; ++i) {
      id const sink = out.rc.node_sink[base + i];
      if (sink != none) out.sink_position[sink] = (seen >> i & 1u) != 0 ? position[i] : none;
    }
  }
};

__device__ inline id sum_over_warp(id mine) {
  for (int by = warp_lanes / 2; by > 0; by /= 2) mine += __shfl_xor_sync(every_lane, mine, by);
  return mine;
}

/// A thread a net; lists what is too large for one.
template <class Trees>
__global__ void __launch_bounds__(flatten_small_threads) flatten_small_kernel(Trees out, flatten_work work) {
  __shared__ std::uint16_t around[small_nodes * flatten_small_threads];
  int const t = static_cast<int>(threadIdx.x);
  std::size_t const net = std::size_t{blockIdx.x} * flatten_small_threads + static_cast<std::size_t>(t);
  id loops = 0, unreached = 0;
  if (net < out.reached.size()) {
    id const base = out.rc.node_begin[net], nodes = out.rc.node_begin[net + 1] - base;
    id const first_edge = out.rc.edge_begin[net], edges = out.rc.edge_begin[net + 1] - first_edge;
    if (nodes > small_nodes || edges > small_nodes) {
      work.leave(static_cast<id>(net), bytes_to_flatten(nodes, edges));
    } else {
      small_net mine{out, around + t, base, nodes, first_edge, edges};
      id const root = nodes > 0 ? out.rc.root[net] : none;
      id reached = 0;
      if (root >= 0) {
        mine.read_edges();
        reached = mine.search(root, loops);
      }
      mine.write_sinks();
      out.reached[net] = reached;
      unreached = root == reduced_root ? 0 : nodes - reached;
    }
  }
  loops = sum_over_warp(loops);
  unreached = sum_over_warp(unreached);
  if (t % warp_lanes != 0) return;
  work.add(flatten_work::loops, loops);
  work.add(flatten_work::unreached, unreached);
}

}  // namespace gsta::detail
