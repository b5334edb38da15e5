#pragma once

#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

template <memory_space S>
struct row_size_op {
  span<id const, S> begin, vertex_of;
  span<id, S> size;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    size[i] = begin[vertex_of[i] + 1] - begin[vertex_of[i]];
  }
};

template <memory_space S>
struct moved_row_op {
  span<id const, S> old_begin, vertex_of, begin;
  span<id, S> moved;
  GSTA_HD void operator()(std::size_t v) const noexcept { moved[v] = old_begin[vertex_of[v]] - begin[v]; }
};

/// Moves a stretch of edges: one search, then a walk along the new rows. Rows keep their order.
template <memory_space S>
struct move_edges_op {
  static constexpr std::size_t stretch = 16;
  span<id const, S> old_to, number, begin, moved;
  span<id, S> to;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const first = i * stretch, left = to.size() - first;
    id v = row_of(begin, static_cast<id>(first));
    for (std::size_t e = first; e < first + (left < stretch ? left : stretch); ++e) {
      while (begin[v + 1] <= static_cast<id>(e)) ++v;
      to[e] = number[old_to[static_cast<id>(e) + moved[v]]];
    }
  }
};

/// Neither source nor sink.
template <memory_space S>
struct is_inner_op {
  span<id const, S> order;
  id source;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return order[i] < source; }
};

/// Vertices with most edges, in and out, first.
template <memory_space S>
struct degree_key_op {
  static constexpr id most = std::numeric_limits<id>::max();
  span<id const, S> begin, in_begin;
  span<id, S> key;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    key[v] = most - (begin[v + 1] - begin[v]) - (in_begin[v + 1] - in_begin[v]);
  }
};

/// One step of a walk in breadth: vertices not met before go to the end of `met`, under the earliest rank
/// that they were met from.
template <memory_space S>
struct meet_op {
  static constexpr id never = std::numeric_limits<id>::max();
  search_graph_view<S> graph;
  id first;  ///< of the frontier in `met`
  span<id, S> met, rank, count;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const at = first + static_cast<id>(i), v = met[at];
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e];
      if (to == graph.sink()) continue;
      if (fetch_min(rank[to], at) == never) met[fetch_add(count[0], 1)] = to;
    }
  }
};

template <memory_space S>
struct not_met_op {
  span<id const, S> rank;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return rank[v] == meet_op<S>::never; }
};

template <executor E>
void order_by_degree(E const& exec, search_rows_view<E::space> const& rows,
                     search_graph_view<E::space> const& graph, view_for<E, id> order) {
  constexpr memory_space S = E::space;
  buffer<id, S> key(exec, order.size());
  for_each_n(exec, order.size(), degree_key_op<S>{graph.begin, rows.in_begin, key.view()});
  for_each_n(exec, order.size(), iota_op<S>{order});
  sort_by_key(exec, key.view(), order);
}

/// Puts the frontier met[first .. end) in order: by the rank that each was met from, by id where equal.
template <executor E>
void order_frontier(E const& exec, span<id, E::space> frontier, span<id const, E::space> rank) {
  constexpr memory_space S = E::space;
  buffer<id, S> key(exec, frontier.size());
  sort(exec, frontier);
  for_each_n(exec, frontier.size(), gather_op<id, S>{frontier, rank, key.view()});
  sort_by_key(exec, key.view(), frontier);
}

template <executor E>
void order_by_neighbours(E const& exec, search_graph_view<E::space> const& graph, view_for<E, id> order) {
  constexpr memory_space S = E::space;
  std::size_t const n = order.size(), source = static_cast<std::size_t>(graph.source());
  buffer<id, S> rank(exec, n), count(exec, 1);
  fill(exec, rank.view(), meet_op<S>::never);
  fill(exec, rank.view().subspan(source, 2), 0);  // the sink is never met
  fill(exec, order.subspan(0, 1), graph.source());
  std::size_t first = 0, end = 1;
  while (first < end) {
    fill(exec, count.view(), static_cast<id>(end));
    for_each_n(exec, end - first,
               meet_op<S>{graph, static_cast<id>(first), order, rank.view(), count.view()});
    first = end;
    end = static_cast<std::size_t>(to_vector(exec, count.view())[0]);
    order_frontier(exec, order.subspan(first, end - first), std::as_const(rank).view());
  }
  std::size_t const rest = select(exec, n, not_met_op<S>{rank.view()}, order.subspan(end, n - end));
  fill(exec, order.subspan(end + rest, n - end - rest), graph.sink());
}

}  // namespace gsta::detail
