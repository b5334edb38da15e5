#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/path/path_set.hpp"
#include "gsta/path/recover.hpp"

namespace gsta::detail {

/// The paths of `recover_paths`, each walked by itself: for few paths, since nothing of the size of the graph
/// is looked at.
inline path_set walk_paths(timing_search_view<memory_space::host> const& search,
                           search_problem<memory_space::host> const& problem,
                           sidetrack_paths_view<memory_space::host> const& paths) {
  auto const& graph = problem.graph;
  trace_writer<memory_space::host> const writer{search, {}, {}, {}};
  path_set set;
  std::vector<path_step> steps;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    id side = paths.begin[p], first = none;
    steps.clear();
    for (id v = graph.source(); v != graph.sink();) {
      bool const leaves = side < paths.begin[p + 1] && paths.side[side] >= graph.begin[v] &&
                          paths.side[side] < graph.begin[v + 1];
      id const e = leaves ? paths.side[side++] : problem.costs.choice[v];
      if (v == graph.source())
        first = e;
      else
        steps.push_back(writer.step(v, e));
      v = graph.to[e];
    }
    for (std::size_t i = steps.size(); i-- > 0;)
      set.add_step(steps[i].vertex / 2, static_cast<edge>(steps[i].vertex % 2), steps[i].edge);
    id const slot = search.slot_of(first);
    set.end_path(paths.cost[p], slot / 2, static_cast<edge>(slot % 2));
  }
  return set;
}

}  // namespace gsta::detail
