#pragma once

#include "gsta/path/detail/bounded/counting.hpp"
#include "gsta/path/detail/bounded/launch.cuh"

/// What warps and blocks do in a round of counting.
namespace gsta::detail {

struct ways_in_counting {
  static constexpr id long_row = 64, shared_row = 16384;
  static constexpr std::size_t at_once = 2;  // buckets of a lane
  enum total : int {
    short_rows,
    long_rows,
    changes,
    moves = changes + 3,
    totals = moves + most_steps_of_adding
  };

  stop_ways<memory_space::device> stops;
  counting_progress progress;
  bool close;
  device_span<id> behind;                 // [steps][8][stops]
  device_span<std::uint64_t> sum, other;  // [stops] rows
  device_span<path_count> of_source;
  device_span<id> rows;               // [stops] numbers of short ones from the front, long ones from the back
  device_span<id> total;              // [totals]; all 0 before
  device_span<std::uint64_t> shared;  // [2 * buckets] sums of a row that blocks share; all 0 before

  __device__ std::size_t count() const { return stops.counts.stops; }
  __device__ std::size_t buckets() const { return stops.counts.buckets; }
  __device__ id begin(id stop) const { return stops.counts.walk.active.begin[stops.vertex[stop]]; }
  __device__ id end(id stop) const { return stops.counts.walk.active.end[stops.vertex[stop]]; }
  /// The stop whose row all blocks share, if any: the source's, where it is very long.
  __device__ id shared_stop() const {
    auto const& walk = stops.counts.walk;
    id const a = walk.active.number[walk.problem.graph.source()];
    bool const is = walk.active.end[a] - walk.active.begin[a] > shared_row;
    return is ? walk.stop[a] : none;
  }

  __device__ void place(cooperative_groups::grid_group const& grid) const {
    std::size_t const first = grid.thread_rank(), step = grid.size();
    auto const& active = stops.counts.walk.active;
    id const is_shared = shared_stop();
    for (std::size_t i = first; i < stops.ways.size(); i += step) stops.no_ways(i);
    for (std::size_t k = first; k < stops.next.size(); k += step) stops.place_side(k);
    for (std::size_t a = first; a < active.vertex.size(); a += step) {
      id const sidetracks = active.end[a] - active.begin[a];
      if (sidetracks <= 0) continue;
      stops.place_vertex(a);
      id const stop = stops.counts.walk.stop[a];
      if (stop == is_shared) continue;
      if (sidetracks < long_row)
        rows[atomicAdd(&total[short_rows], 1)] = stop;
      else
        rows[count() - 1 - static_cast<std::size_t>(atomicAdd(&total[long_rows], 1))] = stop;
    }
  }
  /// Finds how far steps of adding up go; returns how many there are.
  __device__ int find_steps(cooperative_groups::grid_group const& grid) const {
    auto nearer = device_span<id const>(stops.behind);
    int step = 0;
    for (bool moved = true; moved; ++step) {
      auto const to = steps_from(step);
      for (std::size_t p = grid.thread_rank(); p < count(); p += grid.size())
        stops_behind_op<memory_space::device>{nearer, to,
                                              total.subspan(static_cast<std::size_t>(moves + step), 1)}(p);
      grid.sync();
      moved = __ldcg(&total[static_cast<std::size_t>(moves + step)]) != 0;
      nearer = to.subspan((stops_at_once - 1) * count(), count());
    }
    return step;
  }
  __device__ device_span<id> steps_from(int step) const {
    std::size_t const size = stops_at_once * count();
    return behind.subspan(static_cast<std::size_t>(step) * size, size);
  }

  /// Of some buckets: ways that end there, and parts of those that go on to the next bucket.
  struct lane_sums {
    std::uint64_t ways[at_once], onward[at_once];
  };
  /// What sidetracks `first` .. `last` add to buckets lane, lane + 32 from `bucket` on, up to `useful`. They
  /// are read by lanes and told around, so that all that a warp waits for is under way at once.
  __device__ lane_sums add(id first, id last, std::size_t bucket, std::size_t useful, unsigned lane) const {
    constexpr id parts = bucket_counts<memory_space::device>::parts;
    lane_sums sums{};
    for (id at = first; at < last; at += lanes_of_warp) {
      id const k = at + static_cast<id>(lane),
               some = last - at < static_cast<id>(lanes_of_warp) ? last - at : lanes_of_warp;
      id const next = k < last ? stops.next[k] : 0, by = k < last ? stops.shift[k] : 0;
#pragma unroll 8
      for (id i = 0; i < some; ++i) {
        std::size_t const row = static_cast<std::size_t>(__shfl_sync(full_warp, next, i)) * buckets();
        auto const shifted = static_cast<unsigned>(__shfl_sync(full_warp, by, i));
        std::size_t const less = shifted / parts;
        std::uint64_t const part_on = shifted % parts;
#pragma unroll
        for (std::size_t part = 0; part < at_once; ++part) {
          std::size_t const b = bucket + part * lanes_of_warp + lane;
          if (less > b || b >= useful) continue;
          path_count const ways_here = stops.ways[row + b - less];
          sums.ways[part] += ways_here;
          sums.onward[part] += ways_here * part_on;
        }
      }
    }
    return sums;
  }
  /// Writes sums of a stop. `carried` goes from some buckets to the next: what goes on.
  __device__ void put(id stop, std::size_t bucket, std::size_t useful, unsigned lane, lane_sums const& sums,
                      std::uint64_t& carried) const {
    constexpr id parts = bucket_counts<memory_space::device>::parts;
    for (std::size_t part = 0; part < at_once; ++part) {
      std::uint64_t const before = __shfl_up_sync(full_warp, sums.onward[part], 1);
      std::uint64_t const added = sums.ways[part] * parts - sums.onward[part] + (lane > 0 ? before : carried);
      carried = __shfl_sync(full_warp, sums.onward[part], lanes_of_warp - 1);
      std::size_t const b = bucket + part * lanes_of_warp + lane;
      if (b < useful) sum[static_cast<std::size_t>(stop) * buckets() + b] = added;
    }
  }
  __device__ void leave_short(id stop, std::size_t cut, unsigned lane) const {
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp)
      put(stop, bucket, useful, lane, add(begin(stop), end(stop), bucket, useful, lane), carried);
  }
  /// Room for the sums of a block's warps, which all that add together share.
  using warp_sums = lane_sums[lanes_of_warp];
  static __device__ warp_sums* sums_of_warps() {
    __shared__ warp_sums sums[resident_block / lanes_of_warp];
    return sums;
  }
  /// What sidetracks add, each warp of the block a part of them: `take(bucket, sums)` by the lanes of one
  /// warp.
  template <class Take>
  __device__ void add_together(id begin, id end, std::size_t useful, Take const& take) const {
    constexpr unsigned warps = resident_block / lanes_of_warp;
    warp_sums* const part = sums_of_warps();
    unsigned const lane = threadIdx.x % lanes_of_warp, warp = threadIdx.x / lanes_of_warp;
    id const share = (end - begin + static_cast<id>(warps) - 1) / static_cast<id>(warps);
    id const first = min(begin + static_cast<id>(warp) * share, end), last = min(first + share, end);
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      part[warp][lane] = add(first, last, bucket, useful, lane);
      __syncthreads();
      if (warp == 0) {
        lane_sums all{};
        for (unsigned w = 0; w < warps; ++w) {
          for (std::size_t p = 0; p < at_once; ++p) {
            all.ways[p] += part[w][lane].ways[p];
            all.onward[p] += part[w][lane].onward[p];
          }
        }
        take(bucket, all);
      }
      __syncthreads();
    }
  }
  /// A block for a stop.
  __device__ void leave_long(id stop, std::size_t cut) const {
    unsigned const lane = threadIdx.x % lanes_of_warp;
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    add_together(begin(stop), end(stop), useful, [&](std::size_t bucket, lane_sums const& all) {
      put(stop, bucket, useful, lane, all, carried);
    });
  }
  /// All blocks for a stop, first each its part.
  __device__ void leave_share(id stop, std::size_t cut) const {
    id const first = begin(stop), last = end(stop);
    id const blocks = static_cast<id>(gridDim.x), share = (last - first + blocks - 1) / blocks;
    id const from = min(first + static_cast<id>(blockIdx.x) * share, last);
    add_together(from, min(from + share, last), stops.useful(static_cast<std::size_t>(stop), cut),
                 [&](std::size_t bucket, lane_sums const& all) {
                   for (std::size_t p = 0; p < at_once; ++p) {
                     std::size_t const b = bucket + p * lanes_of_warp + threadIdx.x;
                     if (b >= buckets()) continue;
                     add_to(b, all.ways[p]);
                     add_to(buckets() + b, all.onward[p]);
                   }
                 });
  }
  __device__ void add_to(std::size_t at, std::uint64_t value) const {
    if (value != 0)
      atomicAdd(reinterpret_cast<unsigned long long*>(&shared[at]), static_cast<unsigned long long>(value));
  }
  /// Then a warp for all parts, which are 0 again afterwards.
  __device__ void put_shared(id stop, std::size_t cut, unsigned lane) const {
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      lane_sums all{};
      for (std::size_t p = 0; p < at_once; ++p) {
        std::size_t const b = bucket + p * lanes_of_warp + lane;
        if (b >= buckets()) continue;
        all.ways[p] = __ldcg(&shared[b]);
        all.onward[p] = __ldcg(&shared[buckets() + b]);
        shared[b] = shared[buckets() + b] = 0;
      }
      put(stop, bucket, useful, lane, all, carried);
    }
  }

  /// Adds up one step of all stops; `write(stop, bucket, sum)`.
  template <class Write>
  __device__ void add_up(int step, std::size_t cut, warp_of_grid const& warp,
                         device_span<std::uint64_t const> from, Write const& write) const {
    auto const to = steps_from(step);
    auto const none_there = static_cast<id>(count());
    for (std::size_t p = warp.number; p < count(); p += warp.count) {
      id const mine =
          warp.lane + 1 < static_cast<unsigned>(stops_at_once) ? to[warp.lane * count() + p] : none_there;
      std::size_t const useful = stops.useful(p, cut);
      for (std::size_t b = warp.lane; b - warp.lane < useful; b += lanes_of_warp) {
        std::uint64_t all = b < useful ? from[p * buckets() + b] : 0;
#pragma unroll
        for (id i = 0; i + 1 < stops_at_once; ++i) {
          id const at = __shfl_sync(full_warp, mine, i);
          if (at != none_there && b < useful) all += from[static_cast<std::size_t>(at) * buckets() + b];
        }
        if (b < useful) write(p, b, all);
      }
    }
  }
};

}  // namespace gsta::detail
