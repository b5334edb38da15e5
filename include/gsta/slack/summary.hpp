#pragma once

#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// Required times and slacks, written by `update_required`. An undefined slack is +infinity.
template <memory_space S>
struct slack_state {
  buffer<per_condition<float>, S> node_required;  ///< [nodes] ps from the node's launch edge
  buffer<per_condition<float>, S> node_slack;     ///< [nodes] ps
  buffer<per_edge, S> check_required;             ///< [checks] ps from the data's launch edge, by data edge
  buffer<per_edge, S> check_slack;                ///< [checks] ps
  buffer<per_split, S> endpoint_slack;            ///< [endpoints] ps, the worst of each side
  bool is_written = false;                        ///< some update has been put in its executor's order
};

/// Buffers for `update_required`.
///
/// Shapes: as the struct says. Cost: five allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
slack_state<E::space> make_slack_state(E const& exec, std::size_t nodes, std::size_t checks,
                                       std::size_t endpoints) {
  return {{exec, nodes}, {exec, nodes}, {exec, checks}, {exec, checks}, {exec, endpoints}, false};
}

/// The figures of one side (setup-like or hold-like checks). Times in ps.
struct slack_summary {
  /// Worst negative slack: min(0, worst_slack); +infinity where nothing is constrained.
  float wns = math::infinity;
  double tns = 0;                      ///< sum of negative slacks, each endpoint once, by its worst
  double tns_rf = 0;                   ///< sum of negative slacks, each endpoint's rise and fall apart
  float worst_slack = math::infinity;  ///< +infinity where nothing is constrained
  std::int64_t violations = 0;         ///< endpoints with a negative slack
  std::int64_t endpoints = 0;          ///< endpoints with a slack
  std::int64_t unconstrained = 0;      ///< endpoints without

  /// False: no endpoint has a slack, so that nothing was checked.
  bool is_constrained() const noexcept { return endpoints > 0; }
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

/// The figures of all endpoints' totals.
inline slack_summary summary_of(slack_totals const& total, std::size_t endpoints) noexcept {
  slack_summary result;
  result.worst_slack = static_cast<float>(total.worst);
  if (total.defined > 0) result.wns = total.worst < 0 ? result.worst_slack : 0.0f;
  result.tns = static_cast<double>(total.negative) / 1000.0;
  result.tns_rf = static_cast<double>(total.negative_rf) / 1000.0;
  result.violations = total.violations;
  result.endpoints = total.defined;
  result.unconstrained = static_cast<std::int64_t>(endpoints) - total.defined;
  return result;
}
}  // namespace detail

/// WNS, TNS and counts of one side, from the state that `update_checks` or `update_required` wrote.
///
/// Shapes: endpoints as in `checks`. Units: ps. Cost: O(checks). Where: the executor; waits for the figures.
/// Throws: argument_error on sizes and before the first update. Exact: sums are of integer femtoseconds, so
/// no order shows in them.
template <executor E>
slack_summary summarize(E const& exec, timing_checks_view<E::space> const& checks,
                        slack_state<E::space> const& slacks, split side) {
  constexpr memory_space S = E::space;
  std::size_t const endpoints = checks.endpoint_pin.size();
  require(slacks.endpoint_slack.size() == endpoints, "summarize: the slack state was made for other checks");
  require(slacks.is_written, "summarize: nothing is timed yet; update comes first");
  detail::slack_totals const total =
      reduce(exec, endpoints,
             detail::endpoint_totals_op<S>{checks, slacks.check_slack.view(), slacks.endpoint_slack.view(),
                                           side == split::late},
             detail::slack_totals{}, detail::combine_totals{});
  return detail::summary_of(total, endpoints);
}

}  // namespace gsta
