#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "gsta/path/detail/bounded/bounded.hpp"
#include "gsta/path/detail/expand/front.hpp"

namespace gsta::detail {

/// Searches with a front, as `advance(front)` says. Where ties are a crowd, their paths are found by rank, as
/// `bounded` does it; where that takes too much (see there), by comparing them after all, from the start.
template <executor E, class Advance>
k_paths_result<E::space> search_by_front(E const& exec, search_rows<E::space> const& rows,
                                         search_problem<E::space> const& problem,
                                         k_paths_options const& options, front_options how,
                                         Advance const& advance) {
  search_statistics spent;
  std::optional<femtoseconds> crowd;
  {
    deviation_front<E> front(exec, problem, options, how);
    advance(front);
    if (!front.crowd()) return front.result();
    crowd = front.crowd();
    spent.generated = front.generated();
    spent.waves = front.waves();
    spent.peak_bytes = front.peak_bytes();
  }  // its memory is needed
  std::optional<k_paths_result<E::space>> ranked = paths_by_rank(exec, problem, rows, options, *crowd);
  if (!ranked) {
    how.leave_crowds = false;
    deviation_front<E> front(exec, problem, options, how);
    advance(front);
    ranked = front.result();
  }
  ranked->statistics.generated += spent.generated;
  ranked->statistics.waves += spent.waves;
  ranked->statistics.peak_bytes = std::max(ranked->statistics.peak_bytes, spent.peak_bytes);
  return std::move(*ranked);
}

}  // namespace gsta::detail
