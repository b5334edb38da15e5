#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/slack/detail/required_ops.hpp"

namespace gsta::detail {

/// The slack of a check from the worst arrival less credit; where that changes it, its required time moves to
/// where the worst arrival has that slack.
template <memory_space S>
struct credited_check_op {
  span<timing_check const, S> checks;
  credited_view<S> of;
  span<per_condition<float> const, S> arrival;  // [nodes]
  span<per_edge, S> required, slack;            // [checks]
  span<id const, S> pair_of;                    // [checks], or empty: those of latches are left

  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (!pair_of.empty() && pair_of[i] != none) return;
    for (int e = 0; e < 2; ++e) of_edge(i, e);
  }
  GSTA_HD void of_edge(std::size_t i, int e) const noexcept {
    bool const late = is_late(checks[i].kind);
    if (math::is_defined(slack[i][e]))
      move(i, e, late, slack_of(2 * late + e, of.check[i][e], required[i][e]));
  }

  /// Gives a check this slack.
  GSTA_HD void move(std::size_t i, int e, bool late, float found) const noexcept {
    if (found == slack[i][e]) return;
    slack[i][e] = found;
    float const at = arrival[checks[i].data][2 * late + e];
    required[i][e] = less_if_late(!late, at, found);
  }
};

/// The same of a latch's check, whose required time is still that of the closing edge: data that arrive while
/// it is open are on time. Both edges that open and close have their own credit; what limits the time to
/// borrow counts from the one that opens. Who comes before that has its slack, as without credits, also where
/// the latch would close sooner. Of paths that do not all come before, the least margins against either edge
/// count, of whichever path each is: a path that comes before the latch opens and yet after it closes is
/// taken to be late, so that the slack is then too small.
template <memory_space S>
struct credited_latch_op {
  span<latch_pair const, S> pairs;
  credited_check_op<S> credited;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    latch_pair const& pair = pairs[i];
    id const check = pair.check;
    if (!pair.is_checked) {
      credited.required[check] = credited.slack[check] = {math::infinity, math::infinity};
      return;
    }
    for (int e = 0; e < 2; ++e) {
      float const closing = credited.required[check][e], at = credited.of.check[check][e];
      if (!math::is_defined(closing) || !math::is_defined(at)) continue;
      auto const window = window_among<S>(pair, credited.arrival, math::add(closing, pair.close_shift));
      float const before_opening = math::sub(window.opens, credited.of.opening[i][e]);
      bool const limited = math::is_defined(pair.limit);
      float const before_closing = math::sub(window.closes, limited ? credited.of.opening[i][e] : at);
      float const found = before_opening >= 0.0f  ? before_opening
                          : before_closing < 0.0f ? before_closing
                                                  : 0.0f;
      credited.move(static_cast<std::size_t>(check), e, true, found);
    }
  }
};

}  // namespace gsta::detail
