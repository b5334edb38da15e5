#pragma once

#include "gsta/path/detail/timing/finder.hpp"
#include "gsta/path/detail/timing/side_search.hpp"
#ifdef GSTA_COMPILED_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

/// The paths of a timed design that a query asks for, from arrays to full traces: exactly, ties included.
/// `sta/find_paths.hpp` has the calls on timers and snapshots.
///
/// Their order is total: worst slack first; of equal slack the smaller check id, then a rising before a
/// falling data edge; and then two paths are compared from the end backwards at the first node and edge that
/// they enter differently: one that starts there comes first, else the one whose arc stands earlier in the
/// fan-in row (rows of `build_graph` ascend in arc id). The k paths returned are the first k of all paths in
/// this order. A path that a clock pin launches starts at that pin, one that a latch hands on where data
/// depart from it. By group, one list stands behind the other, and `path_set_view::group` tells which is
/// which.
///
/// With common-path credits a path's slack is that of its sum of delays and its own credit: what its launch
/// and capture share, and no more. The worst path of a check has the slack that `propagate_credits` and
/// `update_checks` find, but for rounding. To a latch that is open each path has the slack of its own
/// arrival: 0, or what is left until the latch opens; of one end and equal slack the later path comes first.
/// With credits a path to a latch has one against each edge that opens or closes it. Paths that a latch hands
/// on depart as late as it does for all, and have no credit.
///
/// Shapes: as `path_arrays` and `path_set_view`; pins, clocks and groups of a query are those of
/// `path_places`. Units: ps in, fs out. Cost: for each side and group `make_timing_search`; with `from` or
/// `through` rows and closed edges or `constrain_search`; costs, and a search. With credits, for each bound
/// that is tried, mostly one or two, a pass over the vertices, 32 bytes a lane for those within it, and about
/// 100 bytes a state. Late paths of a design with latches take three such searches, and where more than k
/// borrow, some for the ends in front. On a host, where slacks are known, only what is in front of the worst
/// checks is searched, if that is less than half of the design and no starts or throughs are asked for.
/// Where: the executor; waits; on a device include path/find_paths.cuh. Throws: argument_error on points that
/// the design does not have or `path_places` does not tell, on sizes, and where a search needs more than
/// `most_bytes`; graph_error with the vertices of one cycle; what allocation throws, cuda_error. Exact: sums
/// of whole fs; one list, whatever the scheme and the executor. Paper: the engines', see `k_critical_paths`;
/// for credits none has it.
template <executor E, class Engine = std::optional<path_engine>>
path_buffers<E::space> find_paths(E const& exec, path_arrays<E::space> const& timing,
                                  path_query const& query = {}, path_scheme<Engine> const& scheme = {}) {
  static_assert(driver_known<primitive::find_paths, E>,
                "find_paths on a device needs gsta/path/find_paths.cuh");
  if constexpr (driver_known<primitive::find_paths, E>)  // else that sentence is all that is said
    return detail::find_by(exec, timing, query, scheme, [&](detail::path_request<E> const& request) {
      return detail::fresh_search<E>(exec, timing, request);
    });
}

#ifdef GSTA_COMPILED_HOST
extern template class detail::path_tracer<host_executor>;
extern template class detail::credited_tracer<host_executor>;
extern template class detail::path_finder<host_executor, detail::fresh_search<host_executor>>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class detail::path_tracer<tbb_executor>;
extern template class detail::credited_tracer<tbb_executor>;
extern template class detail::path_finder<tbb_executor, detail::fresh_search<tbb_executor>>;
#endif

}  // namespace gsta
