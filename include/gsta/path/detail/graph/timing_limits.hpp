#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "gsta/graph/levelize.hpp"
#include "gsta/path/detail/graph/topological.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Costs up to this fit the sums of any path over `pins` pins, whatever the graph looks like.
inline femtoseconds surely_summable(std::size_t pins) noexcept {
  return std::min(most_femtoseconds - 1,
                  std::numeric_limits<femtoseconds>::max() / 8 / (static_cast<femtoseconds>(pins) + 3));
}

/// Refuses costs that were cut off, and those whose sums along the longest path might not fit. On the host:
/// only a graph with some cost beyond `surely_summable` comes here.
template <executor E>
void require_summable(E const& exec, search_graph_view<E::space> const& graph) {
  auto const begin = to_vector(exec, graph.begin), to = to_vector(exec, graph.to);
  std::vector<id> const order = tails_before_heads(begin, to);
  if (order.size() < graph.vertex_count()) throw_cycle(find_cycle(begin, to));
  std::vector<id> arcs(graph.vertex_count(), 0);
  femtoseconds largest = 1, longest = 0;
  for (femtoseconds const cost : to_vector(exec, graph.weight))
    largest = std::max(largest, cost < 0 ? -cost : cost);
  for (std::size_t i = order.size(); i-- > 0;) {
    id const v = order[i];
    if (v == graph.source()) continue;
    for (id e = begin[v]; e < begin[v + 1]; ++e) {
      if (to[e] != graph.sink()) arcs[v] = std::max(arcs[v], arcs[to[e]] + 1);
    }
    longest = std::max<femtoseconds>(longest, arcs[v]);
  }
  if (largest < most_femtoseconds && largest <= std::numeric_limits<femtoseconds>::max() / 8 / (longest + 2))
    return;
  throw range_error("make_timing_search: times are too long for sums of 64 bits", none);
}

}  // namespace gsta::detail
