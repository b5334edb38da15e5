#pragma once

#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"

/// Ends of paths at latches that lend time: a path's slack there is no sum of costs, but grows with it.
namespace gsta::detail {

/// Writes what each slot, 2 * check + data edge, has lent.
template <memory_space S>
struct lent_op {
  path_problem<S> problem;
  span<femtoseconds, S> lent;  // [2 * checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    latch_pair const& pair = problem.latches[i];
    for (id e = 0; e < 2; ++e) lent[2 * pair.check + e] = problem.lent(pair, static_cast<edge>(e));
  }
};

template <memory_space S>
struct lends_term {
  span<femtoseconds const, S> lent;
  GSTA_HD id operator()(std::size_t i) const noexcept { return lent[i] != 0 ? 1 : 0; }
};

/// What each slot has lent; nothing where none has.
template <executor E>
buffer<femtoseconds, E::space> find_lent(E const& exec, path_problem<E::space> const& problem) {
  constexpr memory_space S = E::space;
  if (problem.latches.size() == 0) return {};
  std::size_t const slots = 2 * problem.checks.size();
  buffer<femtoseconds, S> lent(exec, slots);
  fill(exec, lent.view(), femtoseconds{0});
  for_each_n(exec, problem.latches.size(), lent_op<S>{problem, lent.view()});
  id const any = reduce(exec, slots, lends_term<S>{lent.view()}, id{0}, larger_of<id>{});
  if (any == 0) return {};
  return lent;
}

/// Required times of one part of the checks: those that lend to an edge, or the others.
template <memory_space S>
struct required_of_part_op {
  span<per_edge const, S> required;
  span<femtoseconds const, S> lent;
  bool lends;
  span<per_edge, S> part;
  GSTA_HD void operator()(std::size_t check) const noexcept {
    bool const wanted = (lent[2 * check] != 0 || lent[2 * check + 1] != 0) == lends;
    part[check] = required[check];
    for (int e = 0; e < 2 && !wanted; ++e) part[check][e] = math::infinity;
  }
};

template <memory_space S>
struct open_slack_op {
  path_set_view<S> paths;
  span<femtoseconds const, S> lent;
  span<femtoseconds, S> slack;
  GSTA_HD void operator()(std::size_t p) const noexcept {
    slack[p] = open_slack(paths.slack[p], lent[2 * paths.check[p] + static_cast<id>(paths.data_edge[p])]);
  }
};

/// Gives paths found by sums of costs their slacks at latches. They keep their order at each slot.
template <executor E>
void open_slacks(E const& exec, view_for<E, femtoseconds const> lent, path_buffers<E::space>& paths) {
  buffer<femtoseconds, E::space> slack(exec, paths.view.size());
  for_each_n(exec, slack.size(), open_slack_op<E::space>{paths.view, lent, slack.view()});
  paths.view.slack = paths.keep(std::move(slack));
}

/// Whether a slot of which `each` paths are known may have another with a slack of at most `last`.
template <executor E>
bool may_have_more(E const& exec, path_set_view<E::space> const& known, std::size_t each, femtoseconds last) {
  auto const slack = to_vector(exec, known.slack);
  auto const check = to_vector(exec, known.check);
  auto const data_edge = to_vector(exec, known.data_edge);
  std::vector<std::size_t> seen;
  for (std::size_t p = 0; p < slack.size(); ++p) {
    auto const slot = 2 * static_cast<std::size_t>(check[p]) + static_cast<std::size_t>(data_edge[p]);
    if (slot >= seen.size()) seen.resize(slot + 1, 0);
    if (++seen[slot] == each && slack[p] <= last) return true;
  }
  return false;
}

}  // namespace gsta::detail
