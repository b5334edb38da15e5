#pragma once

#include <cmath>

#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/detail/costs/ops.hpp"

namespace gsta::detail {

/// How far from the best path prefixes are wanted: up to an excess, or else as far as so many paths may
/// reach.
struct near_request {
  std::size_t paths = 1;
  femtoseconds excess = -1;
};

/// Sidetracks of the best path within an excess that may hold so many paths. Were they as many everywhere,
/// and spread evenly, then s of them would mean about exp(2 sqrt(s)) paths; but the best path has fewer cheap
/// ones than others. Measured, for a million paths of three densified circuits: 4 to 5 times what that says.
/// A few too many cost little, too few a second walk.
inline id best_path_sidetracks(std::size_t paths) {
  double const root = (std::log(static_cast<double>(paths)) + 3) / 2;
  return static_cast<id>(std::ceil(4.5 * root * root));
}

/// Finds the prefix of each vertex that a path within an excess passes; the other vertices get theirs or none
/// (`no_path`). Returns that excess: at least the one that was asked for, and `any_excess` where all are
/// found. On a device one run may notice that, where another does not.
///
/// Shapes: `rows` of the problem's graph, prefix [vertices]. Cost: here O(vertices + edges), for all
/// vertices; path/detail/bounded/near_prefixes.cuh goes along edges from the source, and no further than it
/// has to. Where: the executor.
template <executor E>
femtoseconds find_near_prefixes(E const& exec, search_rows<E::space> const& rows,
                                search_problem<E::space> const& problem, near_request const&,
                                view_for<E, femtoseconds> prefix, work_memory&) {
  for (std::size_t l = 0; l < rows.level_count(); ++l) {
    auto const first = static_cast<std::size_t>(rows.level_begin[l]);
    auto const level =
        rows.view().order.subspan(first, static_cast<std::size_t>(rows.level_begin[l + 1]) - first);
    for_each_n(exec, level.size(), pull_prefix_op<E::space>{problem.graph, rows.view(), level, prefix});
  }
  return any_excess;
}

}  // namespace gsta::detail
