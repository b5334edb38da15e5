#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/bounded.hpp"
#include "gsta/path/detail/expand/best_first.hpp"
#include "gsta/path/detail/expand/per_end.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta {

namespace primitive {
struct k_critical_paths;
}

namespace detail {
template <memory_space S>
void require_costs_of_graph(search_problem<S> const& problem) {
  std::size_t const vertices = problem.graph.vertex_count();
  auto const& costs = problem.costs;
  require(costs.suffix.size() == vertices && (costs.prefix.empty() || costs.prefix.size() == vertices) &&
              costs.choice.size() == vertices && costs.height.size() == vertices &&
              costs.next.size() == vertices,
          "k_critical_paths: the costs are not those of the graph");
}
}  // namespace detail

/// The k cheapest paths from source to sink, ties included.
///
/// The order of paths is total. The cheaper path comes first. Of two that cost the same, follow both from the
/// source: where they part, that one comes first which takes the edge that stands earlier in the row. So
/// there is exactly one list of the first k, and every engine returns it, on every executor. Fewer than k
/// paths: all of them, in this order. `below` cuts the list off before its first path that costs as much.
///
/// A path with a sidetrack more never comes before the one without it: the forest takes the first of the best
/// edges, so that a sidetrack of no cost stands later in its row. Thus what comes behind k paths found can be
/// dropped with all that deviates from it.
///
/// Shapes: `rows` and the costs in `problem` belong to the same graph; costs as `find_costs` gives them.
/// Units: whatever the weights are in. Cost: see the engines; bounded is the fastest, best_first needs the
/// least memory. Where: the executor, and waits; best_first runs on the calling thread of the host, whatever
/// the executor, and copies the problem there. Needs: costs whose sums 60 bits hold; on a device include
/// path/path.cuh. Throws: argument_error where the engine would hold more than `most_bytes` beside
/// graph and costs, before it takes what is too much, where an option is out of range, or where the
/// sidetracks of all paths are more than ids can number; what allocation throws; cuda_error. Exact: sums of
/// integers; the same bits from every engine, executor and run. `engine` changes times and memory, never
/// paths; schemes/path_engines.hpp has those of Guo et al. (DAC 2021, TCAD 2023) and Chang et al. (ICS 2026).
/// Paper: Eppstein, SIAM J. Comput. 1998 (best_first); bounded: none.
template <executor E>
k_paths_result<E::space> k_critical_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options = {},
                                          path_engine engine = path_engine::bounded) {
  static_assert(driver_known<primitive::k_critical_paths, E>,
                "k_critical_paths on a device needs gsta/path/path.cuh");
  detail::require_costs_of_graph(problem);
  if (engine == path_engine::best_first) return detail::best_first_paths(exec, problem, options);
  return detail::bounded_paths(exec, problem, rows, options);
}

/// Which paths `paths_per_end` finds.
struct per_end_options {
  std::size_t each = 1;                                     ///< paths of one edge of the source, at most
  std::size_t k = std::numeric_limits<std::size_t>::max();  ///< paths in all, at most
  femtoseconds below = no_path;                             ///< only paths that cost less than this
  /// Working memory. Ends are searched in as many rounds as it takes; what one end or the result needs is
  /// refused before it is taken.
  std::size_t most_bytes = std::size_t{8} << 30;
};

namespace detail {
inline void require_room(std::size_t bytes, std::size_t most) {
  if (bytes <= most) return;
  std::string message = "paths_per_end: the search needs ";
  message += std::to_string(bytes);
  message += " bytes, but per_end_options::most_bytes allows ";
  message += std::to_string(most);
  throw argument_error(message);
}
}  // namespace detail

/// The first paths by each edge of the source: of a timing search graph, the worst paths of each check and
/// data edge. Together they stand in the total order of `k_critical_paths`, and are cut off behind k.
///
/// Every end is searched by itself, best path first, along the forest that all share. That forest is the
/// arrival tree of a timed design, so nothing is built for an end.
///
/// Shapes: costs of this graph. Cost: for each end one thread, O(each) rows along a path and log(each) for
/// each candidate; 32 bytes for each path that an end may have; a sort. Good for few paths of many ends.
/// Where: the executor; waits. Throws: argument_error where more memory than `most_bytes` would be needed;
/// what allocation throws. Exact: the same list on every executor, whatever the memory.
template <executor E>
k_paths_result<E::space> paths_per_end(E const& exec, search_problem<E::space> const& problem,
                                       per_end_options const& options) {
  constexpr memory_space S = E::space;
  std::size_t const k = std::min<std::size_t>(options.k, std::numeric_limits<id>::max());
  std::size_t const each = std::min(options.each, k);
  k_paths_result<S> result;
  auto const ends = each == 0 ? detail::wanted_ends<S>{} : detail::find_ends(exec, problem, k, options.below);
  if (ends.count == 0) {
    buffer<id, S> begin(exec, 1);
    fill(exec, begin.view(), 0);
    result.paths.view.begin = result.paths.keep(std::move(begin));
    return result;
  }
  std::size_t const bytes = detail::search_workspace<S>::bytes(each);
  detail::require_room(bytes, options.most_bytes);
  std::size_t const round = std::min(ends.count, options.most_bytes / 2 / bytes + 1);
  detail::search_workspace<S> room(exec, round, each);
  std::vector<detail::found_tree<S>> pieces;
  std::size_t found = 0;
  for (std::size_t first = 0; first < ends.count; first += round) {
    std::size_t const n = std::min(round, ends.count - first), before = found;
    span<id const, S> const edge = ends.edge.view().subspan(first, n);
    for_each_n(exec, n, detail::search_end_op<S>{problem, room.view(), edge, ends.below});
    auto const numbers =
        detail::number_round<E>(exec, std::as_const(room.found).view().subspan(0, n), each, before);
    found = static_cast<std::size_t>(to_vector(exec, numbers.view().subspan(n + 1, 1))[0]);
    result.statistics.peak_bytes = round * bytes + 2 * found * detail::found_tree<S>::bytes;
    detail::require_room(result.statistics.peak_bytes, options.most_bytes);
    auto& piece = pieces.emplace_back(exec, found - before);
    for_each_n(exec, n, piece.join_op(problem, room.view(), edge, numbers.view().subspan(1, n + 1), before));
    result.statistics.waves += 1;
  }
  auto const tree = detail::joined(exec, pieces, found);
  femtoseconds const largest =
      reduce(exec, found, value_term<femtoseconds, femtoseconds, S>{tree.cost.view()}, ends.best,
             larger_of<femtoseconds>{});
  result.paths = detail::smallest_paths(exec, problem, tree.view(), k, ends.best, largest);
  result.statistics.generated = found;
  result.statistics.active = ends.count;
  return result;
}

}  // namespace gsta
