#pragma once

#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/graph/timing_ops.hpp"
#include "gsta/path/detail/recover/counts.hpp"

namespace gsta {

/// A timed design, one split of it, as a search graph, and what its vertices and edges stand for.
///
/// A walk goes backwards: from the source to a check's data, along fan-in, and where a path may start into
/// the sink. Smaller costs are worse slacks. Vertices are 2 * node + edge, then copies of the pins that
/// launch: a launching arc leads to the copy, which only starts paths, at the pin's arrival. Rows stand in
/// the order of ties of `find_paths`: the source's by check and data edge, others with a start first and
/// then as the fan-in row.
template <memory_space S>
struct timing_search_view {
  search_graph_view<S> graph;  ///< weights in fs, as `path_problem` costs them
  id plain = 0;                ///< this many first vertices are 2 * node + edge themselves
  span<id const, S> pin;       ///< [vertices - 2 - plain] 2 * node + edge of the other ones
  span<id const, S> arc;       ///< [edges] arc id; none for edges of the source and into the sink
  span<id const, S> slot;      ///< [edges of the source] 2 * check + data edge
  id pins = 0;                 ///< 2 * nodes of the design
  split side = split::late;    ///< the one whose checks are its ends

  /// The 2 * node + edge that a vertex other than source and sink stands for.
  GSTA_HD id pin_of(id vertex) const noexcept { return vertex < plain ? vertex : pin[vertex - plain]; }
  /// The 2 * check + data edge that an edge of the source stands for.
  GSTA_HD id slot_of(id edge) const noexcept { return slot[edge - first_end()]; }
  /// Position of the source's first edge; no edge stands behind the source's.
  GSTA_HD id first_end() const noexcept { return static_cast<id>(graph.to.size() - slot.size()); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  timing_search_view<D> map(F f) const {
    return {graph.template map<D>(f), plain, f(pin), f(arc), f(slot), pins, side};
  }
};

/// A timing search graph in an executor's space.
template <memory_space S>
using timing_search = owned<timing_search_view, S>;

namespace detail {
/// Gathers what the host has to know, for one copy.
template <memory_space S>
struct timing_totals_op {
  span<id const, S> row, copy, ending, fanin_begin, fault;
  span<id, S> total;
  GSTA_HD void operator()(std::size_t) const noexcept {
    total[0] = row[row.size() - 1];
    total[1] = copy[copy.size() - 1];
    total[2] = ending[ending.size() - 1];
    total[3] = fanin_begin[fanin_begin.size() - 1];
    for (std::size_t i = 0; i < timing_faults; ++i) total[4 + i] = fault[i];
  }
};

/// Counts of everything, and where it goes.
template <memory_space S>
struct timing_layout {
  buffer<id, S> row, copy, ending;
  id copies = 0, ends = 0, edges = 0;
  bool large = false;  ///< some cost is beyond what surely fits

  timing_graph_offsets<S> offsets() const noexcept {
    return {row.view(), copy.view(), ending.view(), static_cast<id>(row.size()) - 1, copies};
  }
};

template <executor E>
timing_layout<E::space> lay_out_timing(E const& exec, timing_graph_input<E::space> const& input) {
  constexpr memory_space S = E::space;
  std::size_t const pins = 2 * input.problem.node_count(), slots = 2 * input.problem.checks.size();
  buffer<id, S> count(exec, pins), launched(exec, pins), ends(exec, slots), total(exec, 4 + timing_faults);
  fill(exec, launched.view(), 0);
  for_each_n(exec, pins, count_timing_row_op<S>{input, count.view(), launched.view()});
  for_each_n(exec, slots, count_timing_end_op<S>{input, ends.view()});
  require_ids<E>(exec, std::as_const(count).view(), 2 * pins + slots + 2, 2 * input.problem.fanin_from.size(),
                 "make_timing_search: more edges than ids can number");
  timing_layout<S> layout{{exec, pins + 1}, {exec, pins + 1}, {exec, slots + 1}};
  exclusive_scan(exec, std::as_const(count).view(), layout.row.view());
  exclusive_scan(exec, std::as_const(launched).view(), layout.copy.view());
  exclusive_scan(exec, std::as_const(ends).view(), layout.ending.view());
  timing_graph_offsets<S> const offsets = layout.offsets();
  for_each_n(exec, 1,
             timing_totals_op<S>{offsets.row, offsets.copy, offsets.ending, input.problem.fanin_begin,
                                 input.fault, total.view()});
  auto const totals = to_vector(exec, total.view());
  require(totals[3] == static_cast<id>(input.problem.fanin_from.size()),
          "make_timing_search: the fan-in rows do not end with the arcs");
  require(totals[4 + bad_fanin] == 0, "make_timing_search: a fan-in row names no arc or node");
  require(totals[4 + bad_check] == 0, "make_timing_search: a check's data is no node");
  layout.copies = totals[1];
  layout.ends = totals[2];
  layout.edges = totals[0] + totals[1] + totals[2];
  layout.large = totals[4 + large_cost] != 0;
  return layout;
}
}  // namespace detail

/// The search graph of one split of a timed design: its paths, costs and order are those of `find_paths`.
/// Undefined delays, arrivals and required times make no edge; order-only arcs carry no edge of a signal and
/// make none either.
///
/// Shapes: as `path_problem` and `timing_search_view` say. Units: ps in, fs out. Cost: O(node arcs + checks):
/// two passes over the fan-in rows and three scans. Where: the executor; waits. Needs: fan-in rows that
/// ascend. Throws: argument_error on arrays that do not fit together, on costs whose sums may not fit 64
/// bits, and on more edges than ids can number; graph_error on a loop only where costs are that large, else
/// `make_search_rows` finds it; what allocation throws. Exact: the same arrays on every executor; copies are
/// numbered by pin.
template <executor E>
timing_search<E::space> make_timing_search(E const& exec, path_problem<E::space> const& problem, split side) {
  constexpr memory_space S = E::space;
  detail::require_fitting(problem);
  std::size_t const pins = 2 * problem.node_count(), slots = 2 * problem.checks.size();
  buffer<id, S> fault(exec, detail::timing_faults);
  fill(exec, fault.view(), 0);
  detail::timing_graph_input<S> const input{problem, side, detail::surely_summable(pins), fault.view()};
  auto const layout = detail::lay_out_timing(exec, input);
  auto const count = [](id n) { return static_cast<std::size_t>(n); };
  buffer<id, S> begin(exec, pins + count(layout.copies) + 3), to(exec, count(layout.edges)),
      arc(exec, count(layout.edges)), launch_pin(exec, count(layout.copies)), slot(exec, count(layout.ends));
  buffer<femtoseconds, S> weight(exec, count(layout.edges));
  detail::timing_graph_arrays<S> const out{begin.view(), to.view(),         weight.view(),
                                           arc.view(),   launch_pin.view(), slot.view()};
  for_each_n(exec, pins, detail::fill_timing_row_op<S>{input, layout.offsets(), out});
  for_each_n(exec, slots + 1, detail::fill_timing_end_op<S>{input, layout.offsets(), out});
  timing_search<S> search;
  search.view.graph = {search.keep(std::move(begin)), search.keep(std::move(to)),
                       search.keep(std::move(weight))};
  search.view.plain = static_cast<id>(pins);
  search.view.pin = search.keep(std::move(launch_pin));
  search.view.arc = search.keep(std::move(arc));
  search.view.slot = search.keep(std::move(slot));
  search.view.pins = static_cast<id>(pins);
  search.view.side = side;
  if (layout.large) detail::require_summable(exec, search.view.graph);
  return search;
}

namespace detail {

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
    visitor entering{*this, search.graph.begin[pin], search.graph.begin[pin + 1]};
    femtoseconds const start = input.start_cost(pin);
    if (start != no_path) entering.put(start, none, none, false);
    input.edges_into(pin, entering);
    if (!entering.same || entering.edge != entering.end) set_mark<id>(changed[0], 1);
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
struct gather_flags_op {
  span<id const, S> changed, fault;
  span<id, S> any;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id sum = changed[0];
    for (std::size_t i = 0; i < timing_faults; ++i) sum += fault[i];
    any[0] = sum;
  }
};

}  // namespace detail

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
      detail::gather_flags_op<S>{std::as_const(changed).view(), std::as_const(fault).view(), any.view()});
  return to_vector(exec, any.view())[0] == 0;
}

}  // namespace gsta
