#pragma once

#include "gsta/core/span.hpp"

namespace gsta {

/// A table z(x, y): x is the input (or constrained pin's) slew, y the output load (or the related pin's
/// slew). `values` is where its first value stands; value (i, j) is `nx * ny` row-major, j fastest. An axis
/// of one point makes the table constant along it.
struct lut {
  id x_axis = none, y_axis = none;
  id values = none;
};

/// All tables of a library: axes and tables that occur twice are stored once.
template <memory_space S>
struct lut_pool_view {
  span<id const, S> axis_begin;      ///< [axes + 1] first point of each axis
  span<float const, S> axis_points;  ///< ascending
  span<lut const, S> tables;
  span<float const, S> values;

  template <memory_space D, class F>
  lut_pool_view<D> map(F f) const {
    return {f(axis_begin), f(axis_points), f(tables), f(values)};
  }
};

}  // namespace gsta
