#pragma once

#include <cstring>
#include <map>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/core/span.hpp"

namespace gsta {

/// A table z(x, y): x is the input (or constrained pin's) slew, y the output load (or the related pin's
/// slew). `values` is where its first value stands; value (i, j) is `nx * ny` row-major, j fastest. An axis
/// of one point makes the table constant along it.
struct lut {
  id x_axis = none;  ///< into `lut_pool_view::axis_begin`
  id y_axis = none;  ///< into `lut_pool_view::axis_begin`
  id values = none;  ///< into `lut_pool_view::values`
};

/// All tables of a library: axes and tables that occur twice are stored once.
template <memory_space S>
struct lut_pool_view {
  span<id const, S> axis_begin;      ///< [axes + 1] first point of each axis
  span<float const, S> axis_points;  ///< ascending
  span<lut const, S> tables;         ///< [tables] by table id
  span<float const, S> values;       ///< of all tables, one after the other

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  lut_pool_view<D> map(F f) const {
    return {f(axis_begin), f(axis_points), f(tables), f(values)};
  }
};

/// Collects tables into a pool on the host; equal axes and equal tables get one id.
class lut_pool_builder {
 public:
  /// Adds z(x, y), row-major with y fastest, and returns the table's id. An empty axis counts as one point at
  /// 0.
  ///
  /// Shapes: values [max(1, nx) * max(1, ny)]. Cost: O(size log tables). Where: host.
  /// Throws: argument_error if sizes disagree, an axis does not ascend, or a number is none, or
  /// larger than `most_time`.
  id add(std::vector<float> x, std::vector<float> y, std::vector<float> const& values);

  /// The pool so far; valid until the next `add`.
  lut_pool_view<memory_space::host> view() const noexcept {
    return {view_of(axis_begin_), view_of(axis_points_), view_of(tables_), view_of(values_)};
  }

 private:
  struct table_key {
    id x, y;
    std::vector<float> values;
    auto operator<=>(table_key const&) const = default;
  };

  id axis(std::vector<float> const& points);

  std::vector<id> axis_begin_{0};
  std::vector<float> axis_points_, values_;
  std::vector<lut> tables_;
  std::map<std::vector<float>, id> known_axes_;
  std::map<table_key, id> known_tables_;
};

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/lut/detail/lut_pool_builder.hpp"
#endif
