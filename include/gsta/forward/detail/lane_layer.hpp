#pragma once

#include "gsta/forward/detail/lane_cut.hpp"
#include "gsta/forward/detail/relax_lanes.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// The arithmetic of a cut in lanes: that of `relax_lanes_op` for a wire and the arc behind it.
template <memory_space S>
struct lane_layer {
  lane_window<S> window;
  span<corner_values const, S> asserted;       // [nodes]
  span<corner_values const, S> clock_arrival;  // [nodes] of the arrival layer
  span<corner_values const, S> arc_delay;      // [arcs]
  span<corner_values const, S> cell_delay;     // [slots] of cell arcs; empty: in arc_delay
  span<wire_answer const, S> wires;            // [net arcs] where wires have delays; empty: in arc_delay
  span<grouped_arrival, S> value;              // [rows][condition]

  /// What needs no arrival of an earlier tile.
  struct fetched {
    float wire = 0, cell = 0;
  };

  GSTA_HD fetched fetch(lane_record const& record, int c) const noexcept {
    fetched result;
    int const in = record.flags.edges().input(c);
    if (in < 0) return result;
    if (record.flags.has_wire()) result.wire = wire_delay(record.wire, in);
    if (record.flags.has_cell()) result.cell = (cell_delay.empty() ? arc_delay : cell_delay)[record.cell][c];
    return result;
  }
  GSTA_HD float wire_delay(id wire, int c) const noexcept {
    return wires.empty() ? arc_delay[wire][c] : wires[wire].delay[c];
  }

  /// Where the arrivals stand of a vertex whose rows begin at `begin`.
  GSTA_HD static std::size_t at(id begin, std::uint32_t lanes, std::size_t lane, int c) noexcept {
    return (static_cast<std::size_t>(begin) + static_cast<std::size_t>(row_of_lane(lanes, lane))) *
               conditions +
           static_cast<std::size_t>(c);
  }
  /// Whether a slot reads its source's arrival.
  GSTA_HD static bool reads(lane_record const& record, std::size_t lane, int in) noexcept {
    return in >= 0 && !record.flags.launches() && (record.lanes & record.source_lanes & 1u << lane) != 0;
  }

  /// What comes behind a slot's wire and cell arc, from its source's arrival.
  GSTA_HD static grouped_arrival pass(lane_record const& record, int c, int in, fetched const& from,
                                      grouped_arrival at) noexcept {
    if (record.flags.has_wire()) at = grouped_behind(in, at, from.wire);
    if (record.flags.has_cell()) at = grouped_behind(c, at, from.cell);
    return at;
  }
  /// What comes behind a launch.
  GSTA_HD grouped_arrival launch(lane_record const& record, std::size_t lane, int c, int in,
                                 fetched const& from) const noexcept {
    grouped_arrival result = nothing_arrives(c);
    float const at = arrival_behind(c, clock_arrival[record.source][in], from.cell);
    window.start(record.source, in, lane, c, at, result);
    return result;
  }
  /// Merges what starts at a vertex itself.
  GSTA_HD void merge_asserted(id vertex, std::size_t lane, int c, grouped_arrival& into) const noexcept {
    window.start(vertex, c, lane, c, asserted[vertex][c], into);
  }
};

/// Vertices that no arc reaches: what is asserted there.
template <memory_space S>
struct lane_source_op {
  lane_layer<S> layer;
  span<id const, S> source;
  span<lane_place const, S> place;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = source[i / conditions];
    int const c = static_cast<int>(i % conditions);
    for (std::size_t lane = 0; lane < layer.window.count; ++lane) {
      if ((place[v].lanes >> lane & 1u) == 0) continue;
      grouped_arrival start = nothing_arrives(c);
      layer.merge_asserted(v, lane, c, start);
      layer.value[layer.at(place[v].value, place[v].lanes, lane, c)] = start;
    }
  }
};

/// The worst arrival that one edge of a check finds in a window of lanes, merged into what other windows had:
/// `capture_lanes_op` over the cut.
template <memory_space S>
struct capture_cut_op {
  lane_layer<S> layer;
  span<timing_check const, S> checks;
  span<lane_place const, S> place;
  span<per_edge, S> check;  // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    timing_check const& of = checks[i / 2];
    int const e = static_cast<int>(i % 2), c = 2 * is_late(of.kind) + e;
    lane_place const from = place[of.data];
    id const row = layer.window.tree.capture_row[i / 2];
    float worst = undefined_arrival(c);
    for (std::size_t lane = 0; lane < layer.window.count; ++lane) {
      if ((from.needed & from.lanes & 1u << lane) == 0) continue;
      float const found =
          layer.window.captured(layer.value[layer.at(from.value, from.lanes, lane, c)], row, lane, c);
      if (beats(c, found, worst)) worst = found;
    }
    if (from.wire != none) worst = arrival_behind(c, worst, layer.wire_delay(from.wire, c));
    float& into = check[i / 2][e];
    if (layer.window.first == 0 || beats(c, worst, into)) into = worst;
  }
};

/// A tile on a host core, a slot after the other.
struct lane_tile_op {
  static constexpr memory_space host = memory_space::host;
  lane_layer<host> layer;
  host_span<lane_record const> records;
  id first;  // tile

  void operator()(std::size_t i) const noexcept {
    std::size_t slot = (static_cast<std::size_t>(first) + i) * tile_slots;
    if (records[slot].flags.continued()) return;
    for (std::size_t s = 0; s < tile_slots;) {
      lane_record const& head = records[slot + s];
      if (!head.flags.occupied()) return;
      auto const width = row_width(slot + s);
      for (std::size_t lane = 0; lane < layer.window.count; ++lane) {
        if ((head.lanes >> lane & 1u) != 0) of_lane(slot + s, width, lane);
      }
      s += width;
    }
  }

 private:
  /// Slots of one vertex, which may go on in the next tiles.
  std::size_t row_width(std::size_t slot) const noexcept {
    std::size_t width = static_cast<std::size_t>(records[slot].flags.following()) + 1;
    while (records[slot + width - 1].flags.continues()) {
      // A tile that goes on is full but for its last slots.
      std::size_t const next = (slot + width + tile_slots - 1) / tile_slots * tile_slots;
      width = next - slot + static_cast<std::size_t>(records[next].flags.following()) + 1;
    }
    return width;
  }

  void of_lane(std::size_t slot, std::size_t width, std::size_t lane) const noexcept {
    lane_record const& head = records[slot];
    grouped_arrival found[conditions];
    for (int c = 0; c < conditions; ++c) {
      found[c] = nothing_arrives(c);
      if (head.flags.asserted()) layer.merge_asserted(head.target, lane, c, found[c]);
    }
    for (std::size_t s = slot; s < slot + width; ++s) {
      for (int c = 0; c < conditions; ++c) merge_slot(records[s], lane, c, found[c]);
    }
    for (int c = 0; c < conditions; ++c) layer.value[layer.at(head.value, head.lanes, lane, c)] = found[c];
  }

  void merge_slot(lane_record const& record, std::size_t lane, int c, grouped_arrival& into) const noexcept {
    int const in = record.flags.edges().input(c);
    if (in < 0) return;
    auto const from = layer.fetch(record, c);
    if (record.flags.launches()) {
      merge_grouped(into, c, layer.launch(record, lane, c, in, from));
    } else if (layer.reads(record, lane, in)) {
      merge_grouped(into, c,
                    layer.pass(record, c, in, from,
                               layer.value[layer.at(record.source, record.source_lanes, lane, in)]));
    }
  }
};

}  // namespace gsta::detail
