#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "gsta/path/detail/bounded/search.hpp"
#include "gsta/path/detail/credited/credit_levels.hpp"
#include "gsta/path/detail/credited/graph.hpp"
#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/detail/timing/tracer.hpp"

/// The bound that holds the first k paths with credits: guessed, tried and put right. A wrong guess costs
/// time, and is never believed.
namespace gsta::detail {

/// Of a stage.
template <memory_space S>
struct credit_term {
  span<per_condition<float> const, S> credit;
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
  femtoseconds sure =
      no_path;              ///< k paths cost no more, each of another check (that is in some credit level)
  femtoseconds likely = 0;  ///< the range that k paths without credits need, and some more
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
  if (guess.best == no_path)
    guess.best = plain;  // no check's worst path is in a credit level: begin anywhere
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

/// What the last search of paths with credits held.
struct credited_statistics {
  std::size_t tries = 0;   ///< bounds that were tried
  std::size_t nearby = 0;  ///< vertices whose credit levels were found
  std::size_t states = 0;  ///< vertices of the graph that was searched
  std::size_t edges = 0;   ///< of that graph
  std::size_t waves = 0;   ///< of walks that made the states
};

template <memory_space S>
void require_fitting(path_problem<S> const& problem, path_credits<S> const& credits) {
  auto const& tree = credits.tree;
  require(tree.launch_row.size() == conditions * problem.node_count() &&
              tree.capture_row.size() == problem.checks.size() &&
              tree.opening_row.size() == problem.latches.size(),
          "find_paths: credits of another design");
}

/// Finds the first paths of a part by slacks with common-path credits, with all their steps.
///
/// To a capture a launch's credit is a weight. So vertices are taken once for each kind of captures whose
/// paths come by: those that share as much of the clock tree with all launches in reach. Paths are searched
/// in the graph of these states. Only states are made that paths within a bound come by, and the bound is put
/// right until it holds k paths.
///
/// Cost: for each bound that is tried, mostly one or two, a pass over the vertices, 32 bytes a credit level
/// and a launch a level for those that paths without credits within the bound come by, and about 100 bytes a
/// state. Where credits fall along clock paths (`falling_credits`) a path gets the least credit of the credit
/// levels that it is in, as checks have it, and a vertex is taken for each row of captures. Paper: none has
/// it; states are made by walks that correct labels.
template <executor E>
class credited_tracer {
 public:
  static constexpr memory_space S = E::space;

  credited_tracer(E const& exec, path_credits<S> const& credits, path_request<E> const& request)
      : exec_(exec), credits_(credits), request_(request) {}

  /// Rows and prefixes that the part has not are made.
  path_buffers<S> trace(search_part<S>& part) {
    return trace(part, find_credit_range(part.search.view.side));
  }
  /// For callers that know what credits lie between.
  path_buffers<S> trace(search_part<S>& part, credit_range const& range) {
    range_ = range;
    see_falling_credits();
    if (request_.wants_none() || !part.has_ends()) return no_paths();
    auto const& graph = part.search.view.graph;
    if (!part.has_rows()) part.rows = make_search_rows(exec_, graph);
    if (part.costs.view.prefix.empty()) part.costs = find_costs(exec_, part.rows, graph, prefix_costs::found);
    return search(part);
  }

  /// What credits of this split lie between. Throws: argument_error where they do not fit.
  credit_range find_credit_range(split side) const {
    auto const& tree = credits_.tree;
    require(tree.credit_levels > 0 && credits_.credit.size() == tree.place.size() &&
                tree.starts.size() % tree.credit_levels == 0 &&
                tree.leaves_out.size() % tree.credit_levels == 0,
            "find_paths: credits of another design");
    credit_range const range = reduce(exec_, tree.place.size(), credit_term<S>{credits_.credit, side},
                                      credit_range{}, joined_credits{});
    require(range.least > -most_femtoseconds && range.most < most_femtoseconds,
            "find_paths: a credit is no finite time");
    return range;
  }

  credited_statistics const& statistics() const noexcept { return statistics_; }

 private:
  path_buffers<S> no_paths() const { return clone_view(exec_, path_set{}.view()); }

  /// Where credits fall a launch that parts from a capture early may be in a later credit level of both that
  /// gives it less: all captures are looked at down to their last credit level then.
  void see_falling_credits() {
    auto& tree = credits_.tree;
    if (!tree.nested) return;
    falling_step_term<S> const falls{tree.steps, credits_.credit};
    tree.nested = reduce(exec_, tree.steps.size(), falls, id{0}, sum_of<id>{}) == 0;
  }

  /// Tries bounds until one holds the paths wanted, or all that there are.
  path_buffers<S> search(search_part<S> const& whole) {
    credited_graph<S> const of{whole.search.view, credits_.tree, credits_.credit};
    std::size_t const k = std::min<std::size_t>(request_.k, std::numeric_limits<id>::max());
    work_memory memory(request_.most_bytes);
    auto const guess = guess_bound(exec_, of, whole, k, range_.most, memory);
    if (guess.best == no_path) return no_paths();
    extent_.reset();
    bound_search bound(guess, k, request_.below == no_path ? no_path : request_.below - 1);
    int slot_bits = first_slots(k, memory);
    for (statistics_.tries = 1;; ++statistics_.tries) {
      auto const states = make_states(whole, of, bound.most(), slot_bits, memory);
      if (!states) {
        if (!bound.too_many(extent(whole).largest)) slot_bits += 2;
        continue;
      }
      // Where nothing was left out, paths beyond the bound are in the graph as well.
      bool const whole_graph =
          !states->refused && static_cast<std::int64_t>(states->nearby) == extent(whole).vertices;
      auto paths = trace_states(*states, whole_graph ? no_path : bound.most(), memory);
      if (paths.view.size() >= k || bound.at_limit() || whole_graph) return paths;
      bound.too_few(paths.view.size(), states->best);
    }
  }

  /// Room for some states a path.
  int first_slots(std::size_t k, work_memory const& memory) const {
    int bits = host_side_executor<E> ? 14 : 19;  // a device had better not try again
    while (bits < 28 && std::size_t{1} << bits < 8 * k) ++bits;
    while (bits > 8 && credited_states<S>::bytes(bits) > memory.free() / 2) --bits;
    return bits;
  }

  /// Nothing where they do not fit into their room.
  std::optional<state_graph<S>> make_states(search_part<S> const& whole, credited_graph<S> const& of,
                                            femtoseconds most, int slot_bits, work_memory& memory) {
    near_part<S> const nearby(exec_, of, whole.rows, whole.costs.view, most, range_, memory);
    statistics_.nearby = nearby.size();
    if (!nearby.fits()) return std::nullopt;
    std::size_t const entries = of.search.slot.size();
    std::size_t const all = 2 * nearby.size() * of.tree.leaves_out.size();
    while (slot_bits > 4 && std::size_t{1} << (slot_bits - 1) >= all) --slot_bits;
    credited_states<S> const found(exec_, nearby, entries, most, slot_bits, memory);
    if (!found.fits()) return std::nullopt;
    auto made = state_graph_maker<E>(exec_, nearby, found, entries, most).make(memory);
    statistics_.states = made.states;
    statistics_.edges = made.edges;
    statistics_.waves = made.waves;
    return made;
  }

  path_buffers<S> trace_states(state_graph<S> const& states, femtoseconds most,
                               work_memory const& memory) const {
    if (states.states == 0) return no_paths();
    path_request<E> within = request_;
    within.below = std::min(within.below, most == no_path ? no_path : most + 1);
    within.most_bytes = memory.free();
    return path_tracer<E>(exec_, within).trace(states.part);
  }

  whole_extent extent(search_part<S> const& whole) {
    if (!extent_) {
      auto const order = whole.rows.view().order;
      extent_ = reduce(exec_, order.size(), extent_term<S>{{whole.problem(), order, no_path}}, whole_extent{},
                       joined_extents{});
    }
    return *extent_;
  }

  E const& exec_;
  path_credits<S> credits_;
  path_request<E> const& request_;
  credit_range range_;
  std::optional<whole_extent> extent_;
  credited_statistics statistics_;
};

}  // namespace gsta::detail
