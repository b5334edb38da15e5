#pragma once

#include <utility>

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/costs/relax_ops.hpp"

namespace gsta {

/// find_costs (path/costs.hpp) as G-PBA does it: vertices whose cost got less tell their neighbours,
/// again and again until no cost changes. It needs no levels, but visits vertices many times: for comparison.
///
/// Shapes: `rows` of this graph; out for this many vertices. Units: fs. Cost: O(steps * vertices) and the
/// edges of what changed, memory for 20 bytes a vertex. Where: the executor; waits once a step. Needs: sums
/// that 60 bits hold. Exact: equal to find_costs. Throws: cuda_error, what allocation throws. Returns: the
/// steps of the suffix search. Paper: Guo, Huang, Lin, Wong, "GPU-Accelerated Path-Based Timing Analysis",
/// DAC 2021, section III-B, Algorithm 1; the forest is matched out of the costs, first edge first, and the
/// prefix is the same the other way.
template <executor E>
std::size_t relax_costs(E const& exec, search_rows<E::space> const& rows,
                        search_graph_view<E::space> const& graph, search_cost_buffers<E::space>& out) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  auto const& turned = rows.view();
  detail::cost_spans<S> const spans = out.spans();
  buffer<femtoseconds, S> found(exec, n);
  buffer<id, S> lowered(exec, n), quiet(exec, 1);
  if (!spans.prefix.empty()) {
    detail::relaxation<S> const prefix{spans.prefix, found.view(), lowered.view(), quiet.view()};
    detail::relax_from(exec, graph.source(), prefix, {prefix, graph.begin, graph.to, {}, graph});
  }
  detail::relaxation<S> const suffix{spans.suffix, found.view(), lowered.view(), quiet.view()};
  std::size_t const steps = detail::relax_from(
      exec, graph.sink(), suffix, {suffix, turned.in_begin, turned.in_from, turned.in_weight, graph});
  detail::match_forest(exec, graph, spans, quiet.view());
  return steps;
}

}  // namespace gsta
