#pragma once

#include "gsta/path/detail/best_first.hpp"
#include "gsta/path/detail/bounded.hpp"
#include "gsta/path/detail/dual_queue.hpp"
#include "gsta/path/detail/level_mdl.hpp"
#include "gsta/path/engine_options.hpp"
#include "gsta/path/search_rows.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta {

/// The k cheapest paths from source to sink, ties included, by the engine that the options name.
///
/// The order of paths is total. The cheaper path comes first. Of two that cost the same, follow both from the
/// source: where they part, that one comes first which takes the edge that stands earlier in the row. So
/// there is exactly one list of the first k, and every engine returns it, on every executor. Fewer than k
/// paths: all of them, in this order. `below` cuts the list off before its first path that costs as much.
///
/// A path with a sidetrack more never comes before the one without it: the forest takes the first of the best
/// edges, so that a sidetrack of no cost stands later in its row. Thus what comes behind k paths found can be
/// dropped with all that deviates from it, and `most_deviations` gives the first k of the paths that have so
/// few sidetracks: their i-th is never cheaper than the i-th of all.
///
/// Shapes: `rows` and the costs in `problem` belong to the same graph; costs as `find_costs` gives them.
/// Units: whatever the weights are in. Cost: see the engines; bounded is the fastest, best_first needs the
/// least memory. Where: the executor, and waits; best_first runs on the calling thread of the host, whatever
/// the executor, and copies the problem there. Needs: costs whose sums 60 bits hold; on a device include
/// path/k_critical.cuh. Throws: argument_error where the engine would hold more than `most_bytes` beside
/// graph and costs, before it takes what is too much, where an option is out of range, or where the
/// sidetracks of all paths are more than ids can number; what allocation throws; cuda_error. Exact: sums of
/// integers; the same bits from every engine, executor and run. `engines` changes times and memory, never
/// paths. Paper: Guo et al., DAC 2021 and TCAD 2023 (level_mdl); Chang et al., ICS 2026 (dual_queue);
/// Eppstein, SIAM J. Comput. 1998 (best_first); what differs stands at each engine.
template <executor E>
k_paths_result<E::space> k_critical_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options = {},
                                          engine_options const& engines = {}) {
  require(problem.costs.suffix.size() == problem.graph.vertex_count() &&
              (problem.costs.prefix.empty() || problem.costs.prefix.size() == problem.graph.vertex_count()) &&
              problem.costs.choice.size() == problem.graph.vertex_count() &&
              problem.costs.height.size() == problem.graph.vertex_count() &&
              problem.costs.next.size() == problem.graph.vertex_count(),
          "k_critical_paths: the costs are not those of the graph");
  switch (options.engine) {
    case path_engine::dual_queue:
      return detail::dual_queue_paths(exec, problem, options, engines.dual_queue);
    case path_engine::level_mdl:
      return detail::level_mdl_paths(exec, problem, options, engines.level_mdl);
    case path_engine::best_first:
      return detail::best_first_paths(exec, problem, options);
    case path_engine::bounded:
      break;
  }
  return detail::bounded_paths(exec, problem, rows, options);
}

}  // namespace gsta
