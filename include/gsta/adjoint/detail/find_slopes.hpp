#pragma once

#include "gsta/adjoint/detail/scatter.hpp"
#include "gsta/forward/delay_model.hpp"

namespace gsta::detail {

/// Both tables of a packed cell arc with their slopes: the bits of `look_up_slopes`.
struct packed_slopes {
  table_slopes<float> delay, slew;
};
template <memory_space S>
GSTA_HD packed_slopes look_up_packed(packed_tables_view<S> const& tables, packed_table table, int c,
                                     float slew, float load) noexcept {
  float const* const block = tables.data.data() + table.first();
  axis_segment const x = segment_of(block + packed_axis * c, slew);
  axis_segment const y = segment_of(block + packed_axis * (conditions + c), load);
  auto const values = values_around(block, table.ny(), c, x.index, y.index);
  segment_position<float> const at_x{x.index, fraction_of(slew, x.left, x.right), math::sub(x.right, x.left),
                                     false};
  segment_position<float> const at_y{y.index, fraction_of(load, y.left, y.right), math::sub(y.right, y.left),
                                     false};
  return {slopes_of(values.delay, at_x, at_y), slopes_of(values.slew, at_x, at_y)};
}

template <memory_space S>
struct wire_row_op {
  timing_graph_view<S> graph;
  span<wire_row, S> row;  // [net arcs]
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      auto const arc = static_cast<std::size_t>(graph.fanin_arc[k]);
      if (arc < row.size()) row[arc] = {graph.fanin_from[k], static_cast<id>(pin), k, none};
    }
  }
};

/// Slopes of the arcs into a pin, and which of them decides its slew: all that a sweep of slews takes from
/// what the forward pass left.
template <memory_space S>
struct find_slopes_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                      // [arcs]
  span<per_condition<float> const, S> asserted_slew;  // [pins]
  slope_model<S, float, wire_view<S>> model;
  span<per_condition<float> const, S> slew;       // [pins] as found forwards
  span<per_condition<float> const, S> arc_delay;  // [arcs] gradients, where only slews are swept; else empty
  span<sweep_slopes, S> slopes;                   // [arcs] by position
  span<load_slopes, S> by_load;                   // [arcs] by position, of cell arcs

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i / conditions);
    int const c = static_cast<int>(i % conditions);
    float worst = turned(c, asserted_slew[pin][c]);
    id winner = none;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      int const in = edges[arc].input(c);
      if (in < 0) {
        write_nothing(k, c);
        continue;
      }
      auto const s = model.at(arc, pin, c, in, slew[graph.fanin_from[k]][in]);
      float const candidate = turned(c, s.slew);
      bool const wins = candidate > worst;
      write(k, arc, c, s, wins);
      if (!wins) continue;
      if (winner != none) lose(winner, c);
      worst = candidate;
      winner = k;
    }
  }

  GSTA_HD void write_nothing(id k, int c) const noexcept {
    slopes[k].delay[c] = 0;
    lose(k, c);
  }
  /// Another arc is worse.
  GSTA_HD void lose(id k, int c) const noexcept {
    slopes[k].slew[c] = not_the_worst();
    by_load[k].slew[c] = not_the_worst();
  }
  /// A slope that does not exist counts nothing, but is not to look like another arc's.
  GSTA_HD static float of_worst(bool wins, float slope) noexcept {
    if (!wins) return not_the_worst();
    return exists(slope) ? slope : endless<float>;
  }

  GSTA_HD void write(id k, id arc, int c, arc_slopes<float> const& s, bool wins) const noexcept {
    slopes[k].delay[c] = arc_delay.empty() ? s.delay_by_slew : along(arc_delay[arc][c], s.delay_by_slew);
    slopes[k].slew[c] = of_worst(wins, s.slew_by_slew);
    if (model.is_wire(arc)) return;
    by_load[k].delay[c] = s.delay_by_other;
    by_load[k].slew[c] = of_worst(wins, s.slew_by_other);
  }

  /// The wire into a sink that nothing else reaches: all its conditions at once.
  GSTA_HD void of_wire(id arc, wire_row const& wire) const noexcept {
    per_condition<float> const before = slew[wire.from];
    sweep_slopes found;
    each_condition([&](auto c) {
      auto const s = model.at(arc, wire.to, c, c, before[c]);
      found.delay[c] = arc_delay.empty() ? s.delay_by_slew : along(arc_delay[arc][c], s.delay_by_slew);
      found.slew[c] = of_worst(exists(s.slew), s.slew_by_slew);
    });
    slopes[wire.position] = found;
  }
};

}  // namespace gsta::detail
