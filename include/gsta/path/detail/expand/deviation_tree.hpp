#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// Where an edge stands among all ways to go on along the forest from some vertex: edges that come before the
/// forest's choice, those nearest to that vertex first; then going on to the sink (rank 0); then edges behind
/// the choice, those nearest to the sink first. Paths that share a beginning and cost the same stand in the
/// order of the edge by which they leave the forest next.
struct way_on {
  id rank;
  id position;
  friend GSTA_HD bool operator<(way_on a, way_on b) noexcept {
    return a.rank != b.rank ? a.rank < b.rank : a.position < b.position;
  }
  friend GSTA_HD bool operator==(way_on a, way_on b) noexcept {
    return a.rank == b.rank && a.position == b.position;
  }
};

inline constexpr way_on straight_on{0, none};

template <memory_space S>
GSTA_HD way_on way_of(search_problem<S> const& problem, id tail, id edge) noexcept {
  id const height = problem.costs.height[tail];
  return {edge < problem.costs.choice[tail] ? -height : height, edge};
}

/// Paths found, each told by its parent and the one edge in which it differs last. The root, number 0, is the
/// best path; it has no parent and no edge.
template <memory_space S>
struct deviation_tree_view {
  span<femtoseconds const, S> cost;  ///< [found]
  span<id const, S> parent;          ///< [found] none for the root
  span<id const, S> side;            ///< [found] position of the last sidetrack; none for the root
  span<id const, S> tail;            ///< [found] vertex that it leaves
  span<id const, S> depth;           ///< [found] sidetracks
};

/// The total order of paths found: cost, then where they part along the walk.
template <memory_space S>
struct found_before {
  search_problem<S> problem;
  deviation_tree_view<S> tree;

  GSTA_HD bool operator()(id a, id b) const noexcept {
    if (tree.cost[a] != tree.cost[b]) return tree.cost[a] < tree.cost[b];
    return parts_before(a, b);
  }

  GSTA_HD bool parts_before(id a, id b) const noexcept {
    id below_a = none, below_b = none;
    while (a != b) {
      bool const lift_a = tree.depth[a] >= tree.depth[b], lift_b = tree.depth[b] >= tree.depth[a];
      if (lift_a) {
        below_a = a;
        a = tree.parent[a];
      }
      if (lift_b) {
        below_b = b;
        b = tree.parent[b];
      }
    }
    return way(below_a) < way(below_b);
  }

  GSTA_HD way_on way(id found) const noexcept {
    return found == none ? straight_on : way_of(problem, tree.tail[found], tree.side[found]);
  }
};

template <memory_space S>
struct found_key_op {
  deviation_tree_view<S> tree;
  femtoseconds best;
  span<std::uint64_t, S> key;
  span<id, S> found;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    key[i] = static_cast<std::uint64_t>(tree.cost[i] - best);
    found[i] = static_cast<id>(i);
  }
};

template <memory_space S>
struct is_tied_op {
  span<std::uint64_t const, S> key;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    return (i > 0 && key[i - 1] == key[i]) || (i + 1 < key.size() && key[i + 1] == key[i]);
  }
};

/// What is found, in the total order: by cost, and where costs are equal by comparing the walks. Places of
/// equal cost lie together, so that sorting what lies there by the full order gives each its rank.
template <executor E>
buffer<id, E::space> ranked(E const& exec, search_problem<E::space> const& problem,
                            deviation_tree_view<E::space> const& tree, femtoseconds best,
                            femtoseconds largest) {
  constexpr memory_space S = E::space;
  std::size_t const n = tree.cost.size();
  buffer<std::uint64_t, S> key(exec, n);
  buffer<id, S> found(exec, n);
  for_each_n(exec, n, found_key_op<S>{tree, best, key.view(), found.view()});
  sort_by_key(exec, key.view(), found.view(),
              static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest - best))));
  buffer<id, S> position(exec, n);
  std::size_t const tied = select(exec, n, is_tied_op<S>{std::as_const(key).view()}, position.view());
  if (tied == 0) return found;
  auto const positions = std::as_const(position).view().subspan(0, tied);
  buffer<id, S> item(exec, tied);
  for_each_n(exec, tied, gather_op<id, S>{positions, std::as_const(found).view(), item.view()});
  sort_by(exec, item.view(), found_before<S>{problem, tree});
  for_each_n(exec, tied, scatter_values_op<id, S>{positions, std::as_const(item).view(), found.view()});
  return found;
}

template <memory_space S>
struct path_cost_op {
  deviation_tree_view<S> tree;
  span<id const, S> found;
  span<femtoseconds, S> cost;
  span<id, S> sides;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    cost[i] = tree.cost[found[i]];
    sides[i] = tree.depth[found[i]];
  }
};

/// Climbs from a path to the root and writes its sidetracks, the last one first.
template <memory_space S>
struct path_sidetracks_op {
  deviation_tree_view<S> tree;
  span<id const, S> found, begin;
  span<id, S> side;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id at = found[i];
    for (id k = begin[i + 1]; k > begin[i]; --k, at = tree.parent[at]) side[k - 1] = tree.side[at];
  }
};

/// The first k of the paths found, in order. `best` and `largest`: bounds of their costs.
///
/// Shapes: tree [found], complete up to the k-th: whatever comes before a path in the order is there. Cost:
/// one sort; where costs tie, another by walking up. Where: the executor; waits.
template <executor E>
owned<sidetrack_paths_view, E::space> smallest_paths(E const& exec, search_problem<E::space> const& problem,
                                                     deviation_tree_view<E::space> const& tree, std::size_t k,
                                                     femtoseconds best, femtoseconds largest) {
  constexpr memory_space S = E::space;
  buffer<id, S> const order = ranked(exec, problem, tree, best, largest);
  auto const first = order.view().subspan(0, std::min(k, order.size()));
  buffer<femtoseconds, S> cost(exec, first.size());
  buffer<id, S> sides(exec, first.size()), begin(exec, first.size() + 1);
  for_each_n(exec, first.size(), path_cost_op<S>{tree, first, cost.view(), sides.view()});
  exclusive_scan(exec, std::as_const(sides).view(), begin.view());
  id const total = to_vector(exec, std::as_const(begin).view().subspan(first.size(), 1))[0];
  buffer<id, S> side(exec, static_cast<std::size_t>(total));
  for_each_n(exec, first.size(),
             path_sidetracks_op<S>{tree, first, std::as_const(begin).view(), side.view()});
  owned<sidetrack_paths_view, S> result;
  result.view = {result.keep(std::move(cost)), result.keep(std::move(begin)), result.keep(std::move(side))};
  return result;
}

}  // namespace gsta::detail
