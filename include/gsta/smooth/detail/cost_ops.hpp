#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/slack/required_arithmetic.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta::detail {

/// Slews and smooth arrivals as they stand by id.
template <memory_space S, class Value>
struct smooth_by_id {
  span<per_condition<Value> const, S> slew_of;     // [pins]
  span<per_condition<Value> const, S> arrival_of;  // [nodes]
  GSTA_HD Value slew(id, id pin, int c) const noexcept { return slew_of[pin][c]; }
  GSTA_HD Value arrival(id node, id, int c) const noexcept { return arrival_of[node][c]; }
};

/// By how much each edge of a check is violated by smooth arrivals: the slack of the exact update with its
/// sign turned, minus infinity where it is undefined or of the other side. The capturing clock's arrival is a
/// smooth one too. `Timing` gives slews and smooth arrivals of a node and its pin.
template <memory_space S, class Value, class Timing = smooth_by_id<S, Value>>
struct smooth_check_op {
  span<timing_check const, S> checks;
  lut_pool_view<S> luts;
  Timing timing;
  bool late;
  span<edge_pair<Value>, S> violation;  // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int e = 0; e < 2; ++e) of_edge(i, e);
  }

  GSTA_HD void of_edge(std::size_t i, int e) const noexcept {
    Value const x = is_late(checks[i].kind) == late ? violated(checks[i], e) : -endless<Value>;
    violation[i][e] = exists(x) ? x : -endless<Value>;
  }

  GSTA_HD Value violated(timing_check const& check, int e) const noexcept {
    Value const data = timing.arrival(check.data, check.data_pin, 2 * late + e);
    Value const base = check.capture == none ? static_cast<Value>(check.required[e]) : captured(check, e);
    if (!exists(data) || !exists(base)) return -endless<Value>;
    Value const required = math::add(base, static_cast<Value>(check.edge_time));
    return difference(2 * late, data, required);
  }

  GSTA_HD Value captured(timing_check const& check, int e) const noexcept {
    return captured(check, e, slew_of_data(check, e));
  }
  /// The same for a slew of the data that is given.
  GSTA_HD Value captured(timing_check const& check, int e, Value data_slew) const noexcept {
    Value const clock = check.from_start
                            ? Value{0}
                            : timing.arrival(check.capture, check.clock_pin, capture_condition(check));
    if (check.constraint[e] == none || !exists(clock)) return -endless<Value>;
    Value const clock_slew = slew_of_clock(check);
    if (!exists(data_slew) || !exists(clock_slew)) return -endless<Value>;
    Value const limit = look_up_slopes<Value>(luts, check.constraint[e], data_slew, clock_slew).value;
    return required_by_clock(check, late, clock, limit);
  }

  /// What the data has to keep clear of the clock's edge, with slopes by the slew of data and of clock.
  GSTA_HD table_slopes<Value> constraint(timing_check const& check, int e) const noexcept {
    return look_up_slopes<Value>(luts, check.constraint[e], slew_of_data(check, e), slew_of_clock(check));
  }

  GSTA_HD Value slew_of_data(timing_check const& check, int e) const noexcept {
    return timing.slew(check.data, check.data_pin, 2 * late + e);
  }
  GSTA_HD Value slew_of_clock(timing_check const& check) const noexcept {
    return timing.slew(check.capture, check.clock_pin, capture_condition(check));
  }
};

/// An endpoint's violation, merged smoothly over its checks and edges, and beside 0 where only what is
/// violated counts. Violations are replaced by their shares.
template <memory_space S, class Value>
struct smooth_endpoint_op {
  span<id const, S> begin, check;  // [endpoints + 1], [checks]
  Value floor, gamma;
  span<edge_pair<Value>, S> share;  // [checks]
  span<Value, S> violation;         // [endpoints]

  GSTA_HD void operator()(std::size_t endpoint) const noexcept {
    id const first = begin[endpoint], n = 2 * (begin[endpoint + 1] - first);
    auto const slot = [&](id k) -> Value& { return share[check[first + k / 2]][k % 2]; };
    violation[endpoint] = soft_max<Value>(floor, n, gamma, slot, slot);
  }
};

/// One edge of a check.
template <memory_space S, class Value, class Timing>
struct smooth_check_edge_op {
  smooth_check_op<S, Value, Timing> check;
  GSTA_HD void operator()(std::size_t i) const noexcept { check.of_edge(i / 2, static_cast<int>(i % 2)); }
};

/// Terms of the folds over endpoints.
template <memory_space S, class Value>
struct endpoint_value {
  span<Value const, S> violation;
  GSTA_HD double operator()(std::size_t i) const noexcept { return static_cast<double>(violation[i]); }
};
template <memory_space S, class Value>
struct endpoint_share {
  span<Value const, S> violation;
  span<double const, S> top;  // [1]
  Value gamma;
  GSTA_HD Value of(std::size_t i) const noexcept {
    return soft_share(violation[i], static_cast<Value>(top[0]), gamma);
  }
  GSTA_HD double operator()(std::size_t i) const noexcept { return static_cast<double>(of(i)); }
};

/// Of the worst of all endpoints each has a share, which its checks divide.
template <memory_space S, class Value>
struct share_out_op {
  span<id const, S> begin, check;
  endpoint_share<S, Value> endpoint;
  span<double const, S> sum;        // [1]
  span<edge_pair<Value>, S> share;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    Value const own = math::div(endpoint.of(i), static_cast<Value>(sum[0]));
    for (id k = begin[i]; k < begin[i + 1]; ++k) {
      for (int e = 0; e < 2; ++e) share[check[k]][e] = sum[0] > 0 ? math::mul(own, share[check[k]][e]) : 0;
    }
  }
};

/// What an endpoint is worth to a cost of the caller's, which its checks divide.
template <memory_space S, class Value>
struct weigh_endpoint_op {
  span<id const, S> begin, check;
  span<Value const, S> worth;       // [endpoints]
  span<edge_pair<Value>, S> share;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (id k = begin[i]; k < begin[i + 1]; ++k) {
      for (int e = 0; e < 2; ++e) share[check[k]][e] = math::mul(worth[i], share[check[k]][e]);
    }
  }
};

/// The worst violation, from the largest and the sum of shares beside it.
template <memory_space S>
struct worst_cost_op {
  span<double const, S> top, sum;
  double gamma;
  span<double, S> cost;
  GSTA_HD void operator()(std::size_t) const noexcept {
    cost[0] = sum[0] > 0 ? math::add(top[0], math::mul(gamma, math::log(sum[0]))) : top[0];
  }
};

template <memory_space S>
struct total_cost_op {
  span<double const, S> sum;
  span<double, S> cost;
  GSTA_HD void operator()(std::size_t) const noexcept { cost[0] = sum[0]; }
};

/// The cost's gradient at one node: with respect to the data that its checks look at, and to the clock that
/// it captures with.
template <memory_space S, class Value>
struct cost_seed_op {
  timing_checks_view<S> checks;
  bool late;
  span<edge_pair<Value> const, S> share;           // [checks]
  span<edge_pair<Value> const, S> captured_share;  // [checks] the same: of latches by what closes them
  span<per_condition<Value>, S> seed;              // [nodes]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    auto const gained = as_data(node), lost = as_clock(node);
    per_condition<Value> result;
    for (int c = 0; c < conditions; ++c)
      result[c] =
          of_both(is_late(c) == late ? gained[edge_of(c)] : 0, is_late(c) != late ? lost[edge_of(c)] : 0);
    seed[node] = result;
  }

  GSTA_HD edge_pair<Value> as_data(std::size_t node) const noexcept {
    id const first = checks.data_begin[node], n = checks.data_begin[node + 1] - first;
    return math::ordered_sum<edge_pair<Value>>(
        n, [&](id k) { return of_data(checks.checks_of_data[first + k]); });
  }
  GSTA_HD edge_pair<Value> as_clock(std::size_t node) const noexcept {
    id const first = checks.capture_begin[node], n = checks.capture_begin[node + 1] - first;
    return math::ordered_sum<edge_pair<Value>>(
        n, [&](id k) { return of_clock(checks.capture_check[first + k]); });
  }
  /// Later data violate a late check more, and a later clock less.
  GSTA_HD Value of_both(Value gained, Value lost) const noexcept {
    return late ? math::sub(gained, lost) : math::sub(lost, gained);
  }

  /// By the data's edge.
  GSTA_HD edge_pair<Value> of_data(id i) const noexcept {
    return is_late(checks.check[i].kind) == late ? share[i] : edge_pair<Value>{};
  }
  /// By the clock's edge.
  GSTA_HD edge_pair<Value> of_clock(id i) const noexcept {
    if (is_late(checks.check[i].kind) != late || checks.check[i].from_start) return {};
    Value const both = math::add(captured_share[i][0], captured_share[i][1]);
    bool const rises = checks.check[i].active == edge::rise;
    return {{rises ? both : 0, rises ? 0 : both}};
  }
};

/// Nodes that a check looks at: all others have no gradient of the cost's own.
template <memory_space S>
struct has_checks_op {
  timing_checks_view<S> checks;
  GSTA_HD bool operator()(std::size_t node) const noexcept {
    return checks.data_begin[node] < checks.data_begin[node + 1] ||
           checks.capture_begin[node] < checks.capture_begin[node + 1];
  }
};
template <memory_space S, class Value>
struct listed_seed_op {
  cost_seed_op<S, Value> seed;
  span<id const, S> node;
  GSTA_HD void operator()(std::size_t i) const noexcept { seed(static_cast<std::size_t>(node[i])); }
};

}  // namespace gsta::detail
