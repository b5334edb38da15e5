#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/core/math.hpp"
#include "gsta/graph/timing_graph.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/slack/required_arithmetic.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta::detail {

struct slew_and_arrival {
  float slew, arrival;
};

/// Slews and arrivals as they stand by id.
template <memory_space S>
struct timing_by_id {
  span<per_condition<float> const, S> slew_of;     // [pins]
  span<per_condition<float> const, S> arrival_of;  // [nodes]
  /// Of a node and its pin.
  GSTA_HD slew_and_arrival at(id node, id pin, int c) const noexcept {
    return {slew_of[pin][c], arrival_of[node][c]};
  }
};

/// Required time and slack of one check. `Timing` gives slews and arrivals.
template <memory_space S, class Timing>
struct check_op {
  span<timing_check const, S> checks;
  lut_pool_view<S> luts;
  Timing timing;
  span<per_edge, S> required, slack;  // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int e = 0; e < 2; ++e) of_edge(i, e);
  }

  GSTA_HD float of_edge(std::size_t i, int e) const noexcept {
    timing_check const& check = checks[i];
    bool const late = is_late(check.kind);
    bool const is_output = check.capture == none;
    int const c = 2 * late + e;
    auto const data = timing.at(check.data, check.data_pin, c);
    float const base = is_output ? check.required[e] : captured(check, late, e, data.slew);
    float const value = math::is_defined(base) ? math::add(base, check.edge_time) : base;
    required[i][e] = value;
    slack[i][e] = slack_of(c, data.arrival, value);
    return value;
  }

  /// The opposite side's clock arrival less setup, or plus hold, relative to the capture edge.
  GSTA_HD float captured(timing_check const& check, bool late, int data_edge,
                         float data_slew) const noexcept {
    int const clock_condition = 2 * !late + static_cast<int>(check.active);
    int const data_condition = 2 * late + data_edge;
    auto const clock = timing.at(check.capture, check.clock_pin, clock_condition);
    id const table = check.constraint[data_edge];
    if (table == none || !math::is_defined(clock.arrival) || !math::is_defined(clock.slew) ||
        !math::is_defined(data_slew)) {
      return undefined_required(data_condition);
    }
    float const constraint = lookup(luts, table, data_slew, clock.slew);
    return held_required(required_by_clock(check, late, clock.arrival, constraint), data_condition);
  }
};

/// One edge of a check.
template <memory_space S, class Timing>
struct check_edge_op {
  check_op<S, Timing> op;
  GSTA_HD void operator()(std::size_t i) const noexcept { op.of_edge(i / 2, static_cast<int>(i % 2)); }
};

/// What a node's own checks ask.
template <memory_space S>
[[gnu::always_inline]] GSTA_HD inline per_condition<float> required_by_checks(
    timing_checks_view<S> const& checks, span<per_edge const, S> check_required, id node) noexcept {
  per_condition<float> best = undefined_required();
  for (id k = checks.data_begin[node]; k < checks.data_begin[node + 1]; ++k) {
    id const i = checks.checks_of_data[k];
    bool const late = is_late(checks.check[i].kind);
    for (int e = 0; e < 2; ++e) tighten(late, best[2 * late + e], check_required[i][e]);
  }
  return best;
}
/// What they ask of one condition.
template <memory_space S>
GSTA_HD void tighten_by_checks(timing_checks_view<S> const& checks, span<per_edge const, S> check_required,
                               id node, int c, float& best) noexcept {
  for (id k = checks.data_begin[node]; k < checks.data_begin[node + 1]; ++k) {
    id const i = checks.checks_of_data[k];
    if (is_late(checks.check[i].kind) == is_late(c)) tighten(is_late(c), best, check_required[i][edge_of(c)]);
  }
}

/// The two edges of the side of `c`, read in one access.
GSTA_HD inline per_edge side_of(per_condition<float> const& from, int c) noexcept {
  return reinterpret_cast<per_edge const*>(&from)[c / 2];
}

/// Required time and slack of one node, from its checks, its fan-out, and what it captures.
template <memory_space S>
struct relax_required_op {
  timing_graph_view<S> graph;
  timing_checks_view<S> checks;
  bool through_checks;
  span<edge_map const, S> edges;
  span<per_condition<float> const, S> arc_delay;  // [arcs]
  span<per_condition<float> const, S> arrival;    // [nodes]
  span<per_edge const, S> check_required;         // [checks]
  span<per_condition<float>, S> required, slack;  // [nodes]

  GSTA_HD void operator()(id node) const noexcept {
    per_condition<float> best = required_by_checks(checks, check_required, node);
    for (id k = graph.fanout_begin[node]; k < graph.fanout_begin[node + 1]; ++k) {
      fanout_arc(graph.fanout_arc[k], graph.fanout_to[k], best);
    }
    if (through_checks) {
      for (id k = checks.capture_begin[node]; k < checks.capture_begin[node + 1]; ++k) {
        captured_check(checks.capture_check[k], node, best);
      }
    }
    required[node] = best;
    for (int c = 0; c < conditions; ++c) slack[node][c] = slack_of(c, arrival[node][c], best[c]);
  }

  GSTA_HD void fanout_arc(id arc, id to, per_condition<float>& best) const noexcept {
    per_condition<float> const after = required[to];
    per_condition<float> const delay = arc_delay[arc];
    for (int c = 0; c < conditions; ++c) {
      int const in = edges[arc].input(c);
      if (in >= 0) tighten_before(c, after[c], delay[c], best[in]);
    }
  }

  GSTA_HD void captured_check(id i, id node, per_condition<float>& best) const noexcept {
    timing_check const& check = checks.check[i];
    bool const late = is_late(check.kind);
    int const c = capture_condition(check);
    captured_check(i, check.data, late, arrival[node][c], best[c]);
  }

  GSTA_HD void captured_check(id i, id data, bool late, float clock_arrival, float& best) const noexcept {
    for (int e = 0; e < 2; ++e)
      tighten_clock(late, clock_arrival, slack[data][2 * late + e], check_required[i][e], best);
  }

  /// The parts of one condition, in the order in which a node merges them: its checks, its fan-out in
  /// ascending order, what it captures.
  GSTA_HD void own_checks(id node, int c, float& best) const noexcept {
    tighten_by_checks(checks, check_required, node, c, best);
  }

  /// One arc of the fan-out, of given edges and delays on the side of `c`: two of its output edges may come
  /// from `c`.
  GSTA_HD void one_arc(edge_map of, per_edge const& delay, id to, int c, float& best) const noexcept {
    per_edge const after = side_of(required[to], c);
    for (int e = 0; e < 2; ++e) {
      if (of.input((c & 2) + e) == c) tighten_before(c, after[e], delay[e], best);
    }
  }

  GSTA_HD void captured_checks(id node, int c, float& best) const noexcept {
    if (!through_checks) return;
    for (id k = checks.capture_begin[node]; k < checks.capture_begin[node + 1]; ++k) {
      id const i = checks.capture_check[k];
      timing_check const& check = checks.check[i];
      if (capture_condition(check) == c)
        captured_check(i, check.data, is_late(check.kind), arrival[node][c], best);
    }
  }

  GSTA_HD void write(id node, int c, float value) const noexcept {
    required[node][c] = value;
    slack[node][c] = slack_of(c, arrival[node][c], value);
  }
};

/// The worst slack of one endpoint, early and late, over its checks and edges.
template <memory_space S>
struct endpoint_op {
  timing_checks_view<S> checks;
  span<per_edge const, S> check_slack;
  span<per_split, S> endpoint_slack;

  GSTA_HD void operator()(std::size_t endpoint) const noexcept {
    per_split worst{{math::infinity, math::infinity}};
    for (id k = checks.endpoint_begin[endpoint]; k < checks.endpoint_begin[endpoint + 1]; ++k) {
      id const i = checks.endpoint_check[k];
      float& side = worst[is_late(checks.check[i].kind) ? split::late : split::early];
      for (int e = 0; e < 2; ++e) {
        if (check_slack[i][e] < side) side = check_slack[i][e];
      }
    }
    endpoint_slack[endpoint] = worst;
  }
};

}  // namespace gsta::detail
