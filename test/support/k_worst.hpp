#pragma once

#include <algorithm>
#include <limits>
#include <tuple>

#include "gsta/path/path_set.hpp"
#include "test/support/deviation_search.hpp"
#include "test/support/path_graph.hpp"

namespace gsta_test {

using namespace gsta;

/// Which paths `k_worst_paths` finds.
struct k_worst_options {
  std::size_t k = 1;                   ///< how many paths; fewer come back where fewer exist
  femtoseconds slack_below = no_path;  ///< only paths whose slack is smaller than this
  std::size_t per_endpoint =
      std::numeric_limits<std::size_t>::max();  ///< at most so many for a check and data edge
};

/// The exact k worst paths over all ends of a path graph: the plain engine that others are compared with.
///
/// Their order is total: worst slack first; of equal slack the smaller check id, then a rising before a
/// falling data edge; and then the two paths are compared from the end backwards at the first vertex that
/// they enter differently: one that starts there comes first, else the one whose arc stands earlier in the
/// fan-in row (rows of `build_graph` ascend in arc id). The k paths returned are the first k of all paths in
/// this order, ties included.
///
/// Shapes: paths from start to end, the first arc of each `none`. A path that a clock pin launches starts at
/// that pin. Units: fs. Cost: O(k x path length x (fan-in + log k)) as a rule, O(k) memory beside the graph
/// and the traces; where many paths tie, a comparison costs up to the number of sidetracks of a path. At most
/// 2^31 - 1 paths. Where: host, one thread. Throws: graph_error on a loop, argument_error if delays are too
/// large for exact sums. Exact: costs are integers. Paper: after Eppstein, "Finding the k shortest paths",
/// SIAM J. Comput. 1998, Section 2; here on the arrival tree, with the candidates in one bounded heap.
inline path_set k_worst_paths(path_graph const& graph, k_worst_options const& options = {}) {
  std::size_t const k = std::min<std::size_t>(options.k, std::numeric_limits<id>::max());
  if (k == 0 || options.per_endpoint == 0) return {};
  plain::deviation_search search(graph, options.slack_below);
  auto const roots = search.roots();
  if (options.per_endpoint < k) {
    search.run_each(roots, options.per_endpoint, k);
  } else {
    search.run(roots, k);
  }
  return search.trace(k);
}

/// The first k paths of two sets that are each in the order of `k_worst_paths`, such as those of both splits.
///
/// Shapes: as `path_set`. Cost: O(steps copied). Where: host. Throws: std::bad_alloc. Exact: the same total
/// order, where the sets have no check in common; else the paths of `a` come first of those with equal slack,
/// check and edge.
inline path_set merge_worst(path_set const& a, path_set const& b, std::size_t k) {
  auto const key = [](path_set const& set, std::size_t p) {
    return std::tuple(set.slack[p], set.check[p], set.data_edge[p]);
  };
  path_set result;
  std::size_t i = 0, j = 0;
  while (result.size() < k && (i < a.size() || j < b.size())) {
    bool const take_b = i == a.size() || (j < b.size() && key(b, j) < key(a, i));
    if (take_b) {
      result.add_path(b, j++);
    } else {
      result.add_path(a, i++);
    }
  }
  return result;
}

}  // namespace gsta_test
