#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/active.hpp"

/// Wide rows of active sidetracks as trees. Whatever comes by a row looks at all of it, so that two rows in
/// sequence cost the product of their widths. In a tree it looks at a few groups, and at what is in a group
/// only where it takes that one.
///
/// A group is a vertex of its own: what leads there is the first of its best sidetracks, by which the forest
/// goes on from it, and the others leave it at what they cost more. So a path that takes one of these has
/// both, of which the first is replaced. Groups are of neighbours on one side of the forest's choice, and of
/// neighbouring groups in turn: the order of ways is that of the row.
namespace gsta::detail {

template <memory_space S>
struct is_wide_op {
  active_view<S> active;
  id source, widest;  // nothing but the best path comes by the source's row
  GSTA_HD bool operator()(std::size_t a) const noexcept {
    return active.end[a] - active.begin[a] > widest && active.vertex[a] != source;
  }
};

/// Both sides of each wide row, as stretches of its sidetracks.
template <memory_space S>
struct split_sidetracks_op {
  search_problem<S> problem;
  active_view<S> active;
  span<id const, S> wide, first_of_row;
  span<id, S> first, size;  // [2 rows]
  GSTA_HD void operator()(std::size_t r) const noexcept {
    id const a = wide[r], begin = active.begin[a], end = active.end[a];
    id const middle = lower_bound(active.edge, begin, end, active.choice(problem, a));
    first[2 * r] = first_of_row[r];
    size[2 * r] = middle - begin;
    first[2 * r + 1] = first_of_row[r] + middle - begin;
    size[2 * r + 1] = end - middle;
  }
};
template <memory_space S>
struct row_width_op {
  active_view<S> active;
  span<id const, S> wide;
  span<id, S> width;
  GSTA_HD void operator()(std::size_t r) const noexcept {
    width[r] = active.end[wide[r]] - active.begin[wide[r]];
  }
};
/// The sidetracks of all wide rows, one after the other.
template <memory_space S>
struct list_row_op {
  active_view<S> active;
  span<id const, S> wide, first_of_row;
  span<id, S> item;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const r = row_of(first_of_row, static_cast<id>(i));
    item[i] = active.begin[wide[r]] + static_cast<id>(i) - first_of_row[r];
  }
};

template <memory_space S>
struct count_groups_op {
  id most;
  span<id const, S> size;
  span<id, S> groups;
  GSTA_HD void operator()(std::size_t side) const noexcept {
    groups[side] = size[side] > most ? (size[side] - 1) / most + 1 : 0;
  }
};

/// Makes a group: its best goes on to the next round, the others leave the group.
template <memory_space S>
struct make_group_op {
  grown_trees<S> trees;
  id vertices, groups_before;  // real vertices; groups of the rounds before
  span<id const, S> item, first, size, begin;
  span<id, S> best;

  GSTA_HD void operator()(std::size_t j) const noexcept {
    id const side = row_of(begin, static_cast<id>(j)), groups = begin[side + 1] - begin[side];
    auto const within = [&](std::int64_t group) {
      return first[side] + static_cast<id>(group * size[side] / groups);
    };
    std::int64_t const at = static_cast<id>(j) - begin[side];
    id const from = within(at), to = within(at + 1), group = groups_before + static_cast<id>(j);
    id least = item[from];
    for (id i = from + 1; i < to; ++i) {
      if (trees.detour[item[i]] < trees.detour[least]) least = item[i];
    }
    for (id i = from; i < to; ++i) {
      id const k = item[i];
      if (k == least) continue;
      trees.tail[k] = vertices + group;
      trees.detour[k] -= trees.detour[least];
    }
    trees.choice[group] = trees.edge[least];
    trees.next[group] = trees.head[least];
    trees.head[least] = vertices + group;
    best[j] = least;
  }
};

/// The sidetracks of a wide row by where they leave now: first the row's own, then those of its groups.
template <memory_space S>
struct tail_key_op {
  span<id const, S> first_of_row, item, tail;
  id vertices;
  span<std::uint64_t, S> key;
  span<id, S> from;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const row = static_cast<std::uint64_t>(row_of(first_of_row, static_cast<id>(i)));
    id const group = tail[item[i]] - vertices;
    key[i] = row << 32 | static_cast<std::uint64_t>(group < 0 ? 0 : group + 1);
    from[i] = item[i];
  }
};
/// Where the row of each vertex and group of a wide row lies.
template <memory_space S>
struct tree_rows_op {
  span<std::uint64_t const, S> key;
  span<id const, S> item, from, tail;
  span<id, S> begin, end;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const a = tail[from[i]];
    if (i == 0 || key[i - 1] != key[i]) begin[a] = item[i];
    if (i + 1 == key.size() || key[i + 1] != key[i]) end[a] = item[i] + 1;
  }
};

/// Puts the sidetracks of wide rows in the order of `from`.
template <executor E, class T>
void permute_items(E const& exec, work_memory& memory, span<id const, E::space> item,
                   span<id const, E::space> from, span<T, E::space> values) {
  constexpr memory_space S = E::space;
  work_array<T, S> moved(exec, memory, item.size());
  for_each_n(exec, item.size(), gather_op<T, S>{from, values, moved.view()});
  for_each_n(exec, item.size(), scatter_values_op<T, S>{item, moved.read(), values});
}

/// Makes trees of the rows with more sidetracks than `shape.widest`, but for the source's.
///
/// Shapes: a set as `collect_sidetracks` leaves it. Cost: one look at each active vertex; a sort of the
/// sidetracks in wide rows, and a step a level of their trees. Where: the executor; waits. Throws:
/// argument_error where memory is short.
template <executor E>
void make_row_trees(E const& exec, active_set<E::space>& set, tree_shape shape) {
  constexpr memory_space S = E::space;
  work_memory& memory = set.memory();
  search_problem<S> const& problem = set.excess().problem;
  active_view<S> const active = set.view();
  auto const vertices = static_cast<id>(active.vertex.size());
  work_array<id, S> wide(exec, memory, active.vertex.size());
  std::size_t const rows =
      select(exec, wide.size(), is_wide_op<S>{active, problem.graph.source(), shape.widest}, wide.view());
  if (rows == 0) return;
  auto const wide_rows = wide.read().subspan(0, rows);
  work_array<id, S> first_of_row(exec, memory, rows + 1), first(exec, memory, 2 * rows),
      size(exec, memory, 2 * rows), groups(exec, memory, 2 * rows), group_begin(exec, memory, 2 * rows + 1);
  {
    work_array<id, S> width(exec, memory, rows);
    for_each_n(exec, rows, row_width_op<S>{active, wide_rows, width.view()});
    exclusive_scan(exec, width.read(), first_of_row.view());
  }
  for_each_n(
      exec, rows,
      split_sidetracks_op<S>{problem, active, wide_rows, first_of_row.read(), first.view(), size.view()});
  std::size_t const items = last_of(exec, first_of_row);
  work_array<id, S> item(exec, memory, items), from(exec, memory, items);
  for_each_n(exec, items, list_row_op<S>{active, wide_rows, first_of_row.read(), item.view()});

  // Of more than `group` in a row, each has at least half as many.
  std::size_t const fewest = static_cast<std::size_t>(shape.group + 1) / 2;
  grown_trees<S> const trees = set.grow_trees(exec, 2 * items / fewest + 1);
  work_array<id, S> best;
  span<id const, S> of_round = item.read();
  std::size_t made = 0;
  for (;;) {
    for_each_n(exec, 2 * rows, count_groups_op<S>{shape.group, size.read(), groups.view()});
    exclusive_scan(exec, groups.read(), group_begin.view());
    std::size_t const more = last_of(exec, group_begin);
    if (more == 0) break;
    work_array<id, S> next(exec, memory, more);
    for_each_n(exec, more,
               make_group_op<S>{trees, vertices, static_cast<id>(made), of_round, first.read(), size.read(),
                                group_begin.read(), next.view()});
    best = std::move(next);
    of_round = best.read();
    made += more;
    copy(exec, group_begin.read().subspan(0, 2 * rows), first.view());
    copy(exec, groups.read(), size.view());
  }

  work_array<std::uint64_t, S> key(exec, memory, items);
  for_each_n(exec, items,
             tail_key_op<S>{first_of_row.read(), item.read(), trees.tail, vertices, key.view(), from.view()});
  sort_by_key(exec, key.view(), from.view(), 32 + static_cast<int>(std::bit_width(rows)));
  auto const rows_of = set.add_groups(exec, made);
  for_each_n(exec, items,
             tree_rows_op<S>{key.read(), item.read(), from.read(), trees.tail, rows_of.begin, rows_of.end});
  permute_items(exec, memory, item.read(), from.read(), trees.edge);
  permute_items(exec, memory, item.read(), from.read(), trees.tail);
  permute_items(exec, memory, item.read(), from.read(), trees.head);
  permute_items(exec, memory, item.read(), from.read(), trees.detour);
  permute_items(exec, memory, item.read(), from.read(), set.excesses());
}

}  // namespace gsta::detail
