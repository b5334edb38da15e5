#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "gsta/path/detail/bounded/search.hpp"
#include "gsta/path/detail/credited/lanes.hpp"
#include "gsta/path/detail/timing/part.hpp"

/// The bound that holds the first k paths with credits: guessed, tried and put right. A wrong guess costs
/// time, and is never believed.
namespace gsta::detail {

/// Of a stage.
template <memory_space S>
struct credit_term {
  span<corner_values const, S> credit;
  split side;
  GSTA_HD credit_range operator()(std::size_t stage) const noexcept {
    for (int any = 0; any < conditions; ++any) {
      femtoseconds const fs = to_femtoseconds(credit[stage][any]);
      if (fs <= -most_femtoseconds || fs >= most_femtoseconds) return {-most_femtoseconds, most_femtoseconds};
    }
    femtoseconds const fs = to_femtoseconds(credit[stage][condition(side, edge::rise)]);
    return {fs, fs};
  }
};
struct joined_credits {
  GSTA_HD credit_range operator()(credit_range a, credit_range b) const noexcept {
    return {b.least < a.least ? b.least : a.least, b.most > a.most ? b.most : a.most};
  }
};

/// What the worst path without credits to each check costs with its credit. That is walked for where it may
/// be the worst of all; others are taken to have the most credit that there is.
template <memory_space S>
struct forest_path_op {
  credited_graph<S> of;
  search_costs_view<S> costs;
  femtoseconds most_credit;
  span<femtoseconds, S> worst;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& graph = of.search.graph;
    id const e = of.search.first_end() + static_cast<id>(i);
    id v = graph.to[e];
    femtoseconds const cost = graph.cost_over(graph.source(), e, costs.suffix[v]);
    if (v == graph.sink() || cost == no_path) return;
    femtoseconds credit = most_credit;
    if (cost <= costs.suffix[graph.source()] + most_credit) {
      while (costs.next[v] != graph.sink()) v = costs.next[v];
      credit = of.credit_of(of.launch_row(v), of.capture_row(e));
    }
    if (credit != no_path) fetch_min(worst[of.search.slot_of(e) / 2], cost + credit);
  }
};

/// Counts checks by how far they are from the worst.
template <memory_space S>
struct count_checks_op {
  span<femtoseconds const, S> worst;
  femtoseconds best;
  span<id, S> counts;  // [excess_class::count]
  GSTA_HD void operator()(std::size_t check) const noexcept {
    if (worst[check] != no_path) fetch_add(counts[excess_class::of(worst[check] - best)], 1);
  }
};

/// What can be said of the bound before any path with credits is looked for.
struct bound_guess {
  femtoseconds best = no_path;  ///< some path costs no more
  femtoseconds sure = no_path;  ///< k paths cost no more, each of another check (that is in some lane)
  femtoseconds likely = 0;      ///< the range that k paths without credits need, and some more
};

template <executor E>
void guess_by_checks(E const& exec, credited_graph<E::space> const& of,
                     search_costs_view<E::space> const& costs, std::size_t k, femtoseconds most_credit,
                     work_memory& memory, bound_guess& guess) {
  constexpr memory_space S = E::space;
  std::size_t const checks = of.tree.capture_row.size();
  work_array<femtoseconds, S> worst(exec, memory, checks);
  fill(exec, worst.view(), no_path);
  for_each_n(exec, of.search.slot.size(), forest_path_op<S>{of, costs, most_credit, worst.view()});
  guess.best = reduce(exec, checks, value_term<femtoseconds, femtoseconds, S>{worst.read()}, no_path,
                      smaller_of<femtoseconds>{});
  if (guess.best == no_path || k > checks) return;
  work_array<id, S> counts(exec, memory, excess_class::count);
  fill(exec, counts.view(), 0);
  for_each_n(exec, checks, count_checks_op<S>{worst.read(), guess.best, counts.view()});
  auto const of_class = to_vector(exec, counts.read());
  std::size_t seen = 0;
  for (std::size_t c = 0; c < of_class.size() && guess.sure == no_path; ++c) {
    seen += static_cast<std::size_t>(of_class[c]);
    if (seen >= k) guess.sure = guess.best + excess_class::last(c);
  }
}

/// Paths are about as dense behind the worst with credits as without: those are counted.
template <executor E>
bound_guess guess_bound(E const& exec, credited_graph<E::space> const& of, search_part<E::space> const& whole,
                        std::size_t k, femtoseconds most_credit, work_memory& memory) {
  bound_guess guess;
  femtoseconds const plain = best_cost(exec, whole.problem());
  if (plain == no_path) return guess;
  guess_by_checks(exec, of, whole.costs.view, k, most_credit, memory, guess);
  if (guess.best == no_path) guess.best = plain;  // no check's worst path is in a lane: begin anywhere
  if (guess.sure == guess.best) return guess;
  k_paths_options counting;
  counting.k = k;
  counting.most_bytes = memory.free();
  guess.likely = bounded_search<E>(exec, whole.problem(), whole.rows, counting, {}).counted_range();
  guess.likely = std::min(any_excess, guess.likely + guess.likely / 16);
  return guess;
}

/// The bounds to be tried one after the other.
class bound_search {
 public:
  bound_search(bound_guess const& guess, std::size_t k, femtoseconds limit)
      : k_(k),
        limit_(limit),
        sure_(guess.sure),
        low_(guess.best - 1),
        most_(std::min({guess.best + guess.likely, guess.sure, limit})) {}

  femtoseconds most() const noexcept { return most_; }
  bool at_limit() const noexcept { return most_ == limit_; }

  /// So few paths are within the bound, of which the first costs `best`.
  void too_few(std::size_t paths, femtoseconds best) {
    low_ = std::max(low_, most_);
    femtoseconds const range = std::max<femtoseconds>(best == no_path ? 1 : most_ - best, 1);
    double const ratio =
        (std::log1p(static_cast<double>(k_)) + 3) / (std::log1p(static_cast<double>(paths)) + 3);
    double const wider = static_cast<double>(range) * std::clamp(ratio * ratio, 1.25, 8.0) + 1;
    femtoseconds const from = best == no_path ? most_ : best;
    most_ =
        wider < static_cast<double>(any_excess) ? from + static_cast<femtoseconds>(wider) : from + any_excess;
    if (low_ < sure_) most_ = std::min(most_, sure_);
    most_ = std::min(most_, limit_);
    if (most_ >= high_) most_ = std::max(low_ + 1, low_ + (high_ - low_) / 2);
  }
  /// There are more states than there is room for. False: more room is what is needed. `largest`: what the
  /// bound may be cut to in any case.
  bool too_many(femtoseconds largest) {
    high_ = std::min(most_, largest + 1);
    most_ = low_ + (high_ - low_) / 2;
    if (++cuts_ <= most_cuts && most_ > low_) return true;
    most_ = high_;
    high_ = no_path;
    return false;
  }

 private:
  static constexpr int most_cuts = 8;

  std::size_t k_;
  femtoseconds limit_, sure_, low_, high_ = no_path, most_;
  int cuts_ = 0;
};

}  // namespace gsta::detail
