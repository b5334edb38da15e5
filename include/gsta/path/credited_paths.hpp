#pragma once

#include "gsta/path/detail/credited/search.hpp"
#include "gsta/path/detail/latched/lent.hpp"
#include "gsta/path/timing_paths.hpp"

namespace gsta {

/// What path search reads of common-path credits.
template <memory_space S>
struct path_credits {
  clock_tree_view<S> tree;  ///< of the design
  span<corner_values const, S>
      credit;  ///< [stages of the tree] ps, by condition of the data: `lane_state::credit`
};

namespace detail {
inline void require_fitting(path_problem<memory_space::host> const& problem,
                            path_credits<memory_space::host> const& credits) {
  auto const& tree = credits.tree;
  require(tree.lanes > 0 && tree.launch_row.size() == conditions * problem.node_count() &&
              tree.capture_row.size() == problem.checks.size() &&
              credits.credit.size() == tree.place.size() && tree.starts.size() % tree.lanes == 0 &&
              tree.leaves_out.size() % tree.lanes == 0,
          "credited_paths: credits of another design");
  for (corner_values const& of : credits.credit) {
    for (float const ps : of.value) {
      femtoseconds const fs = to_femtoseconds(ps);
      require(-most_femtoseconds < fs && fs < most_femtoseconds,
              "credited_paths: a credit is no finite time");
    }
  }
}

template <host_side_executor E>
timing_search<memory_space::host> make_credited_search(E const& exec,
                                                       path_problem<memory_space::host> const& problem,
                                                       split side, timing_paths_options const& options) {
  auto search = make_timing_search(exec, problem, side);
  if (options.constraint.empty()) return search;
  auto const rows = make_search_rows(exec, search.view.graph);
  return constrain_search(exec, rows, search.view, options.constraint, options.form);
}
}  // namespace detail

/// The first k paths of one split of a timed design, by slacks with common-path credits: exactly, each path
/// with what its own launch and capture share, and no more. The order is that of `timing_paths`, and all its
/// options but `engine` are looked at.
///
/// A path's slack is what `timing_paths` gives it and its credit: sums of whole fs. The worst path of a check
/// has the slack that `propagate_lanes` and `update_checks` find, but for rounding.
///
/// Shapes: as `path_problem`, whose required times are those without credits, and `path_credits`. Units: ps
/// in, fs out. Cost: `make_timing_search`, with a constraint `constrain_search`; 24 bytes a vertex of the
/// graph and lane, O(edges x lanes) to fill them; then a heap of paths that are found one by one, O(steps)
/// rows each and 36 bytes for each sidetrack that may matter. A path may come up in as many lanes as there
/// are vertices on its clock path. Where: host; waits. Needs: credits that do not fall along clock paths,
/// which they do not where no early delay is above its late one; no latches that lend time. Throws:
/// argument_error on sizes, on latches that lend and where more than `most_bytes` would be needed;
/// graph_error with the vertices of one cycle; what allocation throws. Exact: the same list on every
/// executor.
template <host_side_executor E>
path_buffers<memory_space::host> credited_paths(E const& exec,
                                                path_problem<memory_space::host> const& problem,
                                                path_credits<memory_space::host> const& credits, split side,
                                                timing_paths_options const& options) {
  detail::require_fitting(problem);
  detail::require_fitting(problem, credits);
  require(side == split::early || detail::find_lent(exec, problem).size() == 0,
          "credited_paths: latches that lend time are not searched");
  auto const search = detail::make_credited_search(exec, problem, side, options);
  if (options.k == 0 || options.per_end == 0 || search.view.slot.empty())
    return clone_view(exec, path_set{}.view());
  detail::credited_graph const graph{search.view, credits.tree, credits.credit};
  std::size_t const bytes = detail::lane_costs::bytes(graph);
  require(bytes <= options.most_bytes, "credited_paths: the lanes need more memory than most_bytes allows");
  detail::lane_costs const costs(exec, graph);
  detail::credited_search found(
      graph, costs,
      {options.k, options.per_end, options.below, options.unique_pins, options.most_bytes - bytes});
  return clone_view(exec, found.run().view());
}

/// The first k paths of both splits together; `per_end` and unique pins are of one check anyway.
///
/// Shapes, Units, Needs, Throws, Exact: as above. Cost: twice as above, and a merge. Where: host; waits.
template <host_side_executor E>
path_buffers<memory_space::host> credited_paths(E const& exec,
                                                path_problem<memory_space::host> const& problem,
                                                path_credits<memory_space::host> const& credits,
                                                timing_paths_options const& options) {
  auto const early = credited_paths(exec, problem, credits, split::early, options);
  auto const late = credited_paths(exec, problem, credits, split::late, options);
  return merge_worst(exec, early.view, late.view, options.k);
}

}  // namespace gsta
