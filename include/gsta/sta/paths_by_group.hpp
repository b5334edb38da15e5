#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/sort.hpp"
#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/path_points.hpp"
#include "gsta/sta/snapshot.hpp"

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
    for (auto const& name : gsta::groups_of(design, timing, timing.checks[i])) {
      auto& marks = groups[name];
      marks.resize(wanted.size(), 0);
      for (std::size_t e = 2 * i; e < 2 * i + 2; ++e) marks[e] = wanted[e];
    }
  }
  return groups;
}
/// The credits of a snapshot, if it has any, where paths are searched.
template <executor E>
struct credits_in_space {
  owned<clock_tree_view, E::space> tree;
  buffer<corner_values, E::space> credit;

  credits_in_space(E const& exec, timing_snapshot const& timing) {
    if (timing.credits == nullptr) return;
    tree = clone_view(exec, timing.credits->tree.view);
    credit = clone(exec, timing.credits->credit);
  }
  path_credits<E::space> view() const noexcept { return {tree.view, credit.view()}; }
};
}  // namespace detail

/// The k worst paths of each path group, of those that a query wants: late before early, the group with the
/// worst path first, equal ones by name. By `timing_paths`, where the timing lies; with common-path credits
/// by `credited_paths`.
///
/// Shapes: a problem and a snapshot of one timer of the design. Units: fs. Cost: for each group and side a
/// search graph, and a search, more where several checks or edges share an endpoint. Where: the executor;
/// waits; on a device include path/path.cuh and path/credited_paths.cuh. Throws: what `timing_paths` throws,
/// and argument_error on a name that the design does not have. Exact: the same paths in the same order on
/// every executor.
template <executor E>
std::vector<path_group> paths_by_group(E const& exec, path_problem<E::space> const& problem,
                                       flat_design const& design, timing_snapshot const& timing,
                                       group_paths_options const& options, path_query const& query = {}) {
  std::vector<path_group> result;
  if (options.k == 0 || options.per_endpoint == 0) return result;
  std::vector<std::uint8_t> const wanted = ends_of(design, timing, query);
  timing_paths_options asked;
  asked.k = options.k;
  asked.per_end = options.per_endpoint;
  asked.constraint = constraint_of(design, timing, query);
  if (!query.from.empty() && asked.constraint.from.empty()) return result;
  detail::credits_in_space<E> const credits(exec, timing);
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    for (auto const& [name, marks] : detail::groups_of(design, timing, side, wanted)) {
      // An end whose required time is undefined is none.
      bool const credited = timing.credits != nullptr;
      std::vector<per_edge> required = credited ? timing.credits->check_required : timing.check_required;
      for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] == 0) required[i / 2][static_cast<int>(i % 2)] = math::infinity;
      }
      auto const of_group = clone(exec, required);
      path_problem<E::space> part = problem;
      part.check_required = of_group.view();
      // With credits latches have two required times, and a graph for each.
      bool const latched = credited && side == split::late && !timing.latches.empty();
      auto const ready = latched ? searchable_timing<E::space>{} : make_searchable(exec, part, side, asked);
      auto paths = detail::worst_of_group(
          timing.checks, options.k, options.per_endpoint, [&](std::size_t k, std::size_t n) {
            timing_paths_options more = asked;
            more.k = k;
            more.per_end = n;
            auto const found = latched    ? credited_paths(exec, part, credits.view(), side, more)
                               : credited ? credited_paths(exec, ready, credits.view(), more)
                                          : timing_paths(exec, ready, more);
            return to_path_set(exec, found.view);
          });
      if (paths.size() > 0) result.push_back({name, side, std::move(paths)});
    }
  }
  gsta::stable_sort(result.begin(), result.end(), [](path_group const& a, path_group const& b) {
    return a.side != b.side ? a.side == split::late : a.paths.slack.front() < b.paths.slack.front();
  });
  return result;
}

/// `paths_by_group` from a snapshot on the host.
///
/// Shapes: a snapshot of the design. Units, Cost, Throws, Exact: as above. Where: host, one thread.
inline std::vector<path_group> paths_by_group(flat_design const& design, timing_snapshot const& timing,
                                              group_paths_options const& options,
                                              path_query const& query = {}) {
  return paths_by_group(host_executor{}, path_problem_of(design, timing), design, timing, options, query);
}

}  // namespace gsta
