#pragma once

#include <utility>

#include "gsta/path/detail/bounded_range.hpp"

namespace gsta::detail {

/// What can matter within a range of excess: its vertices, numbered anew, and edges out of them, row by row.
/// Where the forest leads from such a vertex, and where such an edge leads, there is such a vertex again,
/// since excess never grows along either.
template <memory_space S>
struct active_view {
  span<id const, S> vertex;  ///< [active]
  span<id const, S> number;  ///< [vertices] of the active ones, else undefined
  span<id const, S> begin;   ///< [active + 1] into the edges
  span<id const, S> edge;    ///< [edges] position in `search_graph_view::to`
  span<id const, S> tail;    ///< [edges] active number
  span<id const, S> head;    ///< [edges] active number
  span<femtoseconds const, S> detour;  ///< [edges]
  span<femtoseconds const, S> excess;  ///< [edges]

  GSTA_HD std::size_t size() const noexcept { return edge.size(); }
};

/// Which edges become active: sidetracks alone, or the forest's choices as well.
enum class active_edges : std::uint8_t { sidetracks, all };

template <memory_space S>
struct is_active_op {
  excess_of<S> excess;
  span<id const, S> order;  // empty: by id
  femtoseconds range;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    return excess.vertex(order.empty() ? static_cast<id>(i) : order[i]) <= range;
  }
};

template <memory_space S>
struct number_active_op {
  span<id const, S> order;
  span<id, S> vertex, number, position;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id const found = vertex[a], v = order.empty() ? found : order[found];
    if (!order.empty()) position[a] = found;
    vertex[a] = v;
    number[v] = static_cast<id>(a);
  }
};

/// Rows are looked through in pieces, so that long ones take no longer.
inline constexpr id edges_of_piece = 32;

template <memory_space S>
struct count_pieces_op {
  search_graph_view<S> graph;
  span<id const, S> vertex;
  span<id, S> pieces;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id const v = vertex[a];
    pieces[a] = (graph.begin[v + 1] - graph.begin[v] + edges_of_piece - 1) / edges_of_piece;
  }
};

/// The active edges of a piece of a row, in order.
template <memory_space S>
struct active_piece {
  excess_of<S> excess;
  span<id const, S> vertex, piece_begin;
  femtoseconds range;
  active_edges which;

  template <class Visit>
  GSTA_HD void each(std::size_t p, Visit const& visit) const noexcept {
    search_graph_view<S> const& graph = excess.problem.graph;
    id const a = row_of(piece_begin, static_cast<id>(p)), v = vertex[a];
    id const first = graph.begin[v] + (static_cast<id>(p) - piece_begin[a]) * edges_of_piece;
    id const row_end = graph.begin[v + 1];
    id const end = row_end - first < edges_of_piece ? row_end : first + edges_of_piece;
    id const choice = excess.problem.costs.choice[v];
    for (id e = first; e < end; ++e) {
      if (e == choice && which == active_edges::sidetracks) continue;
      femtoseconds const x = excess.edge(v, e);
      if (x <= range) visit(a, e, x);
    }
  }
};

template <memory_space S>
struct count_active_op {
  active_piece<S> piece;
  span<id, S> count;
  struct counter {
    id* count;
    GSTA_HD void operator()(id, id, femtoseconds) const noexcept { ++*count; }
  };
  GSTA_HD void operator()(std::size_t p) const noexcept {
    id n = 0;
    piece.each(p, counter{&n});
    count[p] = n;
  }
};

template <memory_space S>
struct fill_active_op {
  active_piece<S> piece;
  span<id const, S> number, begin;
  span<id, S> edge, tail, head;
  span<femtoseconds, S> detour, excess;
  struct writer {
    fill_active_op const* to;
    id* at;
    GSTA_HD void operator()(id a, id e, femtoseconds x) const noexcept {
      search_problem<S> const& problem = to->piece.excess.problem;
      to->edge[*at] = e;
      to->tail[*at] = a;
      to->head[*at] = to->number[problem.graph.to[e]];
      to->detour[*at] = problem.detour(to->piece.vertex[a], e);
      to->excess[(*at)++] = x;
    }
  };
  GSTA_HD void operator()(std::size_t p) const noexcept {
    id at = begin[p];
    piece.each(p, writer{this, &at});
  }
};

template <memory_space S>
struct begin_active_op {
  span<id const, S> piece_begin, edge_begin;
  span<id, S> begin;
  GSTA_HD void operator()(std::size_t a) const noexcept { begin[a] = edge_begin[piece_begin[a]]; }
};

/// Where the levels of the whole graph lie among the active vertices.
template <memory_space S>
struct active_level_op {
  span<id const, S> position;  // of the active vertices in the order, ascending
  span<id const, S> level_begin;
  span<id, S> begin;
  GSTA_HD void operator()(std::size_t l) const noexcept {
    std::size_t low = 0, high = position.size();
    while (low < high) {
      std::size_t const middle = low + (high - low) / 2;
      if (position[middle] < level_begin[l])
        low = middle + 1;
      else
        high = middle;
    }
    begin[l] = static_cast<id>(low);
  }
};

/// Collects what can matter within a range, again and again with other ranges.
template <memory_space S>
class active_set {
 public:
  template <executor E>
  active_set(E const& exec, search_problem<S> const& problem, work_memory& memory)
      : memory_(&memory),
        excess_{problem},
        found_(exec, memory, problem.graph.vertex_count()),
        number_(exec, memory, problem.graph.vertex_count()) {}

  /// `order`: numbers follow it; where it is empty, they follow ids.
  template <executor E>
  void collect(E const& exec, femtoseconds range, active_edges which, span<id const, S> order) {
    clear();
    std::size_t const active =
        select(exec, found_.size(), is_active_op<S>{excess_, order, range}, found_.view());
    auto const vertex = found_.view().subspan(0, active);
    if (!order.empty()) position_ = array<id>(exec, active);
    for_each_n(exec, active, number_active_op<S>{order, vertex, number_.view(), position_.view()});
    piece_begin_ = array<id>(exec, active + 1);
    {
      auto pieces = array<id>(exec, active);
      for_each_n(exec, active, count_pieces_op<S>{excess_.problem.graph, vertex, pieces.view()});
      exclusive_scan(exec, pieces.read(), piece_begin_.view());
    }
    fill(exec, active_piece<S>{excess_, vertex, piece_begin_.read(), range, which}, vertex);
  }

  /// Where the levels of the order that was collected by begin among the active vertices; empty ones go.
  template <executor E>
  std::vector<id> levels(E const& exec, std::vector<id> const& level_begin) const {
    auto const whole = clone(exec, level_begin);
    auto begin = array<id>(exec, level_begin.size());
    for_each_n(exec, begin.size(), active_level_op<S>{position_.read(), whole.view(), begin.view()});
    std::vector<id> result = to_vector(exec, begin.read());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  active_view<S> view() const noexcept {
    return {found_.view().subspan(0, begin_.size() - 1),
            number_.read(),
            begin_.read(),
            edge_.read(),
            tail_.read(),
            head_.read(),
            detour_.read(),
            edge_excess_.read()};
  }

 private:
  template <class T, executor E>
  work_array<T, S> array(E const& exec, std::size_t size) const {
    return work_array<T, S>(exec, *memory_, size);
  }
  template <executor E>
  static std::size_t last_of(E const& exec, work_array<id, S> const& begin) {
    return static_cast<std::size_t>(to_vector(exec, begin.read().subspan(begin.size() - 1, 1))[0]);
  }

  void clear() {
    for (auto* ids : {&position_, &piece_begin_, &begin_, &edge_, &tail_, &head_}) *ids = {};
    detour_ = {};
    edge_excess_ = {};
  }

  template <executor E>
  void fill(E const& exec, active_piece<S> const& piece, span<id const, S> vertex) {
    std::size_t const pieces = last_of(exec, piece_begin_);
    auto edge_begin = array<id>(exec, pieces + 1);
    {
      auto count = array<id>(exec, pieces);
      for_each_n(exec, pieces, count_active_op<S>{piece, count.view()});
      exclusive_scan(exec, count.read(), edge_begin.view());
    }
    std::size_t const edges = last_of(exec, edge_begin);
    begin_ = array<id>(exec, vertex.size() + 1);
    for_each_n(exec, vertex.size() + 1,
               begin_active_op<S>{piece_begin_.read(), edge_begin.read(), begin_.view()});
    edge_ = array<id>(exec, edges);
    tail_ = array<id>(exec, edges);
    head_ = array<id>(exec, edges);
    detour_ = array<femtoseconds>(exec, edges);
    edge_excess_ = array<femtoseconds>(exec, edges);
    for_each_n(exec, pieces,
               fill_active_op<S>{piece, number_.read(), edge_begin.read(), edge_.view(), tail_.view(),
                                 head_.view(), detour_.view(), edge_excess_.view()});
  }

  work_memory* memory_;
  excess_of<S> excess_;
  work_array<id, S> found_, number_, position_, piece_begin_, begin_, edge_, tail_, head_;
  work_array<femtoseconds, S> detour_, edge_excess_;
};

}  // namespace gsta::detail
