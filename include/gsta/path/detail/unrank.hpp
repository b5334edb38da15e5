#pragma once

#include <utility>
#include <vector>

#include "gsta/path/detail/counting_exact.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// Finds paths by their rank in the total order. Among paths of one cost the rank first passes those by the
/// edges that stand earlier in the row, as many as the counts say.
template <memory_space S>
struct ranked_walk {
  search_problem<S> problem;
  exact_counts_view<S> counts;
  span<std::int64_t const, S> before;  ///< [buckets + 1] paths cheaper than so many units
  femtoseconds unit;

  GSTA_HD id bucket_of(std::size_t rank) const noexcept {
    return row_of(before, static_cast<std::int64_t>(rank));
  }
  template <class Visit>
  GSTA_HD void each(std::size_t rank, Visit const& visit) const noexcept {
    active_view<S> const& active = counts.active;
    id budget = bucket_of(rank), a = 0;  // the source is the first of the order
    auto left = static_cast<path_count>(static_cast<std::int64_t>(rank) - before[budget]);
    while (active.vertex[a] != problem.graph.sink()) {
      id const choice = problem.costs.choice[active.vertex[a]];
      id k = active.begin[a];
      for (id const last = active.begin[a + 1] - 1; k < last; ++k) {
        path_count const ways = counts.through(k, budget);
        if (left < ways) break;
        left -= ways;
      }
      if (active.edge[k] != choice) visit(active.edge[k]);
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
    std::int64_t n = 0;
    walk.each(rank, counter{&n});
    sides[rank] = n;
    cost[rank] = best + walk.bucket_of(rank) * walk.unit;
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
    std::int64_t at = first[rank];
    if (rank + 1 < begin.size()) walk.each(rank, writer{side.data(), &at});
  }
};

/// The first `paths` paths in the total order, from exact counts: each is found on its own, so there is
/// nothing to sort, and it does not matter how many more cost the same.
///
/// Shapes: `of_cost` as exact_counting::of_source gives it; at least `paths` in all. Where: the executor;
/// waits. Throws: argument_error where their sidetracks are more than memory or ids allow.
template <executor E>
owned<sidetrack_paths_view, E::space> unrank(E const& exec, search_problem<E::space> const& problem,
                                             exact_counts_view<E::space> const& counts,
                                             std::vector<path_count> const& of_cost, femtoseconds unit,
                                             femtoseconds best, std::size_t paths, work_memory& memory) {
  constexpr memory_space S = E::space;
  std::vector<std::int64_t> before(of_cost.size() + 1, 0);
  for (std::size_t b = 0; b < of_cost.size(); ++b) before[b + 1] = before[b] + of_cost[b];
  auto const before_there = clone(exec, before);
  ranked_walk<S> const walk{problem, counts, before_there.view(), unit};
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
