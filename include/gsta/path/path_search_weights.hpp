#pragma once

#include "gsta/path/detail/timing_graph_weights.hpp"

namespace gsta {

/// Finds the weights of a timing search graph anew, for a design whose times have changed. Rows of the graph
/// (`make_search_rows`) stay good; put the weights into the graph's view and find costs again.
///
/// Returns false where the graph is no longer the design's: an arc, start or end has come or gone, as some
/// value has become defined or undefined, or costs are so large that their sums must be checked. Then weights
/// are of no use, and `make_timing_search` is asked again.
///
/// Shapes: a problem of the same nodes, arcs and checks that the graph was made of; weight [edges]. Units: ps
/// in, fs out. Cost: one pass over the fan-in rows. Where: the executor; waits. Needs: a whole search graph,
/// not a constrained one. Throws: argument_error on sizes, cuda_error. Exact: the weights that
/// `make_timing_search` gives.
template <executor E>
bool find_timing_weights(E const& exec, path_problem<E::space> const& problem,
                         timing_search_view<E::space> const& search, view_for<E, femtoseconds> weight) {
  constexpr memory_space S = E::space;
  detail::require_fitting(problem);
  std::size_t const pins = 2 * problem.node_count(), slots = 2 * problem.checks.size();
  require(static_cast<std::size_t>(search.plain) == pins, "find_timing_weights: a graph of another design");
  require(weight.size() == search.graph.edge_count(),
          "find_timing_weights: weights differ from edges in size");
  buffer<id, S> fault(exec, detail::timing_faults), changed(exec, 1), any(exec, 1);
  fill(exec, fault.view(), 0);
  fill(exec, changed.view(), 0);
  detail::timing_graph_input<S> const input{problem, search.side, detail::surely_summable(pins),
                                            fault.view()};
  for_each_n(exec, pins, detail::reweigh_row_op<S>{input, search, weight, changed.view()});
  for_each_n(exec, slots, detail::reweigh_end_op<S>{input, search, weight, changed.view()});
  for_each_n(
      exec, 1,
      detail::gather_marks_op<S>{std::as_const(changed).view(), std::as_const(fault).view(), any.view()});
  return to_vector(exec, any.view())[0] == 0;
}

}  // namespace gsta
