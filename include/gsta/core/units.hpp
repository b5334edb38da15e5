#pragma once

#include <cmath>
#include <cstdint>

#include "gsta/core/macros.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/span.hpp"

/// Units: ps, fF, kOhm (so that R*C is ps), um; clock edges and path costs in integer femtoseconds.
namespace gsta {

/// The side of an analysis.
enum class split : std::uint8_t {
  early,  ///< the soonest that anything can happen: hold-like checks
  late,   ///< the latest: setup-like checks
};
/// The edge of a signal.
enum class edge : std::uint8_t {
  rise,  ///< from 0 to 1
  fall,  ///< from 1 to 0
};

/// The four conditions, in the order ER EF LR LF: condition = 2 * split + edge.
inline constexpr int conditions = 4;
/// The condition of a side and an edge, in [0, 4).
GSTA_HD constexpr int condition(split s, edge e) noexcept {
  return 2 * static_cast<int>(s) + static_cast<int>(e);
}
/// The conditions by name, as in `slack[pin][late_rise]`: here the hold side, rising edge.
inline constexpr int early_rise = 0;
inline constexpr int early_fall = 1;  ///< hold side, falling edge
inline constexpr int late_rise = 2;   ///< setup side, rising edge
inline constexpr int late_fall = 3;   ///< setup side, falling edge
/// True for the conditions of the late side.
GSTA_HD constexpr bool is_late(int condition) noexcept { return condition >= 2; }
/// The edge of a condition: 0 rise, 1 fall.
GSTA_HD constexpr int edge_of(int condition) noexcept { return condition & 1; }

/// One value for each of the four conditions; 16 bytes of float, read and written in one access on the
/// device.
template <class T>
struct alignas(4 * sizeof(T)) per_condition {
  T value[conditions];  ///< in the order ER EF LR LF
  /// The value under condition `c`.
  GSTA_HD constexpr T& operator[](int c) noexcept { return value[c]; }
  /// The value under condition `c`, to be read.
  GSTA_HD constexpr T const& operator[](int c) const noexcept { return value[c]; }
  /// True if all four are equal.
  friend GSTA_HD constexpr bool operator==(per_condition const& a, per_condition const& b) noexcept {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
  }
};

/// One value for a rising and one for a falling data edge.
struct alignas(8) per_edge {
  float value[2];  ///< rise, fall
  /// The value of edge `e`: 0 rise, 1 fall.
  GSTA_HD constexpr float& operator[](int e) noexcept { return value[e]; }
  /// The value of edge `e`, to be read: 0 rise, 1 fall.
  GSTA_HD constexpr float const& operator[](int e) const noexcept { return value[e]; }
};

/// One value for the early (hold-like) and one for the late (setup-like) side.
struct alignas(8) per_split {
  float value[2];  ///< early, late
  /// The value of one side.
  GSTA_HD constexpr float& operator[](split s) noexcept { return value[static_cast<int>(s)]; }
  /// The value of one side, to be read.
  GSTA_HD constexpr float const& operator[](split s) const noexcept { return value[static_cast<int>(s)]; }
};

/// Identity of the arrival and slew merge (min for early, max for late): "no value yet".
GSTA_HD constexpr per_condition<float> undefined_arrival() noexcept {
  return {math::infinity, math::infinity, -math::infinity, -math::infinity};
}
/// Identity of the required merge (max for early, min for late).
GSTA_HD constexpr per_condition<float> undefined_required() noexcept {
  return {-math::infinity, -math::infinity, math::infinity, math::infinity};
}
/// `undefined_arrival` of one condition: no array that a device would have to keep in memory to index.
GSTA_HD constexpr float undefined_arrival(int c) noexcept {
  return is_late(c) ? -math::infinity : math::infinity;
}
/// `undefined_required` of one condition.
GSTA_HD constexpr float undefined_required(int c) noexcept {
  return is_late(c) ? math::infinity : -math::infinity;
}
/// The longest time that an input may have, whatever its sign: ps (nine seconds). See docs/numerics.md.
inline constexpr float most_time = 9e12f;
/// The largest capacitance that an input may have, whatever its sign: fF.
inline constexpr float most_capacitance = 1e12f;
/// The largest resistance that an input may have: kOhm.
inline constexpr float most_resistance = 1e12f;
/// Whether `x` can be a resistance: from 0 to `most_resistance`, and no NaN.
GSTA_HD constexpr bool is_resistance(float x) noexcept { return x >= 0 && x <= most_resistance; }
/// What stands for a delay or slew that came to more than `most_time`, or to no number: so late for late
/// times, and so early for early ones, that no slack behind it is a good one. Sums of these stay finite.
inline constexpr float beyond_time = 1e18f;
/// `beyond_time` under condition `c`: positive for late, negative for early ones.
GSTA_HD constexpr float beyond_arrival(int c) noexcept { return is_late(c) ? beyond_time : -beyond_time; }
/// A delay or slew that arithmetic came to: itself, or what stands for it. Needs: what it was made of to be
/// defined.
GSTA_HD inline float held_arrival(float x, int c) noexcept {
  return math::is_within(x, most_time) ? x : beyond_arrival(c);
}
/// A required time that arithmetic came to: itself, or what stands for it.
GSTA_HD inline float held_required(float x, int c) noexcept {
  return math::is_within(x, most_time) ? x : -beyond_arrival(c);
}
/// Whether a slack is of times that were beyond what is counted, and says nothing.
GSTA_HD inline bool is_beyond(float slack) noexcept {
  return math::is_defined(slack) && !math::is_within(slack, beyond_time / 4);
}
/// One value under all four conditions.
GSTA_HD constexpr per_condition<float> same_value(float x) noexcept { return {x, x, x, x}; }
/// One id under all four conditions.
GSTA_HD constexpr per_condition<id> same_id(id i) noexcept { return {i, i, i, i}; }

/// Integer femtoseconds: exact sums, whatever their order.
using femtoseconds = std::int64_t;
/// Where `to_femtoseconds` saturates: nine seconds, and a little more than `most_time`.
inline constexpr femtoseconds most_femtoseconds = femtoseconds{1} << 53;
/// The nearest, halves away from zero. What is beyond `most_femtoseconds` stays there, on every backend.
GSTA_HD inline femtoseconds to_femtoseconds(float ps) noexcept {
  constexpr double most = static_cast<double>(most_femtoseconds);
  double const fs = math::mul(static_cast<double>(ps), 1000.0);
  if (!(fs < most)) return static_cast<femtoseconds>(most);
  if (fs < -most) return -static_cast<femtoseconds>(most);
  return static_cast<femtoseconds>(fs < 0 ? math::sub(fs, 0.5) : math::add(fs, 0.5));
}
/// A time in ps, rounded to float.
GSTA_HD inline float to_picoseconds(femtoseconds fs) noexcept {
  return static_cast<float>(math::div(static_cast<double>(fs), 1000.0));
}

}  // namespace gsta
