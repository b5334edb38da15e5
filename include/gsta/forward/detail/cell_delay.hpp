#pragma once

#include "gsta/core/by_condition.hpp"
#include "gsta/core/math.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/lut/interpolate.hpp"

namespace gsta {

/// What one arc does under one condition of its output. Undefined where the arc makes no such edge.
struct alignas(8) condition_timing {
  float delay, slew;
};

/// The tables that one arc type uses under one condition, with their axes found: resolved once, it saves
/// every lookup three dependent loads. Where delay and slew lie on the same two axes (nearly always), `delay`
/// and `slew` are where their values begin in the pool; else they are table ids, or none.
struct alignas(16) lane_table {
  id delay = none, slew = none;
  id x = 0, y = 0;    ///< first points of the axes in the pool
  id nx = 0, ny = 0;  ///< points
  bool same_axes = false;
  bool beyond_no_load = false;
  bool empty = true;
};

/// Resolves condition `c` of an arc type.
///
/// Shapes: one type. Cost: a few loads. Where: host and device. Throws: nothing.
template <memory_space S>
GSTA_HD lane_table resolve_tables(lut_pool_view<S> const& luts, arc_type const& type, int c) noexcept {
  lane_table result;
  result.delay = type.delay[c];
  result.slew = type.slew[c];
  result.beyond_no_load = type.beyond_no_load;
  result.empty = type.edges.input(c) < 0 || (result.delay == none && result.slew == none);
  if (result.empty || result.delay == none || result.slew == none || type.beyond_no_load) return result;
  lut const& delay = luts.tables[result.delay];
  lut const& slew = luts.tables[result.slew];
  if (delay.x_axis != slew.x_axis || delay.y_axis != slew.y_axis) return result;
  result.same_axes = true;
  result.delay = delay.values;
  result.slew = slew.values;
  result.x = luts.axis_begin[delay.x_axis];
  result.nx = luts.axis_begin[delay.x_axis + 1] - result.x;
  result.y = luts.axis_begin[delay.y_axis];
  result.ny = luts.axis_begin[delay.y_axis + 1] - result.y;
  return result;
}

/// What a cell arc's condition can know before the slew at its input is there.
struct cell_lane {
  float load = 0;
  axis_position y{0, 0.0f, true};
};

/// Shapes: one arc, one condition. Cost: one axis search. Where: host and device. Throws: nothing.
template <memory_space S>
GSTA_HD cell_lane prepare_cell(lut_pool_view<S> const& luts, lane_table const& table, float load) noexcept {
  cell_lane lane{load, {0, 0.0f, true}};
  if (table.same_axes && math::is_defined(load))
    lane.y = locate(luts.axis_points.data() + table.y, table.ny, load);
  return lane;
}

namespace detail {
/// A table's slew, or 0 where it is below and `clip` says so.
GSTA_AS_ARGUMENTS
template <class Value>
GSTA_HD Value clipped(Value slew, bool clip) noexcept {
  return clip ? math::zero_where_negative(slew) : slew;
}
/// What both tables of an arc gave, held within what is counted where slew and load are known.
GSTA_AS_ARGUMENTS
template <class Timing, class Mask, class Value, class C>
GSTA_HD Timing held_timing(Mask known, Value delay, Value slew, bool clip, C c) noexcept {
  return {held_where(known, delay, c), held_where(known, slew, clipped(slew, clip), c)};
}

/// Undefined without a table.
template <memory_space S>
GSTA_HD float look_up(lut_pool_view<S> const& luts, id table, float slew, float load, int c,
                      bool clip = false) noexcept {
  if (table == none) return undefined_arrival(c);
  float const found = lookup(luts, table, slew, load);
  return held_where(true, found, clipped(found, clip), c);
}

/// Tables that are alone, lie on axes of their own, or count only above no load.
template <memory_space S>
GSTA_HD condition_timing look_up_apart(lut_pool_view<S> const& luts, lane_table const& table, float load,
                                       float slew, int c, bool clip_slew) noexcept {
  condition_timing result{look_up(luts, table.delay, slew, load, c),
                          look_up(luts, table.slew, slew, load, c, clip_slew)};
  if (table.beyond_no_load && table.delay != none) {
    float const alone = look_up(luts, table.delay, slew, 0.0f, c);
    bool const both = math::is_within(alone, most_time) && math::is_within(result.delay, most_time);
    result.delay = both ? math::sub(result.delay, alone) : beyond_arrival(c);
  }
  return result;
}
}  // namespace detail

/// Delay and output slew of a cell arc under condition `c`, from nonlinear tables (NLDM).
///
/// Shapes: one arc, one condition. Units: ps. Cost: one axis search and two interpolations. Where: host and
/// device, the same bits. Throws: nothing.
template <memory_space S>
GSTA_HD condition_timing finish_cell(lut_pool_view<S> const& luts, lane_table const& table,
                                     cell_lane const& lane, int c, float slew, bool clip_slew) noexcept {
  float const undefined = undefined_arrival(c);
  if (table.empty || !math::is_defined(slew) || !math::is_defined(lane.load)) return {undefined, undefined};
  if (!table.same_axes) return detail::look_up_apart(luts, table, lane.load, slew, c, clip_slew);
  axis_position const x = locate(luts.axis_points.data() + table.x, table.nx, slew);
  id const offset = x.index * table.ny + lane.y.index;
  float const* const values = luts.values.data() + offset;
  float const delay = interpolate(values + table.delay, table.ny, x, lane.y);
  float const out = interpolate(values + table.slew, table.ny, x, lane.y);
  return detail::held_timing<condition_timing>(true, delay, out, clip_slew, c);
}

}  // namespace gsta
