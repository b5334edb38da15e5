#pragma once

#include <limits>
#include <type_traits>

#include "gsta/core/four_lanes.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

/// What formulas of times call. A formula is a template over its value type: float, double, or `four_lanes`
/// for the four conditions side by side; in lanes `every_condition` stands where the number of a condition
/// does. Each lane gets the bits of the scalar.
namespace gsta {

/// All four conditions, of values in lanes.
struct every_condition {};

/// `undefined_arrival` in lanes.
inline four_lanes undefined_arrival(every_condition) noexcept {
  return four_lanes::load(undefined_arrival());
}
/// `beyond_arrival` in lanes.
inline four_lanes beyond_arrival(every_condition) noexcept {
  return four_lanes::load({beyond_arrival(0), beyond_arrival(1), beyond_arrival(2), beyond_arrival(3)});
}

namespace math {
/// 0 where `x` is below zero.
GSTA_HD inline float zero_where_negative(float x) noexcept { return x < 0 ? 0.0f : x; }
/// `yes` where `mask` holds, else `no`.
template <class Value>
GSTA_HD Value choose(bool mask, Value yes, Value no) noexcept {
  return mask ? yes : no;
}
/// Each lane as `choose` of a truth.
inline four_lanes choose(lane_mask const& mask, four_lanes const& yes, four_lanes const& no) noexcept {
  return four_lanes::choose(mask, yes, no);
}
}  // namespace math

namespace detail {
template <class Value>
inline constexpr Value endless = std::numeric_limits<Value>::infinity();

/// True for a value that exists, in any precision.
template <class Value>
GSTA_HD bool exists(Value x) noexcept {
  if constexpr (std::is_same_v<Value, float>) {
    return math::is_defined(x);
  } else {
    return x < endless<Value> && x > -endless<Value>;
  }
}
inline lane_mask exists(four_lanes const& x) noexcept { return math::is_defined(x); }

/// `x` in each value.
GSTA_HD inline float same_for(int, float x) noexcept { return x; }
inline four_lanes same_for(every_condition, float x) noexcept { return four_lanes::same(x); }

/// Early values with their sign turned, so that larger is worse under every condition. Turning it twice gives
/// the value back.
template <class Value>
GSTA_HD Value turned(int c, Value x) noexcept {
  return is_late(c) ? x : -x;
}
inline four_lanes turned(every_condition, four_lanes const& x) noexcept { return x.turn_early(); }

/// True if arrival or slew `candidate` beats `best`: smaller for early, larger for late. The first of equals
/// stays.
GSTA_HD inline bool beats(int c, float candidate, float best) noexcept {
  return is_late(c) ? candidate > best : candidate < best;
}

/// Late values with their sign turned, so that a larger required time is tighter under every condition.
/// Turning it twice gives the value back.
template <class Value>
GSTA_HD Value tightness(int c, Value x) noexcept {
  return is_late(c) ? -x : x;
}
inline four_lanes tightness(every_condition, four_lanes const& x) noexcept { return x.turn_late(); }

/// late: `a` - `b`, early: `b` - `a`.
template <class Value>
GSTA_HD Value difference(int c, Value a, Value b) noexcept {
  return is_late(c) ? math::sub(a, b) : math::sub(b, a);
}
inline four_lanes difference(every_condition, four_lanes const& a, four_lanes const& b) noexcept {
  return four_lanes::early_of(math::sub(b, a), math::sub(a, b));
}

/// late: `x` - `by`, early: `x` + `by`.
template <class Value>
GSTA_HD Value less_if_late(bool late, Value x, Value by) noexcept {
  return late ? math::sub(x, by) : math::add(x, by);
}
}  // namespace detail

/// `kept` where `known` and `held_arrival(x, c)` is `x`; else what stands for it, or undefined. `kept` is
/// `x`, or what an op makes of it.
///
/// Shapes: one value, or four in lanes. Cost: two choices. Where: host and device; lanes on a host. Throws:
/// nothing.
GSTA_AS_ARGUMENTS
template <class Mask, class Value, class C>
GSTA_HD Value held_where(Mask known, Value x, Value kept, C c) noexcept {
  return math::choose(
      math::all_of(known, math::is_within(x, most_time)), kept,
      math::choose(known, static_cast<Value>(beyond_arrival(c)), static_cast<Value>(undefined_arrival(c))));
}
/// `held_arrival(x, c)` where `known`, else undefined.
///
/// Shapes, Cost, Where, Throws: of the call with `kept`.
GSTA_AS_ARGUMENTS
template <class Mask, class Value, class C>
GSTA_HD Value held_where(Mask known, Value x, C c) noexcept {
  return held_where(known, x, x, c);
}

}  // namespace gsta
