#pragma once

#include <limits>
#include <vector>

#include "gsta/core/owned.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// The cost or slack of what does not exist; larger than any that does.
inline constexpr femtoseconds no_path = std::numeric_limits<femtoseconds>::max();

/// An acyclic graph with weights, on which paths from one source to one sink are searched. The source and the
/// sink are vertices of their own, the last two: an edge out of the source says where a path may begin, and
/// an edge into the sink where it may end, at what cost.
///
/// Paths are walked from the source. Where two cost the same, that one comes first which, where they part,
/// takes the edge that stands earlier in its row. So the order of rows is the order of ties, and parallel
/// edges make different paths. Weights may be negative, and are whole: sums are exact.
template <memory_space S>
struct search_graph_view {
  span<id const, S> begin;             ///< [vertices + 1]
  span<id const, S> to;                ///< [edges]
  span<femtoseconds const, S> weight;  ///< [edges] none of them `no_path`
  /// [vertices] Where rows have moved and weights have not, as in a graph that was renumbered: what to add to
  /// the position of an edge of this row, for that of its weight. Else empty.
  span<id const, S> moved{};

  /// The weight of edge `e` out of `tail`.
  GSTA_HD femtoseconds weight_of(id tail, id e) const noexcept {
    return weight[moved.empty() ? e : e + moved[tail]];
  }
  GSTA_HD std::size_t vertex_count() const noexcept { return begin.size() - 1; }
  GSTA_HD std::size_t edge_count() const noexcept { return to.size(); }
  GSTA_HD id source() const noexcept { return static_cast<id>(begin.size()) - 3; }
  GSTA_HD id sink() const noexcept { return static_cast<id>(begin.size()) - 2; }

  template <memory_space D, class F>
  search_graph_view<D> map(F f) const {
    return {f(begin), f(to), f(weight), f(moved)};
  }
};

template <memory_space S>
using search_graph = owned<search_graph_view, S>;

/// What a graph's weights come to: the best cost from the source to each vertex, from each vertex to the
/// sink, and the forest of best suffixes. `no_path` where there is no way. Only the engine `bounded` reads
/// prefixes; where there are none, it finds those that it needs.
///
/// An edge u -> v that the forest does not take is a *sidetrack*: it makes any path through u dearer by
/// weight + suffix[v] - suffix[u], which is never negative.
template <memory_space S>
struct search_costs_view {
  span<femtoseconds const, S> suffix;  ///< [vertices]
  span<femtoseconds const, S> prefix;  ///< [vertices], or none at all
  span<id const, S> choice;  ///< [vertices] position of the first of the best edges; none: no way on
  span<id const, S> height;  ///< [vertices] edges to the sink along choices
  span<id const, S> next;    ///< [vertices] where the choice leads; none: no way on

  template <memory_space D, class F>
  search_costs_view<D> map(F f) const {
    return {f(suffix), f(prefix), f(choice), f(height), f(next)};
  }
};

template <memory_space S>
using search_costs = owned<search_costs_view, S>;

/// A graph with the costs found on it: what every engine works on.
template <memory_space S>
struct search_problem {
  search_graph_view<S> graph;
  search_costs_view<S> costs;

  /// What taking edge `e` out of `tail` adds; `no_path` where it leads nowhere.
  GSTA_HD femtoseconds detour(id tail, id e) const noexcept {
    femtoseconds const on = costs.suffix[graph.to[e]];
    return on == no_path ? no_path : graph.weight_of(tail, e) + on - costs.suffix[tail];
  }
  /// Where the forest goes on from `v`, which is not the sink and has a way on.
  GSTA_HD id next(id v) const noexcept { return costs.next[v]; }
  /// Cost of the best path of all; `no_path` where there is none.
  template <memory_space Q = S>
    requires(Q == memory_space::host)
  femtoseconds best() const noexcept {
    return costs.suffix[graph.source()];
  }
};

}  // namespace gsta
