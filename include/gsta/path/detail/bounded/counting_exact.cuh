#pragma once

#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/counting_exact.hpp"
#include "gsta/path/detail/bounded/launch.cuh"

/// count_exactly on a cuda_executor: one launch. Warps take 32 counts of one level at a time, from the sink
/// on, and wait for the counts they need themselves: all blocks are resident, and the earliest that is not
/// done has all it waits for.
namespace gsta::detail {

struct exact_ways_in_counting {
  static constexpr path_count unknown = ~path_count{0};
  static constexpr id long_row = 16;

  exact_counts_view<memory_space::device> counts;
  device_span<id const> level_begin;            // [levels + 1] of vertices
  device_span<std::int64_t const> share_begin;  // [levels + 1] of shares of a warp, from the last level on
  device_span<path_count> ways;

  __device__ path_count wait_for(id edge, id budget) const {
    id const left = budget - counts.shift[edge];
    if (left < 0) return 0;
    auto const at = static_cast<std::size_t>(counts.active.head[edge]) * counts.buckets + left;
    path_count value = __ldcg(&ways[at]);
    while (value == unknown) value = *static_cast<path_count const volatile*>(&ways[at]);
    return value;
  }
  __device__ void count(std::int64_t share, unsigned lane) const {
    id const level = static_cast<id>(level_begin.size()) - 2 - row_of(share_begin, share);
    id const first = level_begin[level];
    std::int64_t const before = share_begin[static_cast<id>(level_begin.size()) - 2 - level];
    auto const items = static_cast<std::size_t>(level_begin[level + 1] - first) * counts.buckets;
    std::size_t const i = static_cast<std::size_t>(share - before) * lanes_of_warp + lane;
    bool const mine = i < items;
    id const a = mine ? first + static_cast<id>(i / counts.buckets) : counts.sink();
    id const b = static_cast<id>(i % counts.buckets);
    id const begin = counts.active.begin[a], end = counts.active.end[a];
    path_count sum = b == 0 && a == counts.sink() ? 1 : 0;
    bool const alone = mine && end - begin <= long_row;
    for (id k = begin; alone && k < end; ++k) sum = add_paths(sum, wait_for(k, b));
    for (unsigned rest = __ballot_sync(full_warp, mine && !alone); rest != 0; rest &= rest - 1) {
      int const which = __ffs(static_cast<int>(rest)) - 1;
      id const last = __shfl_sync(full_warp, end, which), of = __shfl_sync(full_warp, b, which);
      path_count part = 0;
      for (id k = __shfl_sync(full_warp, begin, which) + static_cast<id>(lane); k < last; k += lanes_of_warp)
        part = add_paths(part, wait_for(k, of));
      for (unsigned step = lanes_of_warp / 2; step > 0; step /= 2)
        part = add_paths(part, __shfl_xor_sync(full_warp, part, step));
      if (static_cast<int>(lane) == which) sum = part;
    }
    if (mine) __stcg(&ways[static_cast<std::size_t>(first) * counts.buckets + i], sum);
  }
};

template <class Ways>
__global__ void __launch_bounds__(resident_block, 1) count_exactly_kernel(Ways in) {
  warp_of_grid const warp;
  auto const shares = in.share_begin[in.share_begin.size() - 1];
  for (auto share = static_cast<std::int64_t>(warp.number); share < shares;
       share += static_cast<std::int64_t>(warp.count))
    in.count(share, warp.lane);
}

inline void count_exactly(cuda_executor const& exec, exact_counts_view<memory_space::device> const& counts,
                          std::vector<id> const& levels, device_span<path_count> ways) {
  std::vector<std::int64_t> shares{0};
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    auto const items = static_cast<std::size_t>(levels[l + 1] - levels[l]) * counts.buckets;
    shares.push_back(shares.back() + static_cast<std::int64_t>((items + lanes_of_warp - 1) / lanes_of_warp));
  }
  auto const level_begin = clone(exec, levels);
  auto const share_begin = clone(exec, shares);
  fill(exec, ways, exact_ways_in_counting::unknown);
  launch_resident(exec, count_exactly_kernel<exact_ways_in_counting>,
                  exact_ways_in_counting{counts, level_begin.view(), share_begin.view(), ways});
}

}  // namespace gsta::detail
