#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/path/detail/graph/tails.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// A caller's rows, each edge by its position in the caller's arrays.
template <memory_space S>
struct caller_rows {
  span<id const, S> begin, to;
  span<id const, S> edge;  ///< empty: edges stand where they stand

  GSTA_HD id edge_of(std::size_t e) const noexcept { return edge.empty() ? static_cast<id>(e) : edge[e]; }
  GSTA_HD std::size_t vertex_count() const noexcept { return begin.size() - 1; }
};

template <memory_space S>
struct bad_row_term {
  span<id const, S> begin;
  id edges;
  GSTA_HD id operator()(std::size_t v) const noexcept {
    bool const first = v > 0 || begin[0] == 0, last = v + 2 < begin.size() || begin[v + 1] == edges;
    return first && last && begin[v] <= begin[v + 1] ? 0 : 1;
  }
};
template <memory_space S>
struct bad_vertex_term {
  span<id const, S> vertex;
  id vertices;
  GSTA_HD id operator()(std::size_t i) const noexcept { return vertex[i] < 0 || vertex[i] >= vertices; }
};

template <executor E>
void require_vertices(E const& exec, view_for<E, id const> vertex, std::size_t vertices, char const* what) {
  bad_vertex_term<E::space> const bad{vertex, static_cast<id>(vertices)};
  require(reduce(exec, vertex.size(), bad, id{0}, larger_of<id>{}) == 0, what);
}

/// Where paths may end, and where they may begin, where the caller does not say: at vertices with edges on
/// one side only.
template <memory_space S>
struct mark_terminals_op {
  caller_rows<S> rows;
  span<id const, S> entering;
  bool any_source, any_target;
  span<id, S> begins, ends;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const enters = entering[v] > 0, leaves = rows.begin[v + 1] > rows.begin[v];
    begins[v] = any_source && leaves && !enters ? 1 : 0;
    ends[v] = any_target && enters && !leaves ? 1 : 0;
  }
};
template <memory_space S>
struct is_marked_op {
  span<id const, S> mark;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return mark[i] != 0; }
};

/// Writes what edge `e` of the caller's rows becomes: a row has its edges, then the one into the sink.
template <memory_space S>
struct lay_edge_op {
  caller_rows<S> rows;
  span<id const, S> tail, ends_before;
  span<id, S> to, edge;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    std::size_t const at = e + static_cast<std::size_t>(ends_before[tail[e]]);
    to[at] = rows.to[e];
    edge[at] = rows.edge_of(e);
  }
};
/// Writes where the row of vertex `v` begins, and its edge into the sink.
template <memory_space S>
struct lay_row_op {
  caller_rows<S> rows;
  span<id const, S> ends_before, ends;
  span<id, S> begin, to, edge;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    std::size_t const n = rows.vertex_count();
    begin[v] = rows.begin[v] + ends_before[v];
    if (v == n) return;
    if (ends[v] == 0) return;
    std::size_t const at = static_cast<std::size_t>(rows.begin[v + 1] + ends_before[v]);
    to[at] = static_cast<id>(n + 1);
    edge[at] = none;
  }
};
template <memory_space S>
struct lay_source_op {
  span<id const, S> first;  ///< vertices that paths begin at
  std::size_t edges;        ///< before the source's row
  span<id, S> begin, to, edge;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (i < first.size()) {
      to[edges + i] = first[i];
      edge[edges + i] = none;
    } else {
      begin[begin.size() - 2] = begin[begin.size() - 1] = static_cast<id>(edges + first.size());
    }
  }
};

/// A search graph over a caller's rows, its weights still to be found: vertices keep their numbers.
template <memory_space S>
struct cheapest_graph {
  buffer<id, S> begin, to;
  buffer<id, S> edge;  ///< the caller's; none where a path begins or ends

  search_graph_view<S> view(span<femtoseconds const, S> weight) const noexcept {
    return {begin.view(), to.view(), weight};
  }
};

template <memory_space S>
struct cheapest_terminals {
  span<id const, S> sources, targets;  ///< empty: where no edge enters, where none leaves
};

/// Lays the search graph out. The caller's rows are valid.
template <executor E>
cheapest_graph<E::space> lay_out_cheapest(E const& exec, caller_rows<E::space> const& rows,
                                          cheapest_terminals<E::space> const& wanted) {
  constexpr memory_space S = E::space;
  std::size_t const n = rows.vertex_count(), edges = rows.to.size();
  buffer<id, S> entering(exec, n), begins(exec, n), ends(exec, n), ends_before(exec, n + 1), first(exec, n);
  fill(exec, entering.view(), 0);
  for_each_n(exec, edges, count_op<S>{rows.to, entering.view()});
  for_each_n(exec, n,
             mark_terminals_op<S>{rows, std::as_const(entering).view(), wanted.sources.empty(),
                                  wanted.targets.empty(), begins.view(), ends.view()});
  for_each_n(exec, wanted.sources.size(), mark_op<id, S>{wanted.sources, begins.view(), 1});
  for_each_n(exec, wanted.targets.size(), mark_op<id, S>{wanted.targets, ends.view(), 1});
  exclusive_scan(exec, std::as_const(ends).view(), ends_before.view());
  std::size_t const starts = select(exec, n, is_marked_op<S>{begins.view()}, first.view());
  id const stops = to_vector(exec, ends_before.view().subspan(n, 1))[0];
  std::size_t const inner = edges + static_cast<std::size_t>(stops);
  require(std::max(n + 3, inner + starts) < static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "k_cheapest_paths: more vertices or edges than ids can number");
  cheapest_graph<S> graph{{exec, n + 3}, {exec, inner + starts}, {exec, inner + starts}};
  span<id, S> const to = graph.to.view(), edge = graph.edge.view();
  span<id const, S> const before = std::as_const(ends_before).view();
  auto const tail = tails_of<E>(exec, rows.begin, edges);
  for_each_n(exec, edges, lay_edge_op<S>{rows, tail.view(), before, to, edge});
  for_each_n(exec, n + 1,
             lay_row_op<S>{rows, before, std::as_const(ends).view(), graph.begin.view(), to, edge});
  for_each_n(
      exec, starts + 1,
      lay_source_op<S>{std::as_const(first).view().subspan(0, starts), inner, graph.begin.view(), to, edge});
  return graph;
}

}  // namespace gsta::detail
