#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "gsta/path/constraint.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/k_critical.hpp"

namespace gsta {

namespace primitive {
struct timing_paths;
}

/// Which paths of a timed design are wanted, and how they are searched.
struct timing_paths_options {
  std::size_t k = 1;             ///< how many; fewer come back where fewer exist
  femtoseconds below = no_path;  ///< only paths whose slack is smaller than this
  std::size_t per_end =
      std::numeric_limits<std::size_t>::max();  ///< at most so many for a check and data edge
  path_constraint constraint{};                 ///< only paths that satisfy this
  /// Leaves out paths that end at the check of an earlier one and visit its pins (unless `per_end` left that
  /// one out).
  bool unique_pins = false;
  /// How they are searched; the paths do not depend on it. Nothing: `bounded`, and for few paths on the host
  /// `best_first`, which needs least preparation there.
  std::optional<path_engine> engine{};
  constraint_form form = constraint_form::automatic;  ///< how a constraint is applied
  std::size_t most_bytes = std::size_t{8} << 30;      ///< working memory of a search
};

template <memory_space S>
struct latched_timing;

/// A timing search graph, or the constrained part of one, ready to be searched: once for many lists of paths.
/// One that was made for few paths on the host has no rows and no prefixes. Made of a problem, it keeps apart
/// what ends at latches that lend time: there a path's slack is no sum of costs.
template <memory_space S>
struct searchable_timing {
  timing_search<S> search;                             ///< the graph and what it stands for
  search_rows<S> rows;                                 ///< of its shape: serves other weights too
  search_costs<S> costs;                               ///< of its weights
  std::shared_ptr<latched_timing<S> const> latched{};  ///< ends at latches that lend; most designs have none

  /// False where it was made for few paths: these need neither rows nor prefixes.
  bool has_rows() const noexcept { return !rows.view().order.empty(); }
  /// What `k_critical_paths` and `paths_per_end` take; this must outlive it.
  search_problem<S> problem() const noexcept { return {search.view.graph, costs.view}; }
};

/// Ends of paths at latches that lend time, as a searchable timing graph of their own: paths of each end come
/// in the order of their sums there too.
template <memory_space S>
struct latched_timing {
  searchable_timing<S> timing;   ///< made for paths of each end
  buffer<femtoseconds, S> lent;  ///< [2 * checks] as `path_problem::lent`, by 2 * check + data edge
};

/// Finds rows and costs of a timing search graph.
///
/// Shapes: as `make_search_rows` and `find_costs`. Cost: the same. Where: the executor; waits. Throws:
/// graph_error with the vertices of one cycle, what allocation throws, cuda_error.
template <executor E>
searchable_timing<E::space> make_searchable(E const& exec, timing_search<E::space> const& search) {
  static_assert(driver_known<primitive::timing_paths, E>,
                "make_searchable on a device needs gsta/path/timing_paths.cuh");
  if constexpr (driver_known<primitive::timing_paths, E>) {  // else that sentence is all that is said
    searchable_timing<E::space> result{search, make_search_rows(exec, search.view.graph), {}, {}};
    result.costs = find_costs(exec, result.rows, search.view.graph);
    return result;
  }
}

}  // namespace gsta
