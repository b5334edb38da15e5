#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "gsta/graph/levelize.hpp"
#include "test/support/path_graph.hpp"

namespace gsta_test::plain {

using namespace gsta;

/// The worst path to every vertex: its cost, and how it comes in there.
struct arrival_tree {
  std::vector<femtoseconds> best;  ///< [vertices] no_path where none comes
  std::vector<id> choice;          ///< [vertices] position in fanin_from; none: the path starts here
};

/// Vertices in an order that has every arc's tail before its head.
inline std::vector<id> topological_order(path_graph const& graph) {
  std::size_t const n = graph.vertex_count();
  std::vector<id> fanout_begin(n + 1, 0), fanout(graph.fanin_from.size()), waiting(n), order;
  for (id const from : graph.fanin_from) ++fanout_begin[from + 1];
  std::partial_sum(fanout_begin.begin(), fanout_begin.end(), fanout_begin.begin());
  std::vector<id> next(fanout_begin.begin(), fanout_begin.end() - 1);
  order.reserve(n);
  for (std::size_t v = 0; v < n; ++v) {
    waiting[v] = graph.fanin_begin[v + 1] - graph.fanin_begin[v];
    if (waiting[v] == 0) order.push_back(static_cast<id>(v));
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k) {
      fanout[next[graph.fanin_from[k]]++] = static_cast<id>(v);
    }
  }
  for (std::size_t done = 0; done < order.size(); ++done) {
    id const v = order[done];
    for (id k = fanout_begin[v]; k < fanout_begin[v + 1]; ++k) {
      if (--waiting[fanout[k]] == 0) order.push_back(fanout[k]);
    }
  }
  if (order.size() < n) throw_cycle(find_cycle(graph.fanin_begin, graph.fanin_from));
  return order;
}

/// Refuses weights that were cut off, and those whose sum along some path might not fit 64 bits.
inline void require_sums_fit(path_graph const& graph, std::vector<id> const& order) {
  std::vector<id> depth(graph.vertex_count(), 0);
  femtoseconds largest = 1, deepest = 0;
  auto const see = [&](femtoseconds cost) {
    if (cost != no_path) largest = std::max(largest, cost < 0 ? -cost : cost);
  };
  for (femtoseconds const cost : graph.weight) see(cost);
  for (femtoseconds const cost : graph.start) see(cost);
  for (path_end const& end : graph.ends) see(end.offset);
  for (id const v : order) {
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k) {
      depth[v] = std::max(depth[v], depth[graph.fanin_from[k]] + 1);
    }
    deepest = std::max<femtoseconds>(deepest, depth[v]);
  }
  require(
      largest < most_femtoseconds && largest <= std::numeric_limits<femtoseconds>::max() / 8 / (deepest + 2),
      "k_worst_paths: delays too large for sums of 64 bits");
}

/// Of equal ways in, a start comes before arcs and arcs come in the order of their row.
inline arrival_tree make_arrival_tree(path_graph const& graph) {
  std::vector<id> const order = topological_order(graph);
  require_sums_fit(graph, order);
  arrival_tree tree{graph.start, std::vector<id>(graph.vertex_count(), none)};
  for (id const v : order) {
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k) {
      femtoseconds const before = tree.best[graph.fanin_from[k]];
      if (before == no_path || before + graph.weight[k] >= tree.best[v]) continue;
      tree.best[v] = before + graph.weight[k];
      tree.choice[v] = k;
    }
  }
  return tree;
}

}  // namespace gsta_test::plain
