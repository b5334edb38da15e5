#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/adjoint/detail/tree_groups.cuh"
#include "gsta/adjoint/detail/tree_tile_plan.hpp"
#include "gsta/core/algorithm.cuh"

/// All trees but the largest: a block has some of them in shared memory, from R and C to their gradients.
/// What can be done node by node all its threads do; sums up and down a tree are made a depth at a time by as
/// many lanes as its depths are wide.
namespace gsta::detail {

/// The same in shared memory, with what is there.
struct alignas(16) tile_node {
  id edge, node, sink;
  float resistance;
};

/// The values of a tile's nodes, array behind array. What is done with makes room for what comes later.
struct tile_arrays {
  per_condition<float>* first;
  id nodes;
  bool degrades;

  __device__ per_condition<float>* load() const { return first; }
  __device__ per_condition<float>* beta() const { return first + nodes; }
  __device__ per_condition<float>* by_load() const { return beta(); }
  __device__ per_condition<float>* delay() const { return first + 2 * nodes; }
  __device__ per_condition<float>* by_delay() const { return delay(); }
  // The next two are there only where slews degrade.
  __device__ per_condition<float>* capacitance() const { return first + 3 * nodes; }
  __device__ per_condition<float>* ldelay() const { return capacitance(); }
  __device__ per_condition<float>* moment() const { return first + 4 * nodes; }
  __device__ per_condition<float>* through_moment() const { return moment(); }
  __device__ tile_node* node() const {
    return reinterpret_cast<tile_node*>(first + (degrades ? 5 : 3) * nodes);
  }
  __device__ tile_link* link() const { return reinterpret_cast<tile_link*>(node() + nodes); }
  __device__ std::int16_t* start() const { return reinterpret_cast<std::int16_t*>(link() + nodes); }

  static constexpr std::size_t bytes_a_node(bool degrades) {
    return (degrades ? 5 : 3) * sizeof(per_condition<float>) + sizeof(tile_node) + sizeof(tile_link) +
           sizeof(std::int16_t);
  }
};
static_assert(sizeof(tile_node) == sizeof(per_condition<float>));

/// Four sums at once.
__device__ inline per_condition<float> plus(per_condition<float> const& a, per_condition<float> const& b) {
  return {math::add(a[0], b[0]), math::add(a[1], b[1]), math::add(a[2], b[2]), math::add(a[3], b[3])};
}
/// `ordered_sum` of up to 8 children.
__device__ inline per_condition<float> sum_of_few(per_condition<float> const* child, id n) {
  per_condition<float> sum = same_value(0);
  for (id k = 0; k < n; ++k) sum = plus(sum, child[k]);
  return sum;
}
/// And of more; a call, so that few children need none of its registers.
__device__ __noinline__ inline per_condition<float> sum_of_many(per_condition<float> const* child, id n) {
  per_condition<float> sum;
  for (int c = 0; c < conditions; ++c)
    sum[c] = math::ordered_sum<float>(n, [&](id k) { return child[k][c]; });
  return sum;
}

/// The lanes of a warp that have one tree of a tile, or none.
struct tile_tree {
  tile_link const* link;
  std::int16_t const* start;
  id offset, nodes, depths;
  id most_depths;  // of the warp's trees
  int rank, lanes;

  __device__ id start_of(id depth) const { return depth < depths ? start[depth] : nodes; }

  /// sum(node) = sum(node) + children's, of `Count` arrays.
  template <int Count>
  __device__ void climb(per_condition<float>* const (&sum)[Count]) const {
    for (id depth = most_depths - 1; depth >= 0; --depth) {
      id const end = start_of(depth + 1);
      for (id from = start_of(depth); from < end; from += lanes) {
        id const p = from + rank;
        bool const mine = p < end, wide = lanes == 32 && mine && link[p].child_count > 8;
        if (lanes == 32) {
          for (unsigned left = __ballot_sync(~0u, wide); left != 0; left &= left - 1)
            add_many_children(sum, from + __ffs(static_cast<int>(left)) - 1);
        }
        if (mine && !wide) add_children(sum, p);
      }
      __syncwarp();
    }
  }
  /// sum(node) = parent's + sum(node), but for the root.
  template <int Count>
  __device__ void descend(per_condition<float>* const (&sum)[Count]) const {
    for (id depth = 1; depth < most_depths; ++depth) {
      id const end = start_of(depth + 1);
      for (id p = start_of(depth) + rank; p < end; p += lanes) {
        id const above = link[p].parent;
#pragma unroll
        for (int k = 0; k < Count; ++k) {
          per_condition<float>* const at = sum[k] + offset;
          at[p] = plus(at[above], at[p]);
        }
      }
      __syncwarp();
    }
  }

 private:
  template <int Count>
  __device__ void add_children(per_condition<float>* const (&sum)[Count], id p) const {
    tile_link const of = link[p];
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      per_condition<float>* const at = sum[k] + offset;
      per_condition<float> const* const child = at + of.first_child;
      per_condition<float> const below =
          of.child_count > 8 ? sum_of_many(child, of.child_count) : sum_of_few(child, of.child_count);
      at[p] = plus(at[p], below);
    }
  }
  /// The same by a warp that has one tree.
  template <int Count>
  __device__ void add_many_children(per_condition<float>* const (&sum)[Count], id p) const {
    tile_link const of = link[p];
    for (int k = 0; k < Count; ++k) {
      per_condition<float>* const at = sum[k] + offset;
      for (int c = 0; c < conditions; ++c) {
        float const below =
            warp_sum(rank, of.child_count, [&](id child) { return at[of.first_child + child][c]; });
        if (rank == 0) at[p][c] = math::add(at[p][c], below);
      }
    }
  }
};

/// What is done node by node, `i` of the tile.
template <class Op>
struct tile_steps {
  Op op;
  tile_arrays at;

  __device__ void fetch(id i, tile_place const& place, tile_link link) const {
    auto const& rc = op.tree.design.rc;
    id const asking = link.asks ? place.sink : none;
    float const wire = rc.capacitance[place.node];
    per_condition<float> capacitance, asked;
#pragma unroll
    for (int c = 0; c < conditions; ++c) {
      capacitance[c] = op.tree.loaded(wire, place.pin, c);
      // Beta is asked for whatever Elmore's delay is, and where slews are kept that is, too.
      auto const moments = op.moments_at(asking, c, 0);
      asked[c] = at.degrades ? moments.beta : moments.elmore;
    }
    at.link()[i] = link;
    at.node()[i] = {place.edge, place.node, place.sink, link.parent < 0 ? 0 : rc.resistance[place.edge]};
    at.load()[i] = capacitance;
    (at.degrades ? at.beta() : at.by_delay())[i] = asked;
    if (at.degrades) at.capacitance()[i] = capacitance;
  }

  /// Loads and beta are there; each node's part of Elmore's delay and of M.
  __device__ void turn_down(id i) const {
    float const r = at.node()[i].resistance;
    bool const is_root = at.link()[i].parent < 0;
    per_condition<float> const load = at.load()[i], beta = at.beta()[i];
    per_condition<float> delay, moment;
#pragma unroll
    for (int c = 0; c < conditions; ++c) {
      delay[c] = is_root ? 0 : math::mul(r, load[c]);
      moment[c] = is_root ? 0 : along(beta[c], r);
    }
    at.delay()[i] = delay;
    at.moment()[i] = moment;
  }

  /// Elmore's delay and M are there; each node's part of ldelay and of D.
  __device__ void turn_up(id i) const {
    id const asking = at.link()[i].asks ? at.node()[i].sink : none;
    per_condition<float> const delay = at.delay()[i], moment = at.moment()[i],
                               capacitance = at.capacitance()[i];
    per_condition<float> ldelay, by_delay;
#pragma unroll
    for (int c = 0; c < conditions; ++c) {
      ldelay[c] = math::mul(capacitance[c], delay[c]);
      by_delay[c] = math::add(op.moments_at(asking, c, delay[c]).elmore, along(moment[c], capacitance[c]));
    }
    at.ldelay()[i] = ldelay;
    at.by_delay()[i] = by_delay;
    at.through_moment()[i] = through_moment(moment, delay);
  }

  /// D is there: the gradient of R, and each node's part of L.
  __device__ void finish_resistance(id i) const {
    tile_node const node = at.node()[i];
    per_condition<float> const by_delay = at.by_delay()[i];
    per_condition<float> const none_there{};
    if (at.link()[i].parent < 0) {
      at.by_load()[i] = op.load[node.edge];
      return;
    }
    op.resistance[node.edge] =
        by_resistance(at.degrades, at.degrades ? at.beta()[i] : none_there,
                      at.degrades ? at.ldelay()[i] : none_there, by_delay, at.load()[i]);
    per_condition<float> by_load;
#pragma unroll
    for (int c = 0; c < conditions; ++c) by_load[c] = along(by_delay[c], node.resistance);
    at.by_load()[i] = by_load;
  }

  /// L is there: the gradient of C.
  __device__ void finish_capacitance(id i) const {
    tile_node const node = at.node()[i];
    auto const by = by_capacitance(at.degrades, at.degrades ? at.through_moment()[i] : per_condition<float>{},
                                   at.by_load()[i]);
    op.capacitance[node.node] = by.wire;
    if (node.sink != none) op.sink_load[node.sink] = by.sink;
  }
};

/// Shares out the trees of tile `tile` among the block's lanes. All threads call it.
__device__ inline tile_tree take_tree(tree_tiles const& tiles, id tile, tile_arrays const& at) {
  id const from = tiles.begin[tile], before = tiles.first[from];
  int const t = static_cast<int>(threadIdx.x);
  int const lanes = lanes_a_tree(tiles.first[from + 1] - before);
  id const i = from + t / lanes;
  tile_tree mine{at.link(), at.start(), 0, 0, 0, 0, t % lanes, lanes};
  if (i < tiles.begin[tile + 1]) {
    mine.offset = tiles.first[i] - before;
    mine.nodes = tiles.first[i + 1] - tiles.first[i];
    mine.depths = tiles.depths[i];
    mine.link += mine.offset;
    mine.start += mine.offset;
  }
  mine.most_depths = mine.depths;
  for (int distance = 16; distance > 0; distance /= 2) {
    id const other = __shfl_xor_sync(~0u, mine.most_depths, distance);
    if (other > mine.most_depths) mine.most_depths = other;
  }
  return mine;
}

template <int Threads, int Blocks, class Op>
__global__ void __launch_bounds__(Threads, Blocks) tree_tile_kernel(Op op, tree_tiles tiles, id first_tile) {
  extern __shared__ float4 tile_memory[];
  static_assert(sizeof(per_condition<float>) == sizeof(float4));
  id const tile = first_tile + static_cast<id>(blockIdx.x);
  id const first = tiles.first[tiles.begin[tile]];
  id const nodes = tiles.first[tiles.begin[tile + 1]] - first;
  tile_arrays const at{reinterpret_cast<per_condition<float>*>(tile_memory), nodes, op.tree.degrades()};
  tile_steps<Op> const steps{op, at};
  auto const each_node = [&](auto const& f) {
    for (id i = static_cast<id>(threadIdx.x); i < nodes; i += Threads) f(i);
    __syncthreads();
  };
  tile_tree const tree = take_tree(tiles, tile, at);
  each_node([&](id i) {
    at.start()[i] = tiles.start[first + i];
    steps.fetch(i, tiles.place[first + i], tiles.link[first + i]);
  });
  if (at.degrades) {
    tree.climb<2>({at.load(), at.beta()});
    __syncthreads();
    each_node([&](id i) { steps.turn_down(i); });
    tree.descend<2>({at.delay(), at.moment()});
    __syncthreads();
    each_node([&](id i) { steps.turn_up(i); });
    tree.climb<2>({at.ldelay(), at.by_delay()});
  } else {
    tree.climb<2>({at.load(), at.by_delay()});
  }
  __syncthreads();
  each_node([&](id i) { steps.finish_resistance(i); });
  tree.descend<1>({at.by_load()});
  __syncthreads();
  each_node([&](id i) { steps.finish_capacitance(i); });
}

template <int Threads, int Blocks, class Op>
void launch_tree_tiles(cuda_executor const& exec, Op const& op, tree_tiles const& tiles, id first, id count,
                       id nodes) {
  if (count == 0) return;
  std::size_t const bytes = static_cast<std::size_t>(nodes) * tile_arrays::bytes_a_node(op.tree.degrades());
  auto const kernel = tree_tile_kernel<Threads, Blocks, Op>;
  check_cuda(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
  kernel<<<static_cast<unsigned>(count), Threads, bytes, exec.stream>>>(op, tiles, first);
  check_cuda(cudaGetLastError(), "tree_tile_kernel");
}

}  // namespace gsta::detail
