#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta {

/// The edge (2 * clock + edge) that captures at a check; none for a required time without a clock.
///
/// Shapes: tags, and a tag for each node, as `timing_nodes` has them; a check of these nodes. Cost: O(1).
/// Where: host. Throws: nothing.
inline id capture_edge_of(flat_design const& design, std::vector<tag> const& tags,
                          std::vector<id> const& node_tag, timing_check const& check) noexcept {
  if (check.capture != none) {
    id const of = node_tag[static_cast<std::size_t>(check.capture)];
    return tags[static_cast<std::size_t>(of)].launch_edge;
  }
  return check.source == none ? none
                              : design.requirements[static_cast<std::size_t>(check.source)].capture_edge;
}

/// A clock's name by its edge; `clock<N>` where the design gives no names.
///
/// Shapes: an edge of the design's clocks, or none (an empty name). Cost: O(1). Where: host. Throws:
/// std::bad_alloc.
inline std::string clock_name_of(flat_design const& design, id edge) {
  if (edge == none) return {};
  auto const clock = static_cast<std::size_t>(edge / 2);
  if (clock < design.clock_name.size() && !design.clock_name[clock].empty()) return design.clock_name[clock];
  return "clock" + std::to_string(clock);
}

/// The path groups of a design by number: first those that constraints name, then one for each clock, then
/// "asynchronous" for recovery and removal, "gated clock" for gates of clocks, "path delay" where a delay and
/// no clock bounds a check, and "**default**" for other required times without a clock. Of groups with one
/// name only the first has checks.
class path_group_names {
 public:
  /// Cost: O(names log names). Throws: std::bad_alloc.
  explicit path_group_names(flat_design const& design) : clocks_begin_(design.path_groups.size()) {
    for (auto const& name : design.path_groups) add(name);
    for (std::size_t c = 0; c < design.clocks.size(); ++c) add(clock_name_of(design, static_cast<id>(2 * c)));
    kinds_begin_ = names_.size();
    for (char const* const name : {"asynchronous", "gated clock", "path delay", "**default**"}) add(name);
  }

  /// A group's name. Throws: argument_error on a number that no group has.
  std::string const& operator[](id group) const {
    require(group >= 0 && static_cast<std::size_t>(group) < names_.size(), "path groups: no such group");
    return names_[static_cast<std::size_t>(group)];
  }

  /// The groups of a check, one or more: those of its row of `timing_checks::group_rows`, else that of its
  /// kind or of the clock edge that captures. Cost: O(row).
  std::vector<id> of(timing_check const& check, std::vector<id> const& row, id capture_edge) const {
    id const of_clock =
        capture_edge == none ? kind(3) : first_[clocks_begin_ + static_cast<std::size_t>(capture_edge / 2)];
    if (row.empty()) {
      return {rule_of(check.kind).asynchronous ? kind(0) : is_gating(check.kind) ? kind(1) : of_clock};
    }
    std::vector<id> result;
    result.reserve(row.size());
    for (id const group : row)
      result.push_back(group == group_of_delays  ? kind(2)
                       : group == group_of_clock ? of_clock
                                                 : first_[static_cast<std::size_t>(group)]);
    return result;
  }

 private:
  void add(std::string name) {
    auto const number = static_cast<id>(names_.size());
    first_.push_back(by_name_.emplace(name, number).first->second);
    names_.push_back(std::move(name));
  }
  id kind(std::size_t which) const noexcept { return first_[kinds_begin_ + which]; }

  std::size_t clocks_begin_, kinds_begin_ = 0;
  std::vector<std::string> names_;
  std::vector<id> first_;  // [names] the first group of that name
  std::map<std::string, id> by_name_;
};

/// The worst paths of one path group on one side, worst first.
struct path_group {
  std::string name;          ///< as `path_group_names` has it
  split side = split::late;  ///< late: setup-like checks; early: hold-like checks
  path_set paths;            ///< of the design's nodes, arcs and checks
};

/// Paths that were found by group, apart by group and side: late before early, of each side the group with
/// the worst path first, equal ones by name.
///
/// Shapes: paths of `checks`, found by group. Cost: a copy of the paths. Where: host. Throws: argument_error
/// on paths that were not found by group, std::bad_alloc.
inline std::vector<path_group> path_groups_of(flat_design const& design, host_span<timing_check const> checks,
                                              path_set_view<memory_space::host> const& paths) {
  require(paths.group.size() == paths.size(), "path_groups_of: the paths were not found by group");
  path_group_names const names(design);
  std::map<std::pair<bool, std::string>, path_group> found;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    bool const early = !is_late(checks[static_cast<std::size_t>(paths.check[p])].kind);
    auto const& name = names[paths.group[p]];
    auto& of = found.try_emplace({early, name}, path_group{name, early ? split::early : split::late, {}})
                   .first->second;
    of.paths.add_path(paths, p);
    of.paths.group.clear();
  }
  std::vector<path_group> result;
  result.reserve(found.size());
  for (auto& [key, group] : found) result.push_back(std::move(group));
  gsta::stable_sort(result.begin(), result.end(), [](path_group const& a, path_group const& b) {
    return a.side != b.side ? a.side == split::late : a.paths.slack.front() < b.paths.slack.front();
  });
  return result;
}

}  // namespace gsta
