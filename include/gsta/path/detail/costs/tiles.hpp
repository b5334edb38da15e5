#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsta/core/algorithm.hpp"

namespace gsta::detail {

inline constexpr id cost_block = 256;       ///< threads that take an item together
inline constexpr id most_row_edges = 1024;  ///< longer rows are cut
inline constexpr id piece_edges = 1024;     ///< that a long row is cut into

/// What a block pulls at a time: vertices [first, end) of the order whose rows are not long, or, where
/// `vertex` is not none, edges [first, end) of that vertex's long row.
struct cost_item {
  id first, end, vertex, row;
};

/// Items of one direction in the order in which they can be done.
template <memory_space S>
struct cost_items_view {
  span<cost_item const, S> item;
  span<id const, S> row_pieces;  ///< [long rows + 1] begins of the partial results of each long row

  std::size_t long_rows() const noexcept { return row_pieces.size() - 1; }

  template <memory_space D, class F>
  cost_items_view<D> map(F f) const {
    return {f(item), f(row_pieces)};
  }
};

template <memory_space S>
struct cost_items {
  owned<cost_items_view, S> arrays;
  std::vector<id> level_begin{0};  ///< [levels + 1] into item; levels in the direction's order
  std::size_t pieces = 0;
};

/// Which way costs are pulled: along levels or against them.
enum class pull_direction : std::uint8_t { prefix, suffix };

/// A long row on the host: where its vertex stands, and its edges.
struct long_row_of {
  id position, vertex, begin, end;
};

template <memory_space S>
struct is_long_row_op {
  span<id const, S> order, begin;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    return begin[order[i] + 1] - begin[order[i]] > most_row_edges;
  }
};

template <memory_space S>
struct long_row_op {
  span<id const, S> order, begin, position;
  span<long_row_of, S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = order[position[i]];
    out[i] = {position[i], v, begin[v], begin[v + 1]};
  }
};

template <executor E>
std::vector<long_row_of> find_long_rows(E const& exec, view_for<E, id const> order,
                                        view_for<E, id const> begin) {
  constexpr memory_space S = E::space;
  buffer<id, S> position(exec, order.size());
  std::size_t const count = select(exec, order.size(), is_long_row_op<S>{order, begin}, position.view());
  buffer<long_row_of, S> rows(exec, count);
  for_each_n(exec, count, long_row_op<S>{order, begin, position.view().subspan(0, count), rows.view()});
  return to_vector(exec, rows.view());
}

/// Lists items level by level. Long rows come first in a level: they take longest.
class item_list {
 public:
  std::vector<cost_item> items;
  std::vector<id> row_pieces{0};

  void add_long_row(long_row_of const& row) {
    id const number = static_cast<id>(row_pieces.size()) - 1;
    for (id first = row.begin; first < row.end; first += piece_edges)
      items.push_back({first, std::min(row.end, first + piece_edges), row.vertex, number});
    row_pieces.push_back(row_pieces.back() + (row.end - row.begin + piece_edges - 1) / piece_edges);
  }
  void add_vertices(id first, id end, id vertices_an_item) {
    for (; first < end; first += vertices_an_item)
      items.push_back({first, std::min(end, first + vertices_an_item), none, none});
  }
};

/// Items of one direction over the rows `begin`, `lanes` threads a vertex.
template <executor E>
cost_items<E::space> list_cost_items(E const& exec, view_for<E, id const> order, view_for<E, id const> begin,
                                     std::vector<id> const& level_begin, pull_direction direction,
                                     int lanes) {
  std::vector<long_row_of> const rows = find_long_rows<E>(exec, order, begin);
  auto const before = [](long_row_of const& row, id position) { return row.position < position; };
  std::size_t const levels = level_begin.size() - 1;
  cost_items<E::space> result;
  item_list list;
  for (std::size_t step = 0; step < levels; ++step) {
    std::size_t const l = direction == pull_direction::prefix ? step : levels - 1 - step;
    auto row = std::lower_bound(rows.begin(), rows.end(), level_begin[l], before);
    for (; row != rows.end() && row->position < level_begin[l + 1]; ++row) list.add_long_row(*row);
    list.add_vertices(level_begin[l], level_begin[l + 1], cost_block / lanes);
    result.level_begin.push_back(static_cast<id>(list.items.size()));
  }
  result.pieces = static_cast<std::size_t>(list.row_pieces.back());
  result.arrays.view.item = result.arrays.keep(clone(exec, list.items));
  result.arrays.view.row_pieces = result.arrays.keep(clone(exec, list.row_pieces));
  return result;
}

/// What a backend makes of a graph's shape for its own way of pulling costs. On the host: nothing.
template <memory_space S>
struct cost_tiles {};

template <>
struct cost_tiles<memory_space::device> {
  cost_items<memory_space::device> prefix, suffix;
  int lanes = 1;  ///< threads a row, in both directions
};

/// Whether prefixes had better be left to the search, which needs few of them: where rows are long, and
/// levels have so many edges that going through all of these takes longer than a walk near the best path.
/// Measured at a degree of 40 with 280,000 to 363,000 edges a level, and to the contrary at 9 with 460,000.
/// The bounds are estimates.
inline bool prefixes_are_dear(std::size_t vertices, std::size_t edges, std::size_t levels) {
  return edges > 20 * vertices && edges > 131072 * levels;
}

/// Threads a row for a graph whose rows have `edges / vertices` edges in the mean: measured, at degrees of 2
/// and 40; fewer where suffixes have the device to themselves.
inline int lanes_of_rows(std::size_t vertices, std::size_t edges, std::size_t levels) {
  int const most = prefixes_are_dear(vertices, edges, levels) ? 8 : 16;
  int lanes = 1;
  while (lanes < most && edges > 5 * vertices * static_cast<std::size_t>(lanes)) lanes *= 2;
  return lanes;
}

/// The best way of a piece of a long row.
struct cost_partial {
  std::int64_t cost;
  id edge;
  id unused;
};

/// Memory of one run beside its results. On the host: none.
template <memory_space S>
struct cost_scratch {
  template <executor E>
  cost_scratch(E const&, cost_tiles<S> const&) {}
};

template <>
struct cost_scratch<memory_space::device> {
  buffer<cost_partial, memory_space::device> prefix, suffix;        ///< [pieces]
  buffer<id, memory_space::device> prefix_arrived, suffix_arrived;  ///< [long rows] pieces that are done

  template <executor E>
  cost_scratch(E const& exec, cost_tiles<memory_space::device> const& tiles)
      : prefix(exec, tiles.prefix.pieces),
        suffix(exec, tiles.suffix.pieces),
        prefix_arrived(exec, tiles.prefix.arrays.view.long_rows()),
        suffix_arrived(exec, tiles.suffix.arrays.view.long_rows()) {}
};

}  // namespace gsta::detail
