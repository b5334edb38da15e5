#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/detail/host_levels.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

/// The vertices of one cycle in arc order, or nothing where the graph has none. Host only.
///
/// Shapes: fanin_begin [vertices + 1], fanin_from [arcs]. Cost: O(vertices + arcs), no recursion. Where:
/// host. Throws: std::bad_alloc.
inline std::vector<id> find_cycle(std::vector<id> const& fanin_begin, std::vector<id> const& fanin_from) {
  host_span<id const> const begin = view_of(fanin_begin), from = view_of(fanin_from);
  std::size_t const n = begin.size() - 1;
  enum : std::uint8_t { fresh, open, closed };
  vector_by_id<std::uint8_t> state(n, fresh);
  vector_by_id<id> next(begin.begin(), begin.end() - 1), stack;
  for (std::size_t start = 0; start < n; ++start) {
    if (state[start] != fresh) continue;
    state[start] = open;
    stack.assign(1, static_cast<id>(start));
    while (!stack.empty()) {
      id const v = stack.back();
      if (next[v] == begin[v + 1]) {
        state[v] = closed;
        stack.pop_back();
        continue;
      }
      id const u = from[next[v]++];
      if (state[u] == open) {
        std::vector<id> cycle(std::find(stack.begin(), stack.end(), u), stack.end());
        std::reverse(cycle.begin(), cycle.end());  // the walk followed fan-in
        return cycle;
      }
      if (state[u] == fresh) {
        state[u] = open;
        stack.push_back(u);
      }
    }
  }
  return {};
}

/// Arcs whose removal leaves the graph acyclic: those that close a cycle in a depth-first walk along fan-out,
/// started at vertices without fan-in, then at the rest in order of id. For callers who ask for loops to be
/// cut.
///
/// Shapes: a host graph. Cost: O(vertices + arcs), no recursion. Where: host. Throws: std::bad_alloc.
inline std::vector<id> find_loop_arcs(timing_graph_view<memory_space::host> const& graph) {
  std::size_t const n = graph.vertex_count();
  enum : std::uint8_t { fresh, open, closed };
  vector_by_id<std::uint8_t> state(n, fresh);
  vector_by_id<id> next(graph.fanout_begin.begin(), graph.fanout_begin.end() - 1), stack, cut;
  auto const walk = [&](id start) {
    if (state[start] != fresh) return;
    state[start] = open;
    stack.assign(1, start);
    while (!stack.empty()) {
      id const v = stack.back();
      if (next[v] == graph.fanout_begin[v + 1]) {
        state[v] = closed;
        stack.pop_back();
        continue;
      }
      id const k = next[v]++;
      id const to = graph.fanout_to[k];
      if (state[to] == open) cut.push_back(graph.fanout_arc[k]);
      if (state[to] == fresh) {
        state[to] = open;
        stack.push_back(to);
      }
    }
  };
  for (std::size_t v = 0; v < n; ++v) {
    if (graph.fanin_begin[v] == graph.fanin_begin[v + 1]) walk(static_cast<id>(v));
  }
  for (std::size_t v = 0; v < n; ++v) walk(static_cast<id>(v));
  std::sort(cut.begin(), cut.end());
  return cut;
}

/// Throws graph_error that names the vertices of `cycle` by id. Callers with pin names make a better
/// sentence.
///
/// Shapes: the cycle's vertices in arc order. Cost: O(cycle). Where: host. Throws: graph_error, always.
[[noreturn]] inline void throw_cycle(std::vector<id> cycle) {
  std::string sentence = "the graph has a loop through vertices";
  for (std::size_t i = 0; i < cycle.size() && i < 20; ++i)
    sentence.append(" ").append(std::to_string(cycle[i]));
  if (cycle.size() > 20) sentence.append(" ... (").append(std::to_string(cycle.size())).append(" in all)");
  throw graph_error(sentence, std::move(cycle));
}

/// Which end levels are counted from.
enum class levelize_direction {
  forward,   ///< a vertex stands as early as it can: by its longest distance from a vertex without fan-in
  backward,  ///< as late as it can: by its longest distance to a vertex without fan-out, the farthest first
};

namespace primitive {
struct levelize;
}

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
  span<id, S> waiting, order, ordered;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = frontier[i];
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k) {
      id const to = graph.fanout_to[k];
      if (fetch_add(waiting[to], -1) == 1) order[fetch_add(ordered[0], 1)] = to;
    }
  }
};

/// The graph with every arc turned round; rows keep their order.
template <memory_space S>
timing_graph_view<S> turned(timing_graph_view<S> const& graph) {
  return {graph.fanout_begin, graph.fanout_to,  graph.fanout_arc,
          graph.fanin_begin,  graph.fanin_from, graph.fanin_arc};
}

/// Begins of these levels in reverse order.
inline std::vector<id> turned(std::vector<id> const& begin) {
  std::vector<id> result(begin.size());
  for (std::size_t l = 0; l < begin.size(); ++l) result[l] = begin.back() - begin[begin.size() - 1 - l];
  return result;
}

/// Turns the levels of a turned graph into levels of the graph.
template <executor E>
void turn_levels(E const& exec, buffer<id, E::space>& order, std::vector<id>& begin) {
  buffer<id, E::space> result(exec, order.size());
  std::vector<id> const to = turned(begin);
  for (std::size_t l = 0; l + 1 < begin.size(); ++l) {
    auto const size = static_cast<std::size_t>(begin[l + 1] - begin[l]);
    std::size_t const first = static_cast<std::size_t>(to[begin.size() - 2 - l]);
    copy(exec, std::as_const(order).view().subspan(begin[l], size), result.view().subspan(first, size));
  }
  order = std::move(result);
  begin = to;
}

/// What any executor can do: each frontier is appended by one counter for all, then sorted. The begins of
/// levels, which hold fewer than all vertices where there is a loop.
template <executor E>
std::vector<id> walk_frontiers(E const& exec, timing_graph_view<E::space> const& walked,
                               span<id, E::space> order) {
  constexpr memory_space S = E::space;
  std::vector<id> begin{0};
  buffer<id, S> waiting(exec, order.size()), ordered(exec, 1);
  for_each_n(exec, order.size(), fanin_count_op<S>{walked, waiting.view()});
  std::size_t done = 0;
  std::size_t end = select(exec, order.size(), is_source_op<S>{std::as_const(waiting).view()}, order);
  while (end > done) {
    begin.push_back(static_cast<id>(end));
    fill(exec, ordered.view(), static_cast<id>(end));
    span<id, S> const frontier = order.subspan(done, end - done);
    for_each_n(exec, frontier.size(), advance_op<S>{walked, frontier, waiting.view(), order, ordered.view()});
    done = end;
    end = static_cast<std::size_t>(to_vector(exec, ordered.view())[0]);
    sort(exec, order.subspan(done, end - done));
  }
  return begin;
}

/// The levels of either direction by any executor; the begins hold fewer than all vertices where there is a
/// loop.
template <executor E>
std::vector<id> fill_levels(E const& exec, timing_graph_view<E::space> const& graph,
                            levelize_direction direction, buffer<id, E::space>& order) {
  bool const backward = direction == levelize_direction::backward;
  std::vector<id> begin = walk_frontiers(exec, backward ? turned(graph) : graph, order.view());
  if (backward && static_cast<std::size_t>(begin.back()) == order.size()) turn_levels(exec, order, begin);
  return begin;
}

/// The levels of either direction by threads of the host, which sort nothing: the walk's order is only its
/// queue, and is written anew when all levels are known.
template <host_side_executor E>
std::vector<id> fill_levels_on_host(E const& exec, timing_graph_view<memory_space::host> const& graph,
                                    levelize_direction direction, host_span<id> order) {
  bool const backward = direction == levelize_direction::backward;
  buffer<id, memory_space::host> level(exec, order.size());
  std::vector<id> begin = host_level_walk(exec, backward ? turned(graph) : graph, level.view(), order).run();
  if (static_cast<std::size_t>(begin.back()) < order.size()) return begin;
  if (backward) begin = turned(begin);
  std::vector<id> place(begin.begin(), begin.end() - 1);
  if (backward) std::reverse(place.begin(), place.end());  // the walk's first level is the last one
  order_by_level(exec, std::as_const(level).view(), std::move(place), order);
  return begin;
}
}  // namespace detail

/// Levels of an acyclic graph: a vertex comes after all its fan-in, before all its fan-out, and vertices of
/// one level stand by id. This holds for both directions, which have equally many levels, so sweeps take
/// either. `backward` walks along fan-in, of which circuits have few a vertex and never very many.
///
/// Shapes: order [vertices]. Cost: O(vertices + arcs), 4 bytes a vertex for the time of the call, and on a
/// device one wait a level (graph/levelize.cuh: one wait in all). Where: the executor; waits. Exact: the
/// order depends on ids alone, never on scheduling. Throws: graph_error with the vertices of one cycle, the
/// same for both directions. Paper: Guo, Huang, Lin, "GPU-Accelerated Static Timing Analysis", ICCAD 2020,
/// section 3.2, Algorithms 3 and 4 and the reverse technique; here each level is put in order of ids.
template <executor E>
levels<E::space> levelize(E const& exec, timing_graph_view<E::space> const& graph,
                          levelize_direction direction = levelize_direction::forward) {
  static_assert(driver_known<primitive::levelize, E>, "levelize on a device needs gsta/graph/levelize.cuh");
  levels<E::space> result;
  buffer<id, E::space> order(exec, graph.vertex_count());
  if constexpr (host_side_executor<E>)
    result.begin = detail::fill_levels_on_host(exec, graph, direction, order.view());
  else
    result.begin = detail::fill_levels(exec, graph, direction, order);
  if (static_cast<std::size_t>(result.begin.back()) < order.size())
    throw_cycle(find_cycle(to_vector(exec, graph.fanin_begin), to_vector(exec, graph.fanin_from)));
  result.order.view.vertex = result.order.keep(std::move(order));
  return result;
}

}  // namespace gsta
