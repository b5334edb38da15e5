#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// Vertices that wait for their step, a list a level, for threads that add to it at once. A vertex is in it
/// once. A level's list has the place that all of its vertices would need, so that nothing ever moves; it
/// costs what is in it. In what order vertices stand in a list depends on threads: no step may.
template <memory_space S>
struct level_lists_view {
  span<id const, S> level_of;    // [vertices]; empty: there is one level
  span<id const, S> begin;       // [levels + 1] where lists begin in `member`
  span<id, S> count;             // [levels] how many wait
  span<id, S> member;            // [vertices]
  span<std::uint32_t, S> is_in;  // [vertices / 32 + 1] a bit a vertex

  GSTA_HD void add(id v) const noexcept {
    id const level = level_of.empty() ? 0 : level_of[v];  // on its way while the bit is set
    std::uint32_t const bit = std::uint32_t{1} << (v & 31);
    if ((fetch_or(is_in[v >> 5], bit) & bit) == 0) member[begin[level] + fetch_add(count[level], 1)] = v;
  }

  /// Member `i` of a level.
  GSTA_HD id at(id level, std::size_t i) const noexcept {
    return member[static_cast<std::size_t>(begin[level]) + i];
  }
  /// It is being worked on: it may wait again. The list is emptied by whoever goes through it.
  GSTA_HD void take(id v) const noexcept { fetch_and(is_in[v >> 5], ~(std::uint32_t{1} << (v & 31))); }
};

/// Owns such lists.
template <memory_space S>
struct level_lists {
  buffer<id, S> level_of, begin, count, member;
  buffer<std::uint32_t, S> is_in;
  std::size_t levels = 0;

  level_lists_view<S> view() noexcept {
    return {std::as_const(level_of).view(), std::as_const(begin).view(), count.view(), member.view(),
            is_in.view()};
  }
};

template <memory_space S>
struct level_of_op {
  span<id const, S> begin, order;
  span<id, S> level_of;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    level_of[order[i]] = row_of(begin, static_cast<id>(i));
  }
};

/// Empty lists of `vertices` in levels that begin in their order as `begin` says; waits.
template <executor E>
level_lists<E::space> make_level_lists(E const& exec, std::vector<id> const& begin, std::size_t vertices) {
  level_lists<E::space> made{{},
                             clone(exec, begin),
                             {exec, begin.size() - 1},
                             {exec, vertices},
                             {exec, vertices / 32 + 1},
                             begin.size() - 1};
  fill(exec, made.count.view(), 0);
  fill(exec, made.is_in.view(), 0u);
  exec.sync();
  return made;
}

/// Empty lists of the levels of a graph; waits.
template <executor E>
level_lists<E::space> make_level_lists(E const& exec, levels<E::space> const& order) {
  auto const vertices = order.order.view.vertex;
  auto made = make_level_lists(exec, order.begin, vertices.size());
  made.level_of = buffer<id, E::space>(exec, vertices.size());
  for_each_n(exec, vertices.size(),
             level_of_op<E::space>{std::as_const(made.begin).view(), vertices, made.level_of.view()});
  return made;
}

}  // namespace gsta::detail
