#pragma once

#include <utility>

#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// The best way found so far: the cheapest, and of those the one by the edge that stands first. What it ends
/// in does not depend on the order in which ways are taken in.
struct best_way {
  femtoseconds cost = no_path;
  id edge = none;

  GSTA_HD void take(best_way other) noexcept {
    bool const better = other.cost != cost ? other.cost < cost : other.edge < edge;
    if (better && other.edge != none) *this = other;
  }
};

/// An edge of `weight` in front of, or behind, what costs `rest`; no way where there is none, or the
/// edge is closed.
GSTA_HD inline best_way way_over(femtoseconds weight, femtoseconds rest, id edge) noexcept {
  return rest == no_path || weight == no_path ? best_way{} : best_way{weight + rest, edge};
}
/// The same where the edge is known to be open.
GSTA_HD inline best_way way_over_open(femtoseconds weight, femtoseconds rest, id edge) noexcept {
  return rest == no_path ? best_way{} : best_way{weight + rest, edge};
}

/// The forest: where the sink is, there is nothing to go; the rest takes its best edge.
GSTA_HD inline best_way suffix_way(best_way found, bool is_sink) noexcept {
  return is_sink ? best_way{0, none} : found;
}

/// Where costs go while they are found.
template <memory_space S>
struct cost_spans {
  span<femtoseconds, S> suffix, prefix;
  span<id, S> choice, height, next;
};

/// Arrays of costs before they have an owner.
template <memory_space S>
struct cost_arrays {
  buffer<femtoseconds, S> suffix, prefix;
  buffer<id, S> choice, height, next;

  cost_arrays() = default;
  template <executor E>
  cost_arrays(E const& exec, std::size_t vertices, bool prefixes)
      : suffix(exec, vertices),
        prefix(exec, prefixes ? vertices : 0),
        choice(exec, vertices),
        height(exec, vertices),
        next(exec, vertices) {}

  cost_spans<S> spans() noexcept {
    return {suffix.view(), prefix.view(), choice.view(), height.view(), next.view()};
  }
  search_costs_view<S> view() const noexcept {
    return {suffix.view(), prefix.view(), choice.view(), height.view(), next.view()};
  }
  search_costs<S> release() && {
    search_costs<S> costs;
    costs.view = {costs.keep(std::move(suffix)), costs.keep(std::move(prefix)), costs.keep(std::move(choice)),
                  costs.keep(std::move(height)), costs.keep(std::move(next))};
    return costs;
  }
};

/// One step of the pull along rows: heads are done.
template <memory_space S>
struct pull_suffix_op {
  search_graph_view<S> graph;
  span<id const, S> vertex;
  cost_spans<S> out;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    best_way way;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e)
      way.take(way_over(graph.weight_of(v, e), out.suffix[graph.to[e]], e));
    way = suffix_way(way, v == graph.sink());
    out.suffix[v] = way.cost;
    out.choice[v] = way.edge;
    out.next[v] = way.edge == none ? none : graph.to[way.edge];
    out.height[v] = way.edge == none ? 0 : out.height[out.next[v]] + 1;
  }
};

/// One step of the pull along turned rows: tails are done.
template <memory_space S>
struct pull_prefix_op {
  search_graph_view<S> graph;
  search_rows_view<S> rows;
  span<id const, S> vertex;
  span<femtoseconds, S> prefix;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    best_way way;
    for (id k = rows.in_begin[v]; k < rows.in_begin[v + 1]; ++k)
      way.take(way_over(graph.weight[rows.in_weight[k]], prefix[rows.in_from[k]], k));
    prefix[v] = v == graph.source() ? 0 : way.cost;
  }
};

/// The forest out of costs that are known: the first of the best edges.
template <memory_space S>
struct choose_op {
  search_graph_view<S> graph;
  cost_spans<S> out;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    best_way way;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e)
      way.take(way_over(graph.weight_of(v, e), out.suffix[graph.to[e]], e));
    out.choice[v] = way.edge;
    out.next[v] = way.edge == none ? none : graph.to[way.edge];
  }
};

/// Heights by doubling: each vertex takes over what the end of its hop has.
template <memory_space S>
struct begin_heights_op {
  span<id const, S> next;
  span<id, S> hop, height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    hop[v] = next[v] == none ? static_cast<id>(v) : next[v];
    height[v] = next[v] == none ? 0 : 1;
  }
};
template <memory_space S>
struct double_heights_op {
  span<id const, S> hop, height;
  span<id, S> next_hop, next_height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    id const over = hop[v];
    next_hop[v] = hop[over];
    next_height[v] = height[v] + (over == static_cast<id>(v) ? 0 : height[over]);
  }
};

/// How many edges it is along the forest to its end, of which there are no more than `most`.
template <executor E>
buffer<id, E::space> heights_along(E const& exec, view_for<E, id const> next, std::size_t most) {
  constexpr memory_space S = E::space;
  std::size_t const n = next.size();
  buffer<id, S> hop(exec, n), height(exec, n), next_hop(exec, n), next_height(exec, n);
  for_each_n(exec, n, begin_heights_op<S>{next, hop.view(), height.view()});
  for (std::size_t reach = 1; reach < most; reach *= 2) {
    for_each_n(exec, n, double_heights_op<S>{hop.view(), height.view(), next_hop.view(), next_height.view()});
    std::swap(hop, next_hop);
    std::swap(height, next_height);
  }
  return height;
}

}  // namespace gsta::detail
