#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "gsta/slack/summary.hpp"
#include "gsta/update/detail/level_lists.hpp"

namespace gsta::detail {

/// Totals of both sides over endpoints, in a tree of which each inner node sums up to 32 others: the same
/// figures as those of `kept_summary`, for threads that repair it height by height. Nodes are numbered from
/// the endpoints on; the root is the last one.
template <memory_space S>
struct totals_view {
  static constexpr id fan_out = 32;
  span<id const, S> first;      // [heights + 1] the first node of each height; endpoints have height 0
  span<slack_totals, S> total;  // [2 nodes] by side

  GSTA_HD id endpoints() const noexcept { return first[1]; }
  GSTA_HD std::size_t nodes() const noexcept { return total.size() / 2; }
  GSTA_HD slack_totals& at(int side, id node) const noexcept {
    return total[static_cast<std::size_t>(side) * nodes() + static_cast<std::size_t>(node)];
  }
  GSTA_HD id parent(id node, id height) const noexcept {
    return first[height + 1] + (node - first[height]) / fan_out;
  }
  /// The sum of an inner node's children on one side: those of one of `parts` threads.
  GSTA_HD slack_totals sum(int side, id node, id height, id part, id parts) const noexcept {
    id const begin = first[height - 1] + (node - first[height]) * fan_out;
    id const end = begin + fan_out < first[height] ? begin + fan_out : first[height];
    slack_totals sum;
    for (id k = begin + part; k < end; k += parts) sum = combine_totals{}(sum, at(side, k));
    return sum;
  }
};

/// Owns such totals, and lists of inner nodes that wait to be summed: numbered from the first inner node on,
/// a level a height.
template <memory_space S>
struct totals_lists {
  buffer<id, S> first;
  buffer<slack_totals, S> total;
  level_lists<S> waiting;
  std::size_t heights = 0;     // of inner nodes
  std::vector<id> first_here;  // on the host

  totals_view<S> view() noexcept { return {std::as_const(first).view(), total.view()}; }
};

template <executor E>
totals_lists<E::space> make_totals_lists(E const& exec, std::size_t endpoints) {
  constexpr memory_space S = E::space;
  std::vector<id> first{0, static_cast<id>(endpoints)}, level_of, begin{0};
  for (id below = first[1]; below > 1 || first.size() == 2;) {
    below = (below + totals_view<S>::fan_out - 1) / totals_view<S>::fan_out;
    if (below < 1) below = 1;
    level_of.insert(level_of.end(), static_cast<std::size_t>(below), static_cast<id>(first.size()) - 2);
    first.push_back(first.back() + below);
    begin.push_back(static_cast<id>(level_of.size()));
  }
  totals_lists<S> made{clone(exec, first),
                       {exec, 2 * static_cast<std::size_t>(first.back())},
                       make_level_lists(exec, begin, level_of.size()),
                       first.size() - 2,
                       first};
  made.waiting.level_of = clone(exec, level_of);
  exec.sync();
  return made;
}

}  // namespace gsta::detail
