#pragma once

#include <algorithm>
#include <type_traits>

#include "gsta/core/algorithm.cuh"
#include "gsta/path/costs.hpp"
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

/// One direction as a kernel sees it.
template <class Side>
struct cost_sweep {
  Side side;
  device_span<cost_item const> items;
  cost_meeting meeting;

  __device__ cost_item item(std::size_t i) const {
    int4 const word = __ldg(reinterpret_cast<int4 const*>(items.data()) + i);
    return {word.x, word.y, word.z, word.w};
  }
  __device__ cost_item item_or_none(std::size_t i) const {
    return i < items.size() ? item(i) : cost_item{0, 0, none, none};
  }

  /// The vertex of this thread, whose row is not known yet.
  template <int Lanes>
  __device__ id vertex(cost_item const& at) const {
    id const i = at.first + static_cast<id>(threadIdx.x) / Lanes;
    if (at.vertex != none || i >= at.end) return none;
    return __ldg(side.pull.rows.order.data() + i);
  }
  /// Its row, if that is done whole.
  template <int Lanes>
  __device__ thread_row row(id v) const {
    if (v == none || side.leaves_out(v)) return {};
    id const begin = side.begin(v), end = side.begin(v + 1);
    if (end - begin > most_row_edges) return {};
    return {v, begin + static_cast<id>(threadIdx.x) % Lanes, end, side.moved(v)};
  }

  /// One item by itself.
  template <class From, int Lanes>
  __device__ void run_item(std::size_t i) const {
    cost_item const at = item(i);
    if (at.vertex != none) return run_piece<From>(at);
    thread_row const r = row<Lanes>(vertex<Lanes>(at));
    pull_rows<From, Lanes>(side, r, fetch_edges(side, r, Lanes));
  }
  template <class From>
  __device__ void run_piece(cost_item const& at) const {
    if (!side.leaves_out(at.vertex)) pull_piece<From>(side, meeting, at);
  }

  /// Every `stride`-th item. While one is worked on, the edges of the next are on their way, the row of the
  /// one after that, and so on.
  template <int Lanes>
  __device__ void run_dataflow(std::size_t i, std::size_t stride) const {
    cost_item const first = item_or_none(i), second = item_or_none(i + stride);
    cost_item at = item_or_none(i + 3 * stride);
    id v = vertex<Lanes>(item_or_none(i + 2 * stride));
    thread_row next = row<Lanes>(vertex<Lanes>(second)), now = row<Lanes>(vertex<Lanes>(first));
    thread_edges edges = fetch_edges(side, now, Lanes);
    for (; i < items.size(); i += stride) {
      thread_edges const next_edges = fetch_edges(side, next, Lanes);
      thread_row const after = row<Lanes>(v);
      v = vertex<Lanes>(at);
      at = item_or_none(i + 4 * stride);
      if (cost_item const here = item(i); here.vertex != none)
        run_piece<awaited_costs>(here);
      else
        pull_rows<awaited_costs, Lanes>(side, now, edges);
      now = next;
      next = after;
      edges = next_edges;
    }
  }
};

/// All that a kernel needs.
struct cost_sweeps {
  cost_sweep<suffix_side> suffix;
  cost_sweep<prefix_side> prefix;

  bool has_prefixes() const { return !prefix.side.pull.out.prefix.empty(); }
};

/// Both directions side by side: every other block goes one way. Items are dealt in order, and all blocks are
/// resident: the earliest item that is not done always has all it waits for. More blocks would not help:
/// whoever waits asks again and again, and disturbs those who would get on.
template <int Lanes>
__global__ void __launch_bounds__(cost_block, 3) cost_dataflow_kernel(cost_sweeps sweeps) {
  std::size_t const stride = gridDim.x / 2, first = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0)
    sweeps.suffix.template run_dataflow<Lanes>(first, stride);
  else
    sweeps.prefix.template run_dataflow<Lanes>(first, stride);
}

/// Suffixes alone, by all blocks.
template <int Lanes>
__global__ void __launch_bounds__(cost_block, 3) suffix_dataflow_kernel(cost_sweep<suffix_side> sweep) {
  sweep.template run_dataflow<Lanes>(blockIdx.x, gridDim.x);
}

/// Items of one level of each direction, a block each.
template <int Lanes>
__global__ void __launch_bounds__(cost_block)
    cost_level_kernel(cost_sweeps sweeps, id suffix_first, id suffix_count, id prefix_first) {
  id const block = static_cast<id>(blockIdx.x);
  if (block < suffix_count)
    sweeps.suffix.template run_item<settled_costs, Lanes>(static_cast<std::size_t>(suffix_first + block));
  else
    sweeps.prefix.template run_item<settled_costs, Lanes>(
        static_cast<std::size_t>(prefix_first + block - suffix_count));
}

/// Nothing is found yet, and no piece has arrived.
struct clear_costs_op {
  cost_spans<memory_space::device> out;
  device_span<id> prefix_arrived, suffix_arrived;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    out.suffix[v] = missing_cost;
    if (v < out.prefix.size()) out.prefix[v] = missing_cost;
    out.height[v] = missing_height;
    if (v < prefix_arrived.size()) prefix_arrived[v] = 0;
    if (v < suffix_arrived.size()) suffix_arrived[v] = 0;
  }
};

/// Launches a kernel of groups of `together` blocks, at most `useful` groups, all resident.
template <class Kernel, class Arguments>
void launch_groups(cuda_executor const& exec, Kernel kernel, std::size_t together, std::size_t useful,
                   Arguments arguments) {
  int device = 0, processors = 0, each = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, cost_block, 0),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  std::size_t const groups = std::min(useful, static_cast<std::size_t>(processors) * each / together);
  void* pointers[] = {&arguments};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel),
                                         dim3(static_cast<unsigned>(together * groups)), dim3(cost_block),
                                         pointers, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

template <int Lanes>
void launch_cost_dataflow(cuda_executor const& exec, cost_sweeps const& in) {
  std::size_t const prefixes = in.prefix.items.size(), suffixes = in.suffix.items.size();
  if (in.has_prefixes())
    launch_groups(exec, cost_dataflow_kernel<Lanes>, 2, std::max(prefixes, suffixes), in);
  else
    launch_groups(exec, suffix_dataflow_kernel<Lanes>, 1, suffixes, in.suffix);
}

template <int Lanes>
void launch_cost_levels(cuda_executor const& exec, cost_sweeps const& in,
                        cost_tiles<memory_space::device> const& tiles) {
  auto const &suffix = tiles.suffix.level_begin, &prefix = tiles.prefix.level_begin;
  for (std::size_t l = 0; l + 1 < suffix.size(); ++l) {
    id const suffixes = suffix[l + 1] - suffix[l];
    id const prefixes = in.has_prefixes() ? prefix[l + 1] - prefix[l] : 0;
    cost_level_kernel<Lanes><<<static_cast<unsigned>(suffixes + prefixes), cost_block, 0, exec.stream>>>(
        in, suffix[l], suffixes, prefix[l]);
    check_cuda(cudaGetLastError(), "kernel launch");
  }
}

/// Calls `f` with the number of lanes as a constant.
template <class F>
void with_lanes(int lanes, F const& f) {
  switch (lanes) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 8:
      return f(std::integral_constant<int, 8>{});
    default:
      return f(std::integral_constant<int, 16>{});
  }
}

}  // namespace gsta::detail
