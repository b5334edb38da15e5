#pragma once

#include <algorithm>
#include <cstddef>

#include "gsta/core/host_memory.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

/// The vertices of a level on a host core, which waits for memory most of the time: what stands for them
/// there is asked for some vertices ahead, first where their rows begin, then the rows, then what is known of
/// the arcs in them and of the vertices at their other ends.
struct level_ahead {
  host_span<id const> begin;  ///< where rows one way begin
  host_span<id const> other;  ///< the other ends in them
  host_span<id const> arc;    ///< their arcs
  host_span<id const> level;  ///< its vertices

  /// Of a sweep along fan-in.
  static level_ahead fanin(timing_graph_view<memory_space::host> const& of,
                           host_span<id const> level) noexcept {
    return {of.fanin_begin, of.fanin_from, of.fanin_arc, level};
  }
  /// Of one along fan-out.
  static level_ahead fanout(timing_graph_view<memory_space::host> const& of,
                            host_span<id const> level) noexcept {
    return {of.fanout_begin, of.fanout_to, of.fanout_arc, level};
  }

  static constexpr std::size_t ahead_of_rows = 24;   ///< vertices ahead that a row's begin is asked for
  static constexpr std::size_t ahead_of_arcs = 16;   ///< and the row
  static constexpr std::size_t ahead_of_values = 8;  ///< and what it names
  static constexpr id most_arcs = 4;                 ///< of one vertex: what longer rows name comes late

  /// Before vertex i: `of_vertex(v)` of one much later, `of_arc(other end, arc)` of each arc of one a little
  /// later. Inlined by force, as functions that only prefetch count as without effect.
  template <class OfVertex, class OfArc>
  [[gnu::always_inline]] void ask(std::size_t i, OfVertex const& of_vertex,
                                  OfArc const& of_arc) const noexcept {
    if (i + ahead_of_rows >= level.size()) return;
    id const far_off = level[i + ahead_of_rows], next = level[i + ahead_of_arcs],
             soon = level[i + ahead_of_values];
    ask_for(&begin[far_off]);
    of_vertex(far_off);
    id const row = begin[next];
    ask_for(other.data() + row);
    ask_for(arc.data() + row);
    id const first = begin[soon], end = std::min(begin[soon + 1], first + most_arcs);
    for (id k = first; k < end; ++k) of_arc(other[k], arc[k]);
  }
};

}  // namespace gsta
