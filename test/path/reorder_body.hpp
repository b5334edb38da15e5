#pragma once

#include <algorithm>
#include <numeric>

#include "gsta/path/reorder.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// A graph renumbered, on the host.
struct plain_reordered {
  std::vector<id> begin, to, vertex_of, edge_of;
  std::vector<femtoseconds> weight;

  gsta::search_graph_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(begin), gsta::view_of(to), gsta::view_of(weight)};
  }
};

template <class E>
plain_reordered reordered(E const& exec, plain_graph& graph, gsta::vertex_order order) {
  auto const here = gsta::clone_view(exec, graph.view());
  auto const result = gsta::reorder(exec, here.view, order);
  return {gsta::to_vector(exec, result.graph.view.begin), gsta::to_vector(exec, result.graph.view.to),
          gsta::to_vector(exec, result.numbers.view.vertex_of),
          gsta::to_vector(exec, result.numbers.view.edge_of),
          gsta::to_vector(exec, result.graph.view.weight)};
}

/// Same rows under other numbers, source and sink last.
inline void require_same_graph(plain_graph& graph, plain_reordered const& found) {
  auto const old = graph.view();
  std::size_t const n = graph.rows.size();
  REQUIRE(found.vertex_of.size() == n);
  REQUIRE(found.vertex_of[n - 2] == graph.source());
  REQUIRE(found.vertex_of[n - 1] == graph.sink());
  std::vector<id> sorted = found.vertex_of;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t v = 0; v < n; ++v) REQUIRE(sorted[v] == static_cast<id>(v));
  REQUIRE(found.begin.size() == n + 1);
  REQUIRE(static_cast<std::size_t>(found.begin[n]) == old.edge_count());
  for (std::size_t v = 0; v < n; ++v) {
    id const was = found.vertex_of[v];
    REQUIRE(found.begin[v + 1] - found.begin[v] == old.begin[was + 1] - old.begin[was]);
    for (id e = found.begin[v]; e < found.begin[v + 1]; ++e) {
      auto const position = static_cast<std::size_t>(e);
      id const from = old.begin[was] + e - found.begin[v];
      REQUIRE(found.edge_of[position] == from);
      REQUIRE(found.vertex_of[static_cast<std::size_t>(found.to[position])] == old.to[from]);
      REQUIRE(found.weight[position] == old.weight[from]);
    }
  }
}

/// By level tails come before heads; the source, whose number is fixed, is left out.
inline void require_levels(plain_reordered const& found) {
  std::size_t const n = found.vertex_of.size();
  for (std::size_t v = 0; v + 2 < n; ++v)
    for (id e = found.begin[v]; e < found.begin[v + 1]; ++e)
      REQUIRE(static_cast<id>(v) < found.to[static_cast<std::size_t>(e)]);
}

inline void require_degrees(plain_graph& graph, plain_reordered const& found) {
  std::vector<int> degree(graph.rows.size(), 0);
  for (std::size_t v = 0; v < graph.rows.size(); ++v) {
    for (auto const& a : graph.rows[v]) {
      ++degree[v];
      ++degree[static_cast<std::size_t>(a.to)];
    }
  }
  for (std::size_t v = 0; v + 3 < found.vertex_of.size(); ++v) {
    id const a = found.vertex_of[v], b = found.vertex_of[v + 1];
    int const da = degree[static_cast<std::size_t>(a)], db = degree[static_cast<std::size_t>(b)];
    REQUIRE((da > db || (da == db && a < b)));
  }
}

/// A walk in breadth with a queue, whose neighbours of one vertex are taken by id.
inline void require_neighbours(plain_graph const& graph, plain_reordered const& found) {
  std::vector<id> queue{graph.source()};
  std::vector<bool> met(graph.rows.size(), false);
  met[graph.rows.size() - 1] = met[graph.rows.size() - 2] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    std::vector<id> heads;
    for (auto const& a : graph.rows[static_cast<std::size_t>(queue[i])]) heads.push_back(a.to);
    std::sort(heads.begin(), heads.end());
    for (id const v : heads) {
      if (!met[static_cast<std::size_t>(v)]) queue.push_back(v);
      met[static_cast<std::size_t>(v)] = true;
    }
  }
  for (std::size_t v = 0; v < met.size(); ++v)
    if (!met[v]) queue.push_back(static_cast<id>(v));
  for (std::size_t v = 0; v + 2 < found.vertex_of.size(); ++v) REQUIRE(found.vertex_of[v] == queue[v + 1]);
}

/// All paths of the renumbered graph, taken back, are all paths of the graph, in the same order.
inline void require_same_paths(plain_graph& graph, plain_reordered const& found) {
  auto const expected = all_paths(graph.view());
  std::vector<whole_path> paths = all_paths(found.view());
  for (whole_path& path : paths)
    for (id& e : path.edges) e = found.edge_of[static_cast<std::size_t>(e)];
  REQUIRE(paths == expected);
}

template <class E>
void reordering_is_right(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t moved = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    int const inner = random.between(0, 12);
    plain_graph graph = random_search_graph(random, {inner, 2 * inner, 3, 3, 0, static_cast<int>(seed % 3)});
    for (auto const order :
         {gsta::vertex_order::level, gsta::vertex_order::degree, gsta::vertex_order::neighbours}) {
      INFO("order " << static_cast<int>(order));
      plain_reordered const found = reordered(exec, graph, order);
      require_same_graph(graph, found);
      require_same_paths(graph, found);
      if (order == gsta::vertex_order::level) require_levels(found);
      if (order == gsta::vertex_order::degree) require_degrees(graph, found);
      if (order == gsta::vertex_order::neighbours) require_neighbours(graph, found);
      moved +=
          found.vertex_of.empty() || std::is_sorted(found.vertex_of.begin(), found.vertex_of.end()) ? 0 : 1;
    }
  }
  CHECK(moved > last - first);
}

/// New weights of the old graph come to the right places; a wrong size is refused.
template <class E>
void weights_move_along(E const& exec) {
  prng random(1);
  plain_graph graph = random_search_graph(random, {30, 90, 5, 5, 0, 9});
  auto const here = gsta::clone_view(exec, graph.view());
  auto const result = gsta::reorder(exec, here.view, gsta::vertex_order::level);
  std::size_t const edges = here.view.edge_count();
  std::vector<femtoseconds> weight(edges);
  std::iota(weight.begin(), weight.end(), 100);
  auto const old_weight = gsta::clone(exec, weight);
  gsta::buffer<femtoseconds, E::space> new_weight(exec, edges);
  gsta::reorder_weights(exec, result.numbers.view, old_weight, new_weight);
  auto const found = gsta::to_vector(exec, new_weight.view());
  auto const edge_of = gsta::to_vector(exec, result.numbers.view.edge_of);
  for (std::size_t e = 0; e < edges; ++e) REQUIRE(found[e] == 100 + edge_of[e]);
  gsta::buffer<femtoseconds, E::space> other(exec, edges + 1);
  CHECK_THROWS_AS(gsta::reorder_weights(exec, result.numbers.view, old_weight, other), gsta::argument_error);
}

}  // namespace gsta_test
