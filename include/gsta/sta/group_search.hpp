#pragma once

#include <vector>

#include "gsta/path/timing_paths.hpp"
#include "gsta/sta/paths_by_group.hpp"

namespace gsta {

/// `paths_by_group` by `timing_paths`, where the timing lies.
///
/// Shapes: a problem and a snapshot of one timer of the design. Units: fs. Cost: for each group and side a
/// search graph and a search, more where several checks or edges share an endpoint. Where: the executor;
/// waits; on a device include path/timing_paths.cuh. Throws: what `timing_paths` throws, and argument_error
/// on a name that the design does not have. Exact: the same paths in the same order.
template <executor E>
std::vector<path_group> paths_by_group(E const& exec, path_problem<E::space> const& problem,
                                       flat_design const& design, timing_snapshot const& timing,
                                       group_paths_options const& options, path_query const& query = {}) {
  std::vector<path_group> result;
  if (options.k == 0 || options.per_endpoint == 0) return result;
  std::vector<std::uint8_t> const wanted = ends_of(design, timing, query);
  path_constraint const constraint = constraint_of(design, timing, query);
  if (!query.from.empty() && constraint.from.empty()) return result;
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    for (auto const& [name, marks] : detail::groups_of(design, timing, side, wanted)) {
      // An end whose required time is undefined is none.
      std::vector<per_edge> required = timing.check_required;
      for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] == 0) required[i / 2][static_cast<int>(i % 2)] = math::infinity;
      }
      auto const of_group = clone(exec, required);
      path_problem<E::space> part = problem;
      part.check_required = of_group.view();
      auto paths = detail::worst_of_group(
          timing.checks, options.k, options.per_endpoint, [&](std::size_t k, std::size_t n) {
            timing_paths_options asked;
            asked.k = k;
            asked.per_end = n;
            asked.constraint = constraint;
            return to_path_set(exec, timing_paths(exec, part, side, asked).view);
          });
      if (paths.size() > 0) result.push_back({name, side, std::move(paths)});
    }
  }
  return result;
}

}  // namespace gsta
