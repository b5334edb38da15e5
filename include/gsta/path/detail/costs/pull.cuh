#pragma once

#include "gsta/path/detail/costs/side.cuh"
#include "gsta/path/detail/costs/tiles.hpp"

/// How threads pull costs. A *side* is one of the two directions; `From` says how costs that others find are
/// read: of a launch before, or while they are on their way.
namespace gsta::detail {

inline constexpr int edges_at_once = 4;  ///< that a thread has on their way

/// A row, or a piece of one, as one thread sees it: its edges are begin, begin + stride, ...
struct thread_row {
  id vertex = none;  ///< none: nothing to do
  id begin = 0, end = 0;
  id moved = 0;  ///< weights stand so far from where edges do
};

/// Some edges of a thread, fetched before their costs are there.
struct thread_edges {
  id other[edges_at_once];
  id weight_at[edges_at_once];
};

template <class Side>
__device__ thread_edges fetch_edges(Side const& side, thread_row const& row, id stride) {
  thread_edges edges;
#pragma unroll
  for (int u = 0; u < edges_at_once; ++u) {
    id const e = row.begin + u * stride;
    bool const there = e < row.end;
    edges.other[u] = there ? side.other(e) : none;
    edges.weight_at[u] = there ? side.weight_at(e, row.moved) : none;
  }
  return edges;
}

/// The costs behind edges, as far as they are there. Behind closed edges there is nothing, which is seen
/// before anything is waited for.
template <class From, class Side>
struct thread_costs {
  femtoseconds weight[edges_at_once], cost[edges_at_once];

  __device__ thread_costs(Side const& side, thread_edges const& edges) {
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u) {
      bool const there = edges.other[u] != none;
      weight[u] = there ? __ldg(side.pull.graph.weight.data() + edges.weight_at[u]) : 0;
      cost[u] = there ? load_cost(side.cost(edges.other[u])) : no_path;
    }
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u) {
      if (weight[u] == no_path) cost[u] = no_path;
    }
  }
  __device__ bool ready() const {
    bool all = true;
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u) all = all && !From::is_missing(cost[u]);
    return all;
  }
  __device__ void look_again(Side const& side, thread_edges const& edges) {
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u) {
      if (From::is_missing(cost[u])) cost[u] = load_cost(side.cost(edges.other[u]));
    }
  }
  __device__ best_way best(thread_row const& row, id stride) const {
    best_way way;
#pragma unroll
    for (int u = 0; u < edges_at_once; ++u)
      way.take(way_over_open(weight[u], cost[u], row.begin + u * stride));
    return way;
  }
};

/// The best of a thread's edges, all of which it waits for. The lanes of the warp call it together.
template <class From, class Side>
__device__ best_way pull_edges(Side const& side, thread_row row, id stride) {
  best_way way;
  while (__any_sync(~0u, row.begin < row.end)) {
    thread_edges const edges = fetch_edges(side, row, stride);
    thread_costs<From, Side> costs(side, edges);
    while (!costs.ready()) costs.look_again(side, edges);
    __syncwarp();
    way.take(costs.best(row, stride));
    row.begin += edges_at_once * stride;
  }
  return way;
}

/// The best among `Lanes` neighbouring lanes; all lanes of the warp call it.
template <int Lanes>
__device__ best_way best_of_lanes(best_way way) {
#pragma unroll
  for (int step = Lanes / 2; step > 0; step /= 2)
    way.take({__shfl_xor_sync(~0u, way.cost, step), __shfl_xor_sync(~0u, way.edge, step)});
  return way;
}

/// Rows of more edges than this a lane are done by a whole warp.
inline constexpr id most_edges_a_lane = 16;

/// Rows of the warp that have too many edges for `Lanes` lanes, one after the other by all lanes.
template <class From, int Lanes, class Side>
__device__ void pull_wide_rows(Side const& side, thread_row const& row, bool wide) {
  id const lane = static_cast<id>(threadIdx.x % 32);
  unsigned left = __ballot_sync(~0u, wide && lane % Lanes == 0);
  for (; left != 0; left &= left - 1) {
    int const whose = __ffs(static_cast<int>(left)) - 1;
    thread_row const whole{__shfl_sync(~0u, row.vertex, whose), __shfl_sync(~0u, row.begin, whose) + lane,
                           __shfl_sync(~0u, row.end, whose), __shfl_sync(~0u, row.moved, whose)};
    best_way const way = best_of_lanes<32>(pull_edges<From>(side, whole, 32));
    if (lane == 0) side.template complete<From>(whole.vertex, side.settle(whole.vertex, way));
  }
}

/// Whole rows, `Lanes` threads each, of which `edges` are the first. Who has all that it waits for does not
/// wait for its neighbours.
template <class From, int Lanes, class Side>
__device__ void pull_rows(Side const& side, thread_row const& row, thread_edges const& edges) {
  id const lane = static_cast<id>(threadIdx.x % 32), lane_of_row = lane % Lanes;
  bool const mine = row.vertex != none;
  bool const wide = mine && row.end - row.begin + lane_of_row > most_edges_a_lane * Lanes;
  thread_costs<From, Side> costs(side, edges);
  thread_row rest = row;
  rest.begin = wide ? row.end : row.begin + edges_at_once * Lanes;
  best_way const far = pull_edges<From>(side, rest, Lanes);
  unsigned const row_lanes = Lanes == 32 ? ~0u : ((1u << Lanes % 32) - 1) << (lane - lane_of_row);
  best_way way;
  for (bool done = false;;) {
    bool const ready = (__ballot_sync(~0u, costs.ready()) & row_lanes) == row_lanes;
    best_way found = far;
    found.take(costs.best(row, Lanes));
    found = best_of_lanes<Lanes>(found);
    if (ready && !done) {
      done = true;
      if (mine && !wide && lane_of_row == 0) way = side.settle(row.vertex, found);
    }
    if (__all_sync(~0u, done)) break;
    costs.look_again(side, edges);
  }
  if (mine && !wide && lane_of_row == 0) side.template complete<From>(row.vertex, way);
  pull_wide_rows<From, Lanes>(side, row, wide);
}

/// The best among all threads of the block, in thread 0.
__device__ inline best_way best_of_block(best_way way) {
  __shared__ best_way of_warp[cost_block / 32];
  way = best_of_lanes<32>(way);
  __syncthreads();  // the last use of of_warp is over
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = way;
  __syncthreads();
  for (int warp = 1; warp < cost_block / 32 && threadIdx.x == 0; ++warp) way.take(of_warp[warp]);
  return way;
}

/// Where pieces of long rows meet.
struct cost_meeting {
  id const* row_pieces;
  cost_partial* partial;
  id* arrived;
};

/// A piece of a long row; the block that comes last puts the pieces together.
template <class From, class Side>
__device__ void pull_piece(Side const& side, cost_meeting const& meeting, cost_item const& item) {
  __shared__ bool is_last;
  auto const thread = static_cast<id>(threadIdx.x);
  id const first = meeting.row_pieces[item.row], pieces = meeting.row_pieces[item.row + 1] - first;
  thread_row const row{item.vertex, item.first + thread, item.end, side.moved(item.vertex)};
  best_way way = best_of_block(pull_edges<From>(side, row, cost_block));
  if (threadIdx.x == 0) {
    id const number = (item.first - side.begin(item.vertex)) / piece_edges;
    meeting.partial[first + number] = {way.cost, way.edge, 0};
    __threadfence();
    is_last = fetch_add(meeting.arrived[item.row], 1) == pieces - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  way = {};
  for (id p = thread; p < pieces; p += cost_block) {
    cost_partial const* const partial = meeting.partial + first + p;
    way.take({load_cost(&partial->cost), load_id(&partial->edge)});
  }
  way = best_of_block(way);
  if (threadIdx.x == 0) side.template complete<From>(item.vertex, side.settle(item.vertex, way));
}

}  // namespace gsta::detail
