#pragma once

#include <utility>
#include <vector>

#include "gsta/path/graph.hpp"
#include "test/path/search_cases.hpp"

namespace gsta_test {

/// A graph's costs by the shortest way to say them: what the engines' tests give the engines.
struct pulled_costs {
  std::vector<femtoseconds> suffix, prefix;
  std::vector<id> choice, height, next;

  explicit pulled_costs(gsta::search_graph_view<gsta::memory_space::host> const& graph)
      : suffix(graph.vertex_count(), no_path),
        prefix(graph.vertex_count(), no_path),
        choice(graph.vertex_count(), gsta::none),
        height(graph.vertex_count(), 0),
        next(graph.vertex_count(), gsta::none) {
    std::vector<id> const order = heads_first(graph);
    at(suffix, graph.sink()) = 0;
    for (id const v : order) pull(graph, v);
    at(prefix, graph.source()) = 0;
    for (auto v = order.rbegin(); v != order.rend(); ++v) push(graph, *v);
  }

  gsta::search_costs_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(suffix), gsta::view_of(prefix), gsta::view_of(choice), gsta::view_of(height),
            gsta::view_of(next)};
  }

 private:
  template <class T>
  static T& at(std::vector<T>& values, id i) {
    return values[static_cast<std::size_t>(i)];
  }

  /// Vertices in an order in which heads stand before tails.
  static std::vector<id> heads_first(gsta::search_graph_view<gsta::memory_space::host> const& graph) {
    std::vector<id> order, next(graph.begin.begin(), graph.begin.end() - 1), stack;
    std::vector<char> seen(graph.vertex_count(), 0);
    for (id v = 0; v < static_cast<id>(graph.vertex_count()); ++v) {
      if (at(seen, v) == 0) stack.push_back(v);
      at(seen, v) = 1;
      while (!stack.empty()) {
        id const u = stack.back();
        if (at(next, u) == graph.begin[u + 1]) {
          order.push_back(u);
          stack.pop_back();
          continue;
        }
        id const head = graph.to[at(next, u)++];
        if (at(seen, head) == 0) stack.push_back(head);
        at(seen, head) = 1;
      }
    }
    return order;
  }

  void pull(gsta::search_graph_view<gsta::memory_space::host> const& graph, id v) {
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      femtoseconds const on = at(suffix, graph.to[e]);
      if (on == no_path || (at(suffix, v) != no_path && on + graph.weight[e] >= at(suffix, v))) continue;
      at(suffix, v) = on + graph.weight[e];
      at(choice, v) = e;
      at(height, v) = at(height, graph.to[e]) + 1;
      at(next, v) = graph.to[e];
    }
  }
  void push(gsta::search_graph_view<gsta::memory_space::host> const& graph, id v) {
    if (at(prefix, v) == no_path) return;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      femtoseconds& to = at(prefix, graph.to[e]);
      to = std::min(to, at(prefix, v) + graph.weight[e]);
    }
  }
};

/// A graph with its costs, to be searched on any executor.
struct plain_problem {
  plain_graph graph;
  gsta::search_graph_view<gsta::memory_space::host> rows;
  pulled_costs costs;

  explicit plain_problem(plain_graph made) : graph(std::move(made)), rows(graph.view()), costs(rows) {}
  plain_problem(plain_problem const&) = delete;
  gsta::search_problem<gsta::memory_space::host> view() const { return {rows, costs.view()}; }
};

}  // namespace gsta_test
