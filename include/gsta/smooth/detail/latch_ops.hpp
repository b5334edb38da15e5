#pragma once

#include "gsta/constrain/latches.hpp"
#include "gsta/smooth/detail/cost_ops.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta {

/// How something changes with the times of one latch's check, by data edge.
template <class Value>
struct latch_slopes {
  edge_pair<Value> data;    ///< with the arrival of the data
  edge_pair<Value> opens;   ///< with that of the opening edge
  edge_pair<Value> closes;  ///< with that of the closing edge, and minus with what the check asks for
};

namespace detail {

template <class Value>
inline constexpr Value few_roundings = 4 * std::numeric_limits<Value>::epsilon();

/// True unless both are the same to a few roundings: what still moves while loops are turned.
template <class Value>
GSTA_HD bool moves_on(Value before, Value now) noexcept {
  if (before == now) return false;
  if (!exists(before) || !exists(now)) return true;
  Value const change = now > before ? math::sub(now, before) : math::sub(before, now);
  Value const size = now < 0 ? -now : now;
  return change > math::mul(few_roundings<Value>, size);
}

/// The window of a latch as smooth arrivals have it, and an arrival moved into it.
template <memory_space S, class Value>
struct smooth_window_op {
  smooth_check_op<S, Value> checks;

  GSTA_HD Value arrival(latch_pair const& pair, int e) const noexcept {
    timing_check const& check = checks.checks[pair.check];
    return checks.timing.arrival(check.data, check.data_pin, 2 + e);
  }
  GSTA_HD Value open(latch_pair const& pair) const noexcept {
    return checks.timing.arrival(pair.opens, none, condition(split::early, pair.opening));
  }
  /// `captured`: when the closing check requires data, from the capture edge.
  GSTA_HD latch_window<Value> window(latch_pair const& pair, Value captured) const noexcept {
    auto const edge_time = static_cast<Value>(checks.checks[pair.check].edge_time);
    auto const shift = static_cast<Value>(pair.close_shift);
    return window_of<Value>(pair, open(pair), math::add(math::add(captured, edge_time), shift));
  }
  /// Writes the slopes of the arrival `at` that is moved into its window.
  GSTA_HD void find_slopes(latch_pair const& pair, latch_window<Value> const& window, Value at, int e,
                           latch_slopes<Value>& by) const noexcept {
    bool const inside = at > window.opens && at < window.closes;
    bool const by_opening = exists(open(pair)) && (at <= window.opens || math::is_defined(pair.limit));
    by.data[e] = inside ? 1 : 0;
    by.opens[e] = !inside && by_opening ? 1 : 0;
    by.closes[e] = !inside && !by_opening ? 1 : 0;
  }
};

/// Arrival layer of one node, merged smoothly, where data may depart from a latch: of each check what departs
/// in the exact update, from smooth arrivals; of several checks their soft-max.
template <memory_space S, class Value>
struct smooth_departure_op {
  smooth_arrival_op<S, Value> merge;
  latch_view<S> latches;
  smooth_window_op<S, Value> windows;    // of late checks
  span<latch_slopes<Value>, S> slopes;   // [pairs]
  span<id, S> moved;                     // [1], or empty: counts what departs at another time than before
  bool saturates;                        // what still comes later than before departs as the latch closes
  span<std::uint8_t const, S> left_out;  // [nodes], or empty: nothing happens there

  GSTA_HD void operator()(id node) const noexcept {
    if (!left_out.empty() && left_out[node] != 0) return;
    id const row = latches.row_of[node];
    if (row == none) return merge(node);
    bool const compares = saturates || !moved.empty();
    per_condition<Value> before{};
    if (compares) before = merge.arrival[node];
    merge(node);  // of arcs that only order: no weight
    per_condition<Value> now;
    bool changes = false;
    for (int c = 0; c < conditions; ++c) {
      Value const was = compares ? before[c] : endless<Value>;
      now[c] = is_late(c) ? depart(node, row, edge_of(c), was) : endless<Value>;
      // Two times may go round one loop in turns: none goes back.
      if (saturates && is_late(c) && now[c] < was) now[c] = was;
      changes = changes || (compares && moves_on(was, now[c]));
    }
    merge.arrival[node] = now;
    if (changes && !moved.empty()) fetch_add(moved[0], 1);
  }

 private:
  GSTA_HD Value depart(id node, id row, int e, Value before) const noexcept {
    id const first = latches.begin[row], n = latches.begin[row + 1] - first;
    for (id k = 0; k < n; ++k) {
      if (departs_here(first + k, node, e)) list(latches.row_pair[first + k], e, before);
    }
    Value elsewhere = 0;
    Value const merged = soft_max<Value>(
        -endless<Value>, n, merge.gamma,
        [&](id k) {
          return departs_here(first + k, node, e) ? slopes[latches.row_pair[first + k]].data[e]
                                                  : -endless<Value>;
        },
        [&](id k) -> Value& {
          return departs_here(first + k, node, e) ? slopes[latches.row_pair[first + k]].data[e] : elsewhere;
        });
    for (id k = 0; k < n; ++k) {
      if (departs_here(first + k, node, e)) weigh(slopes[latches.row_pair[first + k]], e);
    }
    return merged;
  }

  GSTA_HD bool departs_here(id k, id node, int e) const noexcept {
    return latches.pair[latches.row_pair[k]].departs[e] == node;
  }

  /// What departs by one check, in the place of its slope by the data.
  GSTA_HD void list(id i, int e, Value before) const noexcept {
    latch_pair const& pair = latches.pair[i];
    auto const& of = windows.checks;
    timing_check check = of.checks[pair.check];
    check.factor = pair.factor;
    Value const at = windows.arrival(pair, e);
    // As in the exact update the setup time is that of early data.
    Value const captured = of.captured(check, e, of.timing.slew(check.data, check.data_pin, e));
    slopes[i].data[e] = -endless<Value>;
    slopes[i].opens[e] = slopes[i].closes[e] = 0;
    if (!exists(at) || !exists(captured)) return;
    auto const window = windows.window(pair, captured);
    if (at <= window.opens) return;
    auto const shift = static_cast<Value>(pair.shift);
    Value departs = math::sub(window.clamp(at), shift);
    bool const closes = saturates && exists(before) && departs > before;
    if (closes) departs = math::sub(window.closes, shift);
    windows.find_slopes(pair, window, closes ? window.closes : at, e, slopes[i]);
    slopes[i].data[e] = departs;
  }

  /// Its softmax goes to the data or to an end of the window.
  GSTA_HD static void weigh(latch_slopes<Value>& by, int e) noexcept {
    Value const weight = by.data[e];
    bool const at_end = by.opens[e] != 0 || by.closes[e] != 0;
    if (at_end) by.data[e] = 0;
    by.opens[e] = math::mul(by.opens[e], weight);
    by.closes[e] = math::mul(by.closes[e], weight);
  }
};

/// Violation of a latch's check: data that arrive while it is open are on time.
template <memory_space S, class Value>
struct smooth_latch_check_op {
  span<latch_pair const, S> pairs;
  smooth_window_op<S, Value> windows;     // of late checks
  span<edge_pair<Value>, S> violation;    // [checks]
  span<latch_slopes<Value>, S> violated;  // [pairs]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int e = 0; e < 2; ++e) of_edge(pairs[i], e, violated[i]);
  }

  GSTA_HD void of_edge(latch_pair const& pair, int e, latch_slopes<Value>& by) const noexcept {
    by.data[e] = by.opens[e] = by.closes[e] = 0;
    if (!pair.is_checked) {
      violation[pair.check][e] = -endless<Value>;
      return;
    }
    Value const at = windows.arrival(pair, e);
    Value const captured = windows.checks.captured(windows.checks.checks[pair.check], e);
    if (!exists(at) || !exists(captured)) return;
    auto const window = windows.window(pair, captured);
    windows.find_slopes(pair, window, at, e, by);
    by.data[e] = math::sub(Value{1}, by.data[e]);
    by.opens[e] = -by.opens[e];
    by.closes[e] = -by.closes[e];
    Value const x = math::sub(at, window.clamp(at));
    violation[pair.check][e] = exists(x) ? x : -endless<Value>;
  }
};

/// Splits what each check is worth to a cost: to its data, and to the edge that captures or closes.
template <memory_space S, class Value>
struct split_share_op {
  latch_view<S> latches;
  bool late;
  span<edge_pair<Value> const, S> share;         // [checks]
  span<latch_slopes<Value> const, S> violated;   // [pairs]
  span<edge_pair<Value>, S> by_data, by_closes;  // [checks]
  span<edge_pair<Value>, S> by_opens;            // [pairs]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    by_data[i] = by_closes[i] = share[i];
    id const pair = latches.pair_of[i];
    if (pair == none) return;
    for (int e = 0; e < 2; ++e) {
      Value const own = late ? share[i][e] : Value{0};
      by_data[i][e] = math::mul(own, violated[pair].data[e]);
      by_closes[i][e] = -math::mul(own, violated[pair].closes[e]);
      by_opens[pair][e] = -math::mul(own, violated[pair].opens[e]);
    }
  }
};

/// `cost_seed_op` with the edges that open latches.
template <memory_space S, class Value>
struct latched_seed_op {
  cost_seed_op<S, Value> of_checks;
  latch_view<S> latches;
  span<edge_pair<Value> const, S> by_opens;  // [pairs]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    of_checks(node);
    id const first = latches.opens_begin[node], n = latches.opens_begin[node + 1] - first;
    for (int c = 0; c < 2; ++c) {
      Value const lost = math::ordered_sum<Value>(n, [&](id k) {
        id const i = latches.opens_pair[first + k];
        return condition(split::early, latches.pair[i].opening) == c
                   ? math::add(by_opens[i][0], by_opens[i][1])
                   : Value{0};
      });
      of_checks.seed[node][c] = math::sub(of_checks.seed[node][c], lost);
    }
  }
};

}  // namespace detail
}  // namespace gsta
