#pragma once

#include <cmath>

#include "gsta/core/math.hpp"
#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"

/// What common-path credits are found from: arrivals in credit levels, by where clock paths part.
namespace gsta {

inline constexpr id group_alone = -1;   ///< of what nothing else shares its clock path with below a vertex
inline constexpr id group_absent = -2;  ///< of no arrival

/// What a launch is in one credit level.
struct credit_start {
  id stage = none;          ///< it gets back what late and early clock are apart there; none: nothing
  id mate = none;           ///< and no more than here; none: no limit
  id group = group_absent;  ///< who shares its clock path further down; `group_absent`: it is not in the
                            ///< credit level
};

/// What a launch is in two credit levels that some captures are in one after the other. It should get back no
/// less in the second: else its credits fall along its clock path.
struct credit_step {
  credit_start from;  ///< in the one credit level, without a group
  credit_start to;    ///< in the other credit level, without a group
  split side;         ///< of the data
};

/// What a capture leaves out of a credit level is the group that shares more of its clock path, or one of
/// these.
inline constexpr id leaves_nothing_out = -2;  ///< no launch shares more
inline constexpr id is_not_at_level = -3;     ///< its clock path does not come to the credit level's level

/// The tree of clock paths, cut into credit levels. Its vertices are where the clock paths of launch and
/// capture part; credit levels count them from the clock's start on, credit level 0 being of those that share
/// nothing. A vertex has a stage for each clock edge that passes it. Rows 0 are of what no clock path leads
/// to.
template <memory_space S>
struct clock_tree_view {
  std::size_t credit_levels = 0;       ///< columns of the tables below
  span<id const, S> place;             ///< [stages] 2 * node + edge
  span<id const, S> origin;            ///< [stages] the stage where its clock starts
  span<id const, S> launch_row;        ///< [nodes][condition] row of what starts there
  span<id const, S> capture_row;       ///< [checks]
  span<id const, S> opening_row;       ///< [latch pairs] the capture row of the edge that opens
  span<credit_start const, S> starts;  ///< [launch rows][credit levels]
  span<id const, S>
      leaves_out;  ///< [capture rows][credit levels] a group, `leaves_nothing_out` or `is_not_at_level`
  span<id const, S> deepest;         ///< [capture rows] the last stage that a launch may share, or none
  span<credit_step const, S> steps;  ///< [...] each once
  /// A launch is in each credit level of a capture in front of those in which they part, with what it leaves
  /// out.
  bool nested = false;

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  clock_tree_view<D> map(F f) const {
    return {credit_levels, f(place),      f(origin),  f(launch_row), f(capture_row), f(opening_row),
            f(starts),     f(leaves_out), f(deepest), f(steps),      nested};
  }
};

/// How far late and early arrivals of one edge of a clock are apart at a stage.
///
/// Shapes: arrival [nodes] of the tree's graph. Units: ps; 0 where either is undefined. Cost: one
/// subtraction. Where: host and device. Throws: nothing.
template <memory_space S, class Arrivals>
GSTA_HD float apart_at(clock_tree_view<S> const& tree, Arrivals const& arrival, id stage) noexcept {
  id const node = tree.place[stage] / 2, e = tree.place[stage] % 2;
  float const late = arrival[node][2 + e], early = arrival[node][e];
  return math::is_defined(late) && math::is_defined(early) ? std::fabs(math::sub(late, early)) : 0.0f;
}

/// The stage whose credit a launch gets back in a credit level, under one condition of the data, or none.
///
/// Shapes: credit [stages], as `credit_state` has it. Units: ps. Cost: two reads. Where: host and device.
/// Throws: nothing.
template <class Credits>
GSTA_HD id credited_stage(credit_start const& of, Credits const& credit, int c) noexcept {
  bool const less = of.stage != none && of.mate != none && credit[of.mate][c] < credit[of.stage][c];
  return less ? of.mate : of.stage;
}
/// What it gets back, ps. Shapes, Cost, Where, Throws: as above.
template <class Credits>
GSTA_HD float credit_at_level(credit_start const& of, Credits const& credit, int c) noexcept {
  id const stage = credited_stage(of, credit, c);
  return stage == none ? 0.0f : credit[stage][c];
}

/// 1 where credits fall along a step of clock paths by more than is allowed, as a term of `reduce`.
template <memory_space S>
struct falling_step_term {
  span<credit_step const, S> steps;            ///< of the clock tree
  span<per_condition<float> const, S> credit;  ///< [stages] ps, by condition of the data
  femtoseconds allowed = 0;                    ///< by which they may fall
  /// Of step `i`.
  GSTA_HD id operator()(std::size_t i) const noexcept {
    credit_step const& step = steps[i];
    int const c = condition(step.side, edge::rise);  // credits differ by split alone
    femtoseconds const from = to_femtoseconds(credit_at_level(step.from, credit, c)),
                       to = to_femtoseconds(credit_at_level(step.to, credit, c));
    return from > to && from - to > allowed ? 1 : 0;
  }
};

/// What arrives under one condition in one credit level: the worst, and the worst of all other groups.
struct alignas(16) grouped_arrival {
  float best;       ///< ps, of any group
  float second;     ///< ps, of any other group
  id group;         ///< of the best, see `credit_start`
  id second_group;  ///< of the second
};

/// What checks read of credits: the worst arrival, with each path's credit taken off. Without any row
/// common-path pessimism stays.
template <memory_space S>
struct credited_view {
  span<per_edge const, S> check;    ///< [checks] ps, by data edge
  span<per_edge const, S> opening;  ///< [latch pairs] ps, by data edge, against the edge that opens
};

}  // namespace gsta
