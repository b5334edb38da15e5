#pragma once

#include "gsta/prop/delay_model.hpp"
#include "gsta/prop/detail/relax.hpp"
#include "gsta/prop/forward_record.hpp"

namespace gsta::detail {

/// What one stage hands to the next under one condition: read and written in one access.
struct alignas(8) stage_value {
  float slew, arrival;
};

/// A stage value and the arc it came by.
struct stage_candidate {
  stage_value at;
  id position;

  /// Takes over what is better in `later`, which stands behind; the first of equals stays.
  GSTA_HD void merge(int c, stage_candidate const& later) noexcept {
    if (beats(c, later.at.slew, at.slew)) at.slew = later.at.slew;
    if (!beats(c, later.at.arrival, at.arrival)) return;
    at.arrival = later.at.arrival;
    position = later.position;
  }
};

/// What a stage value has become behind a slot's wire and cell arc, and the delays of both; 0 where there is
/// none.
struct passed_value {
  stage_value at;
  float wire = 0, cell = 0;
};

/// The arithmetic of one slot and condition of a forward tile: that of relax_delay_op and relax_arrival_op
/// for a wire and the arc behind it. `Slews`: the delay layer; `Arrivals`: the arrival layer; both where pins
/// are nodes.
template <memory_space S, bool Slews, bool Arrivals, bool Plain = false>
struct forward_layer {
  static constexpr bool slews = Slews, arrivals = Arrivals;

  basic_table_model<S, Plain> model;  // delay layer
  packed_tables_view<S> tables;       // delay layer
  span<corner_values const, S> asserted_slew, asserted;
  span<corner_values, S> slew, arrival, arc_delay;
  span<per_condition<id>, S> predecessor;
  /// Delays of cell arcs in the order of the slots (delay layer: written there, so that writes stream;
  /// arrival layer: records' arcs count it). Empty: in arc_delay.
  span<corner_values, S> cell_delay{};

  /// What needs no value of an earlier stage, as it lies in memory.
  struct fetched {
    wire_lane wire{0, 0};
    float cell = 0;  // delay layer: the load behind the cell arc; arrival layer alone: its delay
  };

  GSTA_HD fetched fetch(forward_record const& record, int c) const noexcept {
    fetched result;
    int const in = record.flags.edges().input(c);
    if (in < 0) return result;
    if constexpr (Slews) {
      if (record.flags.has_wire()) result.wire = model.prepare_wire(record.wire, in);
      if (record.flags.has_cell()) result.cell = model.wires.load[record.target][c];
    } else {
      if (record.flags.has_wire()) result.wire.delay = arc_delay[record.wire][in];
      if (record.flags.has_cell())
        result.cell = (cell_delay.empty() ? arc_delay : cell_delay)[record.cell][c];
    }
    return result;
  }

  GSTA_HD static stage_value undefined(int c) noexcept {
    return {undefined_arrival(c), undefined_arrival(c)};
  }

  /// What can be done before the value of the earlier stage is there.
  GSTA_HD packed_lane prepare(forward_record const& record, int c, fetched const& from) const noexcept {
    if constexpr (Slews) {
      if (record.flags.has_cell()) return prepare_packed(tables, packed_table{record.cell}, c, from.cell);
    }
    return {};
  }

  /// `start` is the value at `record.source` under the input condition `in`, which is there.
  GSTA_HD passed_value finish(slot_flags flags, forward_record const& record, id place, int c, int in,
                              fetched const& from, packed_lane const& ready,
                              stage_value start) const noexcept {
    passed_value passed{start};
    if (flags.has_wire()) {
      passed.wire = through_wire(Plain ? none : record.wire, in, from.wire, passed.at).delay;
      if (!flags.has_cell()) keep_wire_delay(record.wire, c, passed.wire);
    }
    if (!flags.has_cell()) return passed;
    lane_timing timing{from.cell, 0};
    if constexpr (Slews) {
      timing = model.finish_cell(tables, ready, [&] { return record.arc; }, c, in, passed.at.slew);
      keep_delay(record, place, c, timing.delay);
    }
    return {{timing.slew, plus(c, passed.at.arrival, timing.delay)}, passed.wire, timing.delay};
  }

  /// Moves a value from the driver to the sink, and returns what the wire did.
  GSTA_HD lane_timing through_wire(id wire, int in, wire_lane const& ready,
                                   stage_value& value) const noexcept {
    lane_timing timing{ready.delay, 0};
    if constexpr (Slews) timing = model.finish_wire(ready, wire, in, value.slew);
    value = {timing.slew, plus(in, value.arrival, timing.delay)};
    return timing;
  }

  GSTA_HD void keep_delay(forward_record const& record, id place, int c, float delay) const noexcept {
    if constexpr (!Slews) return;
    if (!Plain && cell_delay.empty()) {
      arc_delay[record.arc][c] = delay;
    } else {
      cell_delay[place][c] = delay;
    }
  }
  GSTA_HD void keep_wire_delay(id wire, int c, float delay) const noexcept {
    if constexpr (Slews) arc_delay[wire][c] = delay;
  }

  GSTA_HD static float plus(int c, float arrival, float delay) noexcept {
    if constexpr (!Arrivals) return 0.0f;
    return arrival_behind(c, arrival, delay);
  }

  /// The best over the arcs into a vertex and what is asserted there, which stands in front.
  GSTA_HD stage_candidate merge_asserted(id vertex, int c, stage_candidate const& best) const noexcept {
    stage_candidate start{asserted_at(vertex, c), none};
    start.merge(c, best);
    return start;
  }

  GSTA_HD stage_value asserted_at(id vertex, int c) const noexcept {
    stage_value result{0, 0};
    if constexpr (Slews) result.slew = asserted_slew[vertex][c];
    if constexpr (Arrivals) result.arrival = asserted[vertex][c];
    return result;
  }
};

/// Where stages leave what they found, in the order in which they run.
template <memory_space S>
struct stage_results {
  span<stage_value, S> values;           // [4 * values]
  span<per_condition<id>, S> positions;  // [values], arrival layer

  GSTA_HD void write(id value, int c, stage_candidate const& found) const noexcept {
    values[static_cast<std::size_t>(value) * conditions + c] = found.at;
    if (!positions.empty()) positions[value][c] = found.position;
  }
};

/// Vertices that no arc reaches: what is asserted there.
template <memory_space S, class Layer>
struct source_op {
  Layer layer;
  span<id const, S> source, source_value;
  stage_results<S> results;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const s = i / conditions;
    int const c = static_cast<int>(i % conditions);
    results.write(source_value[s], c, {layer.asserted_at(source[s], c), none});
  }
};

/// Hands out what the stages found: slews and arrivals of all vertices by id, of sinks between stages from
/// their driver's. Apart from the sweep, since there each write would touch a line of its own.
template <memory_space S, class Layer>
struct publish_op {
  Layer layer;
  span<publish_record const, S> publish;
  stage_results<S> results;
  bool paths;  // what paths are traced by as well: winning arcs and delays of wires

  struct alignas(16) two_values {
    stage_value at[2];
  };

  GSTA_HD void operator()(std::size_t v) const noexcept { hand_out(v); }

  /// Returns the arrivals.
  GSTA_HD corner_values hand_out(std::size_t v) const noexcept {
    publish_record const record = publish[v];
    auto const* const pairs = reinterpret_cast<two_values const*>(results.values.data()) +
                              2 * static_cast<std::size_t>(record.value);
    two_values const early = pairs[0], late = pairs[1];
    stage_value at[conditions] = {early.at[0], early.at[1], late.at[0], late.at[1]};
    per_condition<id> position{{none, none, none, none}};
    if (record.wire != none) {
      through(record, at, position);
    } else if constexpr (Layer::arrivals) {
      if (paths) position = results.positions[record.value];
    }
    if constexpr (Layer::slews) layer.slew[v] = {at[0].slew, at[1].slew, at[2].slew, at[3].slew};
    corner_values const arrival{at[0].arrival, at[1].arrival, at[2].arrival, at[3].arrival};
    if constexpr (Layer::arrivals) {
      layer.arrival[v] = arrival;
      if (paths) layer.predecessor[v] = position;
    }
    return arrival;
  }

  GSTA_HD void through(publish_record const& record, stage_value (&at)[conditions],
                       per_condition<id>& position) const noexcept {
    corner_values delay{}, impulse{};
    if constexpr (Layer::slews) {
      delay = layer.model.wires.sink[record.wire].delay;
      impulse = layer.model.wires.sink[record.wire].impulse;
    } else {
      delay = layer.arc_delay[record.wire];
    }
    for (int c = 0; c < conditions; ++c) {
      delay[c] = layer.through_wire(record.wire, c, {delay[c], impulse[c]}, at[c]).delay;
      stage_candidate best{layer.undefined(c), none};
      best.merge(c, {at[c], record.position});
      at[c] = best.at;
      position[c] = best.position;
    }
    if constexpr (Layer::slews) {
      if (paths) layer.arc_delay[record.wire] = delay;
    }
  }
};

}  // namespace gsta::detail
