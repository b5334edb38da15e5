#pragma once

#include <algorithm>
#include <vector>

#include "gsta/path/detail/credited/lanes.hpp"
#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/kept_costs.hpp"

namespace gsta::detail {

/// What a path over these sidetracks costs with the credit of its own launch and capture; no_path: it is in
/// no lane.
inline femtoseconds credited_cost(credited_graph<memory_space::host> const& of,
                                  search_problem<memory_space::host> const& problem,
                                  sidetrack_paths_view<memory_space::host> const& paths, std::size_t p) {
  id const first = paths.begin[p], end = paths.begin[p + 1], source = problem.graph.source();
  id const start = first < end && paths.side[first] >= problem.graph.begin[source]
                       ? paths.side[first]
                       : problem.costs.choice[source];
  id v = problem.graph.to[first < end ? paths.side[end - 1] : start];
  if (v == problem.graph.sink()) return no_path;
  while (problem.next(v) != problem.graph.sink()) v = problem.next(v);
  femtoseconds const credit = of.credit_of(of.launch_row(v), of.capture_row(start));
  return credit == no_path ? no_path : paths.cost[p] + credit;
}

/// What no path costs more than without credits that is among the first k with them, of the starts of this
/// number: the first k without credits say how much k paths cost at most. Where there are no k paths, or one
/// is in no lane, it is what none costs.
inline femtoseconds credited_bound(credited_graph<memory_space::host> const& of, credit_range const& range,
                                   kept_costs& costs, path_request const& request, std::size_t starts) {
  k_paths_options search;
  search.k = request.k;
  search.most_bytes = request.most_bytes;
  bool const is_cut = request.below < most_femtoseconds;
  if (is_cut) search.below = request.below - range.least;
  auto const found = costs.first_paths(search, starts);
  auto const paths = found.paths.view;
  auto const problem = costs.problem(starts);
  femtoseconds most = paths.size() < request.k ? no_path : -no_path;
  for (std::size_t p = 0; p < paths.size() && most != no_path; ++p)
    most = std::max(most, credited_cost(of, problem, paths, p));
  if (is_cut) most = std::min(most, request.below - 1);
  return most == no_path ? no_path - 1 : most - range.least;
}

}  // namespace gsta::detail
