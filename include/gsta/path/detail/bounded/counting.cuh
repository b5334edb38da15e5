#pragma once

#include <utility>
#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/counting.hpp"
#include "gsta/path/detail/bounded/counting_exact.hpp"
#include "gsta/path/detail/bounded/launch.cuh"

/// count_path_counts on a cuda_executor: one launch, a warp for a short list, a block for a long one, and all
/// blocks for the source's where that is very long.
namespace gsta::detail {

struct ways_in_counting {
  static constexpr id long_list = 64, shared_list = 16384;
  static constexpr std::size_t at_once = 2;  // buckets of a lane

  bucket_counts<memory_space::device> counts;
  counting_progress progress;
  bool close;
  device_span<id> shift;  // [entries]
  device_span<path_count> path_counts, other, of_source;
  device_span<id> short_lists, long_lists;  // numbers of those with entries, in no order
  device_span<id> totals;                   // short lists, long lists; then changes of three rounds in turn
  device_span<std::uint64_t> shared;        // [2 * buckets] sums of a list that blocks share; all 0 before

  __device__ id entries(id list) const { return counts.lines.end[list] - counts.lines.begin[list]; }

  /// Both arrays begin as no ways at all; lists are sorted out by their length.
  __device__ void begin(cooperative_groups::grid_group const& grid) const {
    std::size_t const first = grid.thread_rank(), step = grid.size();
    for (std::size_t i = first; i < path_counts.size(); i += step)
      path_counts[i] = other[i] = counts.count(0, i % counts.buckets);
    for (std::size_t k = first; k < shift.size(); k += step) shift[k] = counts.shift(counts.lines.next[k]);
    for (std::size_t l = first; l + 1 < counts.lines.lists(); l += step) {
      id const list = static_cast<id>(l), n = entries(list);
      if (n == 0) continue;
      if (n < long_list)
        short_lists[atomicAdd(&totals[0], 1)] = list;
      else
        long_lists[atomicAdd(&totals[1], 1)] = list;
    }
  }

  /// Of some buckets: ways that end there, and parts of those that go on to the next bucket.
  struct lane_sums {
    std::uint64_t path_counts[at_once], onward[at_once];
  };
  /// What entries `first` .. `end` add to buckets lane, lane + 32 from `bucket` on, up to `useful`. Entries
  /// are read by lanes and told around, so that all that a warp waits for is under way at once.
  __device__ lane_sums sum(id first, id end, std::size_t bucket, std::size_t useful, unsigned lane,
                           device_span<path_count const> from) const {
    lane_sums sums{};
    for (id at = first; at < end; at += lanes_of_warp) {
      id const k = at + static_cast<id>(lane),
               count = end - at < static_cast<id>(lanes_of_warp) ? end - at : lanes_of_warp;
      id const next = k < end ? counts.lines.next[k] : 0, by = k < end ? shift[k] : 0;
#pragma unroll 8
      for (id i = 0; i < count; ++i) {
        std::size_t const list = static_cast<std::size_t>(__shfl_sync(full_warp, next, i)) * counts.buckets;
        auto const shifted = static_cast<unsigned>(__shfl_sync(full_warp, by, i));
        std::size_t const less = shifted / counts.parts;
        std::uint64_t const part_on = shifted % counts.parts;
#pragma unroll
        for (std::size_t part = 0; part < at_once; ++part) {
          std::size_t const b = bucket + part * lanes_of_warp + lane;
          if (less > b || b >= useful) continue;
          path_count const paths_here = from[list + b - less];
          sums.path_counts[part] += paths_here;
          sums.onward[part] += paths_here * part_on;
        }
      }
    }
    return sums;
  }
  /// Writes a list's sums; true if a count changed. `carried` goes from some buckets to the next: what goes
  /// on.
  __device__ bool put(id list, std::size_t bucket, std::size_t useful, unsigned lane, lane_sums const& sums,
                      std::uint64_t& carried, device_span<path_count const> from,
                      device_span<path_count> to) const {
    bool changed = false;
    for (std::size_t part = 0; part < at_once; ++part) {
      std::uint64_t const before = __shfl_up_sync(full_warp, sums.onward[part], 1);
      std::uint64_t const added =
          sums.path_counts[part] * counts.parts - sums.onward[part] + (lane > 0 ? before : carried);
      carried = __shfl_sync(full_warp, sums.onward[part], lanes_of_warp - 1);
      std::size_t const b = bucket + part * lanes_of_warp + lane;
      if (b >= useful) continue;
      std::size_t const at = static_cast<std::size_t>(list) * counts.buckets + b;
      path_count const now = counts.count(added, b);
      changed |= from[at] != now;
      to[at] = now;
    }
    return changed;
  }
  __device__ bool count_short(id list, std::size_t cut, unsigned lane, device_span<path_count const> from,
                              device_span<path_count> to) const {
    std::size_t const useful = counts.useful(static_cast<std::size_t>(list), cut);
    bool changed = false;
    std::uint64_t carried = 0;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp)
      changed |= put(list, bucket, useful, lane,
                     sum(counts.lines.begin[list], counts.lines.end[list], bucket, useful, lane, from),
                     carried, from, to);
    return changed;
  }
  /// Room for the sums of a block's warps, which all that sum together share.
  using warp_sums = lane_sums[lanes_of_warp];
  static __device__ warp_sums* sums_of_warps() {
    __shared__ warp_sums sums[resident_block / lanes_of_warp];
    return sums;
  }
  /// What entries add, each warp of the block a part of them: `take(bucket, sums)` by the lanes of one warp.
  template <class Take>
  __device__ void sum_together(id begin, id end, std::size_t useful, device_span<path_count const> from,
                               Take const& take) const {
    constexpr unsigned warps = resident_block / lanes_of_warp;
    warp_sums* const part = sums_of_warps();
    unsigned const lane = threadIdx.x % lanes_of_warp, warp = threadIdx.x / lanes_of_warp;
    id const share = (end - begin + static_cast<id>(warps) - 1) / static_cast<id>(warps);
    id const first = begin + static_cast<id>(warp) * share, last = first + share < end ? first + share : end;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      part[warp][lane] = sum(first, last, bucket, useful, lane, from);
      __syncthreads();
      if (warp == 0) {
        lane_sums all{};
        for (unsigned w = 0; w < warps; ++w) {
          for (std::size_t p = 0; p < at_once; ++p) {
            all.path_counts[p] += part[w][lane].path_counts[p];
            all.onward[p] += part[w][lane].onward[p];
          }
        }
        take(bucket, all);
      }
      __syncthreads();
    }
  }
  /// A block for a list.
  __device__ bool count_long(id list, std::size_t cut, device_span<path_count const> from,
                             device_span<path_count> to) const {
    unsigned const lane = threadIdx.x % lanes_of_warp;
    std::size_t const useful = counts.useful(static_cast<std::size_t>(list), cut);
    bool changed = false;
    std::uint64_t carried = 0;
    sum_together(counts.lines.begin[list], counts.lines.end[list], useful, from,
                 [&](std::size_t bucket, lane_sums const& all) {
                   changed |= put(list, bucket, useful, lane, all, carried, from, to);
                 });
    return changed;
  }
  /// All blocks for a list, first each its part.
  __device__ void add_share(id list, std::size_t cut, device_span<path_count const> from) const {
    id const begin = counts.lines.begin[list], end = counts.lines.end[list];
    id const blocks = static_cast<id>(gridDim.x), share = (end - begin + blocks - 1) / blocks;
    id const first = min(begin + static_cast<id>(blockIdx.x) * share, end);
    sum_together(first, min(first + share, end), counts.useful(static_cast<std::size_t>(list), cut), from,
                 [&](std::size_t bucket, lane_sums const& all) {
                   for (std::size_t p = 0; p < at_once; ++p) {
                     std::size_t const b = bucket + p * lanes_of_warp + threadIdx.x;
                     if (b >= counts.buckets) continue;
                     add_to(b, all.path_counts[p]);
                     add_to(counts.buckets + b, all.onward[p]);
                   }
                 });
  }
  __device__ void add_to(std::size_t at, std::uint64_t sum) const {
    if (sum != 0)
      atomicAdd(reinterpret_cast<unsigned long long*>(&shared[at]), static_cast<unsigned long long>(sum));
  }
  /// Then a warp for all parts, which are 0 again afterwards.
  __device__ bool put_shared(id list, std::size_t cut, unsigned lane, device_span<path_count const> from,
                             device_span<path_count> to) const {
    std::size_t const useful = counts.useful(static_cast<std::size_t>(list), cut);
    bool changed = false;
    std::uint64_t carried = 0;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      lane_sums all{};
      for (std::size_t p = 0; p < at_once; ++p) {
        std::size_t const b = bucket + p * lanes_of_warp + lane;
        if (b >= counts.buckets) continue;
        all.path_counts[p] = __ldcg(&shared[b]);
        all.onward[p] = __ldcg(&shared[counts.buckets + b]);
        shared[b] = shared[counts.buckets + b] = 0;
      }
      changed |= put(list, bucket, useful, lane, all, carried, from, to);
    }
    return changed;
  }
};

template <class Ways>
__global__ void __launch_bounds__(resident_block) count_paths_kernel(Ways in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  in.begin(grid);
  grid.sync();
  id const shorts = __ldcg(&in.totals[0]), longs = __ldcg(&in.totals[1]);
  id const source = static_cast<id>(in.counts.lines.lists()) - 1;
  auto from = in.path_counts, to = in.other;
  counting_progress progress = in.progress;
  for (unsigned round = 0;; ++round) {
    bool changed = false;
    bool const is_shared = in.entries(source) > Ways::shared_list;
    if (is_shared)
      in.add_share(source, progress.cut, from);
    else if (blockIdx.x == 0)
      changed = in.count_long(source, progress.cut, from, to);
    for (id l = static_cast<id>(gridDim.x - 1 - blockIdx.x); l < longs; l += static_cast<id>(gridDim.x))
      changed |= in.count_long(in.long_lists[l], progress.cut, from, to);
    for (std::size_t l = warp.count - 1 - warp.number; l < static_cast<std::size_t>(shorts); l += warp.count)
      changed |= in.count_short(in.short_lists[l], progress.cut, warp.lane, from, to);
    if (is_shared) {
      grid.sync();
      if (warp.number == 0) changed |= in.put_shared(source, progress.cut, warp.lane, from, to);
    }
    id& changes = in.totals[2 + round % 3];
    if (__syncthreads_or(changed) && threadIdx.x == 0) atomicAdd(&changes, 1);
    if (grid.thread_rank() == 0) in.totals[2 + (round + 1) % 3] = 0;
    grid.sync();
    // Every block comes to the same conclusion.
    __shared__ path_count of_source[most_count_buckets];
    __shared__ counting_progress shared;
    __shared__ bool more;
    for (std::size_t b = threadIdx.x; b < in.counts.buckets; b += blockDim.x)
      of_source[b] = to[static_cast<std::size_t>(source) * in.counts.buckets + b];
    __syncthreads();
    if (threadIdx.x == 0) {
      shared = progress;
      more = shared.goes_on(of_source, in.close, changes != 0);
    }
    __syncthreads();
    progress = shared;
    bool const again = more;
    __syncthreads();
    if (!again) break;
    auto const swapped = from;
    from = to;
    to = swapped;
  }
  if (blockIdx.x == 0) {
    for (std::size_t b = threadIdx.x; b < in.counts.buckets; b += blockDim.x)
      in.of_source[b] = to[static_cast<std::size_t>(source) * in.counts.buckets + b];
  }
}

inline std::vector<path_count> count_path_counts(cuda_executor const& exec,
                                                 bucket_counts<memory_space::device> const& counts,
                                                 std::size_t enough, work_memory& memory) {
  constexpr auto S = memory_space::device;
  std::size_t const lists = counts.lines.lists(), size = lists * counts.buckets;
  work_array<path_count, S> path_counts(exec, memory, 2 * size), of_source(exec, memory, counts.buckets);
  work_array<id, S> numbers(exec, memory, counts.lines.next.size() + 2 * lists + 8);
  auto const part = [&](std::size_t first, std::size_t count) {
    return numbers.view().subspan(first, count);
  };
  std::size_t const entries = counts.lines.next.size();
  auto const totals = part(entries + 2 * lists, 8);
  fill(exec, totals, 0);
  work_array<std::uint64_t, S> shared(exec, memory, 2 * counts.buckets);
  fill(exec, shared.view(), std::uint64_t{0});
  launch_resident(exec, count_paths_kernel<ways_in_counting>,
                  ways_in_counting{counts,
                                   {counts.buckets, enough},
                                   counts.width > 1,
                                   part(0, entries),
                                   path_counts.view().subspan(0, size),
                                   path_counts.view().subspan(size, size),
                                   of_source.view(),
                                   part(entries, lists),
                                   part(entries + lists, lists),
                                   totals,
                                   shared.view()});
  return to_vector(exec, of_source.read());
}

// count_exactly on a cuda_executor: one launch. Warps take 32 counts of one level at a time, from the sink
// on, and wait for the counts they need themselves: all blocks are resident, and the earliest that is not
// done has all it waits for.

struct exact_counts_in_counting {
  static constexpr path_count unknown = ~path_count{0};
  static constexpr id long_row = 16;

  exact_counts_view<memory_space::device> counts;
  device_span<id const> level_begin;            // [levels + 1] of vertices
  device_span<std::int64_t const> share_begin;  // [levels + 1] of shares of a warp, from the last level on
  device_span<path_count> path_counts;

  __device__ path_count wait_for(id edge, id budget) const {
    id const left = budget - counts.shift[edge];
    if (left < 0) return 0;
    auto const at = static_cast<std::size_t>(counts.active.head[edge]) * counts.buckets + left;
    path_count value = __ldcg(&path_counts[at]);
    while (value == unknown) value = *static_cast<path_count const volatile*>(&path_counts[at]);
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
    if (mine) __stcg(&path_counts[static_cast<std::size_t>(first) * counts.buckets + i], sum);
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
                          std::vector<id> const& levels, device_span<path_count> path_counts) {
  std::vector<std::int64_t> shares{0};
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    auto const items = static_cast<std::size_t>(levels[l + 1] - levels[l]) * counts.buckets;
    shares.push_back(shares.back() + static_cast<std::int64_t>((items + lanes_of_warp - 1) / lanes_of_warp));
  }
  auto const level_begin = clone(exec, levels);
  auto const share_begin = clone(exec, shares);
  fill(exec, path_counts, exact_counts_in_counting::unknown);
  launch_resident(exec, count_exactly_kernel<exact_counts_in_counting>,
                  exact_counts_in_counting{counts, level_begin.view(), share_begin.view(), path_counts});
}

}  // namespace gsta::detail
