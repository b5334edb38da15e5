#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/path/graph.hpp"
#include "gsta/path/k_critical.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::femtoseconds;
using gsta::id;
using gsta::no_path;

/// A search graph in plain vectors: row r of `rows` lists (to, weight). Source and sink are the last two
/// rows.
struct plain_graph {
  struct arc {
    id to;
    femtoseconds weight;
  };
  std::vector<std::vector<arc>> rows;
  std::vector<id> begin{0}, to;
  std::vector<femtoseconds> weight;

  explicit plain_graph(std::size_t inner) : rows(inner + 2) {}
  id source() const { return static_cast<id>(rows.size()) - 2; }
  id sink() const { return static_cast<id>(rows.size()) - 1; }
  void add(id from, id head, femtoseconds cost) {
    rows[static_cast<std::size_t>(from)].push_back({head, cost});
  }

  /// Lays the rows out; call once all edges are there.
  gsta::search_graph_view<gsta::memory_space::host> view() {
    begin.assign(1, 0);
    to.clear();
    weight.clear();
    for (auto const& row : rows) {
      for (arc const& a : row) {
        to.push_back(a.to);
        weight.push_back(a.weight);
      }
      begin.push_back(static_cast<id>(to.size()));
    }
    return {gsta::view_of(std::as_const(begin)), gsta::view_of(std::as_const(to)),
            gsta::view_of(std::as_const(weight))};
  }
};

/// Few random cases may hold little; many have to hold so much each, on average.
inline bool is_enough(std::size_t compared, std::size_t cases, std::size_t each) {
  return compared > (cases < 100 ? cases / 2 : each * cases);
}

struct graph_shape {
  int inner = 8;                ///< vertices besides source and sink
  int edges = 16;               ///< among them
  int starts = 3;               ///< edges out of the source (parallel ones may occur)
  int ends = 3;                 ///< edges into the sink
  int lowest = 0, highest = 5;  ///< weights
};

/// A random acyclic graph; ids say nothing of the order. Some vertices have no way on, some cannot be
/// reached.
inline plain_graph random_search_graph(prng& random, graph_shape const& shape) {
  plain_graph graph(static_cast<std::size_t>(shape.inner));
  std::vector<id> order(static_cast<std::size_t>(shape.inner));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<id>(i);
  random.shuffle(order);
  auto const cost = [&] { return static_cast<femtoseconds>(random.between(shape.lowest, shape.highest)); };
  for (int i = 0; i < shape.edges && shape.inner > 1; ++i) {
    int const a = random.below(shape.inner - 1), b = random.between(a + 1, shape.inner - 1);
    graph.add(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)], cost());
  }
  for (int i = 0; i < shape.starts && shape.inner > 0; ++i) {
    id const v = random.pick(order);
    graph.add(graph.source(), v, cost());
  }
  for (int i = 0; i < shape.ends && shape.inner > 0; ++i) {
    id const v = random.pick(order);
    auto& row = graph.rows[static_cast<std::size_t>(v)];
    plain_graph::arc const last{graph.sink(), cost()};
    row.insert(row.begin() + random.below(static_cast<int>(row.size()) + 1), last);
  }
  return graph;
}

/// A path by all its edges: positions in `to`.
struct whole_path {
  femtoseconds cost = 0;
  std::vector<id> edges;
  friend bool operator==(whole_path const& a, whole_path const& b) {
    return a.cost == b.cost && a.edges == b.edges;
  }
  /// Rows are laid out one after the other and paths of a graph part within a row, so comparing positions
  /// compares places in that row.
  friend bool operator<(whole_path const& a, whole_path const& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.edges < b.edges;
  }
};

/// Every path, in the total order: by trying all ways.
inline std::vector<whole_path> all_paths(gsta::search_graph_view<gsta::memory_space::host> const& graph) {
  std::vector<whole_path> result;
  whole_path path;
  auto const walk = [&](auto const& self, id v) -> void {
    if (v == graph.sink()) return result.push_back(path);
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      if (graph.weight_of(v, e) == no_path) continue;
      path.edges.push_back(e);
      path.cost += graph.weight_of(v, e);
      self(self, graph.to[e]);
      path.cost -= graph.weight_of(v, e);
      path.edges.pop_back();
    }
  };
  walk(walk, graph.source());
  std::sort(result.begin(), result.end());
  return result;
}

/// Path p of a result with all its edges; what does not fit the graph comes out as a path of no edges.
inline whole_path expand(gsta::search_problem<gsta::memory_space::host> const& problem,
                         gsta::sidetrack_paths_view<gsta::memory_space::host> const& paths, std::size_t p) {
  auto const& graph = problem.graph;
  whole_path path{paths.cost[p], {}};
  femtoseconds sum = 0;
  id next = paths.begin[p], v = graph.source();
  while (v != graph.sink()) {
    bool const turns = next < paths.begin[p + 1] && paths.side[next] >= graph.begin[v] &&
                       paths.side[next] < graph.begin[v + 1];
    id const e = turns ? paths.side[next++] : problem.costs.choice[v];
    if (e == gsta::none) return {paths.cost[p], {}};
    path.edges.push_back(e);
    sum += graph.weight_of(v, e);
    v = graph.to[e];
  }
  if (next != paths.begin[p + 1] || sum != path.cost) path.edges.clear();
  return path;
}

}  // namespace gsta_test
