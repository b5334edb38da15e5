#pragma once

#include <array>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// WNS, TNS and counts of both sides, kept up to date endpoint by endpoint: what `summarize` finds, without a
/// look at all endpoints. Over the endpoints of a side stands a binary tree of totals, whose way to the root
/// is summed again. Sums are of integer femtoseconds, so that the figures have the bits of `summarize`.
class kept_summary {
 public:
  /// Sums everything.
  ///
  /// Shapes: endpoints as in `checks`. Cost: O(checks). Where: host. Throws: what allocation throws.
  void make(timing_checks_view<memory_space::host> const& checks,
            slack_state<memory_space::host> const& slacks) {
    endpoints_ = checks.endpoint_pin.size();
    for (split const side : {split::early, split::late}) {
      auto& tree = trees_[static_cast<std::size_t>(side)];
      tree.assign(2 * endpoints_ + 2, {});
      for (std::size_t i = 0; i < endpoints_; ++i) tree[endpoints_ + i] = leaf(checks, slacks, i, side);
      for (std::size_t i = endpoints_; i-- > 1;) tree[i] = sum(tree[2 * i], tree[2 * i + 1]);
    }
  }

  /// Sums one endpoint's part anew.
  ///
  /// Cost: O(checks of the endpoint + log endpoints). Where: host. Throws: nothing.
  void refresh(timing_checks_view<memory_space::host> const& checks,
               slack_state<memory_space::host> const& slacks, id endpoint) noexcept {
    for (split const side : {split::early, split::late}) {
      auto& tree = trees_[static_cast<std::size_t>(side)];
      std::size_t i = endpoints_ + static_cast<std::size_t>(endpoint);
      tree[i] = leaf(checks, slacks, static_cast<std::size_t>(endpoint), side);
      for (i /= 2; i > 0; i /= 2) tree[i] = sum(tree[2 * i], tree[2 * i + 1]);
    }
  }

  /// The figures of one side. Cost: O(1). Where: host. Throws: nothing.
  slack_summary of(split side) const noexcept {
    auto const& tree = trees_[static_cast<std::size_t>(side)];
    return detail::summary_of(endpoints_ == 0 ? detail::slack_totals{} : tree[1], endpoints_);
  }

 private:
  using totals = detail::slack_totals;
  static totals sum(totals const& a, totals const& b) noexcept { return detail::combine_totals{}(a, b); }
  static totals leaf(timing_checks_view<memory_space::host> const& checks,
                     slack_state<memory_space::host> const& slacks, std::size_t endpoint,
                     split side) noexcept {
    return detail::endpoint_totals_op<memory_space::host>{
        checks, slacks.check_slack.view(), slacks.endpoint_slack.view(), side == split::late}(endpoint);
  }

  std::size_t endpoints_ = 0;
  std::array<std::vector<totals>, 2> trees_;  // [1] the root, [endpoints + i] endpoint i; by side
};

}  // namespace gsta
