#pragma once

#include "gsta/lut/interpolate.hpp"

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

/// The values around a point, in the order x, y: low low, high low, low high, high high.
template <class Value>
struct four_values {
  Value z00, z10, z01, z11;
};

/// Value and slopes between four values, of which `lower` and `upper` are those at x, at both y.
template <class Value>
GSTA_HD table_slopes<Value> slopes_of(four_values<Value> const& z, Value lower, Value upper,
                                      segment_position<Value> const& x,
                                      segment_position<Value> const& y) noexcept {
  Value const rise = between(math::sub(z.z10, z.z00), math::sub(z.z11, z.z01), y.fraction);
  return {y.single ? lower : between(lower, upper, y.fraction), math::div(rise, x.width),
          math::div(math::sub(upper, lower), y.width)};
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
  id const next_x = ax.single ? 0 : row, next_y = ay.single ? 0 : 1;
  auto const z00 = static_cast<Value>(z[0]), z10 = static_cast<Value>(z[next_x]),
             z01 = static_cast<Value>(z[next_y]), z11 = static_cast<Value>(z[next_x + next_y]);
  Value const lower = ax.single ? z00 : between(z00, z10, ax.fraction);
  Value const upper = ax.single ? z01 : between(z01, z11, ax.fraction);
  return slopes_of(four_values<Value>{z00, z10, z01, z11}, lower, upper, ax, ay);
}

}  // namespace gsta::detail
