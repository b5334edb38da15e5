#pragma once

#include "gsta/adjoint/detail/arrival.hpp"
#include "gsta/adjoint/detail/slew.hpp"
#include "gsta/smooth/latches.hpp"

namespace gsta::detail {

/// What comes back through latches to one node: to data, to the edges that close and to those that open. The
/// gradient of what departs, times its slopes.
template <memory_space S, class Value>
struct pull_latched_op {
  pull_arrival_op<S, Value> pull;
  timing_checks_view<S> checks;
  latch_view<S> latches;
  span<latch_slopes<Value> const, S> departs;  // [pairs]
  span<id, S> moved;                           // [1], or empty: counts what of departures has moved
  span<std::uint8_t const, S> left_out;        // [nodes], or empty: nothing happens there

  GSTA_HD void operator()(id node) const noexcept {
    if (!left_out.empty() && left_out[node] != 0) return;
    per_condition<Value> now;
    for (int c = 0; c < conditions; ++c)
      now[c] = math::add(pull.pull(node, c), is_late(c) ? of_data(node, edge_of(c)) : of_clock(node, c));
    if (!moved.empty() && latches.row_of[node] != none) note_change(pull.gradient[node], now);
    pull.gradient[node] = now;
  }

  /// The gradient of what departs by one check and data edge.
  GSTA_HD Value departing(id pair, int e) const noexcept {
    id const node = latches.pair[pair].departs[e];
    return node == none ? Value{0} : pull.gradient[node][2 + e];
  }

 private:
  GSTA_HD void note_change(per_condition<Value> const& before,
                           per_condition<Value> const& now) const noexcept {
    bool changes = false;
    for (int c = 2; c < conditions; ++c) changes = changes || moves_on(before[c], now[c]);
    if (changes) fetch_add(moved[0], 1);
  }

  GSTA_HD Value of_data(id node, int e) const noexcept {
    id const first = checks.data_begin[node], n = checks.data_begin[node + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      id const pair = latches.pair_of[checks.checks_of_data[first + k]];
      return pair == none ? Value{0} : math::mul(departing(pair, e), departs[pair].data[e]);
    });
  }

  GSTA_HD Value of_clock(id node, int c) const noexcept {
    id const first = checks.capture_begin[node], n = checks.capture_begin[node + 1] - first;
    Value const closing = math::ordered_sum<Value>(n, [&](id k) {
      id const check = checks.capture_check[first + k], pair = latches.pair_of[check];
      bool const is_this = pair != none && condition(split::early, checks.check[check].active) == c;
      return is_this ? of_both(pair, departs[pair].closes) : Value{0};
    });
    id const row = latches.opens_begin[node], m = latches.opens_begin[node + 1] - row;
    Value const opening = math::ordered_sum<Value>(m, [&](id k) {
      id const pair = latches.opens_pair[row + k];
      bool const is_this = condition(split::early, latches.pair[pair].opening) == c;
      return is_this ? of_both(pair, departs[pair].opens) : Value{0};
    });
    return math::add(closing, opening);
  }

  GSTA_HD Value of_both(id pair, edge_pair<Value> const& by) const noexcept {
    return math::add(math::mul(departing(pair, 0), by[0]), math::mul(departing(pair, 1), by[1]));
  }
};

/// What latches add to the gradient of one pin's slew: that of their data is what their delays to the outputs
/// are looked up by, and slews of data and clock say when they close.
/// `Model`: gives slopes of arcs, as `slope_model` does.
template <memory_space S, class Value, class Model>
struct latch_slew_op {
  timing_checks_view<S> checks;
  latch_view<S> latches;
  span<edge_map const, S> edges;  // [arcs]
  Model model;
  smooth_check_op<S, Value> check_op;             // of late checks
  span<id const, S> pin_begin;                    // [pins + 1]
  span<latch_slopes<Value> const, S> departs;     // [pairs]
  span<per_condition<Value> const, S> arrival;    // [nodes] gradients
  span<per_condition<Value> const, S> arc_delay;  // [arcs] gradients
  span<per_condition<Value>, S> seed;             // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      Value sum = of_delays(pin, c);
      for (id node = pin_begin[pin]; !is_late(c) && node < pin_begin[pin + 1]; ++node)
        sum = math::add(sum, math::add(as_data(node, edge_of(c)), as_clock(node, c)));
      seed[pin][c] = math::add(seed[pin][c], sum);
    }
  }

 private:
  GSTA_HD Value of_delays(std::size_t pin, int c) const noexcept {
    id const first = latches.data_begin[pin], n = latches.data_begin[pin + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      id const i = latches.data_arc[first + k], arc = latches.arc[i];
      Value sum = 0;
      for (int out = c & 2; out < (c & 2) + 2; ++out) {
        Value const g = edges[arc].input(out) == c ? arc_delay[arc][out] : Value{0};
        if (g == 0) continue;
        Value const slew = check_op.timing.slew_of[pin][c];
        sum = math::add(sum, along(g, model.at(arc, latches.arc_to[i], out, c, slew).delay_by_slew));
      }
      return sum;
    });
  }

  /// In what departs the setup time is that of early data.
  GSTA_HD Value as_data(id node, int e) const noexcept {
    id const first = checks.data_begin[node], n = checks.data_begin[node + 1] - first;
    return math::ordered_sum<Value>(n,
                                    [&](id k) { return slopes(checks.checks_of_data[first + k], e).by_x; });
  }
  GSTA_HD Value as_clock(id node, int c) const noexcept {
    id const first = checks.capture_begin[node], n = checks.capture_begin[node + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      id const i = checks.capture_check[first + k];
      if (condition(split::early, checks.check[i].active) != c) return Value{0};
      return math::add(slopes(i, 0).by_y, slopes(i, 1).by_y);
    });
  }

  /// The slopes of the cost by both slews of a closing check. What departs shrinks with the constraint.
  GSTA_HD table_slopes<Value> slopes(id i, int e) const noexcept {
    id const pair = latches.pair_of[i], node = pair == none ? none : latches.pair[pair].departs[e];
    Value const by = node == none ? Value{0} : departs[pair].closes[e];
    timing_check const& check = checks.check[i];
    if (by == 0 || check.constraint[e] == none) return {0, 0, 0};
    auto const& slew = check_op.timing;
    auto const z =
        look_up_slopes<Value>(check_op.luts, check.constraint[e], slew.slew(check.data, check.data_pin, e),
                              check_op.slew_of_clock(check));
    auto const factor = static_cast<Value>(latches.pair[pair].factor);
    Value const scaled = -math::mul(math::mul(arrival[node][2 + e], by), factor);
    return {0, along(scaled, z.by_x), along(scaled, z.by_y)};
  }
};

/// Delays of the arcs behind what departs, in any precision, with the slews of the latches' data.
template <memory_space S, class Value, class Model>
struct latch_value_op {
  latch_view<S> latches;
  span<edge_map const, S> edges;  // [arcs]
  Model model;
  span<per_condition<Value>, S> slew, arc_delay;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const arc = latches.arc[i];
    per_condition<Value> const at_data = slew[latches.arc_data[i]];
    for (int c = 0; c < conditions; ++c) {
      int const in = edges[arc].input(c);
      if (in >= 0) arc_delay[arc][c] = model.at(arc, latches.arc_to[i], c, in, at_data[in]).delay;
    }
    slew[latches.arc_departs[i]] = at_data;
  }
};

}  // namespace gsta::detail
