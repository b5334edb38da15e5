#pragma once

#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/core/math.hpp"
#include "gsta/slack/slack_state.hpp"

namespace gsta {

/// The figures of one side (setup-like or hold-like checks). Times in ps.
struct slack_summary {
  float wns = 0;                       ///< worst negative slack: min(0, worst_slack)
  double tns = 0;                      ///< sum of negative slacks, each endpoint once, by its worst
  double tns_rf = 0;                   ///< sum of negative slacks, each endpoint's rise and fall apart
  float worst_slack = math::infinity;  ///< +infinity where nothing is constrained
  std::int64_t violations = 0;         ///< endpoints with a negative slack
  std::int64_t endpoints = 0;          ///< endpoints with a slack
  std::int64_t unconstrained = 0;      ///< endpoints without
};

namespace detail {
/// Sums are of whole femtoseconds, so that their order does not matter.
struct slack_totals {
  double worst = math::infinity;  // a float's value; the wider type leaves no padding
  std::int64_t negative = 0, negative_rf = 0, violations = 0, defined = 0;
};

struct combine_totals {
  GSTA_HD slack_totals operator()(slack_totals const& a, slack_totals const& b) const noexcept {
    return {a.worst < b.worst ? a.worst : b.worst, a.negative + b.negative, a.negative_rf + b.negative_rf,
            a.violations + b.violations, a.defined + b.defined};
  }
};

template <memory_space S>
struct endpoint_totals_op {
  timing_checks_view<S> checks;
  span<per_edge const, S> check_slack;
  span<per_split const, S> endpoint_slack;
  bool late;

  GSTA_HD slack_totals operator()(std::size_t endpoint) const noexcept {
    slack_totals total;
    float const worst = endpoint_slack[endpoint][late ? split::late : split::early];
    if (!math::is_defined(worst)) return total;
    total.worst = worst;
    total.defined = 1;
    if (worst < 0) {
      total.violations = 1;
      total.negative = to_femtoseconds(worst);
    }
    float by_edge[2] = {0, 0};
    for (id k = checks.endpoint_begin[endpoint]; k < checks.endpoint_begin[endpoint + 1]; ++k) {
      id const i = checks.endpoint_check[k];
      if (is_late(checks.check[i].kind) != late) continue;
      for (int e = 0; e < 2; ++e) {
        if (check_slack[i][e] < by_edge[e]) by_edge[e] = check_slack[i][e];
      }
    }
    total.negative_rf = to_femtoseconds(by_edge[0]) + to_femtoseconds(by_edge[1]);
    return total;
  }
};
}  // namespace detail

/// WNS, TNS and counts of one side, from the state that `update_checks` or `update_required` wrote.
///
/// Shapes: endpoints as in `checks`. Units: ps. Cost: O(checks). Where: the executor; waits for the figures.
/// Throws: argument_error on sizes. Exact: sums are of integer femtoseconds, so no order shows in them.
template <executor E>
slack_summary summarize(E const& exec, timing_checks_view<E::space> const& checks,
                        slack_state<E::space> const& slacks, split side) {
  constexpr memory_space S = E::space;
  std::size_t const endpoints = checks.endpoint_pin.size();
  require(slacks.endpoint_slack.size() == endpoints, "summarize: the slack state was made for other checks");
  detail::slack_totals const total =
      reduce(exec, endpoints,
             detail::endpoint_totals_op<S>{checks, slacks.check_slack.view(), slacks.endpoint_slack.view(),
                                           side == split::late},
             detail::slack_totals{}, detail::combine_totals{});
  slack_summary result;
  result.worst_slack = static_cast<float>(total.worst);
  result.wns = total.worst < 0 ? result.worst_slack : 0.0f;
  result.tns = static_cast<double>(total.negative) / 1000.0;
  result.tns_rf = static_cast<double>(total.negative_rf) / 1000.0;
  result.violations = total.violations;
  result.endpoints = total.defined;
  result.unconstrained = static_cast<std::int64_t>(endpoints) - total.defined;
  return result;
}

}  // namespace gsta
