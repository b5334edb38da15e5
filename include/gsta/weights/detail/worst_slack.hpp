#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/core/units.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta::detail {

/// The worst slack of many without waiting for it: lanes look for their own first.
template <memory_space S, class Slack>
struct worst_slack_op {
  static constexpr std::size_t lanes = 4096;
  Slack slack;  // of index i
  std::size_t count;
  span<femtoseconds, S> worst;  // [1], at most 0
  GSTA_HD void operator()(std::size_t lane) const noexcept {
    femtoseconds least = 0;
    for (std::size_t i = lane; i < count; i += lanes) {
      femtoseconds const own = slack(i);
      if (own < least) least = own;
    }
    if (least < 0) fetch_min(worst[0], least);
  }
};

template <executor E, class Slack>
void find_worst_slack(E const& exec, std::size_t count, Slack const& slack,
                      span<femtoseconds, E::space> worst) {
  fill(exec, worst, femtoseconds{0});
  using op = worst_slack_op<E::space, Slack>;
  for_each_n(exec, count < op::lanes ? count : op::lanes, op{slack, count, worst});
}

template <memory_space S>
struct endpoint_slack_of {
  span<per_split const, S> slack;
  split side;
  GSTA_HD femtoseconds operator()(std::size_t i) const noexcept { return to_femtoseconds(slack[i][side]); }
};

template <memory_space S>
struct path_slack_of {
  span<femtoseconds const, S> slack;
  GSTA_HD femtoseconds operator()(std::size_t i) const noexcept { return slack[i]; }
};

/// How critical a slack is: 1 at the worst slack, 0 where nothing is violated.
GSTA_HD inline double criticality_of(femtoseconds slack, femtoseconds worst) noexcept {
  if (slack >= 0 || worst >= 0) return 0;
  double const share = math::div(static_cast<double>(slack), static_cast<double>(worst));
  return share < 1 ? share : 1;
}

}  // namespace gsta::detail
