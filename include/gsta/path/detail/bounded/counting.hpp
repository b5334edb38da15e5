#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/counting_stops.hpp"

namespace gsta::detail {

/// How far counting has come, by the source's counts alone, and the same on every executor. Counts only grow,
/// so that buckets behind the one that holds enough paths do not matter any more.
struct counting_progress {
  std::size_t cut, enough;
  std::int64_t before;  // paths before the cut a round ago; -1 at first

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

template <memory_space S>
struct root_stop_op {
  bucket_counts<S> counts;
  span<id, S> root;
  GSTA_HD void operator()(std::size_t) const noexcept { root[0] = counts.root(); }
};
template <executor E>
id root_of(E const& exec, bucket_counts<E::space> const& counts, work_memory& memory) {
  work_array<id, E::space> root(exec, memory, 1);
  for_each_n(exec, 1, root_stop_op<E::space>{counts, root.view()});
  return to_vector(exec, root.read())[0];
}

/// Counts until longer sequences of sidetracks add nothing to speak of among the first `enough` paths;
/// returns the source's counts.
template <executor E>
std::vector<path_count> count_ways(E const& exec, bucket_counts<E::space> const& counts, std::size_t enough,
                                   work_memory& memory) {
  constexpr memory_space S = E::space;
  std::size_t const count = counts.stops, buckets = counts.buckets;
  stop_arrays<S> const arrays(exec, counts, memory);
  stop_ways<S> stops = arrays.stops;
  stop_chains<S> const& chains = arrays.chains;
  for_each_n(exec, counts.walk.active.vertex.size(), place_stop_op<S>{stops});
  for_each_n(exec, stops.next.size(), place_side_op<S>{stops});
  for_each_n(exec, stops.ways.size(), no_ways_op<S>{stops});
  for_each_n(exec, count, begin_chain_op<S>{chains});
  for_each_n(exec, count, enter_chain_op<S>{chains});
  struct made_step {
    work_array<id, S> rows, here;
    step_of_adding<S> step;
    std::size_t stops;
  };
  std::vector<made_step> steps;
  for (;;) {
    id const number = static_cast<id>(steps.size());
    work_array<id, S> here(exec, memory, count);
    std::size_t const some = select(exec, count, has_step<S>{chains, number}, here.view());
    if (some == 0) break;
    work_array<id, S> rows(exec, memory, step_of_adding<S>::columns * count);
    auto const nearer = steps.empty() ? span<id const, S>(stops.behind)
                                      : steps.back().rows.read().subspan((stops_at_once - 1) * count, count);
    step_of_adding<S> const step{chains, number, nearer, rows.view()};
    for_each_n(exec, count, find_step_op<S>{step});
    steps.push_back({std::move(rows), std::move(here), step, some});
  }
  work_array<std::uint64_t, S> sums(exec, memory, 2 * count * buckets);
  work_array<id, S> flag(exec, memory, 1);
  auto const root = static_cast<std::size_t>(root_of(exec, counts, memory)) * buckets;
  counting_progress progress{counts.first_cut(), enough, -1};
  std::vector<path_count> of_source;
  for (bool goes_on = true; goes_on;) {
    fill(exec, flag.view(), 0);
    for_each_n(exec, count, leaving_ways_op<S>{stops, chains, progress.cut, sums.view(), flag.view()});
    for (auto const& [rows, here, step, some] : steps) {
      for_each_n(exec, some,
                 onward_ways_op<S>{stops, step, progress.cut, here.read(), sums.view(), flag.view()});
    }
    std::swap(stops.ways, stops.more);
    of_source = to_vector(exec, span<path_count const, S>(stops.ways.subspan(root, buckets)));
    goes_on = progress.goes_on(of_source.data(), counts.width > 1, to_vector(exec, flag.read())[0] != 0);
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

/// Counts the paths within `range` by cost, the first `enough` of them; `lines` have been counted.
template <executor E>
path_estimate estimate_paths(E const& exec, line_graph<E::space> const& lines, femtoseconds range,
                             std::size_t buckets, std::size_t enough, work_memory& memory) {
  auto const steps = static_cast<femtoseconds>(buckets - 1);
  femtoseconds const width = std::max<femtoseconds>(1, range / steps + (range % steps != 0));
  // Room for some times as many as are enough; many more are as good as any number.
  std::size_t const one = std::clamp<std::size_t>(most_paths / (4 * enough + (1 << 20)), 1, 256);
  bucket_counts<E::space> const counts{lines.walk(), lines.stops(), range,
                                       width,        buckets,       static_cast<path_count>(one)};
  path_estimate estimate{range, width, count_ways(exec, counts, one * enough, memory)};
  for (path_count& paths : estimate.of_bucket) paths = (paths + counts.one / 2) / counts.one;
  return estimate;
}

}  // namespace gsta::detail
