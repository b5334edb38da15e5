#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/forward/detail/cell_delay.hpp"

namespace gsta {

/// Where the tables of one arc type stand in `packed_tables_view::data`, for all four conditions: x axes, y
/// axes (each padded to 8 points), then a pair {delay, slew} for each point and condition. The four
/// conditions of a point stand side by side, so that the four lanes of an arc mostly share a line of the
/// cache. In one word, which a record has room for.
struct packed_table {
  id word = none;  ///< none: the tables do not fit this form; look them up one by one

  static GSTA_HD packed_table at(id line, id nx, id ny) noexcept {
    return {static_cast<id>(static_cast<std::uint32_t>(line) << 6 |
                            static_cast<std::uint32_t>((nx - 1) << 3 | (ny - 1)))};
  }
  GSTA_HD bool is_packed() const noexcept { return word != none; }
  GSTA_HD std::uint32_t first() const noexcept { return static_cast<std::uint32_t>(word) >> 6 << 5; }
  GSTA_HD int nx() const noexcept { return (word >> 3 & 7) + 1; }
  GSTA_HD int ny() const noexcept { return (word & 7) + 1; }
};

/// The tables of all arc types, laid out for sweeps with a lane a condition.
template <memory_space S>
struct packed_tables_view {
  span<float const, S> data;
};

template <memory_space S>
struct packed_tables {
  buffer<packed_table, S> of_type;  ///< [types]
  buffer<float, S> data;
  packed_tables_view<S> view() const noexcept { return {data.view()}; }
};

/// Longest axis that packs.
inline constexpr int packed_axis = 8;

namespace detail {
inline constexpr id packed_axes_size = 2 * conditions * packed_axis;
inline constexpr id packed_line = 32;  // floats

struct alignas(16) four_floats {
  float at[4];
};
/// An axis as it lies there, in two wide loads.
struct padded_axis {
  four_floats low, high;
  static GSTA_HD padded_axis load(float const* from) noexcept {
    auto const* const four = reinterpret_cast<four_floats const*>(from);
    return {four[0], four[1]};
  }
};
struct alignas(8) delay_and_slew {
  float delay, slew;
};
/// What both tables hold around a point.
template <class Value>
struct values_of_both {
  four_values<Value> delay, slew;

  /// Delay and slew there, by the fractions of both axes.
  GSTA_AS_ARGUMENTS
  template <class Timing, class Mask, class C>
  GSTA_HD Timing between(Mask known, Value x, Value y, bool clip, C c) const noexcept {
    inner_position<Value> const along_x{x}, along_y{y};
    return held_timing<Timing>(known, between_four(delay, along_x, along_y),
                               between_four(slew, along_x, along_y), clip, c);
  }
};
/// Those under condition `c` of a packed table that begins at `block`, from the lower points on.
GSTA_HD inline values_of_both<float> values_around(float const* block, id ny, int c, id x, id y) noexcept {
  auto const* const z =
      reinterpret_cast<delay_and_slew const*>(block + packed_axes_size) + conditions * (x * ny + y) + c;
  delay_and_slew const z00 = z[0], z01 = z[conditions];
  delay_and_slew const z10 = z[conditions * ny], z11 = z[conditions * (ny + 1)];
  return {{z00.delay, z10.delay, z01.delay, z11.delay}, {z00.slew, z10.slew, z01.slew, z11.slew}};
}

/// How many lines the tables of a type take: none where they do not fit.
template <memory_space S>
struct packed_size_op {
  lut_pool_view<S> luts;
  span<arc_type const, S> types;
  span<packed_table, S> shape;  // [types] at line 0
  span<id, S> lines;

  GSTA_HD void operator()(std::size_t t) const noexcept {
    id nx = 0, ny = 0;
    bool fits = !types[t].beyond_no_load;
    for (int c = 0; c < conditions && fits; ++c) {
      lane_table const table = resolve_tables(luts, types[t], c);
      if (table.empty) continue;
      fits = table.same_axes && table.nx > 1 && table.ny > 1 && table.nx <= packed_axis &&
             table.ny <= packed_axis && (nx == 0 || (table.nx == nx && table.ny == ny));
      nx = table.nx;
      ny = table.ny;
    }
    fits = fits && nx > 0;
    shape[t] = fits ? packed_table::at(0, nx, ny) : packed_table{};
    lines[t] = fits ? (packed_axes_size + 2 * conditions * nx * ny + packed_line - 1) / packed_line : 0;
  }
};

template <memory_space S>
struct packed_fill_op {
  lut_pool_view<S> luts;
  span<arc_type const, S> types;
  span<id const, S> line;  // [types + 1]
  span<packed_table, S> of_type;
  span<float, S> data;

  GSTA_HD void operator()(std::size_t t) const noexcept {
    if (line[t] == line[t + 1]) return;
    of_type[t] = packed_table::at(line[t], of_type[t].nx(), of_type[t].ny());
    for (int c = 0; c < conditions; ++c) fill(t, c, data.data() + of_type[t].first());
  }

  GSTA_HD void fill(std::size_t t, int c, float* out) const noexcept {
    lane_table const table = resolve_tables(luts, types[t], c);
    if (table.empty) return;
    for (id k = 0; k < packed_axis; ++k) {
      out[packed_axis * c + k] = luts.axis_points[table.x + (k < table.nx ? k : table.nx - 1)];
      out[packed_axis * (conditions + c) + k] = luts.axis_points[table.y + (k < table.ny ? k : table.ny - 1)];
    }
    for (id k = 0; k < table.nx * table.ny; ++k) {
      float* const point = out + packed_axes_size + 2 * (conditions * k + c);
      point[0] = luts.values[table.delay + k];
      point[1] = luts.values[table.slew + k];
    }
  }
};

/// The points between which a coordinate falls, or the nearest segment.
struct axis_segment {
  id index;
  float left, right;
};

/// Halves a padded axis three times. The padding repeats the last point, which no coordinate that is held
/// back to it exceeds.
GSTA_HD inline axis_segment segment_of(padded_axis axis, float x) noexcept {
  four_floats const a = axis.low, b = axis.high;
  float const last = b.at[3], held = x < last ? x : last;
  bool const upper = b.at[0] < held;
  float const half[5] = {upper ? b.at[0] : a.at[0], upper ? b.at[1] : a.at[1], upper ? b.at[2] : a.at[2],
                         upper ? last : a.at[3], upper ? last : b.at[0]};
  bool const third = half[2] < held;
  float const quarter[3] = {third ? half[2] : half[0], third ? half[3] : half[1], third ? half[4] : half[2]};
  bool const odd = quarter[1] < held;
  return {(upper ? 4 : 0) + (third ? 2 : 0) + (odd ? 1 : 0), odd ? quarter[1] : quarter[0],
          odd ? quarter[2] : quarter[1]};
}
GSTA_HD inline axis_segment segment_of(float const* padded, float x) noexcept {
  return segment_of(padded_axis::load(padded), x);
}
}  // namespace detail

/// Lays the tables of `types` out anew.
///
/// Shapes: types as `arc_view::types`. Cost: O(tables), eight bytes a point and condition. Where: the
/// executor; waits for one size. Throws: what allocation throws.
template <executor E>
packed_tables<E::space> pack_tables(E const& exec, lut_pool_view<E::space> const& luts,
                                    view_for<E, arc_type const> types) {
  constexpr memory_space S = E::space;
  buffer<id, S> lines(exec, types.size()), line(exec, types.size() + 1);
  packed_tables<S> result;
  result.of_type = buffer<packed_table, S>(exec, types.size());
  for_each_n(exec, types.size(), detail::packed_size_op<S>{luts, types, result.of_type.view(), lines.view()});
  exclusive_scan(exec, std::as_const(lines).view(), line.view());
  id const total = to_vector(exec, line.view().subspan(types.size(), 1))[0];
  require(total < 1 << 26, "pack_tables: tables of more than 8 GB");
  result.data = buffer<float, S>(exec, static_cast<std::size_t>(total) * detail::packed_line);
  fill(exec, result.data.view(), 0.0f);
  for_each_n(exec, types.size(),
             detail::packed_fill_op<S>{luts, types, line.view(), result.of_type.view(), result.data.view()});
  return result;
}

/// What a packed cell arc's condition can know before the slew at its input is there. The axis of slews too:
/// a sweep has it loaded while it waits.
struct packed_lane {
  packed_table table;
  float load = 0, y_fraction = 0;
  id y_index = 0;
  detail::padded_axis x{};
};

/// `prepare_cell` on packed tables; where they are not packed it only keeps the load.
template <memory_space S>
GSTA_HD packed_lane prepare_packed(packed_tables_view<S> const& tables, packed_table table, int c,
                                   float load) noexcept {
  packed_lane lane{table, load};
  if (!table.is_packed()) return lane;
  float const* const block = tables.data.data() + table.first();
  lane.x = detail::padded_axis::load(block + packed_axis * c);
  detail::axis_segment const y = detail::segment_of(block + packed_axis * (conditions + c), load);
  lane.y_index = y.index;
  lane.y_fraction = fraction_of(load, y.left, y.right);
  return lane;
}

/// `finish_cell` on packed tables: the same bits.
///
/// Shapes: one arc, one condition. Units: ps. Cost: one axis search and two interpolations. Where: host and
/// device. Needs: tables that are packed. Throws: nothing.
template <memory_space S>
GSTA_HD condition_timing finish_packed(packed_tables_view<S> const& tables, packed_lane const& lane, int c,
                                       float slew, bool clip_slew) noexcept {
  float const* const block = tables.data.data() + lane.table.first();
  detail::axis_segment const x = detail::segment_of(lane.x, slew);
  auto const values = detail::values_around(block, lane.table.ny(), c, x.index, lane.y_index);
  bool const known = math::all_of(math::is_defined(slew), math::is_defined(lane.load));
  return values.between<condition_timing>(known, fraction_of(slew, x.left, x.right), lane.y_fraction,
                                          clip_slew, c);
}

}  // namespace gsta
