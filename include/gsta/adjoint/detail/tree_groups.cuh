#pragma once

#include "gsta/adjoint/detail/tree_plan.hpp"

/// How threads share the nodes of a tree.
namespace gsta::detail {

/// One net under one condition: the passes of `update_wires` that its adjoint needs, then its own.
/// `Group` says how threads share a tree's nodes, `Shape` where its values and its nodes' values lie.
template <class Group, class Shape>
struct tree_sweep {
  using nodes = typename Shape::nodes;
  tree_adjoint_op<memory_space::device, float> op;
  Shape shape;
  tree_node_values<nodes> values;
  Group group;

  __device__ void operator()(std::size_t net, int c) const noexcept {
    auto const& tree = op.tree;
    id const base = tree.forest.begin[net];
    climb(values.load, base, c, [&](id p) { return shape.capacitance(base + p, base, c); });
    descend(values.delay, base, c, 0,
            [&](id s) { return math::mul(shape.resistance(s), values.load[s][c]); });
    if (tree.degrades()) {
      climb(values.ldelay, base, c,
            [&](id p) { return math::mul(shape.capacitance(base + p, base, c), values.delay[base + p][c]); });
      climb(values.beta, base, c, [&](id p) { return moments(base, p, c).beta; });
      descend(values.moment, base, c, 0, [&](id s) { return along(values.beta[s][c], shape.resistance(s)); });
    }
    climb(values.by_delay, base, c, [&](id p) {
      float const own = moments(base, p, c).elmore;
      if (!tree.degrades()) return own;
      return math::add(own, along(values.moment[base + p][c], shape.capacitance(base + p, base, c)));
    });
    descend(values.by_load, base, c, op.load[tree.design.nets.driver[net]][c],
            [&](id s) { return along(values.by_delay[s][c], shape.resistance(s)); });
  }

 private:
  __device__ moment_gradients<float> moments(id base, id p, int c) const noexcept {
    return op.moments_at(shape.asking_sink(op, base + p, base, p), c, values.delay[base + p][c]);
  }
  template <class Own>
  __device__ void climb(nodes sum, id base, int c, Own const& own) const noexcept {
    group.up(base, [&](id p, auto const& add_children) {
      id const first = base + shape.first_child(base + p);
      float const below = add_children(shape.child_count(base + p), [&](id k) { return sum[first + k][c]; });
      sum[base + p][c] = math::add(own(p), below);
    });
  }
  template <class Step>
  __device__ void descend(nodes sum, id base, int c, float root, Step const& step) const noexcept {
    group.down(base, [&](id p) {
      id const s = base + p;
      sum[s][c] = p == 0 ? root : math::add(sum[base + shape.parent(s)][c], step(s));
    });
  }
};

/// A tree as the design has it.
struct given_shape {
  using nodes = device_span<corner_values>;
  tree_geometry<memory_space::device, float> tree;

  __device__ float capacitance(id slot, id base, int c) const { return tree.capacitance(slot, base, c); }
  __device__ float resistance(id slot) const { return tree.resistance(slot); }
  __device__ id parent(id slot) const { return tree.forest.parent[slot]; }
  __device__ id first_child(id slot) const { return tree.forest.first_child[slot]; }
  __device__ id child_count(id slot) const { return tree.forest.child_count[slot]; }
  template <class Op>
  __device__ id asking_sink(Op const& op, id slot, id base, id p) const {
    return op.asking_sink(slot, base, p);
  }
};

/// One thread has them all.
struct tree_thread {
  id nodes;
  struct serial_sum {
    template <class Term>
    __device__ float operator()(id n, Term const& term) const {
      return math::ordered_sum<float>(n, term);
    }
  };
  template <class F>
  __device__ void up(id, F const& f) const {
    for (id p = nodes - 1; p >= 0; --p) f(p, serial_sum{});
  }
  template <class F>
  __device__ void down(id, F const& f) const {
    for (id p = 0; p < nodes; ++p) f(p);
  }
};

/// A warp or a block of `Threads`: a depth at a time. Many children of one node are added up by its warp, in
/// `ordered_sum`'s order.
template <int Threads>
struct tree_threads_of {
  id nodes, depths;
  id const* start;  // [nodes] of all nets
  rc_forest_view<memory_space::device> forest;
  int rank;

  __device__ static void sync() {
    if constexpr (Threads == 32) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  __device__ id end_of(id base, id depth) const {
    return depth + 1 < depths ? start[base + depth + 1] : nodes;
  }

  struct given_sum {
    float sum;
    bool given;
    template <class Term>
    __device__ float operator()(id n, Term const& term) const {
      return given ? sum : math::ordered_sum<float>(n, term);
    }
  };
  /// Lets all lanes of a warp take part in the sum of lane `of`.
  struct warp_sum {
    float& sum;
    int lane;
    template <class Term>
    __device__ float operator()(id n, Term const& term) const {
      float mine = 0;
      for (id k = lane; k < n; k += 32) mine = math::add(mine, term(k));
      for (unsigned width = 16; width > 0; width /= 2)
        mine = math::add(mine, __shfl_down_sync(~0u, mine, width));
      return sum = __shfl_sync(~0u, mine, 0);
    }
  };

  template <class F>
  __device__ void up(id base, F const& f) const {
    int const lane = rank % 32;
    for (id depth = depths - 1; depth >= 0; --depth) {
      id const first = start[base + depth], end = end_of(base, depth);
      for (id from = first + rank - lane; from < end; from += Threads) {
        id const p = from + lane;
        bool const mine = p < end, wide = mine && forest.child_count[base + p] > 8;
        for (unsigned left = __ballot_sync(~0u, wide); left != 0; left &= left - 1) {
          // All lanes write the same value to the same place.
          float sum = 0;
          f(from + __ffs(static_cast<int>(left)) - 1, warp_sum{sum, lane});
        }
        if (mine && !wide) f(p, given_sum{0, false});
      }
      sync();
    }
  }
  template <class F>
  __device__ void down(id base, F const& f) const {
    for (id depth = 0; depth < depths; ++depth) {
      id const end = end_of(base, depth);
      for (id p = start[base + depth] + rank; p < end; p += Threads) f(p);
      sync();
    }
  }
};

struct tree_lists {
  device_span<id const> some, many;  // nets by size
  device_span<id const> some_depths, many_depths, start;
  unsigned some_from = 0, blocks = 0;
};
inline constexpr int tree_adjoint_threads = 256;

/// Blocks for the largest trees stand first: four each, one a condition. Then a warp a tree and condition.
template <class Op>
__global__ void __launch_bounds__(tree_adjoint_threads)
    tree_adjoint_kernel(Op op, tree_sweep_values<memory_space::device> values, tree_lists lists) {
  unsigned const block = blockIdx.x;
  int const t = static_cast<int>(threadIdx.x);
  auto const& forest = op.tree.forest;
  if (block < lists.some_from) {
    id const i = static_cast<id>(block / conditions), net = lists.many[i];
    using group = tree_threads_of<tree_adjoint_threads>;
    tree_sweep<group, given_shape> const sweep{
        op, {op.tree}, values, {forest.reached[net], lists.many_depths[i], lists.start.data(), forest, t}};
    sweep(static_cast<std::size_t>(net), static_cast<int>(block % conditions));
  } else {
    std::size_t const work = std::size_t{block - lists.some_from} * 8 + static_cast<std::size_t>(t / 32);
    std::size_t const i = work / conditions;
    if (i >= lists.some.size()) return;
    id const net = lists.some[i];
    tree_sweep<tree_threads_of<32>, given_shape> const sweep{
        op,
        {op.tree},
        values,
        {forest.reached[net], lists.some_depths[i], lists.start.data(), forest, t % 32}};
    sweep(static_cast<std::size_t>(net), static_cast<int>(work % conditions));
  }
}

}  // namespace gsta::detail
