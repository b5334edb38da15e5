#pragma once

#include <utility>
#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/counting_exact.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// The beginning that all paths of the dearest cost share which are asked for: mostly, where astronomically
/// many tie, nearly all of the walk.
template <memory_space S>
struct shared_beginning {
  id bucket = none;         ///< of the paths that share it
  id end = 0;               ///< active vertex where they part
  span<id const, S> sides;  ///< sidetracks until there
};

/// Where paths of a bucket go on from a vertex, all `paths` of them and at no cost; `a` itself where they
/// part.
template <memory_space S>
struct share_step_op {
  exact_counts_view<S> counts;
  id bucket;
  path_count paths;
  span<id, S> next;
  GSTA_HD id way(id a) const noexcept {
    for (id k = counts.active.begin[a]; k < counts.active.end[a]; ++k) {
      path_count const path_counts = counts.through(k, bucket);
      if (path_counts > 0) return path_counts >= paths && counts.shift[k] == 0 ? k : none;
    }
    return none;
  }
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id const k = way(static_cast<id>(a));
    next[a] = k == none ? static_cast<id>(a) : counts.active.head[k];
  }
};
/// Walks while paths stay together: vertices, then how many, then the one where they part.
template <memory_space S>
struct walk_shared_op {
  id source;
  span<id const, S> next;
  span<id, S> walked;  // [levels + 2]
  GSTA_HD void operator()(std::size_t) const noexcept {
    std::size_t const most = walked.size() - 2;
    std::size_t steps = 0;
    id a = source;
    for (id on = next[a]; on != a && steps < most; on = next[a]) {
      walked[steps++] = a;
      a = on;
    }
    walked[most] = static_cast<id>(steps);
    walked[most + 1] = a;
  }
};
template <memory_space S>
struct is_side_op {
  share_step_op<S> step;
  span<id const, S> walked;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    return step.counts.side[step.way(walked[i])] != none;
  }
};
template <memory_space S>
struct shared_sidetrack_op {
  share_step_op<S> step;
  span<id const, S> walked;
  span<id, S> side;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    side[i] = step.counts.side[step.way(walked[side[i]])];
  }
};

/// Finds what the `paths` first paths of a bucket share; `steps`: no path has more edges.
template <executor E>
shared_beginning<E::space> find_shared(E const& exec, exact_counts_view<E::space> const& counts, id bucket,
                                       std::size_t paths, std::size_t steps, work_memory& memory,
                                       work_array<id, E::space>& sides) {
  constexpr memory_space S = E::space;
  std::size_t const active = counts.active.vertex.size();
  work_array<id, S> next(exec, memory, active), walked(exec, memory, steps + 2);
  share_step_op<S> const step{counts, bucket, static_cast<path_count>(paths), next.view()};
  for_each_n(exec, active, step);
  for_each_n(exec, 1, walk_shared_op<S>{counts.source(), next.read(), walked.view()});
  std::vector<id> const end = to_vector(exec, walked.read().subspan(steps, 2));
  auto const length = static_cast<std::size_t>(end[0]);
  sides = work_array<id, S>(exec, memory, length);
  std::size_t const count = select(exec, length, is_side_op<S>{step, walked.read()}, sides.view());
  for_each_n(exec, count, shared_sidetrack_op<S>{step, walked.read(), sides.view()});
  return {bucket, end[1], sides.read().subspan(0, count)};
}

/// Finds paths by their rank in the total order. Among paths of one cost the rank first passes those by the
/// edges that stand earlier in the row, as many as the counts say.
template <memory_space S>
struct ranked_walk {
  exact_counts_view<S> counts;
  span<std::int64_t const, S> before;  ///< [buckets + 1] paths cheaper than so many units
  femtoseconds unit;
  shared_beginning<S> shared;

  GSTA_HD id bucket_of(std::size_t rank) const noexcept {
    return row_of(before, static_cast<std::int64_t>(rank));
  }
  /// Sidetracks that a path of a bucket has for sure, and those beyond.
  GSTA_HD std::size_t known_sidetracks(id bucket) const noexcept {
    return bucket == shared.bucket ? shared.sides.size() : 0;
  }
  template <class Visit>
  GSTA_HD void each_further(std::size_t rank, Visit const& visit) const noexcept {
    active_view<S> const& active = counts.active;
    id budget = bucket_of(rank);
    auto left = static_cast<path_count>(static_cast<std::int64_t>(rank) - before[budget]);
    id a = budget == shared.bucket ? shared.end : counts.source();
    for (id const sink = counts.sink(); a != sink;) {
      id k = counts.first_edge(a, budget, left);
      for (id const last = active.end[a] - 1; k < last; ++k) {
        path_count const path_counts = counts.through(k, budget);
        if (left < path_counts) break;
        left -= path_counts;
      }
      if (counts.side[k] != none) visit(counts.side[k]);
      budget -= counts.shift[k];
      a = active.head[k];
    }
  }
};

template <memory_space S>
struct count_ranked_op {
  ranked_walk<S> walk;
  femtoseconds best;
  span<femtoseconds, S> cost;
  span<std::int64_t, S> sides;
  struct counter {
    std::int64_t* n;
    GSTA_HD void operator()(id) const noexcept { ++*n; }
  };
  GSTA_HD void operator()(std::size_t rank) const noexcept {
    id const bucket = walk.bucket_of(rank);
    auto n = static_cast<std::int64_t>(walk.known_sidetracks(bucket));
    walk.each_further(rank, counter{&n});
    sides[rank] = n;
    cost[rank] = best + bucket * walk.unit;
  }
};

template <memory_space S>
struct fill_ranked_op {
  ranked_walk<S> walk;
  span<std::int64_t const, S> first;
  span<id, S> begin, side;
  struct writer {
    id* side;
    std::int64_t* at;
    GSTA_HD void operator()(id e) const noexcept { side[(*at)++] = e; }
  };
  GSTA_HD void operator()(std::size_t rank) const noexcept {
    begin[rank] = static_cast<id>(first[rank]);
    if (rank + 1 == begin.size()) return;
    std::int64_t at = first[rank];
    std::size_t const known = walk.known_sidetracks(walk.bucket_of(rank));
    for (std::size_t i = 0; i < known; ++i) side[at++] = walk.shared.sides[i];
    walk.each_further(rank, writer{side.data(), &at});
  }
};

/// The first `paths` paths in the total order, from exact counts: each is found on its own, so there is
/// nothing to sort, and it does not matter how many more cost the same.
///
/// Shapes: `of_cost` as exact_counting::of_source gives it; at least `paths` in all. `steps`: no path has
/// more edges. Cost: the edges of each path behind what those of the last cost share. Where: the executor;
/// waits. Throws: argument_error where their sidetracks are more than memory or ids allow.
template <executor E>
owned<sidetrack_paths_view, E::space> unrank(E const& exec, exact_counts_view<E::space> const& counts,
                                             std::vector<path_count> const& of_cost, femtoseconds unit,
                                             femtoseconds best, std::size_t paths, std::size_t steps,
                                             work_memory& memory) {
  constexpr memory_space S = E::space;
  std::vector<std::int64_t> before(of_cost.size() + 1, 0);
  for (std::size_t b = 0; b < of_cost.size(); ++b) before[b + 1] = before[b] + of_cost[b];
  auto const before_there = clone(exec, before);
  work_array<id, S> shared_sidetracks;
  shared_beginning<S> shared;
  if (paths > 0) {
    auto const bucket = row_of(view_of(before), static_cast<std::int64_t>(paths) - 1);
    std::size_t const of_last = paths - static_cast<std::size_t>(before[static_cast<std::size_t>(bucket)]);
    shared = find_shared(exec, counts, bucket, of_last, steps, memory, shared_sidetracks);
  }
  ranked_walk<S> const walk{counts, before_there.view(), unit, shared};
  work_array<femtoseconds, S> cost(exec, memory, paths);
  work_array<std::int64_t, S> first(exec, memory, paths + 1);
  {
    work_array<std::int64_t, S> sides(exec, memory, paths);
    for_each_n(exec, paths, count_ranked_op<S>{walk, best, cost.view(), sides.view()});
    exclusive_scan(exec, sides.read(), first.view());
  }
  std::int64_t const total = to_vector(exec, first.read().subspan(paths, 1))[0];
  require(total <= most_paths, "path search: more sidetracks in all paths than ids can number");
  work_array<id, S> begin(exec, memory, paths + 1), side(exec, memory, static_cast<std::size_t>(total));
  for_each_n(exec, paths + 1, fill_ranked_op<S>{walk, first.read(), begin.view(), side.view()});
  owned<sidetrack_paths_view, S> result;
  result.view = {result.keep(std::move(cost).release()), result.keep(std::move(begin).release()),
                 result.keep(std::move(side).release())};
  return result;
}

}  // namespace gsta::detail
