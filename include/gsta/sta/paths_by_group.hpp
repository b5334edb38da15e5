#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/path/k_worst.hpp"
#include "gsta/report/groups.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/path_problem_of.hpp"

namespace gsta {

struct group_paths_options {
  std::size_t k = 1;             ///< paths of each group and side
  std::size_t per_endpoint = 1;  ///< of these, at most so many to one endpoint
  bool late = true, early = false;
};

namespace detail {
/// The first k of the paths to these ends with at most n to a pin. Search counts by check and edge, of which
/// a pin may have several, so it asks again for more where too many fall away.
inline path_set worst_of_group(path_graph const& graph, std::vector<timing_check> const& checks,
                               std::size_t k, std::size_t n) {
  for (k_worst_options ask{k, no_path, n};; ask.k *= 2) {
    path_set const found = k_worst_paths(graph, ask);
    path_set result;
    std::map<id, std::size_t> count;
    for (std::size_t i = 0; i < found.size() && result.size() < k; ++i) {
      if (count[checks[found.check[i]].data_pin]++ < n) result.add_path(found, i);
    }
    if (result.size() == k || found.size() < ask.k || ask.k > std::numeric_limits<id>::max()) return result;
  }
}
}  // namespace detail

/// The k worst paths of each path group: groups by name, late before early.
///
/// Shapes: a snapshot of the design. Units: fs. Cost: one path graph a side; one search a group, more where
/// several checks or edges share an endpoint. Where: host. Throws: what `k_worst_paths` throws.
inline std::vector<path_group> paths_by_group(flat_design const& design, timing_snapshot const& timing,
                                              group_paths_options const& options) {
  std::vector<path_group> result;
  if (options.k == 0 || options.per_endpoint == 0) return result;
  auto const problem = path_problem_of(design, timing);
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    auto graph = make_path_graph(problem, side);
    std::map<std::string, std::vector<path_end>> ends;
    for (auto const& end : graph.ends)
      ends[group_of(design, timing, timing.checks[end.check])].push_back(end);
    for (auto& [name, of_group] : ends) {
      graph.ends = std::move(of_group);
      auto paths = detail::worst_of_group(graph, timing.checks, options.k, options.per_endpoint);
      if (paths.size() > 0) result.push_back({name, side, std::move(paths)});
    }
  }
  return result;
}

}  // namespace gsta
