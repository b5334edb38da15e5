#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "gsta/path/detail/bounded/counting.hpp"
#include "gsta/path/detail/bounded/waves.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// Lays paths out by their rank along the walk, so that a stable sort by cost is all.
template <memory_space S>
struct lay_out_op {
  wave_tree<S> tree;
  femtoseconds best;
  span<std::uint64_t, S> key;
  span<id, S> found;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const rank = tree.rank[i];
    key[rank] = static_cast<std::uint64_t>(tree.cost[i] - best);
    found[rank] = static_cast<id>(i);
  }
};

/// The path whose sidetracks go on in front of the last one of path `at`: its parent, or the first in front
/// of those that only led to a group.
template <memory_space S>
GSTA_HD id turned_off_from(wave_tree<S> const& tree, active_view<S> const& active, id at) noexcept {
  while (active.is_group(active.tail[tree.last[at]])) at = tree.parent[at];
  return tree.parent[at];
}

template <memory_space S>
struct ranked_cost_op {
  wave_tree<S> tree;
  active_view<S> active;
  span<id const, S> found;
  span<femtoseconds, S> cost;
  span<std::int64_t, S> sides;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    cost[i] = tree.cost[found[i]];
    if (active.group_next.empty()) {
      sides[i] = tree.depth[found[i]];
      return;
    }
    std::int64_t n = 0;
    for (id at = found[i]; tree.depth[at] > 0; at = turned_off_from(tree, active, at)) ++n;
    sides[i] = n;
  }
};

/// Climbs from a path to the root and writes its sidetracks, the last one first.
template <memory_space S>
struct ranked_sidetracks_op {
  wave_tree<S> tree;
  active_view<S> active;
  span<id const, S> found;
  span<std::int64_t const, S> first;
  span<id, S> begin, side;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    begin[i] = static_cast<id>(first[i]);
    if (i == found.size()) return;
    id at = found[i];
    for (std::int64_t k = first[i + 1]; k > first[i]; --k, at = turned_off_from(tree, active, at))
      side[k - 1] = active.edge[tree.last[at]];
  }
};

/// The first k of the paths found, in the total order.
///
/// Shapes: `waves` with ranks. `dearest`: none costs more. Cost: one sort of as many bits as costs differ
/// in. Where: the executor; waits. Throws: argument_error where sidetracks are more than ids can number.
template <executor E>
owned<sidetrack_paths_view, E::space> first_of_waves(E const& exec, active_view<E::space> const& active,
                                                     bounded_waves<E::space>& waves, std::size_t k,
                                                     femtoseconds best, femtoseconds dearest,
                                                     work_memory& memory) {
  constexpr memory_space S = E::space;
  std::size_t const n = waves.size(), kept = std::min(k, n);
  wave_tree<S> const tree = waves.tree();
  work_array<id, S> found(exec, memory, n);
  {
    work_array<std::uint64_t, S> key(exec, memory, n);
    memory_claim const of_sort(memory, n * (sizeof(std::uint64_t) + sizeof(id)));
    for_each_n(exec, n, lay_out_op<S>{tree, best, key.view(), found.view()});
    int const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dearest - best)));
    sort_by_key(exec, key.view(), found.view(), bits);
  }
  auto const first_found = found.read().subspan(0, kept);
  work_array<femtoseconds, S> cost(exec, memory, kept);
  work_array<std::int64_t, S> first(exec, memory, kept + 1);
  {
    work_array<std::int64_t, S> sides(exec, memory, kept);
    for_each_n(exec, kept, ranked_cost_op<S>{tree, active, first_found, cost.view(), sides.view()});
    exclusive_scan(exec, sides.read(), first.view());
  }
  std::int64_t const total = to_vector(exec, first.read().subspan(kept, 1))[0];
  require(total <= most_paths, "path search: more sidetracks in all paths than ids can number");
  work_array<id, S> begin(exec, memory, kept + 1), side(exec, memory, static_cast<std::size_t>(total));
  for_each_n(exec, kept + 1,
             ranked_sidetracks_op<S>{tree, active, first_found, first.read(), begin.view(), side.view()});
  owned<sidetrack_paths_view, S> result;
  result.view = {result.keep(std::move(cost).release()), result.keep(std::move(begin).release()),
                 result.keep(std::move(side).release())};
  return result;
}

}  // namespace gsta::detail
