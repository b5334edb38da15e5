#pragma once

#include <cstddef>

#include "gsta/core/math.hpp"
#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"

/// Clock paths that meet: how far two of them can be apart, over all pairs of paths.
namespace gsta {

/// How a pair of clock paths, a late one to one stage and an early one to another, goes on from a pair of
/// stages in front. An arc that both pass is none for both: it delays both alike.
struct reconvergence_step {
  id from = none;       ///< the pair in front
  id late_arc = none;   ///< that the late path passes; none: it stays where it is
  id early_arc = none;  ///< that the early path passes
};

/// Two stages, as places in `clock_tree_view`.
struct reconvergent_pair {
  id late = none;   ///< 2 * node + edge where late paths end
  id early = none;  ///< 2 * node + edge where early paths end
  /// Of a pair without steps, to either of whose stages one path leads: the stage of the clock tree that both
  /// get back; none: nothing.
  id stage = none;
  id mate = none;  ///< and no more than this one gives; none: no limit
};

/// What a stage of the clock tree gives back for data of one side.
struct stage_reconvergence {
  reconvergent_pair ends;  ///< late and early arrivals there are compared
  id pair = none;  ///< with how far paths to this pair are apart at worst; none: nothing is given back
};

/// What stages give back behind places where clock paths meet. Empty where they are trees.
template <memory_space S>
struct reconvergence_view {
  span<reconvergent_pair const, S> pair;     ///< [pairs] each behind those of its steps, in levels
  span<id const, S> begin;                   ///< [pairs + 1] into `step`
  span<reconvergence_step const, S> step;    ///< of all pairs
  span<id const, S> stage;                   ///< [corrected] of the clock tree
  span<stage_reconvergence const, S> early;  ///< [corrected] for early data
  span<stage_reconvergence const, S> late;   ///< [corrected] for late data

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  reconvergence_view<D> map(F f) const {
    return {f(pair), f(begin), f(step), f(stage), f(early), f(late)};
  }
};

/// How much may be looked at where clock paths meet. What is beyond gets back what all paths share for sure:
/// slacks are then too small, never too large.
struct reconvergence_limits {
  std::size_t pairs = std::size_t{1} << 20;   ///< of stages
  std::size_t classes = 64;                   ///< of captures that have credit levels of their own
  std::size_t visits = std::size_t{1} << 26;  ///< of stages, while such captures are looked for
};

/// The early path's arrival less the late path's with shared arcs left out, ps, at worst over pairs of paths:
/// by the data's side, since conventions may treat a clock's start differently.
struct paths_apart {
  float early = math::infinity;  ///< for early data; infinite: no such paths
  float late = math::infinity;   ///< for late data
};

}  // namespace gsta
