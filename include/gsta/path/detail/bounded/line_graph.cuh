#pragma once

#include <utility>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/line_graph.hpp"
#include "gsta/path/detail/bounded/long_lists.cuh"

/// count_line_graph, fill_lists and keep_in_lists on a cuda_executor: one launch each, a thread for a list,
/// or a block for a long one. Lists lie in the order in which warps get there.
namespace gsta::detail {

struct lines_in_counting {
  chain_walk<memory_space::device> walk;
  device_span<id> skip, behind, other;
  std::int64_t most;
  device_span<std::int64_t> first, count;
  device_span<unsigned long long> total;  // entries; then moves of three rounds in turn; all 0 before

  /// Where the chain goes on; the answer lies in `skip` after an even number of rounds, so there is one more
  /// where it is odd.
  __device__ void find_skips(cooperative_groups::grid_group const& grid) const {
    std::size_t const active = skip.size();
    for (std::size_t a = grid.thread_rank(); a < active; a += grid.size())
      first_skip_op<memory_space::device>{walk.problem, walk.active, skip}(a);
    grid.sync();
    bool going = true;
    for (unsigned round = 0; going || round % 2 != 0; ++round) {
      auto const from = round % 2 == 0 ? skip : other, to = round % 2 == 0 ? other : skip;
      bool moved = false;
      for (std::size_t a = grid.thread_rank(); a < active; a += grid.size()) {
        skip_further_op<memory_space::device>{from, to}(a);
        moved |= from[a] != to[a];
      }
      if (__syncthreads_or(moved) && threadIdx.x == 0) atomicAdd(&total[1 + round % 3], 1ull);
      if (grid.thread_rank() == 0) total[1 + (round + 1) % 3] = 0;
      grid.sync();
      going = total[1 + round % 3] != 0;
    }
    for (std::size_t a = grid.thread_rank(); a < active; a += grid.size())
      skip_behind_op<memory_space::device>{walk.problem, walk.active, skip, behind}(a);
    grid.sync();
  }
  __device__ void count_lists(warp_of_grid const& warp) const {
    __shared__ left_to_block rest;
    rest.begin();
    for (std::size_t from = warp.number * lanes_of_warp; from < count.size();
         from += warp.count * lanes_of_warp) {
      if (is_too_much(warp)) break;
      std::size_t const list = from + warp.lane;
      bool const mine = list < count.size();
      bool const done = mine && count_alone(list, rest);
      auto const own = done ? static_cast<unsigned long long>(count[list]) : 0ull;
      auto until = own;
      for (unsigned step = 1; step < lanes_of_warp; step *= 2) {
        auto const before = __shfl_up_sync(full_warp, until, step);
        if (warp.lane >= step) until += before;
      }
      unsigned long long base = 0;
      if (warp.lane == lanes_of_warp - 1) base = atomicAdd(&total[0], until);
      base = __shfl_sync(full_warp, base, lanes_of_warp - 1);
      if (done) first[list] = static_cast<std::int64_t>(base + until - own);
    }
    rest.each([&](id list) { count_together(static_cast<std::size_t>(list)); });
  }
  /// Whether the lists counted so far say enough.
  __device__ bool is_too_much(warp_of_grid const& warp) const {
    unsigned long long so_far = 0;
    if (warp.lane == 0) so_far = *static_cast<unsigned long long const volatile*>(&total[0]);
    return __shfl_sync(full_warp, so_far, 0) > static_cast<unsigned long long>(most);
  }
  /// False where the list is left to the block.
  __device__ bool count_alone(std::size_t list, left_to_block& rest) const {
    using count_op = count_chain_op<memory_space::device>;
    count_op{walk, most, count, 0, longest_alone}(list);
    if (count[list] != count_op::left_out) return true;
    if (rest.leave(static_cast<id>(list))) return false;
    count_op{walk, most, count}(list);
    return true;
  }
  __device__ void count_together(std::size_t list) const {
    auto const& active = walk.active;
    femtoseconds const budget = walk.budget(list);
    id n = 0, all = 0;
    for (id a = walk.first(list); a != none; a = walk.behind[a]) {
      for (id k = active.begin[a] + static_cast<id>(threadIdx.x); k < active.end[a]; k += resident_block)
        n += active.detour[k] <= budget ? 1 : 0;
    }
    sum_before_in_block(n, all);
    if (threadIdx.x != 0) return;
    count[list] = all;
    first[list] = static_cast<std::int64_t>(atomicAdd(&total[0], static_cast<unsigned long long>(all)));
  }
};

template <class Lines>
__global__ void __launch_bounds__(resident_block, 1) count_line_graph_kernel(Lines in) {
  in.find_skips(cooperative_groups::this_grid());
  in.count_lists({});
}

inline std::size_t count_line_graph(cuda_executor const& exec, line_graph<memory_space::device>& lines,
                                    std::size_t most) {
  constexpr auto S = memory_space::device;
  auto const out = lines.to_count();
  work_array<id, S> other(exec, lines.memory(), out.skip.size());
  work_array<unsigned long long, S> total(exec, lines.memory(), 4);
  fill(exec, total.view(), 0ull);
  launch_resident(exec, count_line_graph_kernel<lines_in_counting>,
                  lines_in_counting{lines.walk(), out.skip, out.behind, other.view(),
                                    static_cast<std::int64_t>(most), out.first, out.count, total.view()});
  return static_cast<std::size_t>(to_vector(exec, total.read())[0]);
}

/// A list that a block fills: as fill_chain_op, a thousand edges of a row at a time.
struct filling_block {
  fill_chain_op<memory_space::device> op;

  __device__ void fill(std::size_t list) const {
    auto const& active = op.walk.active;
    femtoseconds const budget = op.walk.budget(list);
    id front = static_cast<id>(op.first[list]), back = static_cast<id>(op.first[list] + op.count[list]);
    if (threadIdx.x == 0) {
      op.begin[list] = front;
      op.end[list] = back;
      op.least[list] = no_path;
    }
    femtoseconds smallest = no_path;
    for (id a = op.walk.first(list); a != none && front < back; a = op.walk.behind[a]) {
      id const begin = active.begin[a], end = active.end[a];
      id const choice = active.choice(op.walk.problem, a);
      id const lefts = lower_bound(active.edge, begin, end, choice) - begin;
      front += each_affordable(
          lefts, budget, [=](id i) { return begin + i; },
          [&](id before, id k) { op.put(front + before, k, smallest); });
      back -= each_affordable(
          end - begin - lefts, budget, [=](id i) { return end - 1 - i; },
          [&](id before, id k) { op.put(back - 1 - before, k, smallest); });
    }
    if (threadIdx.x == 0) op.middle[list] = front;
    __syncthreads();  // least has been cleared
    if (smallest != no_path) fetch_min(op.least[list], smallest);
  }

  /// Calls `put(how many before, k)` for those of the edges k = edge(0), edge(1), ... that can be afforded;
  /// how many.
  template <class Edge, class Put>
  __device__ id each_affordable(id edges, femtoseconds budget, Edge const& edge, Put const& put) const {
    id seen = 0;
    for (id from = 0; from < edges; from += resident_block) {
      id const i = from + static_cast<id>(threadIdx.x), k = edge(i);
      bool const takes = i < edges && op.walk.active.detour[k] <= budget;
      id all = 0;
      id const before = sum_before_in_block(takes ? 1 : 0, all);
      if (takes) put(seen + before, k);
      seen += all;
    }
    return seen;
  }
};

/// What a block leaves in a list: as keep_entries_op. Nobody writes where others have yet to read, as they
/// meet in between.
struct keeping_block {
  keep_entries_op<memory_space::device> op;

  __device__ void keep(std::size_t list) const {
    femtoseconds const budget = list < op.excess.size() ? op.range - op.excess[list] : op.range;
    id const begin = op.begin[list], was_middle = op.middle[list], was_end = op.end[list];
    id to = begin, lefts = 0, all = 0;
    for (id first = begin; first < was_end; first += resident_block) {
      id const from = first + static_cast<id>(threadIdx.x);
      femtoseconds const detour = from < was_end ? op.detour[from] : no_path;
      id const next = from < was_end ? op.next[from] : none;
      bool const takes = from < was_end && detour <= budget;
      id const at = to + sum_before_in_block(takes ? 1 : 0, all);
      if (takes) {
        op.next[at] = next;
        op.detour[at] = detour;
        lefts += from < was_middle ? 1 : 0;
      }
      to += all;
    }
    sum_before_in_block(lefts, all);
    if (threadIdx.x != 0) return;
    op.middle[list] = begin + all;
    op.end[list] = to;
  }
};

/// Lists of a block's share: `op` for short ones, `together` for the others.
template <class Op, class Length, class Together>
__device__ void each_list(std::size_t lists, Op const& op, Length const& length, Together const& together) {
  __shared__ left_to_block rest;
  rest.begin();
  std::size_t const list = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (list < lists && (length(list) <= longest_alone || !rest.leave(static_cast<id>(list)))) op(list);
  rest.each([&](id left) { together(static_cast<std::size_t>(left)); });
}

template <class Block>
__global__ void __launch_bounds__(resident_block) fill_lists_kernel(std::size_t lists, Block block) {
  each_list(
      lists, block.op, [&](std::size_t l) { return block.op.count[l]; },
      [&](std::size_t l) { block.fill(l); });
}
template <class Block>
__global__ void __launch_bounds__(resident_block) keep_in_lists_kernel(std::size_t lists, Block block) {
  each_list(
      lists, block.op, [&](std::size_t l) { return block.op.end[l] - block.op.begin[l]; },
      [&](std::size_t l) { block.keep(l); });
}

inline unsigned blocks_of(std::size_t lists) {
  return static_cast<unsigned>((lists + resident_block - 1) / resident_block);
}
inline void fill_lists(cuda_executor const& exec, std::size_t lists,
                       fill_chain_op<memory_space::device> const& op) {
  fill_lists_kernel<<<blocks_of(lists), resident_block, 0, exec.stream>>>(lists, filling_block{op});
  check_cuda(cudaGetLastError(), "kernel launch");
}
inline void keep_in_lists(cuda_executor const& exec, std::size_t lists,
                          keep_entries_op<memory_space::device> const& op) {
  keep_in_lists_kernel<<<blocks_of(lists), resident_block, 0, exec.stream>>>(lists, keeping_block{op});
  check_cuda(cudaGetLastError(), "kernel launch");
}

}  // namespace gsta::detail
