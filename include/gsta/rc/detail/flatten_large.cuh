#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/rc/detail/flatten_small.cuh"

/// Nets of more than 16 nodes: a block each. All threads count edges, one warp sorts them by node and
/// searches: a run of the frontier at a time, whose edges are looked at 32 by 32 in the order in which one
/// thread would meet them. A chain costs a step a node, a star a step for 32 of them.
namespace gsta::detail {

template <class Index>
struct half_edge {
  Index edge, other;  // local
};

/// Where one net is ordered: in shared memory, or anywhere.
template <class Index>
struct flatten_memory {
  id* end;                  // [nodes] of each node's half edges; before the sort, where they begin
  half_edge<Index>* list;   // [2 edges]
  Index *position, *order;  // [nodes]
  static constexpr Index unset = static_cast<Index>(-1);

  /// Cuts up 4 (nodes + 2 edges) bytes and more for Index.
  static __device__ flatten_memory in(void* memory, id nodes, id edges) {
    id* const end = static_cast<id*>(memory);
    auto* const list = reinterpret_cast<half_edge<Index>*>(end + nodes);
    auto* const position = reinterpret_cast<Index*>(list + 2 * edges);
    return {end, list, position, position + nodes};
  }
  __device__ id begin_of(id local) const { return local == 0 ? 0 : end[local - 1]; }
};

/// 32 nodes of the frontier, a lane each, and the edges around them as one row.
struct frontier {
  id at;  // position of lane 0's
  id start, degree, before, total;
  id first = 0, children = 0;

  /// Whose edge number `j` of the row is.
  __device__ int owner(id j) const {
    int low = 0;
    for (int step = warp_lanes / 2; step > 0; step /= 2) {
      if (__shfl_sync(every_lane, before, low + step) <= j) low += step;
    }
    return low;
  }
  /// Takes note of the children among edges `from` to `from + 31`.
  __device__ void note(id from, unsigned found, id visited) {
    id const begin = before - from, end = begin + degree;
    if (degree > 0 && begin >= 0 && begin < warp_lanes) first = visited + __popc(found & ((1u << begin) - 1));
    children += __popc(found & below(end) & ~below(begin));
  }
  /// The lowest `bits` bits.
  static __device__ unsigned below(id bits) {
    return bits <= 0 ? 0u : bits >= warp_lanes ? every_lane : (1u << bits) - 1;
  }
};

template <class Index>
struct large_net {
  using memory = flatten_memory<Index>;
  flat_trees const& out;
  memory at;
  id base, nodes, first_edge, edges;

  __device__ void count_edges(int rank, int ranks) const {
    for (id i = rank; i < nodes; i += ranks) {
      at.end[i] = 0;
      at.position[i] = memory::unset;
    }
    __syncthreads();
    for (id e = rank; e < edges; e += ranks) {
      atomicAdd(&at.end[out.rc.edge_a[first_edge + e]], 1);
      atomicAdd(&at.end[out.rc.edge_b[first_edge + e]], 1);
    }
    __syncthreads();
  }

  /// Counts become where each node's edges begin; by one warp, as what follows.
  __device__ void scan_counts(int lane) const {
    id before = 0;
    for (id i = lane; i - lane < nodes; i += warp_lanes) {
      id const mine = i < nodes ? at.end[i] : 0;
      id sum = mine;
      for (int by = 1; by < warp_lanes; by *= 2) {
        id const left = __shfl_up_sync(every_lane, sum, by);
        if (lane >= by) sum += left;
      }
      if (i < nodes) at.end[i] = before + sum - mine;
      before += __shfl_sync(every_lane, sum, warp_lanes - 1);
    }
    __syncwarp();
  }

  /// Half edges in the order of the edge list, each behind those of its node before it.
  __device__ void sort_edges(int lane) const {
    constexpr int ahead = 4;  // reads under way at a time
    for (id from = 0; from < 2 * edges; from += ahead * warp_lanes) {
      id node[ahead], other[ahead];
      for (int k = 0; k < ahead; ++k) {
        id const j = from + k * warp_lanes + lane;
        bool const is_edge = j < 2 * edges;
        id const a = is_edge ? out.rc.edge_a[first_edge + j / 2] : none;
        id const b = is_edge ? out.rc.edge_b[first_edge + j / 2] : none;
        node[k] = j % 2 == 0 ? a : b;
        other[k] = j % 2 == 0 ? b : a;
      }
      for (int k = 0; k < ahead; ++k) append(from + k * warp_lanes + lane, node[k], other[k], lane);
    }
  }
  __device__ void append(id j, id node, id other, int lane) const {
    unsigned const same = __match_any_sync(every_lane, static_cast<unsigned>(node));
    int const leader = __ffs(static_cast<int>(same)) - 1;
    id begin = 0;
    if (node != none && lane == leader) {
      begin = at.end[node];
      at.end[node] = begin + __popc(same);
    }
    begin = __shfl_sync(every_lane, begin, leader);
    if (node != none)
      at.list[begin + __popc(same & ((1u << lane) - 1))] = {static_cast<Index>(j / 2),
                                                            static_cast<Index>(other)};
    __syncwarp();
  }

  __device__ frontier open(id low, id visited, int lane) const {
    bool const is_node = low + lane < visited;
    id const here = is_node ? static_cast<id>(at.order[low + lane]) : 0;
    id const start = is_node ? at.begin_of(here) : 0;
    id const degree = is_node ? at.end[here] - start : 0;
    id sum = degree;
    for (int by = 1; by < warp_lanes; by *= 2) {
      id const left = __shfl_up_sync(every_lane, sum, by);
      if (lane >= by) sum += left;
    }
    return {low, start, degree, sum - degree, __shfl_sync(every_lane, sum, warp_lanes - 1), visited};
  }

  /// Places the nodes that edges `from` to `from + 31` of the row meet first; returns which edges these are.
  __device__ unsigned meet(frontier const& row, id from, id visited, int lane) const {
    id const j = from + lane;
    int const owner = row.owner(j);
    id const start = __shfl_sync(every_lane, row.start, owner);
    id const before = __shfl_sync(every_lane, row.before, owner);
    bool const is_edge = j < row.total;
    half_edge<Index> const here = is_edge ? at.list[start + j - before] : half_edge<Index>{0, 0};
    bool const is_new = is_edge && at.position[here.other] == memory::unset;
    unsigned const key =
        is_new ? static_cast<unsigned>(here.other) : 0x80000000u + static_cast<unsigned>(lane);
    unsigned const same = __match_any_sync(every_lane, key);
    bool const is_first = is_new && __ffs(static_cast<int>(same)) - 1 == lane;
    unsigned const found = __ballot_sync(every_lane, is_first);
    if (is_first) {
      id const p = visited + __popc(found & ((1u << lane) - 1));
      at.position[here.other] = static_cast<Index>(p);
      at.order[p] = here.other;
      out.visit(base, p, static_cast<id>(here.other), row.at + owner,
                first_edge + static_cast<id>(here.edge));
    }
    __syncwarp();
    return found;
  }

  /// Returns how many nodes were reached, and sets how many edges close a loop.
  __device__ id search(id root, id& loops, int lane) const {
    if (lane == 0) {
      at.order[0] = static_cast<Index>(root);
      at.position[root] = 0;
      out.visit(base, 0, root, none, none);
    }
    __syncwarp();
    id visited = 1, degrees = 0;
    for (id low = 0; low < visited;) {
      frontier row = open(low, visited, lane);
      id const nodes_here = visited - low < warp_lanes ? visited - low : warp_lanes;
      for (id from = 0; from < row.total; from += warp_lanes) {
        unsigned const found = meet(row, from, visited, lane);
        row.note(from, found, visited);
        visited += __popc(found);
      }
      if (lane < nodes_here) {
        out.first_child[base + low + lane] = row.first;
        out.child_count[base + low + lane] = row.children;
      }
      degrees += row.total;
      low += nodes_here;
    }
    loops = degrees / 2 - (visited - 1);
    return visited;
  }

  /// A pin may be named at several nodes: the last one counts. Claims are told from positions by a high bit.
  __device__ void write_sinks(int rank, int ranks) const {
    constexpr id claim = 1 << 30;
    for (id i = rank; i < nodes; i += ranks) {
      id const sink = out.rc.node_sink[base + i];
      if (sink != none) fetch_max(out.sink_position[sink], claim + i);
    }
    __syncthreads();
    for (id i = rank; i < nodes; i += ranks) {
      id const sink = out.rc.node_sink[base + i];
      if (sink == none) continue;
      id volatile* const claimed = &out.sink_position[sink];
      Index const p = at.position[i];
      if (*claimed == claim + i) *claimed = p == memory::unset ? none : static_cast<id>(p);
    }
    __syncthreads();
  }
};

/// One net by a block.
template <class Index>
__device__ void flatten_by_block(flat_trees const& out, flatten_work const& work, id net, void* memory) {
  int const t = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  id const base = out.rc.node_begin[net], nodes = out.rc.node_begin[net + 1] - base;
  id const first_edge = out.rc.edge_begin[net], edges = out.rc.edge_begin[net + 1] - first_edge;
  large_net<Index> const mine{out,  flatten_memory<Index>::in(memory, nodes, edges), base, nodes, first_edge,
                              edges};
  mine.count_edges(t, threads);
  id const root = nodes > 0 ? out.rc.root[net] : none;
  if (t < warp_lanes) {
    id loops = 0, reached = 0;
    if (root >= 0) {
      mine.scan_counts(t);
      mine.sort_edges(t);
      reached = mine.search(root, loops, t);
    }
    if (t == 0) {
      out.reached[net] = reached;
      work.add(flatten_work::loops, loops);
      work.add(flatten_work::unreached, root == reduced_root ? 0 : nodes - reached);
    }
  }
  __syncthreads();
  mine.write_sinks(t, threads);
}

/// Warps take middling nets in turn.
template <class Trees>
__global__ void __launch_bounds__(warp_lanes) flatten_middling_kernel(Trees out, flatten_work work) {
  __shared__ id memory[middling_bytes / sizeof(id)];
  std::size_t const count = static_cast<std::size_t>(work.count[flatten_work::middling]);
  for (std::size_t i = blockIdx.x; i < count; i += gridDim.x)
    flatten_by_block<std::uint16_t>(out, work, work.nets[i], memory);
}

/// Blocks take nets in turn that need more than `least` bytes and no more than `most`.
__device__ inline void flatten_listed(flat_trees const& out, flatten_work const& work, std::size_t least,
                                      std::size_t most, void* memory) {
  std::size_t const count = static_cast<std::size_t>(work.count[flatten_work::large]);
  for (std::size_t i = blockIdx.x; i < count; i += gridDim.x) {
    id const net = work.nets[work.nets.size() - 1 - i];
    std::size_t const bytes = bytes_to_flatten(out.rc.node_begin[net + 1] - out.rc.node_begin[net],
                                               out.rc.edge_begin[net + 1] - out.rc.edge_begin[net]);
    if (bytes > least && bytes <= most) flatten_by_block<std::uint16_t>(out, work, net, memory);
  }
}

}  // namespace gsta::detail
