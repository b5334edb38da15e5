#pragma once

#include "gsta/forward/detail/ceff/charge.hpp"
#include "gsta/forward/detail/packed_tables.hpp"

/// Tables at one input slew: what is left is piecewise linear in the load.
namespace gsta::detail::ceff {

/// One table at an input slew, under one condition. `R` is float or double; tables are float, and in float a
/// value has the bits of `lookup`.
template <class R>
struct value_row {
  using N = rounded<R>;
  float const* values = nullptr;  // at the lower slew and the first load
  float const* loads = nullptr;   // axis
  id points = 1;                  // loads
  id next_load = 1, next_slew = 0;
  N fraction = 0.0;  // of the way to the upper slew

  /// Where a load lies.
  struct place {
    id piece;
    N share, width;
  };
  GSTA_HD place find(N const& load) const noexcept {
    if (points == 1) return {0, 0.0, 1.0};
    id const piece = locate(loads, points, static_cast<float>(load.value)).index;
    N const left = N::of(loads[piece]), width = N::of(loads[piece + 1]) - left;
    return {piece, (load - left) / width, width};
  }
  GSTA_HD N value(place const& at) const noexcept {
    N const low = along_slew(at.piece);
    return points == 1 ? low : low + at.share * (along_slew(at.piece + 1) - low);
  }
  /// The slope by the load on the place's piece.
  GSTA_HD N slope(place const& at) const noexcept {
    return points == 1 ? N(0.0) : (along_slew(at.piece + 1) - along_slew(at.piece)) / at.width;
  }
  /// See `row_value_and_slope`; `at` is the load's place.
  GSTA_HD N slope_over_one(place const& at, N const& load) const noexcept {
    N const more = load + 1.0, end = N::of(loads[points == 1 ? 0 : at.piece + 1]);
    if (at.piece + 2 >= points || !(end < more)) return size_of(slope(at));
    place const next = find(more);
    return size_of(next.piece == at.piece + 1 ? slope(at) * (end - load) + slope(next) * (more - end)
                                              : value(next) - value(at));
  }

 private:
  GSTA_HD N along_slew(id piece) const noexcept {
    float const* const z = values + static_cast<std::ptrdiff_t>(piece) * next_load;
    N const low = N::of(z[0]);
    return low + fraction * (N::of(z[next_slew]) - low);
  }
};

/// The tables of an arc where both have the same axes.
template <class R>
struct table_row {
  value_row<R> delay;
  float const* slew;  // the values of the other table

  GSTA_HD row_value<R> at(rounded<R> const& load) const noexcept { return at(delay.find(load)); }
  GSTA_HD row_value_and_slope<R> with_slope(rounded<R> const& load) const noexcept {
    auto const place = delay.find(load);
    return {at(place), delay.slope_over_one(place, load)};
  }

 private:
  GSTA_HD row_value<R> at(typename value_row<R>::place const& place) const noexcept {
    value_row<R> other = delay;
    other.values = slew;
    return {delay.value(place), other.value(place)};
  }
};

/// The tables of an arc, on axes of their own, of which the delay may count only above that at no load.
template <class R>
struct table_row_apart {
  value_row<R> delay, slew;
  rounded<R> no_load = 0.0;

  GSTA_HD row_value<R> at(rounded<R> const& load) const noexcept {
    return {delay.value(delay.find(load)) - no_load, slew.value(slew.find(load))};
  }
  GSTA_HD row_value_and_slope<R> with_slope(rounded<R> const& load) const noexcept {
    return {at(load), delay.slope_over_one(delay.find(load), load)};
  }
};

/// Finds a row of a table in the pool.
template <class R, memory_space S>
GSTA_HD value_row<R> row_of(lut_pool_view<S> const& luts, id table, rounded<R> const& slew) noexcept {
  lut const& of = luts.tables[table];
  id const x = luts.axis_begin[of.x_axis], y = luts.axis_begin[of.y_axis];
  id const nx = luts.axis_begin[of.x_axis + 1] - x, ny = luts.axis_begin[of.y_axis + 1] - y;
  value_row<R> row;
  row.loads = luts.axis_points.data() + y;
  row.points = ny;
  row.values = luts.values.data() + of.values;
  if (nx == 1) return row;
  float const* const point = luts.axis_points.data() + x;
  id const i = locate(point, nx, static_cast<float>(slew.value)).index;
  row.values += static_cast<std::ptrdiff_t>(i) * ny;
  row.next_slew = ny;
  row.fraction = fraction_of(slew.value, static_cast<R>(point[i]), static_cast<R>(point[i + 1]));
  return row;
}

/// Finds the rows of an arc's two tables, which both are there.
template <class R, memory_space S>
GSTA_HD table_row_apart<R> rows_of(lut_pool_view<S> const& luts, arc_type const& type, int c,
                                   rounded<R> const& slew) noexcept {
  table_row_apart<R> rows{row_of(luts, type.delay[c], slew), row_of(luts, type.slew[c], slew)};
  if (type.beyond_no_load) rows.no_load = rows.delay.value(rows.delay.find(0.0));
  return rows;
}

/// Finds the row of packed tables under condition `c`.
template <class R, memory_space S>
GSTA_HD table_row<R> row_of(packed_tables_view<S> const& tables, packed_table table, int c,
                            rounded<R> const& slew) noexcept {
  float const* const block = tables.data.data() + table.first();
  axis_segment const x = segment_of(block + packed_axis * c, static_cast<float>(slew.value));
  value_row<R> row;
  row.loads = block + packed_axis * (conditions + c);
  row.points = table.ny();
  row.next_load = 2 * conditions;
  row.next_slew = 2 * conditions * table.ny();
  row.values = block + packed_axes_size + 2 * (conditions * x.index * table.ny() + c);
  row.fraction = fraction_of(slew.value, static_cast<R>(x.left), static_cast<R>(x.right));
  return {row, row.values + 1};
}

}  // namespace gsta::detail::ceff
