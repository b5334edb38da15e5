#pragma once

#include <utility>
#include <vector>

#include "gsta/adjoint/detail/items.hpp"
#include "gsta/adjoint/state.hpp"
#include "gsta/core/search.hpp"

namespace gsta {

/// An adjoint over pins or nodes cut: the arcs out of every kept vertex, packed into tiles, last
/// level first. A vertex with more than eight arcs behind it is cut into its arcs, whose terms are then added
/// up in `ordered_sum`'s order by a warp.
template <memory_space S>
struct adjoint_cut {
  packed_tiles<adjoint_record, S> tiles;
  buffer<id, S> rank;  ///< [vertices] where a kept vertex's gradient stands; -2 - i for an inlined sink ///<
                       ///< whose gradient the sweep leaves at slot i; none for a leaf
  std::size_t values = 0;  ///< kept vertices, and terms of those with many arcs
};

namespace detail {
/// Levels of vertices, counted from the last.
template <memory_space S>
struct level_from_last_op {
  span<id const, S> order, begin;  // [vertices], [levels + 1]
  span<id, S> level;
  GSTA_HD void operator()(std::size_t i) const noexcept { level[order[i]] = level_from_last(begin, i); }
};

template <memory_space S>
struct ordered_adjoint_items {
  buffer<adjoint_item, S> item;
  buffer<id, S> value_of, first_term;
  std::vector<id> level_begin;
};

/// All items in the order of the sweep.
template <executor E>
ordered_adjoint_items<E::space> order_adjoint_items(E const& exec, adjoint_graph<E::space> const& of,
                                                    levels<E::space> const& order,
                                                    view_for<E, id const> items_of) {
  constexpr memory_space S = E::space;
  std::size_t const vertices = items_of.size();
  buffer<id, S> begin(exec, vertices + 1), level(exec, vertices);
  exclusive_scan(exec, items_of, begin.view());
  auto const n = static_cast<std::size_t>(to_vector(exec, begin.view().subspan(vertices, 1))[0]);
  buffer<id, S> const level_begin = clone(exec, order.begin);
  for_each_n(exec, vertices,
             level_from_last_op<S>{order.order.view.vertex, level_begin.view(), level.view()});
  buffer<adjoint_item, S> item(exec, n);
  buffer<id, S> key(exec, n), number(exec, n), owner(exec, n);
  for_each_n(exec, vertices, row_owner_op<S>{std::as_const(begin).view(), owner.view()});
  for_each_n(exec, vertices,
             list_items_op<S>{of, std::as_const(begin).view(), level.view(), item.view(), key.view(),
                              number.view()});
  sort_by_key(exec, key.view(), number.view());
  ordered_adjoint_items<S> result{{exec, n}, {exec, vertices}, {exec, vertices}, {}};
  fill(exec, result.value_of.view(), none);
  for_each_n(exec, n,
             rank_adjoint_items_op<S>{item.view(), number.view(), begin.view(), result.item.view(),
                                      result.value_of.view(), result.first_term.view(), owner.view()});
  result.level_begin = begin_of_keys(exec, key.view(), 2 * order.count());
  return result;
}
}  // namespace detail

/// Cuts the adjoint of a graph of pins or nodes.
///
/// Shapes: fanin_position [node arcs] as `adjoint_rows_view` has it, edges [arcs], net_arcs: arcs below it
/// are wires; seeded [vertices] 0 where the seed is always 0, or empty. Cost: O(vertices + arcs), a sort, 32
/// bytes an arc. Where: the executor; waits. Throws: what allocation throws.
template <executor E>
adjoint_cut<E::space> make_adjoint_cut(E const& exec, timing_graph_view<E::space> const& graph,
                                       levels<E::space> const& order, view_for<E, edge_map const> edges,
                                       view_for<E, id const> fanin_position, std::size_t net_arcs,
                                       view_for<E, std::uint8_t const> seeded = {}) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  detail::adjoint_graph<S> const of{graph, net_arcs, edges, fanin_position, seeded};
  buffer<detail::adjoint_role, S> role(exec, n);
  buffer<id, S> items(exec, n);
  for_each_n(exec, n, detail::adjoint_role_op<S>{of, role.view(), items.view()});
  auto ordered = detail::order_adjoint_items(exec, of, order, std::as_const(items).view());
  adjoint_cut<S> cut;
  cut.values = ordered.item.size();
  // Packing also enters where sinks go, so it writes a copy of the slots that it reads.
  cut.rank = clone(exec, std::as_const(ordered.value_of).view());
  cut.tiles =
      pack_tiles(exec,
                 detail::adjoint_items<S>{of, role.view(), ordered.item.view(), ordered.value_of.view(),
                                          ordered.first_term.view(), cut.rank.view()},
                 ordered.level_begin);
  exec.sync();  // scratch ends here
  return cut;
}

}  // namespace gsta
