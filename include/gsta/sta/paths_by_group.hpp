#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/path/k_worst.hpp"
#include "gsta/path/timing_graph.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/path_points.hpp"
#include "gsta/sta/path_problem_of.hpp"

namespace gsta {

/// How many paths `paths_by_group` finds, and of which sides.
struct group_paths_options {
  std::size_t k = 1;             ///< paths of each group and side
  std::size_t per_endpoint = 1;  ///< of these, at most so many to one endpoint
  bool late = true;              ///< those of setup-like checks
  bool early = false;            ///< those of hold-like checks
};

namespace detail {
/// The first k paths with at most n to a pin, of what `find(k, n)` finds with at most n to a check and edge.
/// A pin may have several of these, so it asks again for more where too many fall away.
template <class Find>
path_set worst_of_group(std::vector<timing_check> const& checks, std::size_t k, std::size_t n,
                        Find const& find) {
  for (std::size_t ask = k;; ask *= 2) {
    path_set const found = find(ask, n);
    path_set result;
    std::map<id, std::size_t> count;
    for (std::size_t i = 0; i < found.size() && result.size() < k; ++i) {
      if (count[checks[found.check[i]].data_pin]++ < n) result.add_path(found, i);
    }
    if (result.size() == k || found.size() < ask || ask > std::numeric_limits<id>::max()) return result;
  }
}

/// The ends of one side that a query wants, by the name of their group: marks by 2 * check + data edge.
inline std::map<std::string, std::vector<std::uint8_t>> groups_of(flat_design const& design,
                                                                  timing_snapshot const& timing, split side,
                                                                  std::vector<std::uint8_t> const& wanted) {
  std::map<std::string, std::vector<std::uint8_t>> groups;
  for (std::size_t i = 0; i < timing.checks.size(); ++i) {
    if (is_late(timing.checks[i].kind) != (side == split::late)) continue;
    auto& marks = groups[group_of(design, timing, timing.checks[i])];
    marks.resize(wanted.size(), 0);
    for (std::size_t e = 2 * i; e < 2 * i + 2; ++e) marks[e] = wanted[e];
  }
  return groups;
}

/// A search graph of a design as the plain engine reads it: edges into the sink are starts, those of the
/// source ends.
inline path_graph path_graph_of(timing_search_view<memory_space::host> const& search) {
  auto const& graph = search.graph;
  path_graph result;
  result.start.assign(static_cast<std::size_t>(graph.source()), no_path);
  for (id v = 0; v < graph.source(); ++v) {
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      if (graph.to[e] == graph.sink()) {
        result.start[v] = graph.weight[e];
        continue;
      }
      result.fanin_from.push_back(graph.to[e]);
      result.fanin_arc.push_back(search.arc[e]);
      result.weight.push_back(graph.weight[e]);
    }
    result.fanin_begin.push_back(static_cast<id>(result.fanin_from.size()));
  }
  result.launch_pin.assign(search.pin.begin(), search.pin.end());
  for (id e = search.first_end(); e < static_cast<id>(graph.edge_count()); ++e) {
    id const slot = search.slot_of(e);
    result.ends.push_back({graph.to[e], slot / 2, static_cast<edge>(slot % 2), graph.weight[e]});
  }
  return result;
}

/// The path graph of one side, of paths that have the starts and throughs of a query.
inline path_graph path_graph_of(flat_design const& design, timing_snapshot const& timing, split side,
                                path_query const& query) {
  auto const problem = path_problem_of(design, timing);
  if (query.from.empty() && query.through.empty()) return make_path_graph(problem, side);
  path_constraint const constraint = constraint_of(design, timing, query);
  if (!query.from.empty() && constraint.from.empty()) return {};
  host_executor const exec;
  auto const search = make_timing_search(exec, problem, side);
  auto const rows = make_search_rows(exec, search.view.graph);
  return path_graph_of(constrain_search(exec, rows, search.view, constraint).view);
}
}  // namespace detail

/// The k worst paths of each path group, of those that a query wants: groups by name, late before early.
///
/// Shapes: a snapshot of the design. Units: fs. Cost: one path graph a side; one search a group, more where
/// several checks or edges share an endpoint. Where: host. Throws: what `k_worst_paths` throws, and
/// argument_error on a name that the design does not have.
inline std::vector<path_group> paths_by_group(flat_design const& design, timing_snapshot const& timing,
                                              group_paths_options const& options,
                                              path_query const& query = {}) {
  std::vector<path_group> result;
  if (options.k == 0 || options.per_endpoint == 0) return result;
  std::vector<std::uint8_t> const wanted = ends_of(design, timing, query);
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    auto graph = detail::path_graph_of(design, timing, side, query);
    auto const all = std::move(graph.ends);
    for (auto const& [name, marks] : detail::groups_of(design, timing, side, wanted)) {
      graph.ends.clear();
      std::copy_if(
          all.begin(), all.end(), std::back_inserter(graph.ends), [&, &marks = marks](path_end const& end) {
            return marks[static_cast<std::size_t>(2 * end.check + static_cast<id>(end.data_edge))] != 0;
          });
      auto paths = detail::worst_of_group(
          timing.checks, options.k, options.per_endpoint,
          [&](std::size_t k, std::size_t n) { return k_worst_paths(graph, {k, no_path, n}); });
      if (paths.size() > 0) result.push_back({name, side, std::move(paths)});
    }
  }
  return result;
}

}  // namespace gsta
