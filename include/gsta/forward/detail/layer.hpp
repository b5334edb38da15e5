#pragma once

#include <type_traits>

#include "gsta/forward/detail/record.hpp"
#include "gsta/forward/detail/relax.hpp"
#include "gsta/forward/effective.hpp"

namespace gsta::detail {

/// What one step of the cut hands to the next under one condition: read and written in one access.
struct alignas(8) vertex_value {
  float slew, arrival;
};

/// How a sweep leaves its values: both where both layers run, else the one there is.
template <bool Slews, bool Arrivals>
struct value_storage {
  static constexpr bool both = Slews && Arrivals, is_slew = Slews;
  using element = std::conditional_t<both, vertex_value, float>;

  GSTA_HD static std::size_t at(id value, int c) noexcept {
    return static_cast<std::size_t>(static_cast<unsigned>(value)) * conditions + static_cast<unsigned>(c);
  }
  GSTA_HD static vertex_value value_of(element const& from) noexcept {
    if constexpr (both) {
      return from;
    } else {
      return Slews ? vertex_value{from, 0} : vertex_value{0, from};
    }
  }
  GSTA_HD static element element_of(vertex_value const& of) noexcept {
    if constexpr (both) {
      return of;
    } else {
      return Slews ? of.slew : of.arrival;
    }
  }
};

/// A kept vertex's value and the arc it came by.
struct value_candidate {
  vertex_value at;
  id position;

  /// Takes over what is better in `later`, which stands behind; the first of equals stays.
  GSTA_HD void merge(int c, value_candidate const& later) noexcept {
    if (beats(c, later.at.slew, at.slew)) at.slew = later.at.slew;
    if (!beats(c, later.at.arrival, at.arrival)) return;
    at.arrival = later.at.arrival;
    position = later.position;
  }
};

/// What a kept vertex's value has become behind a slot's wire and cell arc, and the delays of both; 0 where
/// there is none.
struct passed_value {
  vertex_value at;
  float wire = 0, cell = 0;
};

/// The arithmetic of one slot and condition of a forward tile: that of relax_delay_op and relax_arrival_op
/// for a wire and the arc behind it. `Slews`: the delay layer; `Arrivals`: the arrival layer; both where pins
/// are nodes. `Staged`: the delay layer of `ceff_delay_model`, where wires are what their driver's step
/// wrote.
template <memory_space S, bool Slews, bool Arrivals, bool Plain = false, bool Staged = false>
struct forward_layer {
  static constexpr bool slews = Slews, arrivals = Arrivals, staged = Staged;
  static_assert(!Staged || (Slews && !Plain));
  using storage = value_storage<Slews, Arrivals>;

  /// Delay layer; arrival layer alone: `model.wires.sink` where wires have the delays and arc_delay has not,
  /// else empty.
  basic_table_model<S, Plain> model;
  packed_tables_view<S> tables;  // delay layer
  span<per_condition<float> const, S> asserted_slew, asserted;
  span<per_condition<float>, S> slew, arrival, arc_delay;
  span<per_condition<id>, S> predecessor;
  /// Delays of cell arcs in the order of the slots (delay layer: written there, so that writes stream;
  /// arrival layer: records' arcs count it). Empty: in arc_delay.
  span<per_condition<float>, S> cell_delay{};
  effective_view<S> stages{};  // `Staged`

  /// Both halves of `ceff_delay_model`.
  GSTA_HD ceff_delay_model<S> effective() const noexcept {
    static_assert(Staged);
    return {model, stages};
  }

  /// What needs no value of an earlier tile, as it lies in memory.
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
      if (record.flags.has_wire()) result.wire.delay = wire_delay(record.wire, in);
      if (record.flags.has_cell())
        result.cell = (cell_delay.empty() ? arc_delay : cell_delay)[record.cell][c];
    }
    return result;
  }

  /// Of a net arc, for the arrival layer alone.
  GSTA_HD float wire_delay(id wire, int c) const noexcept {
    return model.wires.sink.empty() ? arc_delay[wire][c] : model.wires.sink[wire].delay[c];
  }

  GSTA_HD static vertex_value undefined(int c) noexcept {
    return {undefined_arrival(c), undefined_arrival(c)};
  }

  /// What can be done before the value of the earlier tile is there.
  GSTA_HD packed_lane prepare(forward_record const& record, int c, fetched const& from) const noexcept {
    if constexpr (Slews) {
      if (record.flags.has_cell()) return prepare_packed(tables, packed_table{record.cell}, c, from.cell);
    }
    return {};
  }

  /// `start` is the value at `record.source` under the input condition `in`, which is there.
  GSTA_HD passed_value finish(slot_flags flags, forward_record const& record, id slot, int c, int in,
                              fetched const& from, packed_lane const& ready,
                              vertex_value start) const noexcept {
    passed_value passed{start};
    if (flags.has_wire()) {
      passed.wire = through_wire(Plain ? none : record.wire, in, from.wire, passed.at).delay;
      if (!flags.has_cell()) keep_wire_delay(record.wire, c, passed.wire);
    }
    if (!flags.has_cell()) return passed;
    condition_timing timing{from.cell, 0};
    if constexpr (Slews) {
      timing = model.finish_cell(tables, ready, [&] { return record.arc; }, c, in, passed.at.slew);
      keep_delay(record, slot, c, timing.delay);
    }
    return {{timing.slew, plus(c, passed.at.arrival, timing.delay)}, passed.wire, timing.delay};
  }

  /// Moves a value from the driver to the sink, and returns what the wire did.
  GSTA_HD condition_timing through_wire(id wire, int in, wire_lane const& ready,
                                        vertex_value& value) const noexcept {
    condition_timing timing{ready.delay, 0};
    if constexpr (Staged) {
      timing = effective().wire(wire, in, value.slew);
    } else if constexpr (Slews) {
      timing = model.finish_wire(ready, wire, in, value.slew);
    }
    value = {timing.slew, plus(in, value.arrival, timing.delay)};
    return timing;
  }

  GSTA_HD void keep_delay(forward_record const& record, id slot, int c, float delay) const noexcept {
    if constexpr (!Slews) return;
    if (!Plain && cell_delay.empty()) {
      arc_delay[record.arc][c] = delay;
    } else {
      cell_delay[slot][c] = delay;
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
  GSTA_HD value_candidate merge_asserted(id vertex, int c, value_candidate const& best) const noexcept {
    value_candidate start{asserted_at(vertex, c), none};
    start.merge(c, best);
    return start;
  }

  GSTA_HD vertex_value asserted_at(id vertex, int c) const noexcept {
    vertex_value result{0, 0};
    if constexpr (Slews) result.slew = asserted_slew[vertex][c];
    if constexpr (Arrivals) result.arrival = asserted[vertex][c];
    return result;
  }
};

/// Where the sweep of a layer leaves what it found, in the order in which they run.
template <memory_space S, class Storage>
struct sweep_results {
  using storage = Storage;
  using element = typename storage::element;
  span<element, S> values;               // [4 * values]
  span<per_condition<id>, S> positions;  // [values], arrival layer

  GSTA_HD void write(id value, int c, value_candidate const& found) const noexcept {
    values[storage::at(value, c)] = storage::element_of(found.at);
    if (!positions.empty()) positions[value][c] = found.position;
  }
  GSTA_HD vertex_value read(id value, int c) const noexcept {
    return storage::value_of(values[storage::at(value, c)]);
  }
  /// All conditions, in wide accesses.
  GSTA_HD void read(id value, vertex_value (&at)[conditions]) const noexcept {
    struct alignas(16) piece {
      element of[16 / sizeof(element)];
    };
    constexpr int pieces = conditions * sizeof(element) / 16, each = conditions / pieces;
    auto const* const from = reinterpret_cast<piece const*>(values.data() + storage::at(value, 0));
    piece all[static_cast<std::size_t>(pieces)];
    for (int p = 0; p < pieces; ++p) all[p] = from[p];
    for (int c = 0; c < conditions; ++c) at[c] = storage::value_of(all[c / each].of[c % each]);
  }
};

/// Vertices that no arc reaches: what is asserted there.
template <memory_space S, class Layer>
struct source_op {
  Layer layer;
  span<id const, S> source, source_value;
  sweep_results<S, typename Layer::storage> results;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const s = i / conditions;
    int const c = static_cast<int>(i % conditions);
    results.write(source_value[s], c, {layer.asserted_at(source[s], c), none});
  }
};

/// Scatters what the sweep found: slews and arrivals of all vertices by id, of inlined sinks from
/// their driver's. Apart from the sweep, since there each write would touch a line of its own.
template <memory_space S, class Layer>
struct scatter_op {
  Layer layer;
  span<scatter_record const, S> records;
  span<id const, S> fanin_begin;
  sweep_results<S, typename Layer::storage> results;
  bool paths;  // what paths are traced by as well: winning arcs and delays of wires

  GSTA_HD void operator()(std::size_t v) const noexcept { scatter(v); }

  /// Returns the arrivals.
  GSTA_HD per_condition<float> scatter(std::size_t v) const noexcept {
    scatter_record const record = records[v];
    vertex_value at[conditions];
    results.read(record.value, at);
    per_condition<id> position{{none, none, none, none}};
    if (record.wire != none) {
      through(record.wire, v, at, position);
    } else if constexpr (Layer::arrivals) {
      if (paths) position = results.positions[record.value];
    }
    if constexpr (Layer::slews) layer.slew[v] = {at[0].slew, at[1].slew, at[2].slew, at[3].slew};
    per_condition<float> const arrival{at[0].arrival, at[1].arrival, at[2].arrival, at[3].arrival};
    if constexpr (Layer::arrivals) {
      layer.arrival[v] = arrival;
      if (paths) layer.predecessor[v] = position;
    }
    return arrival;
  }

  /// Slew and arrival of vertex `v` under one condition.
  GSTA_HD vertex_value at(std::size_t v, int c) const noexcept {
    scatter_record const record = records[v];
    vertex_value value = results.read(record.value, c);
    if (record.wire != none) layer.through_wire(record.wire, c, wire_of(record.wire, c), value);
    return value;
  }

  /// Delay of the wire of an inlined sink.
  GSTA_HD float wire_delay(scatter_record const& record, int c) const noexcept {
    vertex_value value = results.read(record.value, c);
    return layer.through_wire(record.wire, c, wire_of(record.wire, c), value).delay;
  }

 private:
  GSTA_HD wire_lane wire_of(id wire, int c) const noexcept {
    if constexpr (Layer::slews) {
      return layer.model.prepare_wire(wire, c);
    } else {
      return {layer.wire_delay(wire, c), 0};
    }
  }

  GSTA_HD void through(id wire, std::size_t v, vertex_value (&at)[conditions],
                       per_condition<id>& position) const noexcept {
    id const arc = paths ? fanin_begin[v] : none;
    per_condition<float> delay{}, impulse{};
    if constexpr (Layer::slews) {
      delay = layer.model.wires.sink[wire].delay;
      impulse = layer.model.wires.sink[wire].impulse;
    } else {
      delay = layer.model.wires.sink.empty() ? layer.arc_delay[wire] : layer.model.wires.sink[wire].delay;
    }
    for (int c = 0; c < conditions; ++c) {
      delay[c] = layer.through_wire(wire, c, {delay[c], impulse[c]}, at[c]).delay;
      value_candidate best{layer.undefined(c), none};
      best.merge(c, {at[c], arc});
      at[c] = best.at;
      position[c] = best.position;
    }
    if constexpr (Layer::slews) {
      if (paths) layer.arc_delay[wire] = delay;
    }
  }
};

}  // namespace gsta::detail
