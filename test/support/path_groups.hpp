#pragma once

#include <vector>

#include "gsta/sta/find_paths.hpp"
#include "gsta/sta/path_points.hpp"

namespace gsta_test {

/// How many paths of each path group, and of which sides.
struct group_paths {
  std::size_t k = 1, per_endpoint = 1;
  bool late = true, early = false;

  gsta::path_query query() const {
    gsta::path_query result{.k = k, .per_endpoint = per_endpoint, .by_group = true};
    if (late && early)
      result.side.reset();
    else
      result.side = late ? gsta::split::late : gsta::split::early;
    return result;
  }
};

/// What reports are given: the worst paths of each group of a snapshot.
inline std::vector<gsta::path_group> groups_found(gsta::flat_design const& design,
                                                  gsta::timing_snapshot const& timing,
                                                  group_paths const& asked) {
  auto const found = find_paths(gsta::host_executor{}, design, timing, asked.query());
  return path_groups_of(design, gsta::view_of(timing.checks), found.view);
}

}  // namespace gsta_test
