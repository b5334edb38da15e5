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

/// The arithmetic of one slot and condition of a forward tile: that of relax_delay_op and relax_arrival_op
/// for a wire and the arc behind it. `Slews`: the delay layer; `Arrivals`: the arrival layer; both where pins
/// are nodes.
template <memory_space S, bool Slews, bool Arrivals>
struct forward_layer {
  static constexpr bool slews = Slews, arrivals = Arrivals;

  table_delay_model<S> model;        // delay layer
  span<lane_table const, S> tables;  // [4 * types], delay layer
  span<corner_values const, S> asserted_slew, asserted;
  span<corner_values, S> slew, arrival, arc_delay;
  span<per_condition<id>, S> predecessor;

  /// What needs no value of an earlier stage.
  struct lane {
    int in = -1;
    wire_lane wire{0, 0};
    lane_table table;
    cell_lane cell;
    float arc_delay = 0;
  };

  GSTA_HD lane prepare(forward_record const& record, int c) const noexcept {
    lane result;
    result.in = record.flags.edges().input(c);
    if (result.in < 0) return result;
    if constexpr (Slews) {
      if (record.wire != none) result.wire = model.prepare_wire(record.wire, result.in);
      if (record.arc != none) {
        result.table = tables[static_cast<std::size_t>(record.type) * conditions + c];
        result.cell = prepare_cell(model.design.luts, result.table, model.wires.load[record.target][c]);
      }
    } else {
      if (record.wire != none) result.wire.delay = arc_delay[record.wire][result.in];
      if (record.arc != none) result.arc_delay = arc_delay[record.arc][c];
    }
    return result;
  }

  GSTA_HD static stage_value undefined(int c) noexcept {
    return {undefined_arrival()[c], undefined_arrival()[c]};
  }

  /// `start` is the value at `record.source` under the input condition.
  GSTA_HD stage_candidate finish(forward_record const& record, int c, lane const& ready,
                                 stage_value start) const noexcept {
    if (ready.in < 0) {
      keep_delay(record.arc, c, undefined_arrival()[c]);
      return {undefined(c), none};
    }
    if (record.wire != none) {
      lane_timing const passed = through_wire(record.wire, ready.in, ready.wire, start);
      if (record.arc == none) keep_delay(record.wire, c, passed.delay);
    }
    if (record.arc == none) return {start, record.position};
    lane_timing timing{ready.arc_delay, 0};
    if constexpr (Slews) {
      timing = model.finish_cell(ready.table, ready.cell, record.arc, c, ready.in, start.slew);
      keep_delay(record.arc, c, timing.delay);
    }
    return {{timing.slew, plus(c, start.arrival, timing.delay)}, record.position};
  }

  /// Moves a value from the driver to the sink, and returns what the wire did.
  GSTA_HD lane_timing through_wire(id wire, int in, wire_lane const& ready,
                                   stage_value& value) const noexcept {
    lane_timing timing{ready.delay, 0};
    if constexpr (Slews) timing = model.finish_wire(ready, wire, in, value.slew);
    value = {timing.slew, plus(in, value.arrival, timing.delay)};
    return timing;
  }

  GSTA_HD void keep_delay(id arc, int c, float delay) const noexcept {
    if constexpr (Slews) arc_delay[arc][c] = delay;
  }

  GSTA_HD static float plus(int c, float arrival, float delay) noexcept {
    if constexpr (!Arrivals) return 0.0f;
    bool const both = math::is_defined(arrival) && math::is_defined(delay);
    return both ? math::add(arrival, delay) : undefined_arrival()[c];
  }

  /// Merges what is asserted at the vertex and writes all that is kept of it; returns its stage value.
  GSTA_HD stage_value store(forward_record const& record, int c, stage_candidate best) const noexcept {
    stage_candidate start{undefined(c), none};
    if (record.flags.asserted()) start.at = asserted_at(record.target, c);
    start.merge(c, best);
    write(record.target, c, start);
    return start.at;
  }

  GSTA_HD stage_value asserted_at(id vertex, int c) const noexcept {
    stage_value result{0, 0};
    if constexpr (Slews) result.slew = asserted_slew[vertex][c];
    if constexpr (Arrivals) result.arrival = asserted[vertex][c];
    return result;
  }

  GSTA_HD void write(id vertex, int c, stage_candidate const& best) const noexcept {
    if constexpr (Slews) slew[vertex][c] = best.at.slew;
    if constexpr (Arrivals) {
      arrival[vertex][c] = best.at.arrival;
      predecessor[vertex][c] = best.position;
    }
  }
};

/// Vertices that no arc reaches: what is asserted there.
template <memory_space S, class Layer>
struct source_op {
  Layer layer;
  span<id const, S> source, source_value;
  span<stage_value, S> values;  // [4 * values]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const s = i / conditions;
    int const c = static_cast<int>(i % conditions);
    stage_candidate const start{layer.asserted_at(source[s], c), none};
    values[static_cast<std::size_t>(source_value[s]) * conditions + c] = start.at;
    layer.write(source[s], c, start);
  }
};

/// One sink between stages: its slew and arrival from its driver's.
template <memory_space S, class Layer>
struct sink_op {
  Layer layer;
  timing_graph_view<S> graph;
  span<std::uint8_t const, S> inlined;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i / conditions);
    int const c = static_cast<int>(i % conditions);
    if (inlined[v] == 0) return;
    id const k = graph.fanin_begin[v];
    id const wire = graph.fanin_arc[k], driver = graph.fanin_from[k];
    stage_value start{0, 0};
    wire_lane ready{0, 0};
    if constexpr (Layer::slews) {
      start.slew = layer.slew[driver][c];
      ready = layer.model.prepare_wire(wire, c);
    } else {
      ready.delay = layer.arc_delay[wire][c];
    }
    if constexpr (Layer::arrivals) start.arrival = layer.arrival[driver][c];
    stage_candidate best{layer.undefined(c), none};
    layer.keep_delay(wire, c, layer.through_wire(wire, c, ready, start).delay);
    best.merge(c, {start, k});
    layer.write(v, c, best);
  }
};

}  // namespace gsta::detail
