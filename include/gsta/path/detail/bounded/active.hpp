#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/range.hpp"

namespace gsta::detail {

/// What can matter within a range of excess: its vertices, numbered anew, and edges out of them, row by row.
/// Where the forest leads from such a vertex, and where such an edge leads, there is such a vertex again,
/// since excess never grows along either. Behind the vertices stand the groups that wide rows were split into
/// (row_trees.hpp).
template <memory_space S>
struct active_view {
  span<id const, S> vertex;            ///< [active]
  span<id const, S> number;            ///< [vertices] of the active ones, else undefined
  span<id const, S> begin;             ///< [active + groups] into the edges
  span<id const, S> end;               ///< [active + groups]
  span<id const, S> edge;              ///< [edges] position in `search_graph_view::to`
  span<id const, S> tail;              ///< [edges] active number
  span<id const, S> head;              ///< [edges] active number
  span<femtoseconds const, S> detour;  ///< [edges]
  span<femtoseconds const, S> excess;  ///< [edges]
  span<id const, S> group_choice;      ///< [groups] edge by which the forest goes on
  span<id const, S> group_next;        ///< [groups] active number of where it goes on

  GSTA_HD std::size_t size() const noexcept { return edge.size(); }
  /// Whether sidetracks out of `a` replace the one by which a path comes there.
  GSTA_HD bool is_group(id a) const noexcept { return a >= static_cast<id>(vertex.size()); }
  /// The edge by which the forest goes on from `a`.
  GSTA_HD id choice(search_problem<S> const& problem, id a) const noexcept {
    return is_group(a) ? group_choice[a - static_cast<id>(vertex.size())] : problem.costs.choice[vertex[a]];
  }
  /// Where it goes on; none behind the sink.
  GSTA_HD id after(search_problem<S> const& problem, id a) const noexcept {
    if (is_group(a)) return group_next[a - static_cast<id>(vertex.size())];
    id const v = vertex[a];
    return v == problem.graph.sink() ? none : number[problem.next(v)];
  }
};

/// Which rows are wide, and what they are split into.
struct tree_shape {
  id widest = 64;  ///< edges that other rows may have
  id group = 32;   ///< edges or groups in a group; at least 3
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
  span<id, S> begin, end;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    begin[a] = edge_begin[piece_begin[a]];
    end[a] = edge_begin[piece_begin[a + 1]];
  }
};

/// Sidetracks that leave groups, and the groups that there are, while trees are made of rows.
template <memory_space S>
struct grown_trees {
  span<id, S> edge, tail, head;
  span<femtoseconds, S> detour;
  span<id, S> choice, next;  // [groups]
};

/// What can matter within a range, collected again and again with other ranges.
template <memory_space S>
class active_set {
 public:
  template <executor E>
  active_set(E const& exec, search_problem<S> const& problem, work_memory& memory)
      : memory_(&memory),
        excess_{problem},
        found_(exec, memory, problem.graph.vertex_count()),
        number_(exec, memory, problem.graph.vertex_count()) {}

  work_memory& memory() const noexcept { return *memory_; }
  excess_of<S> const& excess() const noexcept { return excess_; }
  span<id, S> found() noexcept { return found_.view(); }
  span<id, S> number() noexcept { return number_.view(); }

  struct vertex_spans {
    span<id, S> position, begin, end;
  };
  template <executor E>
  vertex_spans make_vertices(E const& exec, std::size_t active, bool with_positions) {
    clear_edges();
    for (auto* ids : {&position_, &begin_, &end_}) *ids = {};
    if (with_positions) position_ = work_array<id, S>(exec, *memory_, active);
    begin_ = work_array<id, S>(exec, *memory_, active);
    end_ = work_array<id, S>(exec, *memory_, active);
    set_vertices(active);
    return {position_.view(), begin_.view(), end_.view()};
  }
  struct edge_spans {
    span<id, S> edge, tail, head;
    span<femtoseconds, S> detour, excess;
  };
  template <executor E>
  edge_spans make_edges(E const& exec, std::size_t edges) {
    clear_edges();
    for (auto* ids : {&edge_, &tail_, &head_}) *ids = work_array<id, S>(exec, *memory_, edges);
    for (auto* costs : {&detour_, &edge_excess_}) *costs = work_array<femtoseconds, S>(exec, *memory_, edges);
    set_edges(edges);
    return {edge_.view(), tail_.view(), head_.view(), detour_.view(), edge_excess_.view()};
  }
  /// Room for so many groups, and what they change.
  template <executor E>
  grown_trees<S> grow_trees(E const& exec, std::size_t most) {
    group_choice_ = work_array<id, S>(exec, *memory_, most);
    group_next_ = work_array<id, S>(exec, *memory_, most);
    auto const first = [&](auto& array) { return array.view().subspan(0, edges_); };
    return {first(edge_),   first(tail_),         first(head_),
            first(detour_), group_choice_.view(), group_next_.view()};
  }
  /// Rows for the groups that were made, behind those of the vertices, which stay.
  template <executor E>
  vertex_spans add_groups(E const& exec, std::size_t groups) {
    for (auto* ids : {&begin_, &end_}) {
      work_array<id, S> longer(exec, *memory_, active_ + groups);
      copy(exec, ids->read().subspan(0, active_), longer.view().subspan(0, active_));
      *ids = std::move(longer);
    }
    groups_ = groups;
    return {position_.view(), begin_.view(), end_.view()};
  }
  span<femtoseconds, S> excesses() noexcept { return edge_excess_.view().subspan(0, edges_); }

  /// Where there is room for more.
  void set_vertices(std::size_t active) { active_ = active; }
  void set_edges(std::size_t edges) { edges_ = edges; }

  /// Where the levels of the order that was collected by begin among the active vertices; empty ones go.
  template <executor E>
  std::vector<id> levels(E const& exec, std::vector<id> const& level_begin) const {
    auto const whole = clone(exec, level_begin);
    work_array<id, S> begin(exec, *memory_, level_begin.size());
    for_each_n(exec, begin.size(), lower_bound_op<S>{position_.read(), whole.view(), begin.view()});
    std::vector<id> result = to_vector(exec, begin.read());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  active_view<S> view() const noexcept {
    auto const first = [](auto const& array, std::size_t n) { return array.read().subspan(0, n); };
    std::size_t const rows = active_ + groups_;
    return {first(found_, active_),      number_.read(),
            first(begin_, rows),         first(end_, rows),
            first(edge_, edges_),        first(tail_, edges_),
            first(head_, edges_),        first(detour_, edges_),
            first(edge_excess_, edges_), first(group_choice_, groups_),
            first(group_next_, groups_)};
  }

 private:
  void clear_edges() {
    for (auto* ids : {&edge_, &tail_, &head_}) *ids = {};
    for (auto* costs : {&detour_, &edge_excess_}) *costs = {};
    for (auto* ids : {&group_choice_, &group_next_}) *ids = {};
    edges_ = groups_ = 0;
  }

  work_memory* memory_;
  excess_of<S> excess_;
  std::size_t active_ = 0, edges_ = 0, groups_ = 0;
  work_array<id, S> found_, number_, position_, begin_, end_, edge_, tail_, head_, group_choice_, group_next_;
  work_array<femtoseconds, S> detour_, edge_excess_;
};

template <executor E>
std::size_t last_of(E const& exec, work_array<id, E::space> const& begin) {
  return static_cast<std::size_t>(to_vector(exec, begin.read().subspan(begin.size() - 1, 1))[0]);
}

/// Collects what can matter within `range`. `order`: numbers follow it; where it is empty, they follow ids.
template <executor E>
void collect_active(E const& exec, active_set<E::space>& set, femtoseconds range, active_edges which,
                    span<id const, E::space> order) {
  constexpr memory_space S = E::space;
  work_memory& memory = set.memory();
  excess_of<S> const excess = set.excess();
  std::size_t const active =
      select(exec, set.found().size(), is_active_op<S>{excess, order, range}, set.found());
  auto const vertices = set.make_vertices(exec, active, !order.empty());
  span<id, S> const vertex = set.found().subspan(0, active);
  for_each_n(exec, active, number_active_op<S>{order, vertex, set.number(), vertices.position});
  work_array<id, S> piece_begin(exec, memory, active + 1);
  {
    work_array<id, S> pieces(exec, memory, active);
    for_each_n(exec, active, count_pieces_op<S>{excess.problem.graph, vertex, pieces.view()});
    exclusive_scan(exec, pieces.read(), piece_begin.view());
  }
  active_piece<S> const piece{excess, vertex, piece_begin.read(), range, which};
  std::size_t const pieces = last_of(exec, piece_begin);
  work_array<id, S> edge_begin(exec, memory, pieces + 1);
  {
    work_array<id, S> count(exec, memory, pieces);
    for_each_n(exec, pieces, count_active_op<S>{piece, count.view()});
    exclusive_scan(exec, count.read(), edge_begin.view());
  }
  for_each_n(exec, active,
             begin_active_op<S>{piece_begin.read(), edge_begin.read(), vertices.begin, vertices.end});
  auto const edges = set.make_edges(exec, last_of(exec, edge_begin));
  for_each_n(exec, pieces,
             fill_active_op<S>{piece, set.number(), edge_begin.read(), edges.edge, edges.tail, edges.head,
                               edges.detour, edges.excess});
}

/// Collects the sidetracks within `range`, perhaps about `expected`.
template <executor E>
void collect_sidetracks(E const& exec, active_set<E::space>& set, femtoseconds range,
                        std::size_t /*expected*/) {
  collect_active(exec, set, range, active_edges::sidetracks, span<id const, E::space>{});
}

}  // namespace gsta::detail
