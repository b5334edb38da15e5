#pragma once

#include <vector>

#include "gsta/core/algorithm.hpp"

namespace gsta {

/// A directed graph as compressed rows both ways. Vertices are pins or arrival nodes, arcs keep the ids
/// given. Rows list arcs in ascending id, so that "first" means the same everywhere.
template <memory_space S>
struct timing_graph_view {
  span<id const, S> fanin_begin;   ///< [vertices + 1]
  span<id const, S> fanin_from;    ///< [arcs] vertex
  span<id const, S> fanin_arc;     ///< [arcs] arc id
  span<id const, S> fanout_begin;  ///< [vertices + 1]
  span<id const, S> fanout_to;     ///< [arcs] vertex
  span<id const, S> fanout_arc;    ///< [arcs] arc id

  /// Vertices, those without arcs included.
  std::size_t vertex_count() const noexcept { return fanin_begin.empty() ? 0 : fanin_begin.size() - 1; }
  /// Entries of the fan-in rows. Over nodes, arc ids repeat: they are those of the pin graph.
  std::size_t arc_count() const noexcept { return fanin_from.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  timing_graph_view<D> map(F f) const {
    return {f(fanin_begin), f(fanin_from), f(fanin_arc), f(fanout_begin), f(fanout_to), f(fanout_arc)};
  }
};

/// The owner of a graph's rows; `build_graph` makes it.
template <memory_space S>
using timing_graph = owned<timing_graph_view, S>;

/// Vertices in an order, as `levels` keeps them.
template <memory_space S>
struct vertex_order_view {
  span<id const, S> vertex;  ///< [vertices] each once
  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  vertex_order_view<D> map(F f) const {
    return {f(vertex)};
  }
};

/// Vertices ordered by level (longest distance from a vertex without fan-in), by id within a level.
/// Copies share the order.
template <memory_space S>
struct levels {
  owned<vertex_order_view, S> order;  ///< [vertices]
  std::vector<id> begin{0};           ///< [levels + 1] into order; on the host, since it shapes the launches

  /// Number of levels.
  std::size_t count() const noexcept { return begin.size() - 1; }
  /// The vertices of level `l`, ascending.
  span<id const, S> level(std::size_t l) const noexcept {
    return order.view.vertex.subspan(static_cast<std::size_t>(begin[l]),
                                     static_cast<std::size_t>(begin[l + 1] - begin[l]));
  }
};

}  // namespace gsta
