#pragma once

#include "gsta/path/detail/credited/tracer.hpp"

namespace gsta {

/// The first k paths of one split of a timed design, by slacks with common-path credits: exactly, each path
/// with what its own launch and capture share, and no more. Order and options are those of `timing_paths`.
///
/// A path's slack is what `timing_paths` gives it and its credit: sums of whole fs. The worst path of a check
/// has the slack that `propagate_lanes` and `update_checks` find, but for rounding. To a latch a path has a
/// credit against each edge that opens or closes it: with these it comes before the one, or borrows, or comes
/// after the other. Paths that a latch hands on depart as late as it does for all, and have no credit.
///
/// To a capture a launch's credit is a weight. So vertices are taken once for each kind of captures whose
/// paths come by: those that share as much of the clock tree with all launches in reach. The search of
/// `timing_paths` runs on the graph of these states. Only states are made that paths within a bound come by,
/// and the bound is put right until it holds k paths.
///
/// Shapes: as `path_problem`, whose required times are those without credits, and `path_credits`. Units: ps
/// in, fs out. Cost: `make_timing_search`, `make_search_rows`, `find_costs`, with a constraint
/// `constrain_search`; for each bound that is tried, mostly one or two, a pass over the vertices, 32 bytes a
/// lane and a launch a level for those that paths without credits within the bound come by, and about 100
/// bytes a state; then as `timing_paths`. Where: the executor; waits; on a device include
/// path/credited_paths.cuh. Where credits fall along clock paths (`falling_credits`) a path gets the least
/// credit of the lanes that it is in, as checks have it, and a vertex is taken for each row of captures. Late
/// paths of a design with latches take two such searches, mostly, and another where paths are too late for a
/// latch; where more than k borrow, some for the ends in front. Throws: argument_error on sizes and where
/// more than `most_bytes` would be needed; graph_error with the vertices of one cycle; what allocation
/// throws. Exact: the same list from every engine on every executor. Paper: none has it; states are made by
/// walks that correct labels.
template <executor E>
path_buffers<E::space> credited_paths(E const& exec, path_problem<E::space> const& problem,
                                      path_credits<E::space> const& credits, split side,
                                      timing_paths_options const& options) {
  static_assert(driver_known<primitive::credited_paths, E>,
                "credited_paths on a device needs gsta/path/credited_paths.cuh");
  if constexpr (driver_known<primitive::credited_paths, E>) {
    detail::credited_tracer<E> tracer(exec, credits, options);
    return tracer.trace(problem, side);
  }
}

/// `credited_paths` of a timing graph that was made searchable before, by any options: to ask more than once.
///
/// Shapes: the whole of a design or a constrained part; the options' constraint is not looked at. Cost: as
/// above, without what is there already: rows and best costs both ways. Where, Exact: as above.
/// Throws: the same, and argument_error on late paths of a design with latches, whose ends take a graph each.
template <executor E>
path_buffers<E::space> credited_paths(E const& exec, searchable_timing<E::space> const& timing,
                                      path_credits<E::space> const& credits,
                                      timing_paths_options const& options) {
  static_assert(driver_known<primitive::credited_paths, E>,
                "credited_paths on a device needs gsta/path/credited_paths.cuh");
  if constexpr (driver_known<primitive::credited_paths, E>) {
    detail::credited_tracer<E> tracer(exec, credits, options);
    return tracer.trace(timing);
  }
}

/// The first k paths of both splits together; `per_end` and unique pins are of one check anyway.
///
/// Shapes, Units, Throws, Exact: as above. Cost: twice as above, and a merge. Where: the executor;
/// waits.
template <executor E>
path_buffers<E::space> credited_paths(E const& exec, path_problem<E::space> const& problem,
                                      path_credits<E::space> const& credits,
                                      timing_paths_options const& options) {
  static_assert(driver_known<primitive::credited_paths, E>,
                "credited_paths on a device needs gsta/path/credited_paths.cuh");
  if constexpr (driver_known<primitive::credited_paths, E>) {
    detail::credited_tracer<E> tracer(exec, credits, options);
    auto const early = tracer.trace(problem, split::early);
    auto const late = tracer.trace(problem, split::late);
    return merge_worst(exec, early.view, late.view, options.k);
  }
}

#ifdef GSTA_COMPILED_HOST
extern template class detail::credited_tracer<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class detail::credited_tracer<tbb_executor>;
#endif

}  // namespace gsta
