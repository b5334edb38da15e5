#pragma once

#include "gsta/constrain/tags.hpp"
#include "gsta/core/by_condition.hpp"
#include "gsta/flat/flat_view.hpp"

/// The arithmetic of required times and slacks. Ops and walkers of any value type (core/by_condition.hpp)
/// call these and hold no formula of their own.
namespace gsta::detail {

/// early: arrival - required, late: required - arrival; +infinity where either is undefined.
GSTA_AS_ARGUMENTS
template <class C, class Value>
GSTA_HD Value slack_of(C c, Value arrival, Value required) noexcept {
  return math::choose(math::all_of(exists(arrival), exists(required)), difference(c, required, arrival),
                      static_cast<Value>(same_for(c, math::infinity)));
}

/// Whether a required time is tighter: smaller for late, larger for early.
GSTA_HD inline bool is_tighter(bool late, float candidate, float best) noexcept {
  return late ? candidate < best : candidate > best;
}
/// Merges a required time: the largest for early, the smallest for late.
GSTA_HD inline void tighten(bool late, float& best, float candidate) noexcept {
  if (is_tighter(late, candidate, best)) best = candidate;
}

/// What a required time asks for in front of a delay, as tightness; nothing where either is undefined, or
/// unless `asks`.
GSTA_AS_ARGUMENTS
template <class C, class Mask, class Value>
GSTA_HD Value tightness_before(C c, Mask asks, Value after, Value delay) noexcept {
  return math::choose(math::all_of(asks, exists(after), exists(delay)), tightness(c, math::sub(after, delay)),
                      static_cast<Value>(same_for(c, -math::infinity)));
}
GSTA_AS_ARGUMENTS
template <class C, class Value>
GSTA_HD Value tightness_before(C c, Value after, Value delay) noexcept {
  return tightness_before(c, exists(after), after, delay);
}
/// Merges what an arc asks for in front of it.
GSTA_HD inline void tighten_before(int c, float after, float delay, float& best) noexcept {
  float const before = tightness_before(c, after, delay);
  if (before > tightness(c, best)) best = tightness(c, before);
}

/// Under which condition of its clock a check captures: the opposite side, the edge that is active.
GSTA_HD inline int capture_condition(timing_check const& check) noexcept {
  return 2 * !is_late(check.kind) + static_cast<int>(check.active);
}
/// What a check requires of data from the clock that captures: its arrival less (setup) or plus (hold) what
/// the table asks for. `clock` does not count where the check says so.
template <class Value>
GSTA_HD Value required_by_clock(timing_check const& check, bool late, Value clock,
                                Value constraint) noexcept {
  return less_if_late(late, check.from_start ? Value{0} : clock,
                      math::mul(static_cast<Value>(check.factor), constraint));
}
/// A clock pin may move by its data pin's slack before the check fails: its opposite side gets that slack.
GSTA_HD inline void tighten_clock(bool late, float clock_arrival, float data_slack, float check_required,
                                  float& best) noexcept {
  if (!math::is_defined(clock_arrival) || !math::is_defined(data_slack) || !math::is_defined(check_required))
    return;
  tighten(!late, best, less_if_late(late, clock_arrival, data_slack));
}

}  // namespace gsta::detail
