#pragma once

#include <utility>

#include "gsta/constrain/make_clock_tree.hpp"
#include "gsta/forward/detail/relax_lanes.hpp"
#include "gsta/forward/layers.hpp"

namespace gsta {

/// Lets the worst path count where several clock paths meet, for late and early alone, where conventions say
/// so. What is a tree stays as it is. Returns whether the lanes changed, so that their state must be made
/// anew.
///
/// Shapes: of one timer. Cost: none where `clock_tree::levels_stay`, else O(clock network). Where: host,
/// copied to the executor; waits then. Throws: cuda_error if a launch fails.
template <executor E>
bool update_clock_tree(E const& exec, arrival_problem<E::space> const& nodes,
                       delay_state<E::space> const& delays, arrival_state<E::space> const& arrivals,
                       clock_tree<E::space>& tree) {
  if (tree.levels_stay()) return false;
  constexpr memory_space S = E::space;
  auto const places = detail::merges_of(*tree.paths);
  auto const place = clone(exec, places);
  buffer<id, S> winner(exec, 2 * places.size());
  for_each_n(exec, winner.size(),
             detail::clock_winner_op<S>{nodes, delays.arc_delay.view(), arrivals.node_arrival.view(),
                                        place.view(), winner.view()});
  detail::choose_fanin(*tree.paths, to_vector(exec, std::as_const(winner).view()));
  detail::make_lanes(exec, tree);
  return true;
}

}  // namespace gsta
