#pragma once

#include "gsta/adjoint/detail/tree_plan.hpp"

/// The largest trees: a block has one under one condition, its values in memory.
namespace gsta::detail {

inline constexpr int large_tree_threads = 256;

/// A sum over many children that all lanes of a warp take part in, in `ordered_sum`'s order.
template <class Term>
__device__ float warp_sum(int lane, id n, Term const& term) {
  float mine = 0;
  for (id k = lane; k < n; k += 32) mine = math::add(mine, term(k));
  for (unsigned width = 16; width > 0; width /= 2) mine = math::add(mine, __shfl_down_sync(~0u, mine, width));
  return __shfl_sync(~0u, mine, 0);
}

/// The passes of `update_wires` that the adjoint needs, then its own, a depth at a time.
struct large_tree {
  tree_adjoint_op<memory_space::device, float> op;
  tree_sweep_values<memory_space::device> values;
  device_span<id const> start;  // [nodes] of all nets
  id base, nodes, depths;
  int c;

  using sums = device_span<per_condition<float>>;

  __device__ void operator()(id driver) const noexcept {
    auto const& tree = op.tree;
    climb(values.load, [&](id s) { return tree.capacitance(s, base, c); });
    descend(values.delay, 0, [&](id s) { return math::mul(tree.resistance(s), values.load[s][c]); });
    if (tree.degrades()) {
      climb(values.ldelay, [&](id s) { return math::mul(tree.capacitance(s, base, c), values.delay[s][c]); });
      climb(values.beta, [&](id s) { return op.moments(s, base, s - base, c).beta; });
      descend(values.moment, 0, [&](id s) { return along(values.beta[s][c], tree.resistance(s)); });
    }
    climb(values.by_delay, [&](id s) {
      float const own = asked_of_delay(s);
      return tree.degrades() ? math::add(own, along(values.moment[s][c], tree.capacitance(s, base, c))) : own;
    });
    descend(values.by_load, op.load[driver][c],
            [&](id s) { return along(values.by_delay[s][c], tree.resistance(s)); });
  }

 private:
  __device__ float asked_of_delay(id s) const noexcept {
    return op.moments_at(op.asking_sink(s, base, s - base), c, values.delay[s][c]).elmore;
  }
  __device__ id end_of(id depth) const { return depth + 1 < depths ? start[base + depth + 1] : nodes; }

  /// Many children of one node are added up by its warp.
  template <class Own>
  __device__ void climb(sums sum, Own const& own) const noexcept {
    auto const& forest = op.tree.forest;
    int const t = static_cast<int>(threadIdx.x), lane = t % 32;
    auto const child = [&](id s) {
      return [=, first = base + forest.first_child[s], at = c](id k) { return sum[first + k][at]; };
    };
    for (id depth = depths - 1; depth >= 0; --depth) {
      id const end = end_of(depth);
      for (id from = start[base + depth] + t - lane; from < end; from += large_tree_threads) {
        id const s = base + from + lane;
        bool const mine = from + lane < end, wide = mine && forest.child_count[s] > 8;
        for (unsigned left = __ballot_sync(~0u, wide); left != 0; left &= left - 1) {
          // All lanes write the same value to the same place.
          id const of = base + from + __ffs(static_cast<int>(left)) - 1;
          sum[of][c] = math::add(own(of), warp_sum(lane, forest.child_count[of], child(of)));
        }
        if (mine && !wide)
          sum[s][c] = math::add(own(s), math::ordered_sum<float>(forest.child_count[s], child(s)));
      }
      __syncthreads();
    }
  }
  template <class Step>
  __device__ void descend(sums sum, float root, Step const& step) const noexcept {
    for (id depth = 0; depth < depths; ++depth) {
      id const end = base + end_of(depth);
      for (id s = base + start[base + depth] + static_cast<id>(threadIdx.x); s < end; s += large_tree_threads)
        sum[s][c] = s == base ? root : math::add(sum[base + op.tree.forest.parent[s]][c], step(s));
      __syncthreads();
    }
  }
};

struct large_trees {
  device_span<id const> net, depths;
  device_span<id const> start;  // [nodes] of all nets
};

/// Four blocks a tree, one a condition.
template <class Op>
__global__ void __launch_bounds__(large_tree_threads)
    large_tree_kernel(Op op, tree_sweep_values<memory_space::device> values, large_trees trees) {
  id const i = static_cast<id>(blockIdx.x) / conditions, net = trees.net[i];
  auto const& forest = op.tree.forest;
  large_tree const tree{op,
                        values,
                        trees.start,
                        forest.begin[net],
                        forest.reached[net],
                        trees.depths[i],
                        static_cast<int>(blockIdx.x) % conditions};
  tree(op.tree.design.nets.driver[net]);
}

}  // namespace gsta::detail
