#pragma once

#include <cuda_runtime.h>

#include <limits>

#include "gsta/engine/detail/tile_sweep.cuh"
#include "gsta/path/detail/costs/ops.hpp"

/// The two directions in which costs are pulled, and how costs are read that others find.
namespace gsta::detail {

/// What is not there yet. No cost has this value, no height either.
inline constexpr femtoseconds missing_cost = std::numeric_limits<femtoseconds>::min();
inline constexpr id missing_height = none;

__device__ inline femtoseconds load_cost(femtoseconds const* from) {
  return static_cast<femtoseconds>(load_word(from));
}
__device__ inline void store_cost(femtoseconds* to, femtoseconds cost) {
  store_word(to, static_cast<unsigned long long>(cost));
}
__device__ inline id load_id(id const* from) {
  id word;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
  return word;
}
__device__ inline void store_id(id* to, id word) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(to), "r"(word) : "memory");
}

/// Costs of launches before this one.
struct settled_costs {
  __device__ static bool is_missing(femtoseconds) { return false; }
  __device__ static id height(id const* from) { return load_id(from); }
};

/// Costs that may be on their way: the data is its own flag, so that nothing needs a fence.
struct awaited_costs {
  __device__ static bool is_missing(femtoseconds cost) { return cost == missing_cost; }
  __device__ static id height(id const* from) {
    id word = load_id(from);
    while (word == missing_height) word = load_id(from);
    return word;
  }
};

/// Arrays that both sides share.
struct cost_pull {
  search_graph_view<memory_space::device> graph;
  search_rows_view<memory_space::device> rows;
  cost_spans<memory_space::device> out;
};

/// From the sink, along rows.
struct suffix_side {
  cost_pull pull;

  __device__ id begin(id v) const { return __ldg(pull.graph.begin.data() + v); }
  __device__ id other(id e) const { return __ldg(pull.graph.to.data() + e); }
  __device__ id moved(id v) const {
    return pull.graph.moved.empty() ? 0 : __ldg(pull.graph.moved.data() + v);
  }
  __device__ id weight_at(id e, id moved) const { return e + moved; }
  __device__ femtoseconds const* cost(id v) const { return pull.out.suffix.data() + v; }
  __device__ bool leaves_out(id) const { return false; }

  /// What others wait for.
  __device__ best_way settle(id v, best_way found) const {
    best_way const way = suffix_way(found, v == pull.graph.sink());
    store_cost(pull.out.suffix.data() + v, way.cost);
    return way;
  }
  /// The rest, for which nobody waits as long.
  template <class From>
  __device__ void complete(id v, best_way way) const {
    pull.out.choice[v] = way.edge;
    if (v == pull.graph.source() && !pull.out.prefix.empty()) pull.out.prefix[pull.graph.sink()] = way.cost;
    id const next = way.edge == none ? none : other(way.edge);
    pull.out.next[v] = next;
    id const height = next == none ? 0 : From::height(pull.out.height.data() + next) + 1;
    store_id(pull.out.height.data() + v, height);
  }
};

/// From the source, along turned rows.
struct prefix_side {
  cost_pull pull;

  __device__ id begin(id v) const { return __ldg(pull.rows.in_begin.data() + v); }
  __device__ id other(id k) const { return __ldg(pull.rows.in_from.data() + k); }
  __device__ id moved(id) const { return 0; }
  __device__ id weight_at(id k, id) const { return __ldg(pull.rows.in_weight.data() + k); }
  __device__ femtoseconds const* cost(id v) const { return pull.out.prefix.data() + v; }
  /// The sink's prefix is the source's suffix: its row, often a long one, need not be walked.
  __device__ bool leaves_out(id v) const { return v == pull.graph.sink(); }

  __device__ best_way settle(id v, best_way found) const {
    store_cost(pull.out.prefix.data() + v, v == pull.graph.source() ? 0 : found.cost);
    return found;
  }
  template <class From>
  __device__ void complete(id, best_way) const {}
};

}  // namespace gsta::detail
