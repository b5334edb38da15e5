#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/prop/cell_delay.hpp"

namespace gsta {

/// Where the tables of one arc type stand in `packed_tables_view::data`, for all four conditions: x axes, y
/// axes (each padded to 8 points), then a pair {delay, slew} for each point and condition. The four
/// conditions of a point stand side by side, so that the four lanes of an arc mostly share a line of the
/// cache.
struct alignas(8) packed_header {
  id base = none;  ///< none: the tables do not fit this form; look them up one by one
  std::uint16_t nx = 0, ny = 0;
};

/// The tables of all arc types, laid out for sweeps with a lane a condition.
template <memory_space S>
struct packed_tables_view {
  span<packed_header const, S> header;  ///< [types]
  span<float const, S> data;
};

template <memory_space S>
struct packed_tables {
  buffer<packed_header, S> header;
  buffer<float, S> data;
  packed_tables_view<S> view() const noexcept { return {header.view(), data.view()}; }
};

/// Longest axis that packs.
inline constexpr int packed_axis = 8;

namespace detail {
inline constexpr id packed_axes_size = 2 * conditions * packed_axis;

struct alignas(16) four_floats {
  float at[4];
};
struct alignas(8) delay_and_slew {
  float delay, slew;
};

template <memory_space S>
struct packed_size_op {
  lut_pool_view<S> luts;
  span<arc_type const, S> types;
  span<packed_header, S> header;
  span<id, S> size;

  GSTA_HD void operator()(std::size_t t) const noexcept {
    packed_header result;
    bool fits = !types[t].beyond_no_load;
    for (int c = 0; c < conditions && fits; ++c) {
      lane_table const table = resolve_tables(luts, types[t], c);
      if (table.empty) continue;
      fits = table.same_axes && table.nx > 1 && table.ny > 1 && table.nx <= packed_axis &&
             table.ny <= packed_axis && (result.nx == 0 || (table.nx == result.nx && table.ny == result.ny));
      result.nx = static_cast<std::uint16_t>(table.nx);
      result.ny = static_cast<std::uint16_t>(table.ny);
    }
    fits = fits && result.nx > 0;
    header[t] = result;
    id const points = fits ? static_cast<id>(result.nx) * result.ny : 0;
    id const floats = fits ? packed_axes_size + 2 * conditions * points : 0;
    size[t] = (floats + 31) / 32 * 32;  // whole lines
  }
};

template <memory_space S>
struct packed_fill_op {
  lut_pool_view<S> luts;
  span<arc_type const, S> types;
  span<id const, S> base;  // [types + 1]
  span<packed_header, S> header;
  span<float, S> data;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const t = i / conditions;
    int const c = static_cast<int>(i % conditions);
    if (base[t] == base[t + 1]) return;
    if (c == 0) header[t].base = base[t];
    lane_table const table = resolve_tables(luts, types[t], c);
    if (table.empty) return;
    float* const out = data.data() + base[t];
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

/// `locate` on a padded axis: all points at once, no search.
GSTA_HD inline axis_position locate_packed(float const* padded, int points, float x) noexcept {
  four_floats const a = reinterpret_cast<four_floats const*>(padded)[0];
  four_floats const b = reinterpret_cast<four_floats const*>(padded)[1];
  float const point[packed_axis] = {a.at[0], a.at[1], a.at[2], a.at[3], b.at[0], b.at[1], b.at[2], b.at[3]};
  float left = point[0], right = point[1];
  id index = 0;
  for (int i = 1; i < packed_axis - 1; ++i) {
    bool const beyond = i < points - 1 && point[i] < x;
    left = beyond ? point[i] : left;
    right = beyond ? point[i + 1] : right;
    index += beyond ? 1 : 0;
  }
  return {index, fraction_of(x, left, right), false};
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
  buffer<id, S> size(exec, types.size()), base(exec, types.size() + 1);
  packed_tables<S> result;
  result.header = buffer<packed_header, S>(exec, types.size());
  for_each_n(exec, types.size(), detail::packed_size_op<S>{luts, types, result.header.view(), size.view()});
  exclusive_scan(exec, std::as_const(size).view(), base.view());
  id const total = to_vector(exec, base.view().subspan(types.size(), 1))[0];
  result.data = buffer<float, S>(exec, static_cast<std::size_t>(total));
  fill(exec, result.data.view(), 0.0f);
  for_each_n(exec, conditions * types.size(),
             detail::packed_fill_op<S>{luts, types, base.view(), result.header.view(), result.data.view()});
  return result;
}

/// What a packed cell arc's condition can know before the slew at its input is there.
struct packed_lane {
  id base = none;
  int nx = 0, ny = 0;
  cell_lane cell;
};

/// `prepare_cell` on packed tables; where they are not packed it only keeps the load.
template <memory_space S>
GSTA_HD packed_lane prepare_packed(packed_tables_view<S> const& tables, packed_header const& header, int c,
                                   float load) noexcept {
  packed_lane lane{header.base, header.nx, header.ny, {load, {0, 0.0f, true}}};
  if (header.base == none || !math::is_defined(load)) return lane;
  float const* const axis = tables.data.data() + header.base + packed_axis * (conditions + c);
  lane.cell.y = detail::locate_packed(axis, lane.ny, load);
  return lane;
}

/// `finish_cell` on packed tables: the same bits.
///
/// Shapes: one arc, one condition. Units: ps. Cost: one axis search and two interpolations. Where: host and
/// device. Needs: `lane.base` that is not none. Throws: nothing.
template <memory_space S>
GSTA_HD lane_timing finish_packed(packed_tables_view<S> const& tables, packed_lane const& lane, int c,
                                  float slew, bool clip_slew) noexcept {
  float const undefined = undefined_arrival(c);
  if (!math::is_defined(slew) || !math::is_defined(lane.cell.load)) return {undefined, undefined};
  float const* const block = tables.data.data() + lane.base;
  axis_position const x = detail::locate_packed(block + packed_axis * c, lane.nx, slew);
  axis_position const& y = lane.cell.y;
  auto const* const z = reinterpret_cast<detail::delay_and_slew const*>(block + detail::packed_axes_size) +
                        conditions * (x.index * lane.ny + y.index) + c;
  detail::delay_and_slew const z00 = z[0], z01 = z[conditions];
  detail::delay_and_slew const z10 = z[conditions * lane.ny], z11 = z[conditions * (lane.ny + 1)];
  float const delay = between_four(z00.delay, z10.delay, z01.delay, z11.delay, x.fraction, y.fraction);
  float const out = between_four(z00.slew, z10.slew, z01.slew, z11.slew, x.fraction, y.fraction);
  return {math::defined_or(delay, undefined), clipped(math::defined_or(out, undefined), clip_slew)};
}

}  // namespace gsta
