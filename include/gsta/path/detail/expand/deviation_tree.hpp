#pragma once

#include "gsta/path/graph.hpp"

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

}  // namespace gsta::detail
