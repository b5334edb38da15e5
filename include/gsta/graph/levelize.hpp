#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/error.hpp"
#include "gsta/graph/loops.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

namespace detail {
template <memory_space S>
struct fanin_count_op {
  timing_graph_view<S> graph;
  span<id, S> waiting;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    waiting[v] = graph.fanin_begin[v + 1] - graph.fanin_begin[v];
  }
};

template <memory_space S>
struct is_source_op {
  span<id const, S> waiting;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return waiting[v] == 0; }
};

/// Releases the fan-out of one vertex of the frontier; whoever takes the last arc appends the vertex.
template <memory_space S>
struct advance_op {
  timing_graph_view<S> graph;
  span<id const, S> frontier;
  span<id, S> waiting, order, placed;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = frontier[i];
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k) {
      id const to = graph.fanout_to[k];
      if (fetch_add(waiting[to], -1) == 1) order[fetch_add(placed[0], 1)] = to;
    }
  }
};
}  // namespace detail

/// Levels of an acyclic graph: a vertex comes after all its fan-in.
///
/// Shapes: order [vertices]. Cost: O(vertices + arcs), and on a device one wait a level. Where: the executor;
/// waits. Exact: the order depends on ids alone, never on scheduling. Throws: graph_error with the vertices
/// of one cycle. Paper: Guo, Huang, Lin, "GPU-Accelerated Static Timing Analysis", ICCAD 2020, Algorithms 3
/// and 4; here each frontier is sorted, so that the order is stable.
template <executor E>
levels<E::space> levelize(E const& exec, timing_graph_view<E::space> const& graph) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  levels<S> result;
  buffer<id, S> order(exec, n), waiting(exec, n), placed(exec, 1);
  for_each_n(exec, n, detail::fanin_count_op<S>{graph, waiting.view()});
  std::size_t done = 0;
  std::size_t end = select(exec, n, detail::is_source_op<S>{std::as_const(waiting).view()}, order.view());
  while (end > done) {
    result.begin.push_back(static_cast<id>(end));
    fill(exec, placed.view(), static_cast<id>(end));
    span<id, S> const frontier = order.view().subspan(done, end - done);
    for_each_n(exec, frontier.size(),
               detail::advance_op<S>{graph, frontier, waiting.view(), order.view(), placed.view()});
    done = end;
    end = static_cast<std::size_t>(to_vector(exec, placed.view())[0]);
    sort(exec, order.view().subspan(done, end - done));
  }
  if (done < n)
    throw_cycle(find_cycle(to_vector(exec, graph.fanin_begin), to_vector(exec, graph.fanin_from)));
  result.order.view.vertex = result.order.keep(std::move(order));
  return result;
}

}  // namespace gsta
