#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/prop/detail/adjoint_lookup.hpp"
#include "gsta/prop/detail/smooth_merge.hpp"
#include "gsta/prop/smooth_cost_state.hpp"

namespace gsta::detail {

/// By how much each edge of a check is violated by smooth arrivals: the slack of the exact update with its
/// sign turned, minus infinity where it is undefined or of the other side. The capturing clock's arrival is a
/// smooth one too.
template <memory_space S, class Value>
struct smooth_check_op {
  span<timing_check const, S> checks;
  lut_pool_view<S> luts;
  span<per_condition<Value> const, S> slew;     // [pins]
  span<per_condition<Value> const, S> arrival;  // [nodes]
  bool late;
  span<edge_pair<Value>, S> violation;  // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int e = 0; e < 2; ++e) {
      Value const x = is_late(checks[i].kind) == late ? violated(checks[i], e) : -endless<Value>;
      violation[i][e] = exists(x) ? x : -endless<Value>;
    }
  }

  GSTA_HD Value violated(timing_check const& check, int e) const noexcept {
    Value const data = arrival[check.data][2 * late + e];
    Value const base = check.capture == none ? static_cast<Value>(check.required[e]) : captured(check, e);
    if (!exists(data) || !exists(base)) return -endless<Value>;
    Value const required = math::add(base, static_cast<Value>(check.edge_time));
    return late ? math::sub(data, required) : math::sub(required, data);
  }

  GSTA_HD Value captured(timing_check const& check, int e) const noexcept {
    Value const clock = arrival[check.capture][capture_condition(check)];
    if (check.constraint[e] == none || !exists(clock) || !both_slews(check, e)) return -endless<Value>;
    Value const margin = math::mul(static_cast<Value>(check.factor), constraint(check, e).value);
    return late ? math::sub(clock, margin) : math::add(clock, margin);
  }

  /// What the data has to keep clear of the clock's edge, with slopes by the slew of data and of clock.
  GSTA_HD table_slopes<Value> constraint(timing_check const& check, int e) const noexcept {
    return look_up_slopes<Value>(luts, check.constraint[e], slew[check.data_pin][2 * late + e],
                                 slew[check.clock_pin][capture_condition(check)]);
  }

  GSTA_HD bool both_slews(timing_check const& check, int e) const noexcept {
    return exists(slew[check.data_pin][2 * late + e]) &&
           exists(slew[check.clock_pin][capture_condition(check)]);
  }

  GSTA_HD int capture_condition(timing_check const& check) const noexcept {
    return 2 * !late + static_cast<int>(check.active);
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
  span<edge_pair<Value> const, S> share;  // [checks]
  span<per_condition<Value>, S> seed;     // [nodes]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    id const data = checks.data_begin[node], datas = checks.data_begin[node + 1] - data;
    id const clock = checks.capture_begin[node], clocks = checks.capture_begin[node + 1] - clock;
    for (int c = 0; c < conditions; ++c) {
      Value const as_data =
          is_late(c) == late
              ? math::ordered_sum<Value>(
                    datas, [&](id k) { return of_data(checks.data_check[data + k], edge_of(c)); })
              : Value{0};
      Value const as_clock =
          is_late(c) != late
              ? math::ordered_sum<Value>(
                    clocks, [&](id k) { return of_clock(checks.capture_check[clock + k], edge_of(c)); })
              : Value{0};
      seed[node][c] = late ? math::sub(as_data, as_clock) : math::sub(as_clock, as_data);
    }
  }

  GSTA_HD Value of_data(id i, int e) const noexcept {
    return is_late(checks.check[i].kind) == late ? share[i][e] : 0;
  }
  GSTA_HD Value of_clock(id i, int active) const noexcept {
    bool const captures =
        is_late(checks.check[i].kind) == late && static_cast<int>(checks.check[i].active) == active;
    return captures ? math::add(share[i][0], share[i][1]) : 0;
  }
};

}  // namespace gsta::detail
