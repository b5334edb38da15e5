#pragma once

#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/slack/detail/items.hpp"

namespace gsta {

/// The backward pass cut: the arcs out of every kept vertex, packed into tiles, last level
/// first.
template <memory_space S>
struct backward_cut {
  packed_tiles<backward_record, S> tiles;
  buffer<id, S> several_checks;  ///< leaves with several checks of one side
  buffer<std::uint8_t, S>
      is_sole;             ///< [checks] 1: the only one of its side at its leaf, whose required time it is
  buffer<id, S> leaf;      ///< vertices that nothing follows
  buffer<id, S> rank;      ///< [vertices] where a kept vertex's value stands; -2 - i for an inlined sink ///<
                           ///< whose required time the sweep leaves at slot i; none for a leaf
  std::size_t values = 0;  ///< kept vertices, and parts of those with many sinks
};

namespace detail {
template <memory_space S>
struct has_role {
  span<backward_role const, S> role;
  backward_role wanted;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return role[v] == wanted; }
};

/// Counts a vertex's checks of one side.
template <memory_space S>
GSTA_HD int checks_of_side(timing_checks_view<S> const& checks, id v, bool late) noexcept {
  int count = 0;
  for (id k = checks.data_begin[v]; k < checks.data_begin[v + 1]; ++k)
    count += is_late(checks.check[checks.checks_of_data[k]].kind) == late ? 1 : 0;
  return count;
}

template <memory_space S>
struct is_sole_op {
  timing_checks_view<S> checks;
  span<backward_role const, S> role;
  span<std::uint8_t, S> sole;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    timing_check const& check = checks.check[i];
    bool const alone = checks_of_side(checks, check.data, is_late(check.kind)) == 1;
    sole[i] = alone && role[check.data] == backward_role::leaf ? 1 : 0;
  }
};

template <memory_space S>
struct has_several_checks {
  timing_checks_view<S> checks;
  span<backward_role const, S> role;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    return role[v] == backward_role::leaf &&
           (checks_of_side(checks, v, false) > 1 || checks_of_side(checks, v, true) > 1);
  }
};

template <memory_space S>
struct fanout_width {
  timing_graph_view<S> graph;
  span<backward_role const, S> role;
  bool wide;
  GSTA_HD bool operator()(id v) const noexcept {
    return role[v] == backward_role::value &&
           (graph.fanout_begin[v + 1] - graph.fanout_begin[v] > part_width) == wide;
  }
};

/// Items of vertices that need no splitting, and their keys.
template <memory_space S>
struct whole_item_op {
  timing_graph_view<S> graph;
  span<id const, S> vertex, level_begin;  // [items], [levels + 1] items
  span<backward_item, S> item;
  span<id, S> key, number;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    item[i] = {v, graph.fanout_begin[v], graph.fanout_begin[v + 1], false};
    number[i] = static_cast<id>(i);
    key[i] = level_from_last(level_begin, i) * depths_of_level;
  }
};

/// The others, and how many items they make.
template <memory_space S>
struct wide_vertex_op {
  timing_graph_view<S> graph;
  span<id const, S> vertex, level_begin;
  span<wide_vertex, S> wide;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    wide[i] = {v, graph.fanout_begin[v], graph.fanout_begin[v + 1], level_from_last(level_begin, i)};
    count[i] = wide[i].items();
  }
};

template <memory_space S>
struct rank_items_op {
  span<backward_item const, S> from;
  span<id const, S> number;  // which item stands here
  id parts_from;             // items from here on may be referred to as parts
  span<backward_item, S> item;
  span<id, S> value_of, part_value;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const which = number[i];
    item[i] = from[which];
    if (item[i].vertex != none) value_of[item[i].vertex] = static_cast<id>(i);
    if (which >= parts_from) part_value[which - parts_from] = static_cast<id>(i);
  }
};

/// The wide vertices of `chosen`, and where the items of each begin.
template <memory_space S>
struct wide_vertices {
  buffer<wide_vertex, S> vertex;
  buffer<id, S> begin;
  std::size_t items = 0;
};
template <executor E>
wide_vertices<E::space> list_wide(E const& exec, timing_graph_view<E::space> const& graph,
                                  chosen_vertices<E::space> const& chosen) {
  constexpr memory_space S = E::space;
  std::size_t const n = chosen.vertex.size();
  wide_vertices<S> wide{{exec, n}, {exec, n + 1}};
  if (n == 0) return wide;
  buffer<id, S> const level_begin = clone(exec, chosen.level_begin);
  buffer<id, S> count(exec, n);
  for_each_n(
      exec, n,
      wide_vertex_op<S>{graph, chosen.vertex.view(), level_begin.view(), wide.vertex.view(), count.view()});
  exclusive_scan(exec, std::as_const(count).view(), wide.begin.view());
  wide.items = static_cast<std::size_t>(to_vector(exec, std::as_const(wide.begin).view().subspan(n, 1))[0]);
  return wide;
}

template <memory_space S>
struct ordered_items {
  buffer<backward_item, S> item;
  buffer<id, S> value_of, part_value;
  std::vector<id> level_begin;
};

/// All items in backward order: by level from the last, parts in front of what is made of them.
template <executor E>
ordered_items<E::space> order_items(E const& exec, timing_graph_view<E::space> const& graph,
                                    levels<E::space> const& order, span<backward_role const, E::space> role) {
  constexpr memory_space S = E::space;
  auto const whole = choose(exec, order, fanout_width<S>{graph, role, false});
  auto const wide = list_wide(exec, graph, choose(exec, order, fanout_width<S>{graph, role, true}));
  std::size_t const narrow = whole.vertex.size(), parts = wide.items, n = narrow + parts;
  buffer<backward_item, S> item(exec, n);
  buffer<id, S> key(exec, n), number(exec, n);
  buffer<id, S> const level_begin = clone(exec, whole.level_begin);
  for_each_n(exec, narrow,
             whole_item_op<S>{graph, whole.vertex.view(), level_begin.view(), item.view(), key.view(),
                              number.view()});
  for_each_n(exec, parts, iota_op<S>{number.view().subspan(narrow, parts), static_cast<id>(narrow)});
  for_each_n(exec, parts,
             split_wide_op<S>{wide.vertex.view(), wide.begin.view(), item.view().subspan(narrow, parts),
                              key.view().subspan(narrow, parts)});
  sort_by_key(exec, key.view(), number.view());
  ordered_items<S> result{{exec, n}, {exec, role.size()}, {exec, parts}, {}};
  fill(exec, result.value_of.view(), none);
  for_each_n(exec, n,
             rank_items_op<S>{item.view(), number.view(), static_cast<id>(narrow), result.item.view(),
                              result.value_of.view(), result.part_value.view()});
  result.level_begin = begin_of_keys(exec, key.view(), order.count() * depths_of_level);
  return result;
}
}  // namespace detail

/// Cuts the backward pass over pins or nodes. `through_checks`: captured checks bound their clock
/// nodes (`capture_required::from_data_slack`).
///
/// Shapes: order covers all vertices, inlined [vertices] as `find_inlined` says, arc_slot [cell arcs] where
/// the forward pass leaves their delays (empty: by arc). Cost: O(vertices + arcs), 32 bytes an arc of the
/// cut. Where: the executor; waits. Throws: what allocation throws.
template <executor E>
backward_cut<E::space> make_backward_cut(E const& exec, cut_problem<E::space> const& problem,
                                         levels<E::space> const& order,
                                         view_for<E, std::uint8_t const> inlined,
                                         timing_checks_view<E::space> const& checks, bool through_checks,
                                         view_for<E, id const> arc_slot = {}) {
  constexpr memory_space S = E::space;
  using detail::backward_role;
  std::size_t const n = problem.graph.vertex_count();
  detail::vertex_checks<S> const own{checks, through_checks};
  buffer<id, S> references(exec, n);
  buffer<backward_role, S> role(exec, n);
  fill(exec, references.view(), 0);
  for_each_n(exec, n, detail::count_references_op<S>{problem, references.view()});
  for_each_n(exec, n, detail::backward_role_op<S>{problem, own, inlined, references.view(), role.view()});
  span<backward_role const, S> const roles = std::as_const(role).view();
  auto ordered = detail::order_items(exec, problem.graph, order, roles);
  backward_cut<S> cut;
  cut.values = ordered.item.size();
  cut.rank = std::move(ordered.value_of);
  // Packing also enters where sinks go, so it writes a copy of the slots that it reads.
  buffer<id, S> const value_of = clone(exec, std::as_const(cut.rank).view());
  cut.tiles = pack_tiles(exec,
                         detail::backward_items<S>{problem, own, roles, ordered.item.view(), value_of.view(),
                                                   ordered.part_value.view(), cut.rank.view(), arc_slot},
                         ordered.level_begin);
  buffer<id, S> leaves(exec, n);
  std::size_t const count = select(exec, n, detail::has_role<S>{roles, backward_role::leaf}, leaves.view());
  cut.leaf = clone(exec, std::as_const(leaves).view().subspan(0, count));
  std::size_t const several_checks =
      select(exec, n, detail::has_several_checks<S>{checks, roles}, leaves.view());
  cut.several_checks = clone(exec, std::as_const(leaves).view().subspan(0, several_checks));
  cut.is_sole = buffer<std::uint8_t, S>(exec, checks.check.size());
  for_each_n(exec, checks.check.size(), detail::is_sole_op<S>{checks, roles, cut.is_sole.view()});
  return cut;
}

}  // namespace gsta
