#pragma once

#include <cstdint>
#include <limits>

#include "gsta/path/detail/bounded/counting_chains.hpp"
#include "gsta/path/detail/bounded/line_graph.hpp"

/// What is counted where, and how one round of counting goes.
namespace gsta::detail {

/// Numbers of paths, which stay at their largest once they reach it.
using path_count = std::uint32_t;
inline constexpr path_count most_paths = std::numeric_limits<id>::max();
/// Buckets to count in, at most.
inline constexpr std::size_t most_count_buckets = 1024;
GSTA_HD inline path_count add_paths(path_count a, path_count b) noexcept {
  return a + b < most_paths ? a + b : most_paths;
}

/// Ways on by what they cost, in buckets of `width`, from each stop: a vertex with active sidetracks, where
/// the chain from a sidetrack's head comes to. All chains that come there go on alike, so stops are counted,
/// not sidetracks. Beyond what a path can afford there are none.
///
/// A detour that ends between two buckets puts a part of each way into either. Were it rounded to one, all
/// paths along a sidetrack would err by the same; and near the bound, many paths share the few cheap ones.
template <memory_space S>
struct bucket_counts {
  static constexpr id parts = 256;

  chain_walk<S> walk;
  std::size_t stops;
  femtoseconds range, width;
  std::size_t buckets;
  path_count one;  ///< what a way counts for, so that a part of one is something too

  /// Buckets of the source that lie within the range; rounding may put a way into one more.
  std::size_t first_cut() const noexcept {
    auto const within = static_cast<std::size_t>(range / width) + (width > 1 ? 2 : 1);
    return within < buckets ? within : buckets;
  }
  /// Parts of buckets. Parting ways spreads their costs; as numbers rise from bucket to bucket, more seem
  /// cheaper by that than dearer. A 48th of a bucket makes up for it where the rise is about the usual one.
  GSTA_HD id shift(id sidetrack) const noexcept {
    double const by =
        static_cast<double>(walk.active.detour[sidetrack] + width / 48) / static_cast<double>(width) * parts;
    auto const most = static_cast<id>(buckets) * parts;
    return by < static_cast<double>(most) ? static_cast<id>(by) : most;
  }
  /// A bucket's count, from what was added, in parts; no sidetrack may follow as well.
  GSTA_HD path_count count(std::uint64_t all_added, std::size_t bucket) const noexcept {
    std::uint64_t const sum = (all_added + parts / 2) / parts + (bucket == 0 ? one : 0);
    return sum < most_paths ? static_cast<path_count>(sum) : most_paths;
  }
  GSTA_HD id stop_of(id active) const noexcept {
    return active == none ? static_cast<id>(stops) : walk.stop[active];
  }
  /// The stop that a walk from the source comes to first; the number of stops where there is none.
  GSTA_HD id root() const noexcept { return stop_of(walk.first(walk.active.size())); }
};

/// Stops, and their counts. In place of a stop where there is none stands the number of stops, which nothing
/// follows.
template <memory_space S>
struct stop_ways {
  bucket_counts<S> counts;
  span<id, S> vertex;            ///< [stops] active number
  span<id, S> behind;            ///< [stops] the next stop on the chain
  span<femtoseconds, S> excess;  ///< [stops] of the best path by it
  span<id, S> next, shift;  ///< [sidetracks] the first stop behind it, and its detour in parts of buckets
  span<path_count, S> ways, more;  ///< [stops + 1] rows of `buckets`: of one round, and of the next

  GSTA_HD void place_vertex(std::size_t a) const noexcept {
    chain_walk<S> const& walk = counts.walk;
    if (walk.active.begin[a] >= walk.active.end[a]) return;
    id const stop = walk.stop[a];
    vertex[stop] = static_cast<id>(a);
    behind[stop] = counts.stop_of(walk.behind[a]);
    excess[stop] = excess_of<S>{walk.problem}.vertex(walk.active.vertex[a]);
  }
  GSTA_HD void place_side(std::size_t k) const noexcept {
    next[k] = counts.stop_of(counts.walk.first(k));
    shift[k] = counts.shift(static_cast<id>(k));
  }

  /// Buckets of a stop that can matter where `cut` of the source's do.
  GSTA_HD std::size_t useful(std::size_t stop, std::size_t cut) const noexcept {
    femtoseconds const left = static_cast<femtoseconds>(cut) + 1 - excess[stop] / counts.width;
    return left < 1 ? 1 : left < static_cast<femtoseconds>(cut) ? static_cast<std::size_t>(left) : cut;
  }
  /// What ways behind a sidetrack add to a bucket, in parts. A stop with up to 2^25 ways out, all at their
  /// most, cannot overflow; beyond, an estimate may be wrong, and costs time.
  GSTA_HD std::uint64_t added(id sidetrack, std::size_t bucket) const noexcept {
    auto const whole = static_cast<std::size_t>(shift[sidetrack] / counts.parts);
    if (bucket < whole) return 0;
    auto const part = static_cast<std::uint64_t>(shift[sidetrack] % counts.parts);
    std::size_t const at = static_cast<std::size_t>(next[sidetrack]) * counts.buckets + bucket - whole;
    std::uint64_t const before = bucket > whole ? ways[at - 1] : 0;
    return ways[at] * (counts.parts - part) + before * part;
  }
  /// A stop's count in the next round, from all that was added; true if it is another.
  GSTA_HD bool put(std::size_t stop, std::size_t bucket, std::uint64_t all_added,
                   span<path_count const, S> from, span<path_count, S> to) const noexcept {
    std::size_t const at = stop * counts.buckets + bucket;
    path_count const now = counts.count(all_added, bucket);
    to[at] = now;
    return from[at] != now;
  }
};

template <memory_space S>
struct place_stop_op {
  stop_ways<S> stops;
  GSTA_HD void operator()(std::size_t a) const noexcept { stops.place_vertex(a); }
};
template <memory_space S>
struct place_side_op {
  stop_ways<S> stops;
  GSTA_HD void operator()(std::size_t k) const noexcept { stops.place_side(k); }
};
template <memory_space S>
struct no_ways_op {
  stop_ways<S> stops;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    stops.ways[i] = stops.more[i] = stops.counts.count(0, i % stops.counts.buckets);
  }
};
/// What leaves at the stop itself. Where nothing is behind it, that is all.
template <memory_space S>
struct leaving_ways_op {
  stop_ways<S> stops;
  stop_chains<S> chains;
  std::size_t cut;
  span<std::uint64_t, S> sums;  // [2 * stops] rows
  span<id, S> changed;
  GSTA_HD void operator()(std::size_t p) const noexcept {
    active_view<S> const& active = stops.counts.walk.active;
    std::size_t const useful = stops.useful(p, cut);
    id const a = stops.vertex[p];
    bool changes = false;
    for (std::size_t b = 0; b < useful; ++b) {
      std::uint64_t all = 0;
      for (id k = active.begin[a]; k < active.end[a]; ++k) all += stops.added(k, b);
      if (chains.is_read(p, 0)) sums[p * stops.counts.buckets + b] = all;
      if (chains.level[p] == 0) changes = stops.put(p, b, all, stops.ways, stops.more) || changes;
    }
    if (changes) set_mark(changed[0], id{1});
  }
};
/// And what leaves at stops behind, a step of it.
template <memory_space S>
struct onward_ways_op {
  stop_ways<S> stops;
  step_of_adding<S> step;
  std::size_t cut;
  span<id const, S> here;  // stops of the step
  span<std::uint64_t, S> sums;
  span<id, S> changed;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const p = static_cast<std::size_t>(here[i]);
    stop_chains<S> const& chains = step.chains;
    std::size_t const count = chains.count(), buckets = stops.counts.buckets;
    std::size_t const own = chains.row(p, step.step), to = chains.row(p, step.step + 1);
    bool changes = false;
    for (std::size_t b = 0, useful = stops.useful(p, cut); b < useful; ++b) {
      std::uint64_t all = sums[own * buckets + b];
      for (std::size_t c = 0; c + 1 < static_cast<std::size_t>(step.columns); ++c) {
        auto const at = static_cast<std::size_t>(step.rows[c * count + p]);
        if (at != 2 * count) all += sums[at * buckets + b];
      }
      if (chains.is_read(p, step.step + 1)) sums[to * buckets + b] = all;
      if (chains.level[p] == step.step + 1) changes = stops.put(p, b, all, stops.ways, stops.more) || changes;
    }
    if (changes) set_mark(changed[0], id{1});
  }
};

/// Memory for stops and their counts.
template <memory_space S>
class stop_arrays {
 public:
  template <executor E>
  stop_arrays(E const& exec, bucket_counts<S> const& counts, work_memory& memory)
      : vertex_(exec, memory, counts.stops),
        behind_(exec, memory, counts.stops),
        next_(exec, memory, counts.walk.active.size()),
        shift_(exec, memory, counts.walk.active.size()),
        level_(exec, memory, counts.stops),
        entered_(exec, memory, counts.stops),
        excess_(exec, memory, counts.stops),
        ways_(exec, memory, 2 * (counts.stops + 1) * counts.buckets),
        stops{counts,       vertex_.view(), behind_.view(), excess_.view(),
              next_.view(), shift_.view(),  half(0),        half(1)},
        chains{behind_.view(), level_.view(), entered_.view()} {}

 private:
  span<path_count, S> half(std::size_t which) noexcept {
    std::size_t const size = ways_.size() / 2;
    return ways_.view().subspan(which * size, size);
  }

  work_array<id, S> vertex_, behind_, next_, shift_, level_, entered_;
  work_array<femtoseconds, S> excess_;
  work_array<path_count, S> ways_;

 public:
  stop_ways<S> stops;
  stop_chains<S> chains;
};

}  // namespace gsta::detail
