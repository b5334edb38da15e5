#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/atomic.hpp"

namespace gsta::detail {

/// Edges by head. Rows list edges in ascending position, so that "first" means the same both ways.
template <memory_space S>
struct turned_rows {
  buffer<id, S> begin;  ///< [vertices + 1]
  buffer<id, S> from;   ///< [edges] tail
  buffer<id, S> edge;   ///< [edges] position in the rows that were turned
};

/// The row that `position` lies in: the last one that begins at or before it.
template <memory_space S>
GSTA_HD id row_of(span<id const, S> begin, id position) noexcept {
  std::size_t low = 0, high = begin.size() - 1;
  while (high - low > 1) {
    std::size_t const middle = low + (high - low) / 2;
    (begin[middle] <= position ? low : high) = middle;
  }
  return static_cast<id>(low);
}

/// Tails of a stretch of edges: one search, then a walk along the rows.
template <memory_space S>
struct tails_op {
  static constexpr std::size_t stretch = 16;
  span<id const, S> begin;
  span<id, S> tail;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const first = i * stretch, left = tail.size() - first;
    id v = row_of(begin, static_cast<id>(first));
    for (std::size_t e = first; e < first + (left < stretch ? left : stretch); ++e) {
      while (begin[v + 1] <= static_cast<id>(e)) ++v;
      tail[e] = v;
    }
  }
};

template <executor E>
buffer<id, E::space> tails_of(E const& exec, view_for<E, id const> begin, std::size_t edges) {
  buffer<id, E::space> tail(exec, edges);
  using op = tails_op<E::space>;
  for_each_n(exec, (edges + op::stretch - 1) / op::stretch, op{begin, tail.view()});
  return tail;
}

template <memory_space S>
struct count_heads_op {
  span<id const, S> to;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t e) const noexcept { fetch_add(count[to[e]], 1); }
};

template <memory_space S>
struct list_edges_op {
  span<id const, S> to;
  span<id, S> head, edge;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    head[e] = to[e];
    edge[e] = static_cast<id>(e);
  }
};

template <memory_space S>
struct gather_tails_op {
  span<id const, S> edge, tail;
  span<id, S> from;
  GSTA_HD void operator()(std::size_t i) const noexcept { from[i] = tail[edge[i]]; }
};

/// Edges in the order of their heads: a stable sort.
template <executor E>
void order_edges(E const& exec, view_for<E, id const> to, view_for<E, id const>, view_for<E, id> edge) {
  buffer<id, E::space> head(exec, to.size());
  for_each_n(exec, to.size(), list_edges_op<E::space>{to, head.view(), edge});
  sort_by_key(exec, head.view(), edge);
}

/// On the host one pass over the edges does it: each goes to the next free place of its head.
template <host_side_executor E>
void order_edges(E const& exec, view_for<E, id const> to, view_for<E, id const> begin, view_for<E, id> edge) {
  buffer<id, E::space> next = clone(exec, begin);
  for (std::size_t e = 0; e < to.size(); ++e) edge[next[to[e]]++] = static_cast<id>(e);
}

/// Turns rows `begin`, `to` round.
template <executor E>
turned_rows<E::space> transpose(E const& exec, view_for<E, id const> begin, view_for<E, id const> to) {
  constexpr memory_space S = E::space;
  std::size_t const vertices = begin.size() - 1, edges = to.size();
  turned_rows<S> turned{{exec, vertices + 1}, {exec, edges}, {exec, edges}};
  buffer<id, S> count(exec, vertices);
  fill(exec, count.view(), 0);
  for_each_n(exec, edges, count_heads_op<S>{to, count.view()});
  exclusive_scan(exec, std::as_const(count).view(), turned.begin.view());
  order_edges<E>(exec, to, std::as_const(turned.begin).view(), turned.edge.view());
  buffer<id, S> const tail = tails_of<E>(exec, begin, edges);
  for_each_n(exec, edges,
             gather_tails_op<S>{std::as_const(turned.edge).view(), tail.view(), turned.from.view()});
  return turned;
}

}  // namespace gsta::detail
