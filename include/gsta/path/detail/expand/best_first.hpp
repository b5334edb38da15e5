#pragma once

#include <utility>
#include <vector>

#include "gsta/path/detail/expand/best_first_search.hpp"

namespace gsta::detail {

/// A problem's arrays, as far as paths need them, in host vectors.
class problem_on_host {
 public:
  template <executor E>
  problem_on_host(E const& exec, search_problem<E::space> const& problem)
      : begin_(to_vector(exec, problem.graph.begin)),
        to_(to_vector(exec, problem.graph.to)),
        weight_(to_vector(exec, problem.graph.weight)),
        moved_(to_vector(exec, problem.graph.moved)),
        suffix_(to_vector(exec, problem.costs.suffix)),
        choice_(to_vector(exec, problem.costs.choice)),
        height_(to_vector(exec, problem.costs.height)),
        next_(to_vector(exec, problem.costs.next)) {}

  search_problem<memory_space::host> view() const {
    return {{view_of(begin_), view_of(to_), view_of(weight_), view_of(moved_)},
            {view_of(suffix_), {}, view_of(choice_), view_of(height_), view_of(next_)}};
  }

 private:
  std::vector<id> begin_, to_;
  std::vector<femtoseconds> weight_;
  std::vector<id> moved_;
  std::vector<femtoseconds> suffix_;
  std::vector<id> choice_, height_, next_;
};

/// One path after the other, each the first of those not taken yet.
///
/// Cost: O(k log k) beside one visit of each vertex that a path comes by, with a sort of its row; where costs
/// tie, a comparison walks up to the number of sidetracks. Memory: 56 bytes a path, 4 a vertex, 32 and some a
/// sidetrack come by. Where: the calling thread. On a device the problem is copied to the host and the paths
/// back. Exact. Paper: Eppstein, "Finding the k shortest paths", SIAM J. Comput. 1998, sections 2 and 3;
/// here the heaps are leftist, rows lie sorted in them, and they are made where a path comes by.
template <executor E>
k_paths_result<E::space> best_first_paths(E const& exec, search_problem<E::space> const& problem,
                                          k_paths_options const& options) {
  if constexpr (E::space == memory_space::host) {
    return best_first_search(problem, options).result();
  } else {
    problem_on_host const copy(exec, problem);
    auto const found = best_first_search(copy.view(), options).result();
    k_paths_result<E::space> result{clone_view(exec, found.paths.view), found.statistics};
    exec.sync();  // the host's arrays go with this call
    return result;
  }
}

}  // namespace gsta::detail
