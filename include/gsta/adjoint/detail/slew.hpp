#pragma once

#include "gsta/adjoint/detail/slopes.hpp"
#include "gsta/adjoint/state.hpp"
#include "gsta/core/search.hpp"
#include "gsta/smooth/cost.hpp"

namespace gsta::detail {

/// The gradient of one pin's slew, and what the arcs into it hand on: to the slews in front, to its load, to
/// its wire. A merged slew is the exact worst, so that its gradient goes to the arc that won (the first of
/// equals, as forwards), and nowhere if an asserted slew did.
///
/// An arc belongs to the pin that it enters: no two pins write the same slot.
template <memory_space S, class Value, class Wires>
struct pull_slew_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                      // [arcs]
  span<per_condition<float> const, S> asserted_slew;  // [pins]
  slope_model<S, Value, Wires> model;
  span<per_condition<Value> const, S> slew;       // [pins] as found forwards
  span<per_condition<Value> const, S> arc_delay;  // [arcs] gradients
  span<per_condition<Value> const, S> seed;       // [pins], or empty: the cost does not look at slews
  span<per_condition<Value>, S> gradient;         // [pins] of slews
  span<per_condition<Value>, S> arc_slew;   // [arcs] what goes to the slew in front, by output condition
  span<per_condition<Value>, S> made_slew;  // [arcs] of the slew that the arc makes
  span<per_condition<Value>, S> load;       // [pins]
  span<wire_values<Value>, S> wire;         // [net arcs]
  span<id const, S> delay_only;             // [...] ascending: arcs of latches, which make no slew

  GSTA_HD void operator()(id pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      Value const own = pull(pin, c);
      gradient[pin][c] = own;
      Value into_load = 0;
      for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k)
        into_load = math::add(into_load, hand_delay_on(k, pin, c));
      id const winner = own == 0 ? none : winner_of(pin, c);
      if (winner != none) into_load = math::add(into_load, hand_slew_on(winner, pin, c, own));
      load[pin][c] = into_load;
    }
  }

  GSTA_HD Value pull(id pin, int c) const noexcept {
    id const first = graph.fanout_begin[pin], n = graph.fanout_begin[pin + 1] - first;
    Value const rest = math::ordered_sum<Value>(n, [&](id k) {
      id const arc = graph.fanout_arc[first + k];
      Value sum = 0;
      for (int out = c & 2; out < (c & 2) + 2; ++out) {
        if (edges[arc].input(out) == c) sum = math::add(sum, arc_slew[arc][out]);
      }
      return sum;
    });
    return seed.empty() ? rest : math::add(seed[pin][c], rest);
  }

  GSTA_HD arc_slopes<Value> slopes(id k, id pin, int c) const noexcept {
    id const arc = graph.fanin_arc[k];
    int const in = edges[arc].input(c);
    return model.at(arc, pin, c, in, slew[graph.fanin_from[k]][in]);
  }

  GSTA_HD id winner_of(id pin, int c) const noexcept {
    Value worst = turned(c, static_cast<Value>(asserted_slew[pin][c]));
    id winner = none;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      if (edges[graph.fanin_arc[k]].input(c) < 0 || makes_no_slew(graph.fanin_arc[k])) continue;
      Value const candidate = turned(c, slopes(k, pin, c).slew);
      if (!(candidate > worst)) continue;
      worst = candidate;
      winner = k;
    }
    return winner;
  }

  GSTA_HD bool makes_no_slew(id arc) const noexcept {
    std::size_t const n = delay_only.size();
    if (n == 0) return false;
    std::size_t const at = lower_bound(delay_only, std::size_t{0}, n, arc);
    return at < n && delay_only[at] == arc;
  }

  /// What the gradient of an arc's delay comes to in front of it; returns the part of the load.
  GSTA_HD Value hand_delay_on(id k, id pin, int c) const noexcept {
    id const arc = graph.fanin_arc[k];
    Value const g = edges[arc].input(c) < 0 ? Value{0} : arc_delay[arc][c];
    arc_slopes<Value> const s = g == 0 ? arc_slopes<Value>{} : slopes(k, pin, c);
    Value const other = along(g, s.delay_by_other);
    arc_slew[arc][c] = along(g, s.delay_by_slew);
    made_slew[arc][c] = 0;
    if (!model.is_wire(arc)) return other;
    wire[arc].delay[c] = along(g, s.delay_by_answer);
    wire[arc].impulse[c] = other;
    return 0;
  }

  /// The same of the slew that an arc made.
  GSTA_HD Value hand_slew_on(id k, id pin, int c, Value g) const noexcept {
    id const arc = graph.fanin_arc[k];
    arc_slopes<Value> const s = slopes(k, pin, c);
    Value const other = along(g, s.slew_by_other);
    arc_slew[arc][c] = math::add(arc_slew[arc][c], along(g, s.slew_by_slew));
    made_slew[arc][c] = g;
    if (!model.is_wire(arc)) return other;
    wire[arc].impulse[c] = math::add(wire[arc].impulse[c], other);
    return 0;
  }
};

/// What a cost of checks asks of one pin's slews: constraints change with the slew of their data and of their
/// clock.
template <memory_space S, class Value>
struct slew_seed_op {
  timing_checks_view<S> checks;
  smooth_check_op<S, Value> check_op;
  span<id const, S> pin_begin;            // [pins + 1]
  span<edge_pair<Value> const, S> share;  // [checks]
  span<per_condition<Value>, S> seed;     // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      Value sum = 0;
      for (id node = pin_begin[pin]; node < pin_begin[pin + 1]; ++node)
        sum = math::add(sum, is_late(c) == check_op.late ? as_data(node, edge_of(c)) : as_clock(node, c));
      seed[pin][c] = sum;
    }
  }

  GSTA_HD Value as_data(id node, int e) const noexcept {
    id const first = checks.data_begin[node], n = checks.data_begin[node + 1] - first;
    return math::ordered_sum<Value>(n,
                                    [&](id k) { return slopes(checks.checks_of_data[first + k], e).by_x; });
  }
  GSTA_HD Value as_clock(id node, int c) const noexcept {
    id const first = checks.capture_begin[node], n = checks.capture_begin[node + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      id const i = checks.capture_check[first + k];
      if (capture_condition(checks.check[i]) != c) return Value{0};
      return math::add(slopes(i, 0).by_y, slopes(i, 1).by_y);
    });
  }

  /// The slopes of the cost by both slews of a check under one data edge. A violation grows with the
  /// constraint on either side.
  GSTA_HD table_slopes<Value> slopes(id i, int e) const noexcept {
    timing_check const& check = checks.check[i];
    Value const g = is_late(check.kind) == check_op.late ? share[i][e] : Value{0};
    if (g == 0 || check.capture == none || check.constraint[e] == none) return {0, 0, 0};
    auto const z = check_op.constraint(check, e);
    Value const scaled = math::mul(g, static_cast<Value>(check.factor));
    return {0, along(scaled, z.by_x), along(scaled, z.by_y)};
  }
};

}  // namespace gsta::detail
