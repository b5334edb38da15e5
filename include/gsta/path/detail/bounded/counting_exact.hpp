#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/counting.hpp"

namespace gsta::detail {

/// Paths by the edges of wide rows, added up piece by piece, so that whoever looks for one of them passes
/// over pieces at once. None where memory is short.
template <memory_space S>
struct wide_rows_view {
  span<id const, S> number;          ///< [active] of the wide rows; none: it is not wide; empty: none is
  span<id const, S> piece_begin;     ///< [wide rows + 1]
  span<path_count const, S> before;  ///< [pieces * buckets] paths by the pieces of the row before this one
  id piece = 1;                      ///< edges in one

  GSTA_HD bool holds(id a) const noexcept { return !number.empty() && number[a] != none; }
};

/// The paths on from each active vertex by exact excess: `path_counts[v * buckets + b]` of them are b units
/// dearer than the best from there. Edges are the active ones, the forest's among them, in the order of their
/// rows.
template <memory_space S>
struct exact_counts_view {
  active_view<S> active;
  span<id const, S> shift;  ///< [edges] detour in units
  span<id const, S> side;   ///< [edges] position in `search_graph_view::to`; none: the forest's choice
  span<path_count const, S> path_counts;  ///< [active * buckets]
  std::size_t buckets;
  wide_rows_view<S> wide{};

  /// The first and the last of the order.
  GSTA_HD id source() const noexcept { return 0; }
  GSTA_HD id sink() const noexcept { return static_cast<id>(active.vertex.size()) - 1; }
  /// Paths that go on by an edge.
  GSTA_HD path_count through(id edge, id budget) const noexcept {
    id const left = budget - shift[edge];
    return left < 0 ? 0
                    : path_counts[static_cast<std::size_t>(active.head[edge]) * buckets +
                                  static_cast<std::size_t>(left)];
  }
  /// Where to look for the path of number `left` out of `a` that has this budget: what stands before is
  /// passed.
  GSTA_HD id first_edge(id a, id budget, path_count& left) const noexcept {
    if (!wide.holds(a)) return active.begin[a];
    id const row = wide.number[a], first = wide.piece_begin[row];
    auto const before = [&](id piece) {
      return wide.before[static_cast<std::size_t>(piece) * buckets + static_cast<std::size_t>(budget)];
    };
    id const piece =
        first_passing(first + 1, wide.piece_begin[row + 1], [&](id p) { return before(p) > left; }) - 1;
    left -= before(piece);
    return active.begin[a] + (piece - first) * wide.piece;
  }
};

/// Paths on from the vertices of a level, whose heads are done. The sink is the last active vertex of all.
template <memory_space S>
struct count_exactly_op {
  exact_counts_view<S> counts;
  id first;
  span<path_count, S> path_counts;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const a = first + static_cast<id>(i / counts.buckets), b = static_cast<id>(i % counts.buckets);
    path_count sum = b == 0 && a == counts.sink() ? 1 : 0;
    for (id k = counts.active.begin[a]; k < counts.active.end[a]; ++k)
      sum = add_paths(sum, counts.through(k, b));
    path_counts[static_cast<std::size_t>(first) * counts.buckets + i] = sum;
  }
};

template <memory_space S>
struct unit_edge_op {
  search_problem<S> problem;
  active_view<S> active;
  femtoseconds unit;  // 0: cost does not matter
  span<id, S> shift, side;
  GSTA_HD void operator()(std::size_t k) const noexcept {
    id const e = active.edge[k];
    shift[k] = unit == 0 ? 0 : static_cast<id>(active.detour[k] / unit);
    side[k] = e == problem.costs.choice[active.vertex[active.tail[k]]] ? none : e;
  }
};

struct common_divisor {
  GSTA_HD femtoseconds operator()(femtoseconds a, femtoseconds b) const noexcept {
    while (b != 0) {
      femtoseconds const rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
};

/// The unit of all active detours; 0 where there are none but zeros.
template <executor E>
femtoseconds unit_of(E const& exec, active_view<E::space> const& active) {
  return reduce(exec, active.size(), value_term<femtoseconds, femtoseconds, E::space>{active.detour},
                femtoseconds{0}, common_divisor{});
}

/// Counts level by level from the sink. `levels`: of the active vertices.
template <executor E>
void count_exactly(E const& exec, exact_counts_view<E::space> const& counts, std::vector<id> const& levels,
                   span<path_count, E::space> path_counts) {
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    auto const vertices = static_cast<std::size_t>(levels[l + 1] - levels[l]);
    for_each_n(exec, vertices * counts.buckets, count_exactly_op<E::space>{counts, levels[l], path_counts});
  }
}

template <memory_space S>
struct is_wide_row_op {
  active_view<S> active;
  id widest;
  GSTA_HD bool operator()(std::size_t a) const noexcept { return active.end[a] - active.begin[a] > widest; }
};
template <memory_space S>
struct row_pieces_op {
  active_view<S> active;
  span<id const, S> row;
  id piece;
  span<id, S> pieces;
  GSTA_HD void operator()(std::size_t r) const noexcept {
    pieces[r] = (active.end[row[r]] - active.begin[row[r]] - 1) / piece + 1;
  }
};
/// Paths by the edges of each piece, then by those of the pieces before it.
template <memory_space S>
struct count_piece_op {
  exact_counts_view<S> counts;
  span<id const, S> row, piece_begin;
  id piece;
  span<path_count, S> path_counts;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const p = static_cast<id>(i / counts.buckets), b = static_cast<id>(i % counts.buckets);
    id const r = row_of(piece_begin, p), end = counts.active.end[row[r]];
    id const first = counts.active.begin[row[r]] + (p - piece_begin[r]) * piece;
    path_count sum = 0;
    for (id k = first; k < (end - first < piece ? end : first + piece); ++k)
      sum = add_paths(sum, counts.through(k, b));
    path_counts[i] = sum;
  }
};
template <memory_space S>
struct add_up_pieces_op {
  span<id const, S> piece_begin;
  std::size_t buckets;
  span<path_count, S> path_counts;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const r = i / buckets, b = i % buckets;
    path_count before = 0;
    for (id p = piece_begin[r]; p < piece_begin[r + 1]; ++p) {
      path_count& here = path_counts[static_cast<std::size_t>(p) * buckets + b];
      path_count const own = here;
      here = before;
      before = add_paths(before, own);
    }
  }
};

/// Paths counted by exact cost.
template <memory_space S>
class exact_counting {
 public:
  /// `active`: all edges, collected in topological order, and its `levels`. `unit` 0: one count for all
  /// costs. `shape`: which rows are wide, and of what pieces.
  template <executor E>
  exact_counting(E const& exec, search_problem<S> const& problem, active_view<S> const& active,
                 std::vector<id> const& levels, femtoseconds unit, std::size_t buckets, tree_shape shape,
                 work_memory& memory)
      : shift_(exec, memory, active.size()),
        side_(exec, memory, active.size()),
        path_counts_(exec, memory, active.vertex.size() * buckets),
        view_{active, shift_.read(), side_.read(), path_counts_.read(), buckets} {
    for_each_n(exec, active.size(), unit_edge_op<S>{problem, active, unit, shift_.view(), side_.view()});
    count_exactly(exec, view_, levels, path_counts_.view());
    add_up_wide_rows(exec, shape, memory);
  }

  exact_counts_view<S> const& view() const noexcept { return view_; }

  /// Paths from the source, by cost.
  template <executor E>
  std::vector<path_count> of_source(E const& exec) const {
    return to_vector(exec, path_counts_.read().subspan(0, view_.buckets));
  }

 private:
  template <executor E>
  void add_up_wide_rows(E const& exec, tree_shape shape, work_memory& memory) {
    active_view<S> const& active = view_.active;
    work_array<id, S> row(exec, memory, active.vertex.size());
    std::size_t const rows = select(
        exec, row.size(), is_wide_row_op<S>{active, std::min(shape.widest, 2 * shape.group)}, row.view());
    if (rows == 0) return;
    span<id const, S> const wide = row.read().subspan(0, rows);
    work_array<id, S> begin(exec, memory, rows + 1);
    {
      work_array<id, S> pieces(exec, memory, rows);
      for_each_n(exec, rows, row_pieces_op<S>{active, wide, shape.group, pieces.view()});
      exclusive_scan(exec, pieces.read(), begin.view());
    }
    std::size_t const counts = last_of(exec, begin) * view_.buckets;
    if (!memory.fits(counts * sizeof(path_count) + row.size() * sizeof(id))) return;
    before_ = work_array<path_count, S>(exec, memory, counts);
    for_each_n(exec, counts, count_piece_op<S>{view_, wide, begin.read(), shape.group, before_.view()});
    for_each_n(exec, rows * view_.buckets, add_up_pieces_op<S>{begin.read(), view_.buckets, before_.view()});
    number_ = work_array<id, S>(exec, memory, row.size());
    fill(exec, number_.view(), none);
    for_each_n(exec, rows, invert_op<S>{wide, number_.view()});
    piece_begin_ = std::move(begin);
    view_.wide = {number_.read(), piece_begin_.read(), before_.read(), shape.group};
  }

  work_array<id, S> shift_, side_, number_, piece_begin_;
  work_array<path_count, S> path_counts_, before_;
  exact_counts_view<S> view_;
};

}  // namespace gsta::detail
