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
    on_step = changes + 3,  // stops of each step
    totals = on_step + most_steps_of_adding
  };
  using counts_of_round = device_span<path_count const>;

  stop_ways<memory_space::device> stops;
  stop_chains<memory_space::device> chains;
  counting_progress progress;
  bool close;
  device_span<id> steps;            // [steps][9][stops]: what a step adds, and the stops it adds to
  device_span<std::uint64_t> sums;  // [2 * stops] rows
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
    warp_of_grid const warp;
    path_count const none_follows = stops.counts.count(0, 0);
    for (std::size_t p = warp.number; p <= count(); p += warp.count) {
      for (std::size_t b = warp.lane; b < buckets(); b += lanes_of_warp)
        stops.ways[p * buckets() + b] = stops.more[p * buckets() + b] = b == 0 ? none_follows : 0;
    }
    for (std::size_t k = first; k < stops.next.size(); k += step) stops.place_side(k);
    for (std::size_t a = first; a < active.vertex.size(); a += step) {
      id const sidetracks = active.end[a] - active.begin[a];
      if (sidetracks <= 0) continue;
      stops.place_vertex(a);
      id const stop = stops.counts.walk.stop[a];
      chains.begin(static_cast<std::size_t>(stop));
      if (chains.level[stop] != 0) here(0)[atomicAdd(&total[on_step], 1)] = stop;
      if (stop == is_shared) continue;
      if (sidetracks < long_row)
        rows[atomicAdd(&total[short_rows], 1)] = stop;
      else
        rows[count() - 1 - static_cast<std::size_t>(atomicAdd(&total[long_rows], 1))] = stop;
    }
  }
  /// Finds what steps of adding up add, and to which stops; returns how many steps there are.
  __device__ id find_steps(cooperative_groups::grid_group const& grid) const {
    auto nearer = device_span<id const>(stops.behind);
    id number = 0;
    for (; stops_of(number) > 0; ++number) {
      auto const step = step_at(number, nearer);
      for (std::size_t p = grid.thread_rank(); p < count(); p += grid.size()) {
        if (number == 0) chains.enter(p);
        if (step.find(p)) here(number + 1)[atomicAdd(&total[on_step + number + 1], 1)] = static_cast<id>(p);
      }
      nearer = step.rows.subspan((stops_at_once - 1) * count(), count());
      grid.sync();
    }
    return number;
  }
  /// How many stops a step adds to; more steps than there can be add to none.
  __device__ id stops_of(id step) const {
    return step < most_steps_of_adding ? __ldcg(&total[static_cast<std::size_t>(on_step + step)]) : 0;
  }
  __device__ step_of_adding<memory_space::device> step_at(id number, device_span<id const> nearer) const {
    return {chains, number, nearer, column(number, 0, stops_at_once)};
  }
  __device__ device_span<id> here(id step) const { return column(step, stops_at_once, 1); }
  __device__ device_span<id> column(id step, id which, id columns) const {
    std::size_t const first = static_cast<std::size_t>(step) * (stops_at_once + 1) + which;
    return steps.subspan(first * count(), columns * count());
  }

  /// Of some buckets: ways that end there, and parts of those that go on to the next bucket.
  struct lane_sums {
    std::uint64_t ways[at_once], onward[at_once];
  };
  /// What sidetracks `first` .. `last` add to buckets lane, lane + 32 from `bucket` on, up to `useful`. They
  /// are read by lanes and told around, so that all that a warp waits for is under way at once.
  __device__ lane_sums add(id first, id last, std::size_t bucket, std::size_t useful, unsigned lane,
                           counts_of_round from) const {
    constexpr id parts = bucket_counts<memory_space::device>::parts;
    lane_sums found{};
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
          path_count const ways_here = from[row + b - less];
          found.ways[part] += ways_here;
          found.onward[part] += ways_here * part_on;
        }
      }
    }
    return found;
  }
  /// Writes sums of a stop, and its count where they are all; true if that changed. `carried` goes from some
  /// buckets to the next: what goes on.
  __device__ bool put(id stop, std::size_t bucket, std::size_t useful, unsigned lane, lane_sums const& added,
                      std::uint64_t& carried, counts_of_round from, device_span<path_count> to) const {
    constexpr id parts = bucket_counts<memory_space::device>::parts;
    auto const p = static_cast<std::size_t>(stop);
    bool const is_all = chains.level[p] == 0, is_read = chains.is_read(p, 0);
    bool changed = false;
    for (std::size_t part = 0; part < at_once; ++part) {
      std::uint64_t const before = __shfl_up_sync(full_warp, added.onward[part], 1);
      std::uint64_t const all = added.ways[part] * parts - added.onward[part] + (lane > 0 ? before : carried);
      carried = __shfl_sync(full_warp, added.onward[part], lanes_of_warp - 1);
      std::size_t const b = bucket + part * lanes_of_warp + lane;
      if (b >= useful) continue;
      if (is_read) sums[p * buckets() + b] = all;
      if (is_all) changed |= stops.put(p, b, all, from, to);
    }
    return changed;
  }
  __device__ bool leave_short(id stop, std::size_t cut, unsigned lane, counts_of_round from,
                              device_span<path_count> to) const {
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    bool changed = false;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp)
      changed |= put(stop, bucket, useful, lane, add(begin(stop), end(stop), bucket, useful, lane, from),
                     carried, from, to);
    return changed;
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
  __device__ void add_together(id begin, id end, std::size_t useful, counts_of_round from,
                               Take const& take) const {
    constexpr unsigned warps = resident_block / lanes_of_warp;
    warp_sums* const part = sums_of_warps();
    unsigned const lane = threadIdx.x % lanes_of_warp, warp = threadIdx.x / lanes_of_warp;
    id const share = (end - begin + static_cast<id>(warps) - 1) / static_cast<id>(warps);
    id const first = min(begin + static_cast<id>(warp) * share, end), last = min(first + share, end);
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      part[warp][lane] = add(first, last, bucket, useful, lane, from);
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
  __device__ bool leave_long(id stop, std::size_t cut, counts_of_round from,
                             device_span<path_count> to) const {
    unsigned const lane = threadIdx.x % lanes_of_warp;
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    bool changed = false;
    add_together(begin(stop), end(stop), useful, from, [&](std::size_t bucket, lane_sums const& all) {
      changed |= put(stop, bucket, useful, lane, all, carried, from, to);
    });
    return changed;
  }
  /// All blocks for a stop, first each its part.
  __device__ void leave_share(id stop, std::size_t cut, counts_of_round from) const {
    id const first = begin(stop), last = end(stop);
    id const blocks = static_cast<id>(gridDim.x), share = (last - first + blocks - 1) / blocks;
    id const begins = min(first + static_cast<id>(blockIdx.x) * share, last);
    add_together(begins, min(begins + share, last), stops.useful(static_cast<std::size_t>(stop), cut), from,
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
  __device__ bool put_shared(id stop, std::size_t cut, unsigned lane, counts_of_round from,
                             device_span<path_count> to) const {
    std::size_t const useful = stops.useful(static_cast<std::size_t>(stop), cut);
    std::uint64_t carried = 0;
    bool changed = false;
    for (std::size_t bucket = 0; bucket < useful; bucket += at_once * lanes_of_warp) {
      lane_sums all{};
      for (std::size_t p = 0; p < at_once; ++p) {
        std::size_t const b = bucket + p * lanes_of_warp + lane;
        if (b >= buckets()) continue;
        all.ways[p] = __ldcg(&shared[b]);
        all.onward[p] = __ldcg(&shared[buckets() + b]);
        shared[b] = shared[buckets() + b] = 0;
      }
      changed |= put(stop, bucket, useful, lane, all, carried, from, to);
    }
    return changed;
  }

  /// A step of adding up, a warp for a stop; true if a count changed.
  __device__ bool add_up(id number, std::size_t cut, warp_of_grid const& warp, counts_of_round from,
                         device_span<path_count> to) const {
    auto const added = column(number, 0, stops_at_once), stops_here = here(number);
    auto const none_there = static_cast<id>(2 * count());
    bool changed = false;
    for (std::size_t i = warp.number, all_here = static_cast<std::size_t>(stops_of(number)); i < all_here;
         i += warp.count) {
      auto const p = static_cast<std::size_t>(stops_here[i]);
      id const mine =
          warp.lane + 1 < static_cast<unsigned>(stops_at_once) ? added[warp.lane * count() + p] : none_there;
      bool const is_all = chains.level[p] == number + 1, is_read = chains.is_read(p, number + 1);
      std::size_t const useful = stops.useful(p, cut);
      std::size_t const own = chains.row(p, number) * buckets(), next = chains.row(p, number + 1) * buckets();
      for (std::size_t b = warp.lane; b - warp.lane < useful; b += lanes_of_warp) {
        std::uint64_t all = b < useful ? sums[own + b] : 0;
#pragma unroll
        for (id k = 0; k + 1 < stops_at_once; ++k) {
          id const at = __shfl_sync(full_warp, mine, k);
          if (at != none_there && b < useful) all += sums[static_cast<std::size_t>(at) * buckets() + b];
        }
        if (b >= useful) continue;
        if (is_read) sums[next + b] = all;
        if (is_all) changed |= stops.put(p, b, all, from, to);
      }
    }
    return changed;
  }
};

}  // namespace gsta::detail
