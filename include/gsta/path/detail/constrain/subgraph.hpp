#pragma once

#include <utility>

#include "gsta/path/detail/constrain/sets.hpp"
#include "gsta/path/detail/recover/counts.hpp"
#include "gsta/path/timing_graph.hpp"

/// The subgraph that a filter leaves: a vertex for each live state of a vertex, in the order of vertices and
/// then of states, source and sink behind; rows keep their order.
namespace gsta::detail {

template <memory_space S, class Filter>
struct count_live_op {
  Filter filter;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t v) const noexcept { count[v] = filter.count(static_cast<id>(v)); }
};

template <memory_space S>
struct subgraph_vertices {
  span<id, S> vertex, state;  ///< [live]
};

template <memory_space S, class Filter>
struct list_live_op {
  Filter filter;
  span<id const, S> first;
  subgraph_vertices<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    for (id at = first[i]; at < first[i + 1]; ++at) {
      out.vertex[at] = v;
      out.state[at] = filter.nth(v, at - first[i]);
    }
  }
};

/// Where edges of the subgraph lead.
template <memory_space S, class Filter>
struct subgraph_rows {
  search_graph_view<S> graph;
  Filter filter;
  span<id const, S> first;  ///< [vertices - 1] of a vertex's live states
  id live;

  GSTA_HD id source() const noexcept { return live; }
  GSTA_HD id sink() const noexcept { return live + 1; }
  GSTA_HD id index_of(id v, id state) const noexcept {
    return state == none ? none : first[v] + filter.count_below(v, state);
  }
  /// Head of edge e behind `v` in `state`; none: left out.
  GSTA_HD id head(id v, id state, id e) const noexcept {
    id const to = graph.to[e];
    if (to == graph.sink()) return filter.may_end(v, state) ? sink() : none;
    return index_of(to, filter.go_on(v, state, to));
  }
  /// The same for an edge of the source.
  GSTA_HD id entry(id e) const noexcept {
    id const to = graph.to[e];
    if (to != graph.sink()) return index_of(to, filter.enter(to));
    return filter.passes_all() ? sink() : none;
  }
};

template <memory_space S, class Filter>
struct count_subgraph_row_op {
  subgraph_rows<S, Filter> rows;
  span<id const, S> vertex, state;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    id n = 0;
    for (id e = rows.graph.begin[v]; e < rows.graph.begin[v + 1]; ++e) n += rows.head(v, state[i], e) != none;
    count[i] = n;
  }
};

template <memory_space S, class Filter>
struct count_entry_op {
  subgraph_rows<S, Filter> rows;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    count[i] = rows.entry(rows.graph.begin[rows.graph.source()] + static_cast<id>(i)) != none;
  }
};

template <memory_space S>
struct subgraph_arrays {
  span<id, S> begin, to;
  span<femtoseconds, S> weight;
  span<id, S> edge;
  GSTA_HD void put(id at, id head, femtoseconds cost, id original) const noexcept {
    to[at] = head;
    weight[at] = cost;
    edge[at] = original;
  }
};

template <memory_space S, class Filter>
struct fill_subgraph_row_op {
  subgraph_rows<S, Filter> rows;
  span<id const, S> vertex, state, row;
  subgraph_arrays<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    id at = row[i];
    out.begin[i] = at;
    for (id e = rows.graph.begin[v]; e < rows.graph.begin[v + 1]; ++e) {
      id const head = rows.head(v, state[i], e);
      if (head != none) out.put(at++, head, rows.graph.weight_of(v, e), e);
    }
  }
};

/// Writes an edge of the source; the one behind the last closes the rows.
template <memory_space S, class Filter>
struct fill_entry_op {
  subgraph_rows<S, Filter> rows;
  span<id const, S> row, entry;
  subgraph_arrays<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const first = row[row.size() - 1];
    if (i + 1 == entry.size()) {
      out.begin[rows.source()] = first;
      out.begin[rows.sink()] = out.begin[rows.sink() + 1] = first + entry[i];
    } else if (entry[i] < entry[i + 1]) {
      id const e = rows.graph.begin[rows.graph.source()] + static_cast<id>(i);
      out.put(first + entry[i], rows.entry(e), rows.graph.weight_of(rows.graph.source(), e), e);
    }
  }
};

template <memory_space S>
struct two_totals_op {
  span<id const, S> a, b;
  span<id, S> total;
  GSTA_HD void operator()(std::size_t) const noexcept {
    total[0] = a[a.size() - 1];
    total[1] = b[b.size() - 1];
  }
};

inline constexpr char const* too_large_subgraph =
    "constrain: the constrained graph is larger than ids can number";

/// Arrays of a constrained graph before they have an owner.
template <memory_space S>
struct subgraph {
  buffer<id, S> begin, to;
  buffer<femtoseconds, S> weight;
  buffer<id, S> edge, vertex;
  std::size_t entries = 0;  ///< edges of the source
};

/// Lists the vertices and where each vertex's begin.
template <executor E, class Filter>
std::pair<buffer<id, E::space>, buffer<id, E::space>> list_live(E const& exec, Filter const& filter,
                                                                buffer<id, E::space>& first,
                                                                std::size_t states) {
  constexpr memory_space S = E::space;
  std::size_t const n = first.size() - 1;
  buffer<id, S> count(exec, n);
  for_each_n(exec, n, count_live_op<S, Filter>{filter, count.view()});
  require_ids<E>(exec, std::as_const(count).view(), 3, n * states, too_large_subgraph);
  exclusive_scan(exec, std::as_const(count).view(), first.view());
  auto const live = static_cast<std::size_t>(to_vector(exec, std::as_const(first).view().subspan(n, 1))[0]);
  buffer<id, S> vertex(exec, live), state(exec, live);
  for_each_n(exec, n,
             list_live_op<S, Filter>{filter, std::as_const(first).view(), {vertex.view(), state.view()}});
  return {std::move(vertex), std::move(state)};
}

/// The subgraph of a graph whose source has `entries` edges; a vertex has at most `states` live states.
template <executor E, class Filter>
subgraph<E::space> make_subgraph(E const& exec, search_graph_view<E::space> const& graph, std::size_t entries,
                                 std::size_t states, Filter const& filter) {
  constexpr memory_space S = E::space;
  buffer<id, S> first(exec, graph.vertex_count() - 1);
  auto [vertex, state] = list_live(exec, filter, first, states);
  std::size_t const live = vertex.size();
  subgraph_rows<S, Filter> const rows{graph, filter, std::as_const(first).view(), static_cast<id>(live)};
  buffer<id, S> count(exec, live), row(exec, live + 1), entered(exec, entries), entry(exec, entries + 1),
      total(exec, 2);
  auto const vertices = std::as_const(vertex).view(), in_state = std::as_const(state).view();
  for_each_n(exec, live, count_subgraph_row_op<S, Filter>{rows, vertices, in_state, count.view()});
  for_each_n(exec, entries, count_entry_op<S, Filter>{rows, entered.view()});
  require_ids<E>(exec, std::as_const(count).view(), entries, graph.edge_count() * states, too_large_subgraph);
  exclusive_scan(exec, std::as_const(count).view(), row.view());
  exclusive_scan(exec, std::as_const(entered).view(), entry.view());
  auto const row_begin = std::as_const(row).view(), entry_begin = std::as_const(entry).view();
  for_each_n(exec, 1, two_totals_op<S>{row_begin, entry_begin, total.view()});
  auto const totals = to_vector(exec, total.view());
  auto const edges = static_cast<std::size_t>(totals[0]) + static_cast<std::size_t>(totals[1]);
  subgraph<S> made{
      {exec, live + 3}, {exec, edges}, {exec, edges}, {exec, edges}, {}, static_cast<std::size_t>(totals[1])};
  subgraph_arrays<S> const out{made.begin.view(), made.to.view(), made.weight.view(), made.edge.view()};
  for_each_n(exec, live, fill_subgraph_row_op<S, Filter>{rows, vertices, in_state, row_begin, out});
  for_each_n(exec, entries + 1, fill_entry_op<S, Filter>{rows, row_begin, entry_begin, out});
  made.vertex = std::move(vertex);
  return made;
}

}  // namespace gsta::detail
