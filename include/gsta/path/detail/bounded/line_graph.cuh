#pragma once

#include <utility>

#include "gsta/path/detail/bounded/launch.cuh"
#include "gsta/path/detail/bounded/line_graph.hpp"

/// count_line_graph on a cuda_executor: one launch. Lists lie in the order in which warps get there.
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
    for (std::size_t from = warp.number * lanes_of_warp; from < count.size();
         from += warp.count * lanes_of_warp) {
      std::size_t const list = from + warp.lane;
      bool const mine = list < count.size();
      if (mine) count_chain_op<memory_space::device>{walk, most, count}(list);
      auto const own = mine ? static_cast<unsigned long long>(count[list]) : 0ull;
      auto until = own;
      for (unsigned step = 1; step < lanes_of_warp; step *= 2) {
        auto const before = __shfl_up_sync(full_warp, until, step);
        if (warp.lane >= step) until += before;
      }
      unsigned long long base = 0;
      if (warp.lane == lanes_of_warp - 1) base = atomicAdd(&total[0], until);
      base = __shfl_sync(full_warp, base, lanes_of_warp - 1);
      if (mine) first[list] = static_cast<std::int64_t>(base + until - own);
    }
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

}  // namespace gsta::detail
