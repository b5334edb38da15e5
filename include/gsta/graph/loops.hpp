#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

/// The vertices of one cycle in arc order, or nothing where the graph has none. Host only.
///
/// Shapes: fanin_begin [vertices + 1], fanin_from [arcs]. Cost: O(vertices + arcs), no recursion. Where:
/// host. Throws: std::bad_alloc.
inline std::vector<id> find_cycle(std::vector<id> const& fanin_begin, std::vector<id> const& fanin_from) {
  std::size_t const n = fanin_begin.size() - 1;
  enum : std::uint8_t { fresh, open, closed };
  std::vector<std::uint8_t> state(n, fresh);
  std::vector<id> next(fanin_begin.begin(), fanin_begin.end() - 1), stack;
  for (std::size_t start = 0; start < n; ++start) {
    if (state[start] != fresh) continue;
    state[start] = open;
    stack.assign(1, static_cast<id>(start));
    while (!stack.empty()) {
      id const v = stack.back();
      if (next[v] == fanin_begin[v + 1]) {
        state[v] = closed;
        stack.pop_back();
        continue;
      }
      id const u = fanin_from[next[v]++];
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
  std::vector<std::uint8_t> state(n, fresh);
  std::vector<id> next(graph.fanout_begin.begin(), graph.fanout_begin.end() - 1), stack, cut;
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

}  // namespace gsta
