#pragma once

#include "gsta/core/four_lanes.hpp"
#include "gsta/core/search.hpp"
#include "gsta/lut/lut_pool.hpp"

namespace gsta {

/// Where a coordinate falls on an axis: between points `index` and `index + 1`, `fraction` of the way.
/// Outside the axis the fraction leaves [0, 1]: end segments extrapolate. `single` marks an axis of one
/// point.
struct axis_position {
  id index;        ///< within the axis; 0 where it is single
  float fraction;  ///< 0 where the axis is single
  bool single;     ///< `index` + 1 does not exist
};

/// How far `x` is from `left` towards `right`: not within [0, 1] where it lies outside.
template <class Value>
GSTA_HD Value fraction_of(Value x, Value left, Value right) noexcept {
  return math::div(math::sub(x, left), math::sub(right, left));
}

namespace detail {
template <class Value>
GSTA_HD Value between(Value left, Value right, Value fraction) noexcept {
  return math::add(left, math::mul(fraction, math::sub(right, left)));
}

/// Along one axis, at a position that has a fraction and may be single.
template <class Value, class Position>
[[gnu::always_inline]] GSTA_HD inline Value along_axis(Position const& at, Value left, Value right) noexcept {
  return at.single ? left : between(left, right, at.fraction);
}
/// A position on an axis of several points.
template <class Value>
struct inner_position {
  static constexpr bool single = false;
  Value fraction;
};

/// The values around a point, in the order x, y: low low, high low, low high, high high. Those of a single
/// axis are there twice.
template <class Value>
struct four_values {
  Value z00, z10, z01, z11;

  /// Those of a table, of which `z` is the one of lower x and y; rows of x stand `row` values apart.
  template <class Position>
  [[gnu::always_inline]] GSTA_HD static four_values at(float const* z, id row, Position const& x,
                                                       Position const& y) noexcept {
    id const next_x = x.single ? 0 : row, next_y = y.single ? 0 : 1;
    return {static_cast<Value>(z[0]), static_cast<Value>(z[next_x]), static_cast<Value>(z[next_y]),
            static_cast<Value>(z[next_x + next_y])};
  }
};
/// z between four neighbours: along x at both y, then along y. The formula of every lookup.
template <class Value, class Position>
[[gnu::always_inline]] GSTA_HD inline Value between_four(four_values<Value> const& z, Position const& x,
                                                         Position const& y) noexcept {
  return along_axis(y, along_axis(x, z.z00, z.z10), along_axis(x, z.z01, z.z11));
}
}  // namespace detail

/// Finds `x` on the ascending axis `point[0..points)`. Cost: up to 8 points are all compared at once, which
/// a device does in one latency and a host without a branch; longer axes are searched. Where: host and
/// device.
///
/// It and `interpolate` are inlined whatever the compiler thinks: handed over in memory, the small struct
/// makes a sweep over cells almost twice as slow on the host.
[[gnu::always_inline]] GSTA_HD inline axis_position locate(float const* point, id points, float x) noexcept {
  if (points == 1) return {0, 0.0f, true};
  id low = 1;  // the upper end of the segment: first point not below x, within [1, points-1]
  if (points <= 8) {
    for (id i = 1; i < 7; ++i) low += (i < points - 1 && point[i] < x) ? 1 : 0;
  } else {
    low = lower_bound(point, low, points - 1, x);
  }
  return {low - 1, fraction_of(x, point[low - 1], point[low]), false};
}

/// Where x lies on axis `axis` of a pool.
template <memory_space S>
[[gnu::always_inline]] GSTA_HD inline axis_position locate(lut_pool_view<S> const& pool, id axis,
                                                           float x) noexcept {
  id const first = pool.axis_begin[axis];
  return locate(pool.axis_points.data() + first, pool.axis_begin[axis + 1] - first, x);
}

/// z between four neighbours, of which `z` is the one of lower x and y; rows of x stand `row` values apart.
[[gnu::always_inline]] GSTA_HD inline float interpolate(float const* z, id row, axis_position const& x,
                                                        axis_position const& y) noexcept {
  return detail::between_four(detail::four_values<float>::at(z, row, x, y), x, y);
}

/// z at two positions found by `locate` on the table's axes.
template <memory_space S>
[[gnu::always_inline]] GSTA_HD inline float interpolate(lut_pool_view<S> const& pool, lut const& table,
                                                        axis_position const& x,
                                                        axis_position const& y) noexcept {
  id const row = pool.axis_begin[table.y_axis + 1] - pool.axis_begin[table.y_axis];
  return interpolate(pool.values.data() + table.values + x.index * row + y.index, row, x, y);
}

/// z(x, y) of table `table`: bilinear, extrapolated linearly beyond the axes.
///
/// Units: the table's. Cost: two binary searches. Where: host and device, the same bits. Needs: a valid table
/// id.
template <memory_space S>
GSTA_HD float lookup(lut_pool_view<S> const& pool, id table, float x, float y) noexcept {
  lut const& t = pool.tables[table];
  return interpolate(pool, t, locate(pool, t.x_axis, x), locate(pool, t.y_axis, y));
}

/// The values of two tables at one point.
struct lookup_pair_result {
  float first;   ///< of table `first`
  float second;  ///< of table `second`
};

/// Two tables at one point; an axis that both share is searched once. Same bits as two `lookup`s.
template <memory_space S>
GSTA_HD lookup_pair_result lookup_pair(lut_pool_view<S> const& pool, id first, id second, float x,
                                       float y) noexcept {
  lut const& a = pool.tables[first];
  lut const& b = pool.tables[second];
  axis_position const ax = locate(pool, a.x_axis, x), ay = locate(pool, a.y_axis, y);
  axis_position const bx = b.x_axis == a.x_axis ? ax : locate(pool, b.x_axis, x);
  axis_position const by = b.y_axis == a.y_axis ? ay : locate(pool, b.y_axis, y);
  return {interpolate(pool, a, ax, ay), interpolate(pool, b, bx, by)};
}

}  // namespace gsta

namespace gsta::detail {

/// A table's value at a point and how it changes along both axes.
template <class Value>
struct table_slopes {
  Value value, by_x, by_y;
};

/// Where a coordinate falls on an axis, in any precision.
template <class Value>
struct segment_position {
  id index;
  Value fraction, width;  ///< width of the segment; 1 on an axis of one point
  bool single;
};

/// `locate` finds the segment, of the coordinate as a float: next to a point of the axis either segment gives
/// the value there.
template <class Value, memory_space S>
GSTA_HD segment_position<Value> segment_of(lut_pool_view<S> const& pool, id axis, Value x) noexcept {
  axis_position const at = locate(pool, axis, static_cast<float>(x));
  if (at.single) return {0, 0, 1, true};
  float const* const point = pool.axis_points.data() + pool.axis_begin[axis] + at.index;
  auto const left = static_cast<Value>(point[0]), right = static_cast<Value>(point[1]);
  return {at.index, fraction_of(x, left, right), math::sub(right, left), false};
}

/// `between_four` with its slopes.
template <class Value>
GSTA_HD table_slopes<Value> slopes_of(four_values<Value> const& z, segment_position<Value> const& x,
                                      segment_position<Value> const& y) noexcept {
  Value const lower = along_axis(x, z.z00, z.z10), upper = along_axis(x, z.z01, z.z11);
  Value const rise = between(math::sub(z.z10, z.z00), math::sub(z.z11, z.z01), y.fraction);
  return {along_axis(y, lower, upper), math::div(rise, x.width), math::div(math::sub(upper, lower), y.width)};
}

/// `lookup` with its slopes; its value has the bits of `lookup` where Value is float. Beyond the axes, where
/// tables are extrapolated, slopes are those of the end segments; at a point of an axis, those before it.
template <class Value, memory_space S>
GSTA_HD table_slopes<Value> look_up_slopes(lut_pool_view<S> const& pool, id table, Value x,
                                           Value y) noexcept {
  lut const& t = pool.tables[table];
  auto const ax = segment_of(pool, t.x_axis, x), ay = segment_of(pool, t.y_axis, y);
  id const row = pool.axis_begin[t.y_axis + 1] - pool.axis_begin[t.y_axis];
  float const* const z = pool.values.data() + t.values + ax.index * row + ay.index;
  return slopes_of(four_values<Value>::at(z, row, ax, ay), ax, ay);
}

}  // namespace gsta::detail
