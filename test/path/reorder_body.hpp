#pragma once

#include <algorithm>
#include <numeric>

#include "gsta/path/constraint.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/recover.hpp"
#include "gsta/path/reorder.hpp"
#include "test/path/any_engine.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// A graph renumbered, on the host.
struct plain_reordered {
  std::vector<id> begin, to, vertex_of, moved;
  std::vector<femtoseconds> weight;

  gsta::search_graph_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(begin), gsta::view_of(to), gsta::view_of(weight), gsta::view_of(moved)};
  }
};

template <class E>
plain_reordered reordered(E const& exec, plain_graph& graph, gsta::vertex_order order) {
  auto const here = gsta::clone_view(exec, graph.view());
  auto const result = gsta::reorder(exec, here.view, order);
  return {gsta::to_vector(exec, result.graph.view.begin), gsta::to_vector(exec, result.graph.view.to),
          gsta::to_vector(exec, result.numbers.view.vertex_of),
          gsta::to_vector(exec, result.numbers.view.moved), gsta::to_vector(exec, result.graph.view.weight)};
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
      REQUIRE(e + found.moved[v] == from);
      REQUIRE(found.vertex_of[static_cast<std::size_t>(found.to[position])] == old.to[from]);
      REQUIRE(found.view().weight_of(static_cast<id>(v), e) == old.weight[from]);
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
  for (whole_path& path : paths) {
    id tail = graph.source();
    for (id& e : path.edges) {
      id const head = found.to[static_cast<std::size_t>(e)];
      e += found.moved[static_cast<std::size_t>(tail)];
      tail = head;
    }
  }
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

/// The first k of these paths, by the numbers of the graph that they were made of.
template <class E>
void require_first_walks(E const& exec, gsta::walk_set_view<E::space> const& walks,
                         std::vector<whole_path> const& all, std::size_t k) {
  auto const begin = gsta::to_vector(exec, walks.begin);
  auto const first_edge = gsta::to_vector(exec, walks.first_edge), edge = gsta::to_vector(exec, walks.edge);
  auto const cost = gsta::to_vector(exec, walks.cost);
  REQUIRE(cost.size() == std::min(k, all.size()));
  for (std::size_t p = 0; p < cost.size(); ++p) {
    std::vector<id> edges{first_edge[p]};
    edges.insert(edges.end(), edge.begin() + begin[p], edge.begin() + begin[p + 1]);
    REQUIRE((whole_path{cost[p], edges} == all[p]));
  }
}

/// What a constraint that all paths satisfy leaves of a graph has all its paths.
template <class E>
void require_same_part(E const& exec, gsta::constrained_graph<E::space> const& part,
                       std::vector<whole_path> const& all) {
  auto const rows = gsta::make_search_rows(exec, part.view.graph);
  auto const costs = gsta::find_costs(exec, rows, part.view.graph);
  auto const found = gsta::k_critical_paths(exec, rows, {part.view.graph, costs.view}, {.k = all.size() + 1});
  auto const cost = gsta::to_vector(exec, found.paths.view.cost);
  REQUIRE(cost.size() == all.size());
  for (std::size_t p = 0; p < cost.size(); ++p) REQUIRE(cost[p] == all[p].cost);
}

/// Costs and paths of a renumbered graph, whose weights stay where they were, are those of the graph by every
/// way there is to find them.
template <class E>
void renumbered_graphs_are_searched(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph graph = random_search_graph(random, {14, 40, 4, 4, 0, static_cast<int>(seed % 4) * 50});
    auto const here = gsta::clone_view(exec, graph.view());
    auto const by_level = gsta::reorder(exec, here.view);
    auto const& shape = by_level.graph.view;
    CHECK_THROWS_AS(gsta::reorder(exec, shape), gsta::argument_error);
    auto const rows = gsta::make_search_rows(exec, shape);
    gsta::search_cost_buffers<E::space> costs(exec, rows, gsta::prefix_costs::found),
        relaxed(exec, rows, gsta::prefix_costs::found);
    find_costs(exec, rows, shape, costs);
    relax_costs(exec, rows, shape, relaxed);
    REQUIRE(gsta::to_vector(exec, costs.view().suffix) == gsta::to_vector(exec, relaxed.view().suffix));
    REQUIRE(gsta::to_vector(exec, costs.view().prefix) == gsta::to_vector(exec, relaxed.view().prefix));
    auto const expected = all_paths(graph.view());
    for (auto const& engine : every_engine()) {
      gsta::search_problem<E::space> const problem{shape, costs.view()};
      auto const found = gsta::k_critical_paths(exec, rows, problem, {.k = 20}, engine);
      auto const walks = gsta::recover_walks(exec, problem, found.paths.view,
                                             gsta::walk_options<E::space>{.numbers = by_level.numbers.view});
      require_first_walks(exec, walks.view, expected, 20);
    }
    gsta::search_problem<E::space> bare{shape, costs.view()};
    bare.costs.prefix = {};
    auto const found = gsta::k_critical_paths(exec, rows, bare, {.k = 20});
    auto const walks = gsta::recover_walks(exec, bare, found.paths.view,
                                           gsta::walk_options<E::space>{.numbers = by_level.numbers.view});
    require_first_walks(exec, walks.view, expected, 20);
    require_same_part(exec, gsta::constrain_graph(exec, rows, shape, {}), expected);
    compared += std::min<std::size_t>(20, expected.size());
  }
  CHECK(compared > 2 * (last - first));
}

}  // namespace gsta_test
