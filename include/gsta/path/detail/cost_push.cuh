#pragma once

#include "gsta/path/detail/cost_sweep.cuh"
#include "gsta/path/detail/fetch_min.hpp"

/// Prefixes of dense graphs, pushed along rows instead of pulled along turned ones: weights lie by rows, and
/// a pull would fetch each from a place of its own. A minimum of integers does not depend on the order in
/// which it is found.
namespace gsta::detail {

/// A thread's edges of one row, fetched before the cost of their tail is there.
struct pushed_edges {
  id level, stride = 0;
  thread_row row{};
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

  /// One level after the other; the blocks meet in between. While the rows of one item are pushed, the edges
  /// of the block's next item are on their way, the rows of the one after that, and so on, whatever their
  /// level: what is loaded in one round is looked at in the next.
  template <int Lanes>
  __device__ void run(id block, id blocks) const {
    id const levels = static_cast<id>(level_begin.size()) - 1;
    place at{0, block, level_begin[1]};
    skip(at, block, levels);
    dealt_item dealt{levels};
    named_row named{levels};
    found_row found{levels};
    pushed_edges loaded{levels};
    id here = 0;
    for (int round = 0; round < 4 || loaded.level < levels; ++round) {
      pushed_edges const now = loaded;
      loaded = load<Lanes>(found);
      found = find(named);
      named = name<Lanes>(dealt);
      dealt = deal(at, block, blocks, levels);
      if (now.level == levels) continue;  // the first rounds
      for (; here < now.level; ++here) meet((here + 1) * blocks);
      push(now);
    }
    for (; here + 1 < levels; ++here) meet((here + 1) * blocks);
  }

 private:
  /// Where the block stands: a level, its item, and where its level's items end.
  struct place {
    id level, item, end;
  };
  /// On to a level in which the block has an item.
  __device__ void skip(place& at, id block, id levels) const {
    while (at.level < levels && at.item >= at.end) {
      if (++at.level == levels) return;
      at.item = at.end + block;
      at.end = __ldg(level_begin.data() + at.level + 1);
    }
  }

  struct dealt_item {
    id level;
    cost_item item{0, 0, none, none};
  };
  /// The block's next item.
  __device__ dealt_item deal(place& at, id block, id blocks, id levels) const {
    dealt_item dealt{at.level};
    if (at.level == levels) return dealt;
    int4 const word = __ldg(reinterpret_cast<int4 const*>(items.data()) + at.item);
    dealt.item = {word.x, word.y, word.z, word.w};
    at.item += blocks;
    skip(at, block, levels);
    return dealt;
  }

  /// A vertex whose row is not known yet, or a piece of a long row, whose end is.
  struct named_row {
    id level, vertex = none, begin = 0, end = none, stride = cost_block;
  };
  template <int Lanes>
  __device__ named_row name(dealt_item const& dealt) const {
    named_row row{dealt.level};
    auto const thread = static_cast<id>(threadIdx.x);
    cost_item const& item = dealt.item;
    if (item.vertex != none) {
      row.vertex = item.vertex;
      row.begin = item.first + thread;
      row.end = item.end;
      return row;
    }
    row.begin = thread % Lanes;
    row.stride = Lanes;
    id const i = item.first + thread / Lanes;
    if (i < item.end) row.vertex = __ldg(order.data() + i);
    return row;
  }

  /// The thread's first edge is begin + lane.
  struct found_row {
    id level, vertex = none, begin = 0, end = 0, lane = 0, stride = 0;
  };
  __device__ found_row find(named_row const& named) const {
    found_row row{named.level, named.vertex, named.begin, named.end, 0, named.stride};
    if (named.end != none || named.vertex == none) return row;
    row.begin = __ldg(graph.begin.data() + named.vertex);
    row.end = __ldg(graph.begin.data() + named.vertex + 1);
    row.lane = named.begin;
    return row;
  }

  template <int Lanes>
  __device__ pushed_edges load(found_row const& found) const {
    pushed_edges edges{found.level};
    edges.stride = found.stride;
    // A long row's pieces are items of their own.
    bool const here =
        found.vertex != none && (Lanes != found.stride || found.end - found.begin <= most_row_edges);
    if (here) edges.row = {found.vertex, found.begin + found.lane, found.end};
    load(edges);
    return edges;
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
