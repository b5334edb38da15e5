#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/graph/timing_ops.hpp"
#include "gsta/path/timing_graph.hpp"

namespace gsta::detail {

/// Writes the weights of a pin's row, and of its copy's. Sets `changed` where the row has other edges now.
template <memory_space S>
struct reweigh_row_op {
  timing_graph_input<S> input;
  timing_search_view<S> search;
  span<femtoseconds, S> weight;
  span<id, S> changed;

  /// Where the walk along a row is, and whether all is as it was so far.
  struct visitor {
    reweigh_row_op const& op;
    id edge, end;
    bool same = true;
    GSTA_HD void operator()(id arc, id before, bool launches, femtoseconds cost) noexcept {
      put(cost, arc, before, launches);
      if (!launches || !same) return;
      op.input.see(op.input.launch_cost(before));
      id const copy = op.search.graph.to[edge - 1];
      set_mark(op.weight[op.search.graph.begin[copy]], op.input.launch_cost(before));
    }
    GSTA_HD void put(femtoseconds cost, id arc, id before, bool launches) noexcept {
      same = same && edge < end && op.leads(edge, arc, before, launches);
      if (!same) return;
      op.input.see(cost);
      op.weight[edge++] = cost;
    }
  };

  /// `before` none: into the sink.
  GSTA_HD bool leads(id edge, id arc, id before, bool launches) const noexcept {
    id const to = search.graph.to[edge];
    if (before == none || to == search.graph.sink()) return before == none && to == search.graph.sink();
    return search.arc[edge] == arc && search.pin_of(to) == before && (to >= search.plain) == launches;
  }

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i);
    visitor ways{*this, search.graph.begin[pin], search.graph.begin[pin + 1]};
    femtoseconds const start = input.start_cost(pin);
    if (start != no_path) ways.put(start, none, none, false);
    input.ways_in(pin, ways);
    if (!ways.same || ways.edge != ways.end) set_mark<id>(changed[0], 1);
  }
};

template <memory_space S>
struct reweigh_end_op {
  timing_graph_input<S> input;
  timing_search_view<S> search;
  span<femtoseconds, S> weight;
  span<id, S> changed;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const slot = static_cast<id>(i);
    std::size_t const at = lower_bound(search.slot, std::size_t{0}, search.slot.size(), slot);
    bool const listed = at < search.slot.size() && search.slot[at] == slot;
    id const pin = input.end_pin(slot);
    std::size_t const edge = static_cast<std::size_t>(search.first_end()) + at;
    if (listed ? pin != search.graph.to[edge] : pin != none) {
      set_mark<id>(changed[0], 1);
    } else if (listed) {
      input.see(input.end_offset(slot));
      weight[edge] = input.end_offset(slot);
    }
  }
};

template <memory_space S>
struct gather_marks_op {
  span<id const, S> changed, fault;
  span<id, S> any;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id sum = changed[0];
    for (std::size_t i = 0; i < timing_faults; ++i) sum += fault[i];
    any[0] = sum;
  }
};

}  // namespace gsta::detail

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
