#pragma once

#include "gsta/constrain/latches.hpp"
#include "gsta/core/math.hpp"
#include "gsta/slack/detail/required_ops.hpp"

namespace gsta::detail {
/// Required time and slack of a latch's check: data that arrive while it is open are on time.
template <memory_space S>
struct latch_check_op {
  span<latch_pair const, S> pairs;
  span<timing_check const, S> checks;
  span<per_condition<float> const, S> arrival;  // [nodes]
  span<per_edge, S> required, slack;            // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    latch_pair const& pair = pairs[i];
    if (!pair.is_checked) {
      required[pair.check] = slack[pair.check] = {math::infinity, math::infinity};
      return;
    }
    for (int e = 0; e < 2; ++e) {
      float const closing = required[pair.check][e];
      float const at = arrival[checks[pair.check].data][2 + e];
      if (!math::is_defined(closing) || !math::is_defined(at)) continue;
      auto const window = window_among<S>(pair, arrival, math::add(closing, pair.close_shift));
      required[pair.check][e] = window.clamp(at);
      slack[pair.check][e] = slack_of(2 + e, at, required[pair.check][e]);
    }
  }
};

}  // namespace gsta::detail
