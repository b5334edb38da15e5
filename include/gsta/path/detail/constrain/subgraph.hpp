#pragma once

#include <utility>

#include "gsta/path/detail/graph/part_layout.hpp"

/// The subgraph that a filter leaves: a vertex for each live state of a vertex, in the order of vertices and
/// then of states, source and sink behind; rows keep their order.
namespace gsta::detail {

template <memory_space S, class Filter>
struct count_live_op {
  Filter filter;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t v) const noexcept { count[v] = filter.count(static_cast<id>(v)); }
};

template <memory_space S, class Filter>
struct list_live_op {
  Filter filter;
  span<id const, S> first;
  span<id, S> vertex, state;  // [live]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    for (id at = first[i]; at < first[i + 1]; ++at) {
      vertex[at] = v;
      state[at] = filter.nth(v, at - first[i]);
    }
  }
};

/// What the subgraph's rows have: see `part_layout`.
template <memory_space S, class Filter>
struct subgraph_rows {
  search_graph_view<S> graph;
  Filter filter;
  span<id const, S> first;          ///< [vertices - 1] of a vertex's live states
  span<id const, S> vertex, state;  ///< [live]

  GSTA_HD id sink() const noexcept { return static_cast<id>(vertex.size()) + 1; }
  GSTA_HD id index_of(id v, id in_state) const noexcept {
    return in_state == none ? none : first[v] + filter.count_below(v, in_state);
  }
  template <class Visit>
  GSTA_HD void each(std::size_t i, Visit& visit) const noexcept {
    id const v = vertex[i];
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e];
      id const head = to != graph.sink()            ? index_of(to, filter.go_on(v, state[i], to))
                      : filter.may_end(v, state[i]) ? sink()
                                                    : none;
      if (head != none) visit(part_edge{e, head, graph.weight_of(v, e)});
    }
  }
  GSTA_HD part_edge entry(std::size_t i) const noexcept {
    id const source = graph.source(), e = graph.begin[source] + static_cast<id>(i), to = graph.to[e];
    id const head = to != graph.sink() ? index_of(to, filter.enter(to)) : filter.passes_all() ? sink() : none;
    return {e, head, graph.weight_of(source, e)};
  }
};

inline constexpr char const* too_large_subgraph =
    "constrain: the constrained graph is larger than ids can number";

/// A constrained graph, and the vertices of the whole that its own are.
template <memory_space S>
struct subgraph {
  part_arrays<S> graph;
  buffer<id, S> vertex;
};

/// The subgraph of a graph whose source has `entries` edges; a vertex has at most `states` live states.
template <executor E, class Filter>
subgraph<E::space> make_subgraph(E const& exec, search_graph_view<E::space> const& graph, std::size_t entries,
                                 std::size_t states, Filter const& filter) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count() - 2;
  buffer<id, S> count(exec, n), first(exec, n + 1);
  for_each_n(exec, n, count_live_op<S, Filter>{filter, count.view()});
  require_ids<E>(exec, std::as_const(count).view(), 3, n * states, too_large_subgraph);
  exclusive_scan(exec, std::as_const(count).view(), first.view());
  auto const live = static_cast<std::size_t>(to_vector(exec, std::as_const(first).view().subspan(n, 1))[0]);
  buffer<id, S> vertex(exec, live), state(exec, live);
  for_each_n(exec, n,
             list_live_op<S, Filter>{filter, std::as_const(first).view(), vertex.view(), state.view()});
  subgraph_rows<S, Filter> const rows{graph, filter, std::as_const(first).view(),
                                      std::as_const(vertex).view(), std::as_const(state).view()};
  part_layout<E, subgraph_rows<S, Filter>> const layout(exec, rows, live, entries,
                                                        graph.edge_count() * states, too_large_subgraph);
  return {layout.make(), std::move(vertex)};
}

}  // namespace gsta::detail
