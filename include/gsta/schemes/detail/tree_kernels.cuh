#pragma once

#include "gsta/core/search.hpp"
#include "gsta/rc/detail/block_tasks.cuh"
#include "gsta/rc/detail/tree_shape.cuh"

/// RC trees in the schemes of Warp-STAR (DAC 2026), which has them for stars: where that sums over a net's
/// pins, these go over runs of nodes that are ready.
namespace gsta::detail {

inline constexpr int tree_pin_based_nets = 8;    // a block, a warp each
inline constexpr int tree_pin_based_blocks = 6;  // of a multiprocessor: 40 registers a thread, not 48

/// A net that has no tree, by the thread of a condition.
__device__ inline bool without_tree(device_elmore_op const& op, id net, int lane) {
  if (op.forest.reached[net] > 0) return false;
  if (lane < conditions) op(static_cast<std::size_t>(net), one_condition{lane});
  return true;
}

/// Algorithm 1: threads (4 conditions, 8 nodes, nets).
template <class Op>
__global__ void __launch_bounds__(tree_pin_based_nets* warp_lanes, tree_pin_based_blocks)
    tree_pin_based_kernel(Op op, id nets) {
  id const net = static_cast<id>(blockIdx.x) * tree_pin_based_nets + static_cast<id>(threadIdx.z);
  if (net >= nets) return;
  int const c = static_cast<int>(threadIdx.x), lane = static_cast<int>(threadIdx.y) * conditions + c;
  if (without_tree(op, net, lane)) return;
  id const base = op.forest.begin[net];
  tree_passes<octet_group, one_condition, forest_shape, conditions> const passes{
      op, {lane}, {c}, shape_of(op, net), {&op.delay[base].value[c]}, {&op.beta[base].value[c]}};
  passes.run(net);
}

/// A block's nets, one a thread, whose ready nodes are shared out pass by pass.
struct cte_trees {
  device_elmore_op const& op;
  task_pool& pool;
  id first_net, mine, base, nodes;  // the net that this thread brings, and its tree

  GSTA_HD id first_child(id p) const { return op.forest.first_child[base + p]; }

  /// Calls work(is a task, slot's base, p, condition) for [low, high] of every net; false once none is left.
  template <class Work>
  __device__ bool share(id* range_low, id low, id count, Work const& work) const {
    int const t = static_cast<int>(threadIdx.x);
    range_low[t] = low;  // read after the pool's barriers
    id const total = pool.gather(count * conditions);
    for (id from = 0; from < total; from += cte_threads) {
      id const task = from + t;
      bool const is_task = task < total;
      int const at = is_task ? pool.owner_of(task) : 0;
      id const k = task - pool.begin[at];
      work(is_task, first_net + at, range_low[at] + k / conditions, static_cast<int>(k % conditions));
    }
    __syncthreads();
    return total > 0;
  }

  /// The first position whose children all stand above `high`.
  GSTA_HD id lowest_ready(id high) const {
    return first_passing(id{0}, high, [&](id position) { return first_child(position) > high; });
  }

  template <class Own>
  __device__ void climb(id* range_low, device_span<per_condition<float>> below, Own const& own) const {
    int const lane = static_cast<int>(threadIdx.x) % warp_lanes;
    id high = nodes - 1;
    for (bool some = true; some;) {
      id const low = high < 0 ? 0 : lowest_ready(high);
      some = share(range_low, low, high + 1 - low, [&](bool is_task, id net, id p, int c) {
        id const slot = is_task ? op.forest.begin[net] + p : 0;
        id const first = is_task ? op.forest.begin[net] + op.forest.first_child[slot] : 0;
        id const count = is_task ? op.forest.child_count[slot] : 0;
        float const* const from = count > 0 ? &below[first].value[c] : nullptr;
        float const sum = sums_by_lane<conditions>(is_task, from, count, lane);
        if (is_task) below[slot].value[c] = with_children(own(net, slot, c), sum);
      });
      high = low - 1;
    }
  }

  __device__ void descend(id* range_low, device_span<per_condition<float>> total) const {
    id low = 0;
    for (bool some = true; some;) {
      id high = low == 0 ? (nodes > 0 ? 1 : 0) : low < nodes ? first_child(low) : nodes;
      if (high > nodes) high = nodes;
      some = share(range_low, low, high - low, [&](bool is_task, id net, id p, int c) {
        if (!is_task) return;
        id const at = op.forest.begin[net], slot = at + p;
        float& mine_at = total[slot].value[c];
        mine_at = p == 0 ? 0.0f
                         : step_down(total[at + op.forest.parent[slot]].value[c],
                                     op.design.rc.resistance[op.forest.edge[slot]], mine_at);
      });
      low = high;
    }
  }
};

/// Algorithm 2.
template <class Op>
__global__ void __launch_bounds__(cte_threads) tree_cte_kernel(Op op, id nets) {
  __shared__ task_pool pool;
  __shared__ id range_low[cte_threads];
  id const first_net = static_cast<id>(blockIdx.x) * cte_threads;
  id const net = first_net + static_cast<id>(threadIdx.x);
  bool const is_net = net < nets, is_tree = is_net && op.forest.reached[net] > 0;
  cte_trees const trees{
      op, pool, first_net, net, is_tree ? op.forest.begin[net] : 0, is_tree ? op.forest.reached[net] : 0};
  trees.share(range_low, 0, trees.nodes, [&](bool is_task, id of, id p, int c) {
    id const base = op.forest.begin[of];
    if (is_task) op.ldelay[base + p].value[c] = op.capacitance(base + p, base, one_condition{c});
  });
  trees.climb(range_low, op.load, [&](id, id slot, int c) { return op.ldelay[slot].value[c]; });
  if (is_tree) op.write_load(static_cast<std::size_t>(net), all_conditions{}, {op.load[trees.base]});
  __syncthreads();
  trees.descend(range_low, op.load);  // now delays
  if (op.options.slew == wire_slew::degrade) {
    trees.climb(range_low, op.ldelay, [&](id, id slot, int c) {
      return delayed_capacitance(op.ldelay[slot].value[c], op.load[slot].value[c]);
    });
    trees.descend(range_low, op.ldelay);
  }
  id const sinks = is_tree ? op.design.nets.begin[net + 1] - op.design.nets.begin[net] : 0;
  trees.share(range_low, 0, sinks, [&](bool is_task, id of, id k, int c) {
    if (!is_task) return;
    id const a = op.design.nets.begin[of] + k, p = op.forest.sink_position[a];
    id const slot = op.forest.begin[of] + p;
    one_condition const lanes{c};
    if (p == none)
      op.writer().same(static_cast<std::size_t>(a), lanes, op.lost(lanes));
    else
      op.writer()(static_cast<std::size_t>(a), lanes, op.load[slot].value[c], op.ldelay[slot].value[c]);
  });
  trees.share(range_low, 0, is_net && !is_tree ? 1 : 0, [&](bool is_task, id of, id, int c) {
    if (is_task) op(static_cast<std::size_t>(of), one_condition{c});
  });
}

}  // namespace gsta::detail
