#pragma once

#include <limits>

#include "gsta/path/detail/expand/front.hpp"

namespace gsta::detail {

template <executor E>
void expand_levels(deviation_front<E>& front, int most_deviations) {
  if (front.kept() == 0) return;
  for (int level = 0; level < most_deviations; ++level) {
    if (level == 0) front.open_root();
    while (front.has_window()) {
      front.open_children();
      if (front.has_window()) front.keep_first_of_open(front.wanted());
      if (front.tied()) return;
    }
    if (front.open() == 0) return;
    front.keep_open();
    if (front.tied()) return;
    front.next_window();
  }
}

/// Deviation level by deviation level: counts the children of a level's paths along their whole suffixes
/// (look-ahead allocation), writes them (interlevel expansion), and keeps the k best (intralevel
/// compression). Stops behind `options.most_deviations` levels or where a level is empty; by default that is
/// exact, else exact among paths of so few sidetracks.
///
/// Cost: two walks along the suffix of each path kept, a sort a level. Where: the executor; waits, some five
/// times a level. Memory: about 120 bytes a path, 50 for each of up to four open children a path (those
/// beyond are made and compressed piece by piece), and 4 a vertex. Exact. Paper: Guo et al., "GPU-accelerated
/// Path-based Timing Analysis", DAC 2021, section III, and "A GPU-Accelerated Framework for Path-Based Timing
/// Analysis", TCAD 2023, sections IV and VI. Here levels are also cut by the k-th best of those before them;
/// where the cut would go through many ties, an exact search ends and ranks them (`search_by_front`);
/// what TCAD 2023 allocates and launches in kernels are scans and plain launches; its block-sorted and merged
/// lists are the seam's merge sort or, by default, a radix sort; a thread expands one path.
template <executor E>
k_paths_result<E::space> level_mdl_paths(E const& exec, search_rows<E::space> const& rows,
                                         search_problem<E::space> const& problem,
                                         k_paths_options const& options, level_mdl_options const& how = {}) {
  require(options.most_deviations >= 0, "k_critical_paths: most_deviations is negative");
  bool const exact = options.most_deviations == std::numeric_limits<int>::max();
  front_options const by{.expansion = how.expansion, .compression = how.compression, .stop_at_ties = exact};
  return search_by_front(exec, rows, problem, options, by,
                         [&](deviation_front<E>& front) { expand_levels(front, options.most_deviations); });
}

}  // namespace gsta::detail
