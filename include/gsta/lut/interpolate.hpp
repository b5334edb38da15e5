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
}  // namespace detail

/// Between four neighbours: along x at both y, then along y.
template <class Value>
GSTA_HD Value between_four(Value z00, Value z10, Value z01, Value z11, Value x, Value y) noexcept {
  return detail::between(detail::between(z00, z10, x), detail::between(z01, z11, x), y);
}

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

/// The same on axis `axis` of a pool.
template <memory_space S>
[[gnu::always_inline]] GSTA_HD inline axis_position locate(lut_pool_view<S> const& pool, id axis,
                                                           float x) noexcept {
  id const first = pool.axis_begin[axis];
  return locate(pool.axis_points.data() + first, pool.axis_begin[axis + 1] - first, x);
}

/// z between four neighbours, of which `z` is the one of lower x and y; rows of x stand `row` values apart.
/// Along x at both y neighbours, then along y.
[[gnu::always_inline]] GSTA_HD inline float interpolate(float const* z, id row, axis_position const& x,
                                                        axis_position const& y) noexcept {
  float const lower = x.single ? z[0] : detail::between(z[0], z[row], x.fraction);
  if (y.single) return lower;
  float const upper = x.single ? z[1] : detail::between(z[1], z[row + 1], x.fraction);
  return detail::between(lower, upper, y.fraction);
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
