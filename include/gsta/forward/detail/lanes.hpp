#pragma once

#include "gsta/engine/detail/edge_lanes.hpp"
#include "gsta/forward/detail/layer.hpp"

/// The forward layer on a host core: its four conditions side by side in one register, with no branch that
/// depends on a value. What is rare goes through the scalar layer, a condition at a time.
namespace gsta::detail {

/// A kept vertex's value under the four conditions.
struct value_lanes {
  four_lanes slew, arrival;

  static value_lanes load(vertex_value const* from) noexcept {
    value_lanes result;
    auto const* const pairs = reinterpret_cast<float const*>(from);
    four_lanes::split(pairs, pairs + 4, result.slew, result.arrival);
    return result;
  }
  void store(vertex_value* to) const noexcept {
    auto* const pairs = reinterpret_cast<float*>(to);
    four_lanes::join(slew, arrival, pairs, pairs + 4);
  }

  /// As the sweep of a layer leaves it.
  template <class Storage>
  static value_lanes read(typename Storage::element const* from) noexcept {
    if constexpr (Storage::both) {
      return load(from);
    } else {
      four_lanes const one = four_lanes::load({from[0], from[1], from[2], from[3]});
      four_lanes const nothing = four_lanes::same(0);
      return Storage::is_slew ? value_lanes{one, nothing} : value_lanes{nothing, one};
    }
  }
  template <class Storage>
  void write(typename Storage::element* to) const noexcept {
    if constexpr (Storage::both) {
      store(to);
    } else {
      per_condition<float> one;
      (Storage::is_slew ? slew : arrival).store(one);
      for (int c = 0; c < conditions; ++c) to[c] = one[c];
    }
  }
};

/// The best value so far, as `turned`, and the arcs it came by.
struct best_lanes {
  four_lanes slew = four_lanes::same(-math::infinity), arrival = slew;
  four_ids position = four_ids::same(none);

  /// Takes over what is better in `later`, which stands behind; the first of equals stays.
  void merge(value_lanes const& later, four_ids from) noexcept {
    slew = four_lanes::greater(later.slew.turn_early(), slew);
    four_lanes const at = later.arrival.turn_early();
    lane_mask const better = at > arrival;
    arrival = four_lanes::choose(better, at, arrival);
    position = four_ids::choose(better, from, position);
  }
  value_lanes values() const noexcept { return {slew.turn_early(), arrival.turn_early()}; }
};

/// Where four conditions fall on their axes.
struct axis_lanes {
  four_ids index;
  four_lanes fraction;
};

/// `locate_packed` for the four rows that begin at `rows`.
inline axis_lanes locate_lanes(float const* rows, int points, four_lanes x) noexcept {
  axis_lanes at;
  // All points count, also the first, and the padding, which repeats the last.
  at.index = four_ids::less_one(four_ids::count_below(rows, x)).within(0, points - 2);
  per_condition<id> segment;
  at.index.store(segment);
  float const* const ends[conditions] = {rows + segment[0], rows + packed_axis + segment[1],
                                         rows + 2 * packed_axis + segment[2],
                                         rows + 3 * packed_axis + segment[3]};
  four_lanes left, right;
  four_lanes::split(ends, left, right);
  at.fraction = fraction_of(x, left, right);
  return at;
}

struct timing_lanes {
  four_lanes delay, slew;
};

inline timing_lanes load_timing(sink_timing const& from) noexcept {
  timing_lanes result;
  auto const* const pairs = reinterpret_cast<float const*>(&from);
  four_lanes::split(pairs, pairs + 4, result.delay, result.slew);
  return result;
}
inline void store_timing(timing_lanes const& timing, sink_timing& to) noexcept {
  auto* const pairs = reinterpret_cast<float*>(&to);
  four_lanes::join(timing.delay, timing.slew, pairs, pairs + 4);
}

/// `finish_packed` for all four conditions.
inline timing_lanes finish_packed_lanes(packed_tables_view<memory_space::host> const& tables,
                                        packed_table table, four_lanes slew, four_lanes load,
                                        bool clip_slew) noexcept {
  float const* const block = tables.data.data() + table.first();
  axis_lanes const x = locate_lanes(block, table.nx(), slew);
  axis_lanes const y = locate_lanes(block + conditions * packed_axis, table.ny(), load);
  per_condition<id> i, j;
  x.index.store(i);
  y.index.store(j);
  float const* z[conditions];
  for (int c = 0; c < conditions; ++c)
    z[c] = block + packed_axes_size + 2 * (conditions * (i[c] * table.ny() + j[c]) + c);
  values_of_both<four_lanes> values;
  auto const corner = [&](int points, four_lanes& delay, four_lanes& out) {
    int const offset = 2 * conditions * points;
    float const* const at[conditions] = {z[0] + offset, z[1] + offset, z[2] + offset, z[3] + offset};
    four_lanes::split(at, delay, out);
  };
  corner(0, values.delay.z00, values.slew.z00);
  corner(1, values.delay.z01, values.slew.z01);
  corner(table.ny(), values.delay.z10, values.slew.z10);
  corner(table.ny() + 1, values.delay.z11, values.slew.z11);
  lane_mask const known = math::is_defined(slew) & math::is_defined(load);
  return values.between<timing_lanes>(known, x.fraction, y.fraction, clip_slew, every_condition{});
}

/// The arithmetic of a slot: `forward_layer` in lanes.
template <class Layer>
struct forward_lanes {
  Layer layer;

  four_lanes plus(four_lanes arrival, four_lanes delay) const noexcept {
    if constexpr (!Layer::arrivals) return four_lanes::same(0.0f);
    return arrival_behind(every_condition{}, arrival, delay);
  }

  /// Moves a value from the driver to the sink, and returns the wire's delay.
  four_lanes through_wire(id wire, value_lanes& value) const noexcept {
    four_lanes delay;
    if constexpr (Layer::staged) {
      timing_lanes const found = load_timing(layer.stages.sink[wire]);
      if (math::is_defined(found.delay).code() != 15) return through_wire_by_condition(wire, value);
      delay = found.delay;
      value.slew = found.slew;
    } else if constexpr (Layer::slews) {
      if (has_response(wire)) return through_wire_by_condition(wire, value);
      delay = four_lanes::load(layer.model.wires.sink[wire].delay);
      four_lanes const impulse = four_lanes::load(layer.model.wires.sink[wire].impulse);
      bool const keeps = layer.model.options.wires != wire_slew::degrade;
      value.slew = slew_behind_wire(every_condition{}, value.slew, impulse, keeps);
      delay = derated(wire, positive_edges(), delay);
    } else {
      delay = four_lanes::load(layer.arc_delay[wire]);
    }
    value.arrival = plus(value.arrival, delay);
    return delay;
  }

  /// Moves a value through the record's cell arc and keeps the delay. `first`: no arc into the target came
  /// before.
  void through_cell(forward_record const& record, value_lanes& value, bool first) const noexcept {
    edge_map const edges = record.flags.edges();
    edge_lanes const by_edge(edges);
    four_lanes const undefined = undefined_arrival(every_condition{});
    value.arrival = by_edge.move(value.arrival, undefined);
    if constexpr (Layer::staged) {
      through_stage(record, value, first);
    } else if constexpr (Layer::slews) {
      packed_table const table{record.cell};
      if (!table.is_packed()) return through_cell_by_condition(record, value);
      timing_lanes timing = finish_packed_lanes(layer.tables, table, by_edge.move(value.slew, undefined),
                                                four_lanes::load(layer.model.wires.load[record.target]),
                                                layer.model.options.tables == negative_slew::clip);
      timing.delay = derated(record.arc, edges, timing.delay);
      timing.delay.store(layer.arc_delay[record.arc]);
      value = {timing.slew, plus(value.arrival, timing.delay)};
    } else {
      value.arrival = plus(value.arrival, four_lanes::load(layer.arc_delay[record.cell]));
    }
  }

  /// What is left to be done for a net arc when its delay and slew are known: `finished_wire`.
  timing_lanes finished_wire(timing_lanes timing, id wire) const noexcept {
    if (!has_response(wire)) return {derated(wire, positive_edges(), timing.delay), timing.slew};
    per_condition<float> delay, slew;
    timing.delay.store(delay);
    timing.slew.store(slew);
    for (int c = 0; c < conditions; ++c) {
      condition_timing const one = layer.model.finished_wire({delay[c], slew[c]}, wire, c);
      delay[c] = one.delay;
      slew[c] = one.slew;
    }
    return {four_lanes::load(delay), four_lanes::load(slew)};
  }

 private:
  /// The cell arc and the wires behind it, by effective capacitance. The arrival has been moved to the
  /// output's edge already.
  void through_stage(forward_record const& record, value_lanes& value, bool first) const noexcept;

  bool has_response(id wire) const noexcept {
    auto const& rc = layer.model.design.rc;
    return !rc.response.empty() && rc.response[wire] != none;
  }

  four_lanes derated(id arc, edge_map edges, four_lanes delay) const noexcept {
    auto const& arcs = layer.model.design.arcs;
    if (arcs.derate.empty() || arcs.derate[arc] == none) return delay;
    four_lanes const factor =
        edge_lanes(edges).move(four_lanes::load(arcs.derates[arcs.derate[arc]]), four_lanes::same(1.0f));
    return derated_by(every_condition{}, delay, factor);
  }

  four_lanes through_wire_by_condition(id wire, value_lanes& value) const noexcept {
    vertex_value at[conditions];
    per_condition<float> delay;
    value.store(at);
    for (int c = 0; c < conditions; ++c)
      delay[c] = layer.through_wire(wire, c, layer.model.prepare_wire(wire, c), at[c]).delay;
    value = value_lanes::load(at);
    return four_lanes::load(delay);
  }

  condition_timing at_condition(forward_record const& record, int c, int in, float slew) const noexcept {
    if constexpr (Layer::staged) {
      return layer.effective().cell(record.arc, record.target, c, in, slew, true);
    } else {
      return layer.model.at(record.arc, record.target, c, slew);
    }
  }

  /// Tables that do not pack. The arrival has been moved to the output's edge already.
  void through_cell_by_condition(forward_record const& record, value_lanes& value) const noexcept {
    per_condition<float> slew, out = undefined_arrival(), delay = undefined_arrival();
    value.slew.store(slew);
    for (int c = 0; c < conditions; ++c) {
      int const in = record.flags.edges().input(c);
      if (in < 0) continue;
      condition_timing const timing = at_condition(record, c, in, slew[in]);
      out[c] = timing.slew;
      delay[c] = timing.delay;
    }
    layer.arc_delay[record.arc] = delay;
    value = {four_lanes::load(out), plus(value.arrival, four_lanes::load(delay))};
  }
};

}  // namespace gsta::detail
