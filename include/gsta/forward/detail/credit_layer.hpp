#pragma once

#include <type_traits>

#include "gsta/forward/detail/credit_cut.hpp"
#include "gsta/forward/detail/relax_lanes.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// The arrivals of a vertex in one credit level, as a device reads them: a condition in one access.
struct credit_row_by_condition {
  grouped_arrival of[conditions];
  GSTA_HD grouped_arrival get(int c) const noexcept { return of[c]; }
  GSTA_HD void set(int c, grouped_arrival const& at) noexcept { of[c] = at; }
};

/// The same as a host core reads them: all conditions in one access.
struct credit_row_by_part {
  per_condition<float> best, second;
  per_condition<id> group, second_group;
  GSTA_HD grouped_arrival get(int c) const noexcept {
    return {best[c], second[c], group[c], second_group[c]};
  }
  GSTA_HD void set(int c, grouped_arrival const& at) noexcept {
    best[c] = at.best;
    second[c] = at.second;
    group[c] = at.group;
    second_group[c] = at.second_group;
  }
};

template <memory_space S>
using credit_row = std::conditional_t<S == memory_space::host, credit_row_by_part, credit_row_by_condition>;

/// The arithmetic of a cut in credit levels: that of `relax_lanes_op` for a wire and the arc behind it.
template <memory_space S>
struct credit_layer {
  lane_window<S> window;
  span<per_condition<float> const, S> asserted;       // [nodes]
  span<per_condition<float> const, S> clock_arrival;  // [nodes] of the arrival layer
  span<per_condition<float> const, S> arc_delay;      // [arcs]
  span<per_condition<float> const, S> cell_delay;     // [slots] of cell arcs; empty: in arc_delay
  span<wire_answer const, S> wires;  // [net arcs] where wires have delays; empty: in arc_delay
  span<credit_row<S>, S> value;      // [rows]

  /// What needs no arrival of an earlier tile.
  struct fetched {
    float wire = 0, cell = 0;
  };

  GSTA_HD fetched fetch(credit_record const& record, int c) const noexcept {
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
  GSTA_HD static std::size_t at(id begin, std::uint32_t credit_levels, std::size_t credit_level) noexcept {
    return static_cast<std::size_t>(begin) +
           static_cast<std::size_t>(row_of_level(credit_levels, credit_level));
  }
  /// Whether a slot reads its source's arrival.
  GSTA_HD static bool reads(credit_record const& record, std::size_t credit_level, int in) noexcept {
    return in >= 0 && !record.flags.launches() &&
           (record.credit_levels & record.source_levels & 1u << credit_level) != 0;
  }

  /// What comes behind a slot's wire and cell arc, from its source's arrival.
  GSTA_HD static grouped_arrival pass(credit_record const& record, int c, int in, fetched const& from,
                                      grouped_arrival at) noexcept {
    if (record.flags.has_wire()) at = grouped_behind(in, at, from.wire);
    if (record.flags.has_cell()) at = grouped_behind(c, at, from.cell);
    return at;
  }
  /// What comes behind a launch.
  GSTA_HD credit_arrival launch(credit_record const& record, std::size_t credit_level, int c, int in,
                                fetched const& from) const noexcept {
    float const at = arrival_behind(c, clock_arrival[record.source][in], from.cell);
    return window.start(record.source, in, credit_level, c, at);
  }
  /// What starts at a vertex itself.
  GSTA_HD credit_arrival started(id vertex, std::size_t credit_level, int c) const noexcept {
    return window.start(vertex, c, credit_level, c, asserted[vertex][c]);
  }
};

/// Vertices that no arc reaches: what is asserted there.
template <memory_space S>
struct credit_source_op {
  credit_layer<S> layer;
  span<id const, S> source;
  span<credit_place const, S> place;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = source[i / conditions];
    int const c = static_cast<int>(i % conditions);
    for (std::size_t credit_level = 0; credit_level < layer.window.count; ++credit_level) {
      if ((place[v].credit_levels >> credit_level & 1u) == 0) continue;
      grouped_arrival start = nothing_arrives(c);
      merge_grouped(start, c, layer.started(v, credit_level, c));
      layer.value[layer.at(place[v].value, place[v].credit_levels, credit_level)].set(c, start);
    }
  }
};

/// The worst arrival that one edge of a check finds in a window of credit levels, merged into what other
/// windows had: `capture_levels_op` over the cut.
template <memory_space S>
struct capture_cut_op {
  credit_layer<S> layer;
  span<timing_check const, S> checks;
  span<credit_place const, S> place;
  span<per_edge, S> check;  // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    timing_check const& of = checks[i / 2];
    int const e = static_cast<int>(i % 2), c = 2 * is_late(of.kind) + e;
    credit_place const from = place[of.data];
    id const row = layer.window.tree.capture_row[i / 2];
    float worst = undefined_arrival(c);
    for (std::size_t credit_level = 0; credit_level < layer.window.count; ++credit_level) {
      if ((from.needed & from.credit_levels & 1u << credit_level) == 0) continue;
      float const found = layer.window.captured(
          layer.value[layer.at(from.value, from.credit_levels, credit_level)].get(c), row, credit_level, c);
      if (beats(c, found, worst)) worst = found;
    }
    if (from.wire != none) worst = arrival_behind(c, worst, layer.wire_delay(from.wire, c));
    float& into = check[i / 2][e];
    if (layer.window.first == 0 || beats(c, worst, into)) into = worst;
  }
};

}  // namespace gsta::detail
