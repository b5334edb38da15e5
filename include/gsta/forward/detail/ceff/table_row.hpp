#pragma once

#include "gsta/forward/detail/ceff/charge.hpp"
#include "gsta/forward/detail/packed_tables.hpp"

/// Tables at one input slew: what is left is piecewise linear in the load.
namespace gsta::detail::ceff {

/// `between` of numbers that round.
template <class R>
GSTA_HD rounded<R> between_numbers(rounded<R> const& left, rounded<R> const& right,
                                   rounded<R> const& fraction) noexcept {
  return rounded<R>::of(between(left.value, right.value, fraction.value));
}

/// One table at an input slew, under one condition. `R` is float or double; tables are float, and in float a
/// value has the bits of `lookup`.
template <class R>
struct value_row {
  using N = rounded<R>;
  float const* values = nullptr;  // at the lower slew and the first load
  float const* loads = nullptr;   // axis
  id points = 1;                  // loads
  id next_slew = 0;
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
    return points == 1 ? low : between_numbers(low, along_slew(at.piece + 1), at.share);
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
    float const* const z = values + piece;
    return between_numbers(N::of(z[0]), N::of(z[next_slew]), fraction);
  }
};

/// Packed tables at an input slew, under one condition.
template <class R>
struct packed_row {
  using N = rounded<R>;
  float const* loads;            // axis, padded
  delay_and_slew const* values;  // at the lower slew and the first load
  id points;                     // loads
  N fraction;                    // of the way to the upper slew

  GSTA_HD row_value<R> at(N const& load) const noexcept { return at(find(load)); }
  GSTA_HD row_value_and_slope<R> with_slope(N const& load) const noexcept {
    place const here = find(load);
    row_value<R> const value = at(here);
    N const more = load + 1.0;
    if (here.piece + 2 >= points || !(here.right < more)) return {value, size_of(slope(here))};
    place const next = find(more);
    return {value, size_of(next.piece == here.piece + 1
                               ? slope(here) * (here.right - load) + slope(next) * (more - here.right)
                               : at(next).delay - value.delay)};
  }

 private:
  /// Where a load lies, and what is at both ends of the piece.
  struct place {
    id piece;
    N share, width, right;
    row_value<R> low, high;
  };
  GSTA_HD place find(N const& load) const noexcept {
    axis_segment const at = segment_of(loads, static_cast<float>(load.value));
    N const left = N::of(at.left), right = N::of(at.right), width = right - left;
    return {at.index, (load - left) / width, width, right, along_slew(at.index), along_slew(at.index + 1)};
  }
  GSTA_HD static row_value<R> at(place const& of) noexcept {
    return {between_numbers(of.low.delay, of.high.delay, of.share),
            between_numbers(of.low.slew, of.high.slew, of.share)};
  }
  GSTA_HD static N slope(place const& of) noexcept { return (of.high.delay - of.low.delay) / of.width; }
  GSTA_HD row_value<R> along_slew(id piece) const noexcept {
    delay_and_slew const low = values[conditions * piece], high = values[conditions * (piece + points)];
    return {between_numbers(N::of(low.delay), N::of(high.delay), fraction),
            between_numbers(N::of(low.slew), N::of(high.slew), fraction)};
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
GSTA_HD packed_row<R> row_of(packed_tables_view<S> const& tables, packed_table table, int c,
                             rounded<R> const& slew) noexcept {
  float const* const block = tables.data.data() + table.first();
  axis_segment const x = segment_of(block + packed_axis * c, static_cast<float>(slew.value));
  auto const* const values = reinterpret_cast<delay_and_slew const*>(block + packed_axes_size);
  return {block + packed_axis * (conditions + c), values + conditions * x.index * table.ny() + c, table.ny(),
          rounded<R>::of(fraction_of(slew.value, static_cast<R>(x.left), static_cast<R>(x.right)))};
}

}  // namespace gsta::detail::ceff
