#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/line_graph.hpp"

namespace gsta::detail {

/// Numbers of paths, which stay at their largest once they reach it.
using path_count = std::uint32_t;
inline constexpr path_count most_paths = std::numeric_limits<id>::max();
/// Buckets to count in, at most.
inline constexpr std::size_t most_count_buckets = 1024;
GSTA_HD inline path_count add_paths(path_count a, path_count b) noexcept {
  return a + b < most_paths ? a + b : most_paths;
}

/// Ways on behind each sidetrack by what they cost, in buckets of `width`. `path_counts[list * buckets + b]`;
/// beyond what a path can afford there are none.
///
/// A detour that ends between two buckets puts a part of each way into either. Were it rounded to one, all
/// paths along a sidetrack would err by the same; and near the bound, many paths share the few cheap ones.
template <memory_space S>
struct bucket_counts {
  static constexpr id parts = 256;

  line_graph_view<S> lines;
  active_view<S> active;
  femtoseconds width;
  std::size_t buckets;
  path_count one;  ///< what a way counts for, so that a part of one is something too

  /// Parts of buckets. Parting ways spreads their costs; as numbers rise from bucket to bucket, more seem
  /// cheaper by that than dearer. A 48th of a bucket makes up for it where the rise is about the usual one.
  GSTA_HD id shift(id sidetrack) const noexcept {
    double const by =
        static_cast<double>(active.detour[sidetrack] + width / 48) / static_cast<double>(width) * parts;
    auto const most = static_cast<id>(buckets) * parts;
    return by < static_cast<double>(most) ? static_cast<id>(by) : most;
  }
  /// What ways behind a sidetrack add to a bucket, in parts. A list of up to 2^25 entries, all at their most,
  /// cannot overflow; beyond, an estimate may be wrong, and costs time.
  GSTA_HD std::uint64_t added(span<path_count const, S> from, id sidetrack, id by,
                              std::size_t bucket) const noexcept {
    auto const whole = static_cast<std::size_t>(by / parts);
    if (bucket < whole) return 0;
    auto const part = static_cast<std::uint64_t>(by % parts);
    std::size_t const at = static_cast<std::size_t>(sidetrack) * buckets + bucket - whole;
    std::uint64_t const before = bucket > whole ? from[at - 1] : 0;
    return from[at] * (parts - part) + before * part;
  }
  /// A bucket's count, from what was added; no sidetrack may follow as well.
  GSTA_HD path_count count(std::uint64_t all_added, std::size_t bucket) const noexcept {
    std::uint64_t const sum = (all_added + parts / 2) / parts + (bucket == 0 ? one : 0);
    return sum < most_paths ? static_cast<path_count>(sum) : most_paths;
  }
  /// Buckets of a list that can matter where `cut` of the source's do.
  GSTA_HD std::size_t useful(std::size_t list, std::size_t cut) const noexcept {
    if (list == active.size()) return cut;
    femtoseconds const left = static_cast<femtoseconds>(cut) + 1 - active.excess[list] / width;
    return left < 1 ? 1 : left < static_cast<femtoseconds>(cut) ? static_cast<std::size_t>(left) : cut;
  }
};

template <memory_space S>
struct entry_shift_op {
  bucket_counts<S> counts;
  span<id, S> shift;
  GSTA_HD void operator()(std::size_t k) const noexcept { shift[k] = counts.shift(counts.lines.next[k]); }
};
/// No sidetrack follows.
template <memory_space S>
struct no_paths_op {
  bucket_counts<S> counts;
  span<path_count, S> path_counts;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    path_counts[i] = counts.count(0, i % counts.buckets);
  }
};
/// One sidetrack more may follow. All useful buckets of a list.
template <memory_space S>
struct more_paths_op {
  bucket_counts<S> counts;
  span<id const, S> shift;
  span<path_count const, S> from;
  span<path_count, S> to;
  std::size_t cut;
  span<id, S> changed;
  GSTA_HD void operator()(std::size_t list) const noexcept {
    if (counts.lines.begin[list] == counts.lines.end[list]) return;
    std::size_t const useful = counts.useful(list, cut);
    bool same = true;
    for (std::size_t first = 0; first < useful; first += at_once)
      same = put(list, first, useful - first < at_once ? useful : first + at_once) && same;
    if (!same) fetch_add(changed[0], 1);
  }

 private:
  static constexpr std::size_t at_once = 64;  // buckets

  /// Some buckets of a list; true if none changed.
  GSTA_HD bool put(std::size_t list, std::size_t first, std::size_t last) const noexcept {
    std::uint64_t sum[at_once] = {};
    for (id k = counts.lines.begin[list]; k < counts.lines.end[list]; ++k) {
      auto const whole = static_cast<std::size_t>(shift[k] / counts.parts);
      for (std::size_t b = whole < first ? first : whole; b < last; ++b)
        sum[b - first] += counts.added(from, counts.lines.next[k], shift[k], b);
    }
    std::size_t const own = list * counts.buckets;
    bool same = true;
    for (std::size_t b = first; b < last; ++b) {
      to[own + b] = counts.count(sum[b - first], b);
      same = same && to[own + b] == from[own + b];
    }
    return same;
  }
};

/// How far counting has come, by the source's counts alone, and the same on every executor. Counts only grow,
/// so that buckets behind the one that holds enough paths do not matter any more.
struct counting_progress {
  std::size_t cut, enough;
  std::int64_t before = -1;  // paths before the cut a round ago

  /// After a round; true if another is worth it. `close`: a 512th more or less does not matter.
  GSTA_HD bool goes_on(path_count const* of_source, bool close, bool changed) noexcept {
    std::int64_t sum = 0;
    std::size_t bucket = 0;
    while (bucket < cut && sum < static_cast<std::int64_t>(enough)) sum += of_source[bucket++];
    if (sum < static_cast<std::int64_t>(enough)) return changed;
    // One more, since rounding errs.
    std::size_t const next = bucket + 1 < cut ? bucket + 1 : cut;
    bool const same = next == cut && before >= 0 && (sum - before) * 512 <= sum;
    cut = next;
    before = sum;
    return changed && !(close && same);
  }
};

/// Counts until longer sequences of sidetracks add nothing to speak of among the first `enough` paths;
/// returns the source's counts.
template <executor E>
std::vector<path_count> count_path_counts(E const& exec, bucket_counts<E::space> const& counts,
                                          std::size_t enough, work_memory& memory) {
  constexpr memory_space S = E::space;
  std::size_t const lists = counts.lines.lists(), size = lists * counts.buckets;
  work_array<path_count, S> path_counts(exec, memory, size), other(exec, memory, size);
  work_array<id, S> shift(exec, memory, counts.lines.next.size()), changed(exec, memory, 1);
  for_each_n(exec, shift.size(), entry_shift_op<S>{counts, shift.view()});
  for_each_n(exec, size, no_paths_op<S>{counts, path_counts.view()});
  for_each_n(exec, size, no_paths_op<S>{counts, other.view()});
  counting_progress progress{counts.buckets, enough};
  std::vector<path_count> of_source;
  bool goes_on = true;
  while (goes_on) {
    fill(exec, changed.view(), 0);
    for_each_n(exec, lists,
               more_paths_op<S>{counts, shift.read(), path_counts.read(), other.view(), progress.cut,
                                changed.view()});
    std::swap(path_counts, other);
    of_source = to_vector(exec, path_counts.read().subspan(size - counts.buckets, counts.buckets));
    goes_on = progress.goes_on(of_source.data(), counts.width > 1, to_vector(exec, changed.read())[0] != 0);
  }
  return of_source;
}

/// What the counts say of how many paths lie within which excess: about as many; with buckets of one unit
/// they are exact.
struct path_estimate {
  femtoseconds range = 0, width = 1;
  std::vector<path_count> of_bucket;

  bool exact() const { return width == 1; }
  std::size_t all() const { return std::accumulate(of_bucket.begin(), of_bucket.end(), std::size_t{0}); }

  /// An excess beyond the range that may hold so many paths, if their number rises on as it did; -1 where it
  /// hardly does.
  femtoseconds beyond(std::size_t paths) const {
    std::size_t const quarter = of_bucket.size() / 4;
    auto const last = static_cast<double>(all());
    double earlier = last;
    for (std::size_t b = of_bucket.size() - quarter; b < of_bucket.size(); ++b) earlier -= of_bucket[b];
    if (quarter == 0 || earlier < 1 || last < 1.1 * earlier || last >= static_cast<double>(paths)) return -1;
    double const quarters = std::log(static_cast<double>(paths) / last) / std::log(last / earlier);
    // The rise slows down.
    return range +
           static_cast<femtoseconds>(std::min(1.2 * quarters, 12.0) * static_cast<double>(range) / 4) + 1;
  }

  /// A part of the range that seems to hold so many paths in its first half or so, where they lie in the
  /// first few buckets; else the range.
  femtoseconds finer(std::size_t paths) const {
    if (exact() || all() < paths) return range;
    femtoseconds const excess = holding(paths).excess;
    return excess < range / 4 ? 2 * excess + 2 * width : range;
  }

  struct bound {
    femtoseconds excess;  ///< seems to hold so many paths
    std::size_t paths;    ///< within the whole bucket and before
  };
  /// Needs: `all()` is as many.
  bound holding(std::size_t paths) const {
    std::size_t bucket = 0, before = 0;
    while (before + of_bucket[bucket] < paths) before += of_bucket[bucket++];
    std::size_t const with = before + of_bucket[bucket];
    femtoseconds const middle = static_cast<femtoseconds>(bucket) * width;
    if (exact()) return {std::min(middle, range), with};
    // Between a bucket's ends the number rises about by powers.
    auto const log = [](std::size_t n) { return std::log(static_cast<double>(std::max<std::size_t>(n, 1))); };
    double const part =
        with <= 1 || with == before ? 1 : (log(paths) - log(before)) / (log(with) - log(before));
    auto const inside = static_cast<femtoseconds>(std::clamp(part, 0.0, 1.0) * static_cast<double>(width));
    return {std::clamp<femtoseconds>(middle - width / 2 + inside, 0, range), with};
  }
};

/// Counts the paths of a line graph within `range` by cost, the first `enough` of them.
template <executor E>
path_estimate estimate_paths(E const& exec, active_view<E::space> const& active,
                             line_graph_view<E::space> const& lines, femtoseconds range, std::size_t buckets,
                             std::size_t enough, work_memory& memory) {
  auto const steps = static_cast<femtoseconds>(buckets - 1);
  femtoseconds const width = std::max<femtoseconds>(1, range / steps + (range % steps != 0));
  // Room for some times as many as are enough; many more are as good as any number.
  std::size_t const one = std::clamp<std::size_t>(most_paths / (4 * enough + (1 << 20)), 1, 256);
  bucket_counts<E::space> const counts{lines, active, width, buckets, static_cast<path_count>(one)};
  path_estimate estimate{range, width, count_path_counts(exec, counts, one * enough, memory)};
  for (path_count& paths : estimate.of_bucket) paths = (paths + counts.one / 2) / counts.one;
  return estimate;
}

}  // namespace gsta::detail
