#pragma once

#include "gsta/path/detail/cost_sweep.cuh"
#include "gsta/path/detail/fetch_min.hpp"

/// Prefixes of dense graphs, pushed along rows instead of pulled along turned ones: weights lie by rows, and
/// a pull would fetch each from a place of its own. A minimum of integers does not depend on the order in
/// which it is found.
namespace gsta::detail {

/// A thread's edges of one row, fetched before the cost of their tail is there.
struct pushed_edges {
  thread_row row;
  id stride = 0;
  id head[edges_at_once];
  femtoseconds weight[edges_at_once];
};

struct cost_push {
  search_graph_view<memory_space::device> graph;
  device_span<id const> order;
  device_span<cost_item const> items;  // of rows, tails first
  device_span<id const> level_begin;   // [levels + 1] into items
  device_span<femtoseconds> prefix;    // `no_path` but for the source's
  id* met;                             // blocks that were done with a level, over all levels; 0

  /// One level after the other; the blocks meet in between. What a block's first rows need is fetched before.
  template <int Lanes>
  __device__ void run(id block, id blocks) const {
    id const levels = static_cast<id>(level_begin.size()) - 1;
    id first = 0, end = level_begin[1];
    pushed_edges next = fetch<Lanes>(block, end);
    for (id l = 0;; ++l) {
      for (id i = first + block; i < end; i += blocks) {
        pushed_edges const now = next;
        next = fetch<Lanes>(i + blocks, end);
        push(now);
      }
      if (l + 1 == levels) return;
      first = end;
      end = level_begin[l + 2];
      next = fetch<Lanes>(first + block, end);
      meet((l + 1) * blocks);
    }
  }

 private:
  template <int Lanes>
  __device__ pushed_edges fetch(id i, id end) const {
    pushed_edges edges;
    if (i >= end) return edges;
    int4 const word = __ldg(reinterpret_cast<int4 const*>(items.data()) + i);
    cost_item const item{word.x, word.y, word.z, word.w};
    auto const thread = static_cast<id>(threadIdx.x);
    if (item.vertex != none) {
      edges.row = {item.vertex, item.first + thread, item.end};
      edges.stride = cost_block;
    } else {
      id const at = item.first + thread / Lanes;
      edges.row = at < item.end ? short_row(__ldg(order.data() + at)) : thread_row{};
      edges.row.begin += thread % Lanes;
      edges.stride = Lanes;
    }
    load(edges);
    return edges;
  }
  /// A row that is no long one, whose pieces are items of their own.
  __device__ thread_row short_row(id v) const {
    id const begin = __ldg(graph.begin.data() + v), end = __ldg(graph.begin.data() + v + 1);
    return end - begin > most_row_edges ? thread_row{} : thread_row{v, begin, end};
  }

  __device__ void load(pushed_edges& edges) const {
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u) {
      id const e = edges.row.begin + u * edges.stride;
      bool const there = e < edges.row.end;
      edges.head[u] = there ? __ldg(graph.to.data() + e) : none;
      edges.weight[u] = there ? __ldg(graph.weight.data() + e) : 0;
    }
  }

  __device__ void push(pushed_edges edges) const {
    if (edges.row.begin >= edges.row.end) return;
    femtoseconds const cost = load_cost(prefix.data() + edges.row.vertex);
    if (cost == no_path) return;
    id const sink = graph.sink();  // its prefix is the source's suffix
    for (;;) {
#pragma unroll
      for (int u = 0; u < edges_at_once; ++u) {
        id const head = edges.head[u];
        if (head != none && head != sink) fetch_min(prefix[head], cost + edges.weight[u]);
      }
      edges.row.begin += edges_at_once * edges.stride;
      if (edges.row.begin >= edges.row.end) return;
      load(edges);
    }
  }

  /// Waits until `all` blocks have come, and sees what they pushed.
  __device__ void meet(id all) const {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      fetch_add(*met, 1);
      while (load_id(met) < all) {
      }
      __threadfence();
    }
    __syncthreads();
  }
};

}  // namespace gsta::detail
