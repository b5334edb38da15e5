#pragma once

#include "gsta/path/detail/timing/tracer.hpp"
#ifdef GSTA_COMPILED_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

/// All that `timing_paths` of one split does before it searches: to search more than once with these options,
/// or others that differ in `k`, `below` and `per_end` alone.
///
/// Shapes: as `path_problem`. Units: ps in, fs out. Cost: `make_timing_search`, with a constraint also
/// `make_search_rows` and `constrain_search`, and then rows and costs of what is left; on the host, for few
/// paths or paths of each end, one walk in its place. Where: the executor; waits. Throws: as those.
template <executor E>
searchable_timing<E::space> make_searchable(E const& exec, path_problem<E::space> const& problem, split side,
                                            timing_paths_options const& options) {
  static_assert(driver_known<primitive::timing_paths, E>,
                "make_searchable on a device needs gsta/path/timing_paths.cuh");
  if constexpr (driver_known<primitive::timing_paths, E>)
    return detail::path_tracer<E>(exec, options).prepare(problem, side);
}

/// The first k paths of a searchable timing graph, with all their steps. Its constraint is not looked at:
/// constrain the graph.
///
/// Their order is total: worst slack first; of equal slack the smaller check id, then a rising before a
/// falling data edge; and then the two paths are compared from the end backwards at the first node and edge
/// that they enter differently: one that starts there comes first, else the one whose arc stands earlier in
/// the fan-in row (rows of `build_graph` ascend in arc id). The k paths returned are the first k of all paths
/// in this order, ties included. A path that a clock pin launches starts at that pin, one that a latch hands
/// on where data depart from it. To a latch that is open each path has the slack of its own arrival: 0, or
/// what is left until the latch opens; of one end and equal slack the later path comes first.
///
/// Shapes: as `path_set_view`. Units: fs. Cost: one search and one recovery; for unique pins as many as it
/// takes to find k, each twice as large as the one before, and with `per_end` too all ends are searched. Ends
/// at latches that lend time are searched by themselves, by `paths_per_end`, for ever more paths of each.
/// Where: the executor; waits; on a device include path/timing_paths.cuh. Throws: argument_error where a
/// search needs more than `most_bytes`; what allocation throws, cuda_error. Exact: the same list from every
/// engine on every executor.
template <executor E>
path_buffers<E::space> timing_paths(E const& exec, searchable_timing<E::space> const& timing,
                                    timing_paths_options const& options) {
  static_assert(driver_known<primitive::timing_paths, E>,
                "timing_paths on a device needs gsta/path/timing_paths.cuh");
  if constexpr (driver_known<primitive::timing_paths, E>)
    return detail::path_tracer<E>(exec, options).trace(timing);
}

/// The first k paths of one split of a timed design, from the timer's arrays to full traces.
///
/// Shapes: as `path_problem` and `path_set_view`. Units: ps in, fs out. Cost: `make_timing_search`,
/// `make_search_rows`, with a constraint `constrain_search` and rows of what is left, `find_costs`, and the
/// search itself; keep a `searchable_timing` to ask again. Where: the executor; waits. Throws: as those.
/// Exact: costs are integers; one list, whatever searches it.
template <executor E>
path_buffers<E::space> timing_paths(E const& exec, path_problem<E::space> const& problem, split side,
                                    timing_paths_options const& options) {
  static_assert(driver_known<primitive::timing_paths, E>,
                "timing_paths on a device needs gsta/path/timing_paths.cuh");
  if constexpr (driver_known<primitive::timing_paths, E>)
    return detail::path_tracer<E>(exec, options).trace(problem, side);
}

/// The first k paths of both splits together; `per_end` and unique pins are of one check anyway.
///
/// Shapes, Units, Throws, Exact: as above. Cost: twice as above, and a merge. Where: the executor; waits.
template <executor E>
path_buffers<E::space> timing_paths(E const& exec, path_problem<E::space> const& problem,
                                    timing_paths_options const& options) {
  static_assert(driver_known<primitive::timing_paths, E>,
                "timing_paths on a device needs gsta/path/timing_paths.cuh");
  if constexpr (driver_known<primitive::timing_paths, E>)
    return detail::path_tracer<E>(exec, options).trace_both(problem);
}

#ifdef GSTA_COMPILED_HOST
extern template class detail::path_tracer<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class detail::path_tracer<tbb_executor>;
#endif

}  // namespace gsta
