#pragma once

#include "gsta/path/detail/bounded/search.hpp"

namespace gsta::detail {

/// The k best paths, by counting what a range of costs holds before any path is made.
///
/// Shapes: `rows` of the problem's graph. Units: fs. Cost: one pass over the vertices, and over the rows of
/// those that paths near the best touch; then O(k log k). Where the problem has no prefixes, 20 bytes a
/// vertex and on a host a pass over all edges. Where: the executor; waits. Needs: the problem's costs.
/// Throws: argument_error where working memory would exceed `most_bytes`, or sidetracks of all paths what ids
/// can number; what allocation throws; cuda_error. Exact: equal to the first k of all paths in the total
/// order, on every executor. Paper: none has it. From Chang et al., "G-PathGen", ICS 2026, come the
/// sidetracks on a CSR graph; the line graph follows Eppstein, "Finding the k shortest paths", SIAM J.
/// Comput. 28 (1998), without its heaps.
template <executor E>
k_paths_result<E::space> bounded_paths(E const& exec, search_problem<E::space> const& problem,
                                       search_rows<E::space> const& rows, k_paths_options const& options,
                                       bounded_tuning const& tuning = {}) {
  return bounded_search<E>(exec, problem, rows, options, tuning).run();
}

}  // namespace gsta::detail
