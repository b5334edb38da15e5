#pragma once

#include "gsta/rc/rc_forest.hpp"
#include "gsta/slack/detail/record.hpp"
#include "gsta/slack/detail/required_ops.hpp"

namespace gsta::detail {

/// The arithmetic of one slot and condition of a backward tile: that of relax_required_op for an arc and the
/// wire in front of it.
template <memory_space S>
struct backward_layer {
  timing_checks_view<S> checks;
  span<per_condition<float> const, S> arc_delay;  // [arcs]
  span<per_condition<float> const, S> arrival;    // [vertices]
  span<per_edge const, S> check_required;         // [checks]
  span<per_condition<float>, S> required, slack;  // [vertices]
  span<wire_answer const, S>
      wires{};  // [net arcs], where they have the delays and arc_delay has not; else empty
  span<per_condition<float> const, S> cell_delay{};  // what records' cell arcs count; empty: arc_delay

  /// What needs no value of a later vertex, as it lies in memory.
  struct fetched {
    per_edge arc_delay{}, ready{};
    float wire_delay = 0;
  };

  GSTA_HD fetched fetch(backward_record const& record, int c) const noexcept {
    fetched result;
    if (record.arc != none)
      result.arc_delay = side_of((cell_delay.empty() ? arc_delay : cell_delay)[record.arc], c);
    if (record.flags.ready()) result.ready = side_of(required[record.target], c);
    if (record.wire != none)
      result.wire_delay = wires.empty() ? arc_delay[record.wire][c] : wires[record.wire].delay[c];
    return result;
  }

  /// Back through the cell arc, without branches, since the lanes of a warp go on together: what `after`, the
  /// required times behind it, ask of condition `c` in front, as tightness.
  GSTA_HD static float through_arc(slot_flags flags, int c, fetched const& from, per_edge after) noexcept {
    edge_map const edges = flags.edges();
    float const rise = tightness_before(c, edges.input(c & 2) == c, after[0], from.arc_delay[0]);
    float const fall = tightness_before(c, edges.input((c & 2) + 1) == c, after[1], from.arc_delay[1]);
    float const straight = tightness(c, edge_of(c) == 0 ? after[0] : after[1]);
    float const best = fall > rise ? fall : rise;
    return flags.has_cell() ? best : straight;
  }

  /// Back through the wire, from what is asked of the sink; both as tightness.
  GSTA_HD static float through_wire(slot_flags flags, int c, fetched const& from, float at_sink) noexcept {
    float const before = tightness_before(c, true, tightness(c, at_sink), from.wire_delay);
    return flags.has_wire() ? before : at_sink;
  }

  GSTA_HD void own_checks(id vertex, int c, float& best) const noexcept {
    tighten_by_checks(checks, check_required, vertex, c, best);
  }

  /// What the checks that `vertex` captures ask of it. `required_of(vertex, c)` reads, or waits for, the
  /// required times of the side of `c` of a data vertex.
  template <class F>
  GSTA_HD void captured_checks(id vertex, int c, float& best, F const& required_of) const noexcept {
    for (id k = checks.capture_begin[vertex]; k < checks.capture_begin[vertex + 1]; ++k) {
      id const i = checks.capture_check[k];
      timing_check const& check = checks.check[i];
      if (capture_condition(check) != c) continue;
      bool const late = is_late(check.kind);
      per_edge const data = required_of(check.data, 2 * late);
      for (int e = 0; e < 2; ++e) {
        float const data_slack = slack_of(2 * late + e, arrival[check.data][2 * late + e], data[e]);
        tighten_clock(late, arrival[vertex][c], data_slack, check_required[i][e], best);
      }
    }
  }
};

/// A vertex that nothing follows: its own checks. Its slack is made when all are.
template <memory_space S>
struct leaf_op {
  backward_layer<S> layer;
  span<id const, S> leaf;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = leaf[i / conditions];
    int const c = static_cast<int>(i % conditions);
    float best = undefined_required(c);
    layer.own_checks(v, c, best);
    layer.required[v][c] = best;
  }
};

/// One edge of a check, and the required time of a leaf that it alone decides.
template <memory_space S, class Timing>
struct deciding_check_op {
  check_op<S, Timing> check;
  span<std::uint8_t const, S> is_sole;
  span<per_condition<float>, S> required;  // [vertices]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const which = i / 2;
    int const e = static_cast<int>(i % 2);
    float const value = check.of_edge(which, e);
    if (is_sole[which] == 0) return;
    timing_check const& of = check.checks[which];
    required[of.data][2 * is_late(of.kind) + e] = value;
  }
};

/// Scatters what the sweep found: required times and slacks of all vertices by id.
template <memory_space S>
struct scatter_required_op {
  backward_layer<S> layer;
  span<id const, S> rank;  // [vertices] a value, or -2 - sink, or none: a leaf, whose required time is there
  span<per_condition<float> const, S> values, sink_required;

  GSTA_HD void operator()(std::size_t v) const noexcept { scatter(v, layer.arrival[v]); }

  GSTA_HD void scatter(std::size_t v, per_condition<float> const& arrival) const noexcept {
    id const from = rank[v];
    per_condition<float> required;
    if (from == none) {
      required = layer.required[v];
    } else {
      required = from >= 0 ? values[from] : sink_required[-2 - from];
      layer.required[v] = required;
    }
    per_condition<float> slack;
    for (int c = 0; c < conditions; ++c) slack[c] = slack_of(c, arrival[c], required[c]);
    layer.slack[v] = slack;
  }
};

}  // namespace gsta::detail
