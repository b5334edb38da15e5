#pragma once

#include "gsta/rc/detail/pack_nets.hpp"
#include "gsta/rc/detail/tree_record.hpp"
#include "gsta/rc/detail/tree_shape.cuh"

/// RC trees as gsta does them: nets of up to 32 nodes packed into warps, a lane a node and all four
/// conditions, values in shared memory; a warp for a larger net; four warps, one a condition, for hundreds of
/// nodes; four blocks for more.
namespace gsta::detail {

inline constexpr int tree_threads = 256, tree_warps = tree_threads / warp_lanes;
inline constexpr id tile_nodes = 32, warp_nodes = 128, block_nodes = 960;

struct tree_bins {
  device_span<tree_record const> record;  // [nodes], of nets in tiles
  device_span<warp_tile const> tiles;
  device_span<id const> by_warp, by_block, huge, ideal_few, ideal_many;  // nets
  device_span<float> scratch;        // two values for each node and condition of huge nets
  device_span<id const> scratch_at;  // [huge + 1] nodes before it
  unsigned by_block_from = 0, by_warp_from = 0, many_from = 0, tiles_from = 0, few_from = 0, blocks = 0;
};

/// A tree whose shape is kept in shared memory, in 8 bytes a node.
template <int Nodes>
struct shared_tree {
  float resistances[Nodes];
  std::uint16_t parents[Nodes], children[Nodes];
};
struct shared_shape {
  float const* resistances;
  std::uint16_t const *parents, *children;
  id nodes;
  __device__ id parent(id p) const { return parents[p]; }
  __device__ id first_child(id p) const { return children[p]; }
  __device__ float resistance(id p) const { return resistances[p]; }
};

template <int Nodes>
__device__ shared_shape load_shape(device_elmore_op const& op, id net, shared_tree<Nodes>& to, int rank,
                                   int ranks) {
  forest_shape const from = shape_of(op, net);
  for (id p = rank; p < from.nodes; p += ranks) {
    to.resistances[p] = p == 0 ? 0.0f : from.resistance(p);
    to.parents[p] = static_cast<std::uint16_t>(p == 0 ? 0 : from.parent(p));
    to.children[p] = static_cast<std::uint16_t>(from.first_child(p));
  }
  return {to.resistances, to.parents, to.children, from.nodes};
}

struct tree_of_warp {
  condition_lanes delay[warp_nodes], moment[warp_nodes];
  shared_tree<warp_nodes> shape;
};
struct tree_of_block {
  float delay[conditions][block_nodes], moment[conditions][block_nodes];
  shared_tree<block_nodes> shape;
};
struct tree_of_tile {
  condition_lanes values[tile_nodes];
  admittance<condition_lanes> terms[tile_nodes];  // where trees are reduced
};
union tree_memory {
  tree_of_tile tile[tree_warps];
  tree_of_warp warp[tree_warps];
  tree_of_block block;
  float terms[tree_threads];  // of a huge tree's sums
};

/// What a lane of a tile knows of its node.
struct tile_lane {
  tree_record record;
  int lane, root_lane;
  bool used;
  condition_lanes* values;  // [32], this tile's

  /// Own share and children's, deepest first; `sum` ends as what this node has.
  __device__ void climb(condition_lanes const& own, condition_lanes& sum, id deepest) const {
    for (id depth = deepest; depth >= 0; --depth) {
      bool const now = used && record.depth() == depth;
      condition_lanes const below = sums_by_lane<1>(
          now, values + (root_lane + record.first_child()) % warp_lanes, used ? record.children() : 0, lane);
      if (now) values[lane] = sum = with_children(own, below);
      __syncwarp();
    }
  }
  __device__ void descend(float resistance, condition_lanes& total, id deepest) const {
    if (used && record.is_root()) values[lane] = total = condition_lanes{};
    __syncwarp();
    for (id depth = 1; depth <= deepest; ++depth) {
      if (used && record.depth() == depth)
        values[lane] = total =
            step_down(values[root_lane + record.parent()], all_conditions{}.same(resistance), total);
      __syncwarp();
    }
  }
};

/// The load of an ideal wire of up to 8 sinks; its delays never change.
__device__ inline void ideal_by_thread(device_elmore_op const& op, id net) {
  using math::add;
  all_conditions const lanes{};
  condition_lanes sum{};
  for (id a = op.design.nets.begin[net]; a < op.design.nets.begin[net + 1]; ++a)
    sum = add(sum, op.sink_pin(a, lanes));
  op.write_load(static_cast<std::size_t>(net), lanes, sum);
}

/// The same by a warp.
__device__ inline void ideal_by_warp(device_elmore_op const& op, id net, int lane) {
  all_conditions const lanes{};
  id const first = op.design.nets.begin[net], n = op.design.nets.begin[net + 1] - first;
  auto const sum =
      warp_group{lane}.sum<condition_lanes>(n, [&](id k) { return op.sink_pin(first + k, lanes); });
  if (lane == 0) op.write_load(static_cast<std::size_t>(net), lanes, sum);
}

/// How many nodes the tree has whose root a lane holds: they stand side by side, up to the next root.
__device__ inline id nodes_of_root(tile_lane const& mine, bool root) {
  unsigned const used = __ballot_sync(every_lane, mine.used), roots = __ballot_sync(every_lane, root);
  unsigned const before = (1u << mine.lane) - 1u, behind = roots & ~(2u * (1u << mine.lane) - 1u);
  unsigned const end = behind == 0 ? every_lane : (1u << (__ffs(static_cast<int>(behind)) - 1)) - 1u;
  return root ? __popc(used & end & ~before) : 0;
}

/// The pi models of a tile's trees, and what they change of loads and delays where they count as no wire.
/// Each of these trees reaches all its net's sinks, so that it takes negative capacitances to make one.
__device__ inline void reduce_tile(device_elmore_op const& op, tile_lane const& mine, tree_of_tile& memory,
                                   condition_lanes const& own, float extracted, condition_lanes& delay) {
  all_conditions const lanes{};
  bool const root = mine.used && mine.record.is_root();
  id const nodes = nodes_of_root(mine, root);
  memory.terms[mine.lane] = admittance_of(own, delay);
  __syncwarp();
  auto const moments =
      sums_by_lane<1>(nodes > 1, memory.terms + (mine.lane + 1) % warp_lanes, nodes - 1, mine.lane);
  float excess = 0;
  if (__any_sync(every_lane, mine.used && extracted < 0)) {
    auto* const values = reinterpret_cast<float*>(memory.values);
    values[mine.lane] = extracted;
    __syncwarp();
    excess = shuffle(sums_by_lane<1>(root, values + mine.lane, nodes, mine.lane), mine.root_lane);
    delay = where_negative(lanes.same(excess), condition_lanes{}, delay);
  }
  if (root) op.write_pi(static_cast<std::size_t>(mine.record.edge), lanes, moments, lanes.same(excess));
  __syncwarp();  // the roots' loads are written
  for (unsigned left = __ballot_sync(every_lane, root && excess < 0); left != 0; left &= left - 1)
    ideal_by_warp(op, __shfl_sync(every_lane, mine.record.edge, __ffs(static_cast<int>(left)) - 1),
                  mine.lane);
}

template <bool Reduces>
__device__ void tree_tile(device_elmore_op const& op, tree_bins const& bins, warp_tile const& tile,
                          tree_of_tile& memory, int lane) {
  all_conditions const lanes{};
  bool const inside = lane < tile.count;
  tree_record const record = bins.record[static_cast<std::size_t>(tile.first + (inside ? lane : 0))];
  bool const used = inside && record.is_used();
  bool const root = used && record.is_root();
  unsigned const roots = __ballot_sync(every_lane, root) & (every_lane >> (warp_lanes - 1 - lane));
  tile_lane const mine{record, lane, roots == 0 ? 0 : warp_lanes - 1 - __clz(static_cast<int>(roots)), used,
                       memory.values};
  condition_lanes own{}, delay{}, moment{};
  float resistance = 0, extracted = 0;
  id driver = none;
  if (used) {
    extracted = op.design.rc.capacitance[static_cast<std::size_t>(record.node)];
    own = lanes.same(extracted);
    if (record.arc != none)
      own = own_capacitance(own, lanes.load(op.design.pin_load[op.design.nets.sink[record.arc]]));
    if (root)
      driver = Reduces ? op.design.nets.driver[record.edge] : record.edge;
    else
      resistance = op.design.rc.resistance[static_cast<std::size_t>(record.edge)];
  }
  id deepest = 0;
  while (__any_sync(every_lane, used && record.depth() > deepest)) ++deepest;
  mine.climb(own, delay, deepest);
  if (root)
    lanes.store(op.pin_load[driver], driver_load(lanes, delay, lanes.load(op.design.pin_load[driver])));
  mine.descend(resistance, delay, deepest);
  if constexpr (Reduces) {
    reduce_tile(op, mine, memory, own, extracted, delay);
  } else if (op.options.slew == wire_slew::degrade) {
    mine.climb(delayed_capacitance(own, delay), moment, deepest);
    mine.descend(resistance, moment, deepest);
  }
  if (used && record.writes()) op.writer()(static_cast<std::size_t>(record.arc), lanes, delay, moment);
}

template <bool Reduces>
__device__ void tree_by_warp(device_elmore_op const& op, id net, tree_of_warp& memory, int lane) {
  shared_shape const shape = load_shape(op, net, memory.shape, lane, warp_lanes);
  tree_passes<warp_group, all_conditions, shared_shape, 1, Reduces> const passes{
      op, {lane}, {}, shape, {memory.delay}, {memory.moment}};
  passes.run(net);
}

template <bool Reduces>
__device__ void tree_by_block(device_elmore_op const& op, id net, tree_of_block& memory) {
  int const t = static_cast<int>(threadIdx.x), lane = t % warp_lanes, c = t / warp_lanes;
  shared_shape const shape = load_shape(op, net, memory.shape, t, tree_threads);
  __syncthreads();
  if (c >= conditions) return;
  tree_passes<warp_group, one_condition, shared_shape, 1, Reduces> const passes{
      op, {lane}, {c}, shape, {memory.delay[c]}, {memory.moment[c]}};
  passes.run(net);
}

template <bool Reduces>
__device__ void tree_huge(device_elmore_op const& op, tree_bins const& bins, std::size_t i, int c,
                          float* terms) {
  id const net = bins.huge[i], nodes = op.forest.reached[net];
  float* const values =
      bins.scratch.data() + 2 * (std::size_t{conditions} * static_cast<std::size_t>(bins.scratch_at[i]) +
                                 static_cast<std::size_t>(c) * static_cast<std::size_t>(nodes));
  int const lane = static_cast<int>(threadIdx.x) % warp_lanes;
  tree_passes<block_group<tree_threads>, one_condition, forest_shape, 1, Reduces> const passes{
      op, {lane, terms}, {c}, shape_of(op, net), {values}, {values + nodes}};
  passes.run(net);
}

/// The longest work first.
template <class Op, bool Reduces = false>
__global__ void __launch_bounds__(tree_threads) tree_plan_kernel(Op op, tree_bins bins) {
  __shared__ tree_memory memory;
  unsigned const block = blockIdx.x;
  int const t = static_cast<int>(threadIdx.x), lane = t % warp_lanes, warp = t / warp_lanes;
  auto const item = [&](unsigned from, int per_block, int which) {
    return static_cast<std::size_t>(block - from) * static_cast<std::size_t>(per_block) +
           static_cast<std::size_t>(which);
  };
  if (block < bins.by_block_from) {
    tree_huge<Reduces>(op, bins, block / conditions, static_cast<int>(block % conditions), memory.terms);
  } else if (block < bins.by_warp_from) {
    tree_by_block<Reduces>(op, bins.by_block[block - bins.by_block_from], memory.block);
  } else if (block < bins.many_from) {
    std::size_t const i = item(bins.by_warp_from, tree_warps, warp);
    if (i < bins.by_warp.size()) tree_by_warp<Reduces>(op, bins.by_warp[i], memory.warp[warp], lane);
  } else if (block < bins.tiles_from) {
    std::size_t const i = item(bins.many_from, tree_warps, warp);
    if (i < bins.ideal_many.size()) ideal_by_warp(op, bins.ideal_many[i], lane);
  } else if (block < bins.few_from) {
    std::size_t const i = item(bins.tiles_from, tree_warps, warp);
    if (i < bins.tiles.size()) tree_tile<Reduces>(op, bins, bins.tiles[i], memory.tile[warp], lane);
  } else {
    std::size_t const i = item(bins.few_from, tree_threads, t);
    if (i < bins.ideal_few.size()) ideal_by_thread(op, bins.ideal_few[i]);
  }
}

}  // namespace gsta::detail
