#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/active.hpp"
#include "gsta/path/detail/bounded/few.hpp"
#include "gsta/path/detail/bounded/near_prefixes.hpp"
#include "gsta/path/detail/bounded/order.hpp"
#include "gsta/path/detail/bounded/row_trees.hpp"
#include "gsta/path/detail/bounded/tuning.hpp"
#include "gsta/path/detail/bounded/unrank.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// One search by a bound. A range of excess is guessed that should hold the k best paths; counting what it
/// holds says where the k-th is, or asks for a larger one; then the paths within that bound are made, all of
/// them, and if they are k or more, that proves it. Nothing is right by luck: a bad guess costs time.
///
/// Where costs tie, more paths than asked for, perhaps astronomically many, may cost as much as the k-th.
/// That shows in the counts; then paths are counted by exact cost and found by rank.
template <executor E>
class bounded_search {
  static constexpr memory_space S = E::space;

 public:
  bounded_search(E const& exec, search_problem<S> const& problem, search_rows<S> const& rows,
                 k_paths_options const& options, bounded_tuning const& tuning)
      : exec_(exec),
        problem_(problem),
        rows_(rows),
        tuning_(tuning),
        memory_(options.most_bytes),
        k_(std::min<std::size_t>(options.k, most_paths)),
        below_(options.below) {}

  k_paths_result<S> run() {
    if (k_ > 0 && !is_found_among_few()) search();
    return take_result();
  }

  /// The first k by rank alone, where k are known to cost at most this. False where different costs are too
  /// many to count paths by each.
  bool rank_within(femtoseconds cost) {
    best_ = best_cost(exec_, problem_);
    range_ = cost - best_;
    if (problem_.costs.prefix.empty()) {
      make_prefixes();
      reach({.paths = k_, .excess = range_});
    }
    active_.emplace(exec_, problem_, memory_);
    collect_all();
    return ranks_possible(range_) && by_rank_of_all() == verdict::done;
  }
  /// A range that about k paths lie within, or more, as far as counts tell: no path is made.
  femtoseconds counted_range() {
    counts_only_ = true;
    if (k_ > 0) search();
    return range_;
  }
  k_paths_result<S> take_result() {
    result_.paths = paths_ ? std::move(*paths_) : no_paths();
    result_.statistics.peak_bytes = memory_.peak();
    return std::move(result_);
  }

 private:
  enum class verdict { done, too_small, too_large };

  double density() const {
    return density_of_rows(problem_.graph.vertex_count(), problem_.graph.edge_count());
  }

  bool is_found_among_few() {
    std::size_t const few = S == memory_space::device ? tuning_.few_on_device : tuning_.few_on_host;
    if (k_ > few) return false;
    auto found = paths_in_one_go(exec_, problem_, k_, below_, density(), memory_);
    if (!found) return false;
    paths_ = std::move(found->paths);
    result_.statistics = found->statistics;
    return true;
  }

  void search() {
    wanted_ = sidetracks_wanted(tuning_, density(), k_);
    if (problem_.costs.prefix.empty()) {
      make_prefixes();
      reach({.paths = k_});
    }
    excess_sample sample(exec_, problem_, memory_, wanted_);
    best_ = sample.best;
    if (best_ == no_path || best_ >= below_) return;
    limit_ = below_ == no_path ? any_excess : std::min(any_excess, below_ - 1 - best_);
    active_.emplace(exec_, problem_, memory_);
    while (!paths_ && !counted_) {
      range_ = complete_ ? 2 * range_ + 1 : sample.range_of(wanted_, too_small_);
      if (!complete_ && likely_ > too_small_) range_ = likely_range();
      if (range_ >= too_large_) range_ = too_small_ + (too_large_ - too_small_ + 1) / 2;
      range_ = std::min(range_, limit_);
      if (!is_reached(sample)) continue;
      verdict const is = attempt(sample.within(range_));
      if (is == verdict::too_large) too_large_ = range_;
      if (is == verdict::too_small) {
        too_small_ = range_;
        // Many sidetracks need not be many paths.
        if (range_ + 1 >= too_large_) too_large_ = any_excess + 1;
        wanted_ *= 2;
      }
    }
  }

  /// What the last counts make likely. Where that was too small again and again, steps get longer.
  femtoseconds likely_range() {
    ++likely_tries_;
    femtoseconds const step = likely_ - too_small_;
    int const longer = std::clamp(likely_tries_ - 2, 0, 40);
    return step < any_excess >> longer ? std::min(too_small_ + (step << longer), any_excess) : any_excess;
  }

  void make_prefixes() {
    prefix_ = work_array<femtoseconds, S>(exec_, memory_, problem_.graph.vertex_count());
    problem_.costs.prefix = prefix_.read();
  }
  void reach(near_request const& request) {
    reached_ = find_near_prefixes(exec_, rows_, problem_, request, prefix_.view(), memory_);
  }
  /// Far enough beyond what was reached for another walk to be worth it.
  static femtoseconds further(femtoseconds reached) {
    return reached < any_excess / 8 ? 4 * reached + 1023 : any_excess;
  }
  /// Whether prefixes are known as far as the range goes. If not, a range in which they are may do; else they
  /// are found further, and the sample is taken again: behind what was reached, it knew less than there is.
  bool is_reached(excess_sample& sample) {
    if (reached_ > too_small_ && 2 * sample.within(reached_) >= wanted_) range_ = std::min(range_, reached_);
    if (range_ <= reached_) return true;
    reach({.paths = k_, .excess = std::min(range_, further(reached_))});
    sample = excess_sample(exec_, problem_, memory_, wanted_);
    return false;
  }

  verdict attempt(std::size_t expected) {
    std::size_t const many = 4 * wanted_ + tuning_.spare_paths;
    if (expected > many && range_ < any_excess) {
      collect_all();
      if (ranks_wanted(range_)) return counts_only_ ? counted_within(range_) : by_rank_of_all();
    }
    collect();
    bool const tied = active_->view().size() > many;
    if (tied && ranks_wanted(range_)) return by_rank(range_);
    if (tied && may_shrink()) return verdict::too_large;
    line_graph<S> lines(exec_, problem_, active_->view(), range_, memory_);
    std::size_t const most = 4 * k_ + tuning_.spare_paths;
    std::size_t entries = count_line_graph(exec_, lines, most);
    if (entries > most) {
      if (ranks_wanted(range_)) return by_rank(range_);
      if (may_shrink()) return verdict::too_large;
      entries = count_line_graph(exec_, lines, most_paths);
    }
    lines.fill(exec_, entries);
    return by_bound(lines);
  }

  verdict counted_within(femtoseconds range) {
    range_ = range;
    counted_ = true;
    return verdict::done;
  }
  bool may_shrink() const { return range_ > too_small_ + 1 && range_ > 0; }
  bool at_limit() const { return range_ == limit_ && limit_ < any_excess; }
  bool is_too_many(std::size_t paths) const { return detail::is_too_many(paths, k_, tuning_); }

  void collect_all_sidetracks() {
    collect_sidetracks(exec_, *active_, range_, 4 * wanted_);
    make_row_trees(exec_, *active_, tuning_.trees);
  }
  void collect() {
    collect_all_sidetracks();
    active_view<S> const active = active_->view();
    result_.statistics.active = active.size();
    if (range_ < any_excess) return;
    // Beyond all sidetracks: what they all are within will do as a range for their buckets.
    complete_ = true;
    range_ = reduce(exec_, active.size(), value_term<femtoseconds, femtoseconds, S>{active.excess},
                    femtoseconds{0}, larger_of<femtoseconds>{});
  }

  verdict by_bound(line_graph<S>& lines) {
    path_estimate estimate = count(lines, range_);
    std::size_t const all = estimate.all();
    likely_ = estimate.beyond(k_ + k_ / 2);
    if (all < k_) return by_range(lines, all);
    if (all < aim(estimate) && may_be_wider()) return verdict::too_small;
    // Of few buckets each says little.
    if (femtoseconds const part = estimate.finer(aim(estimate)); part < range_) {
      lines.keep_within(exec_, part);
      estimate = count(lines, part);
      if (estimate.all() < k_) {
        lines.keep_within(exec_, range_);
        estimate = count(lines, range_);
      }
    }
    auto const bound = estimate.holding(k_);
    if (counts_only_) return counted_within(estimate.holding(std::min(aim(estimate), estimate.all())).excess);
    if (is_too_many(bound.paths) && estimate.exact() && ranks_possible(bound.excess))
      return by_rank(bound.excess);
    return by_waves(lines, estimate);
  }

  path_estimate count(line_graph<S> const& lines, femtoseconds within) {
    return estimate_paths(exec_, active_->view(), lines.view(), within, buckets(), k_ + k_ / 2, memory_);
  }
  /// Paths that an estimate had better say. The counts err by some two percent, and more where paths are few
  /// or their number rises fast.
  std::size_t aim(path_estimate const& estimate) const {
    auto const root = static_cast<std::size_t>(std::sqrt(static_cast<double>(k_)));
    return estimate.exact() ? k_ : k_ + k_ / 16 + root;
  }

  /// The range seems to hold so few paths more than k that making them might not do. Once, and where it is
  /// known how far to go, a larger one is tried first: that is cheaper than paths made in vain.
  bool may_be_wider() {
    bool const may =
        !was_widened_ && likely_ > range_ && !at_limit() && !complete_ && too_large_ > any_excess;
    was_widened_ = was_widened_ || may;
    return may;
  }

  /// The range does not seem to hold k paths.
  verdict by_range(line_graph<S>& lines, std::size_t expected) {
    if (at_limit()) return by_waves_within(lines, range_, expected);
    return complete_ ? by_all_paths() : verdict::too_small;
  }

  std::size_t buckets() const {
    std::size_t const lists = active_->view().size() + 1;
    std::size_t const most = memory_.free() / 4 / sizeof(path_count) / lists;
    std::size_t const wanted = k_ < tuning_.many_paths ? tuning_.buckets : 2 * tuning_.buckets;
    return std::max<std::size_t>(2, std::min({wanted, most, most_count_buckets}));
  }

  /// All sidetracks are active and the count did not reach k: perhaps there are no k paths.
  verdict by_all_paths() {
    if (counts_only_) return counted_within(any_excess);
    path_count const all = count_all();
    if (all >= k_ && is_too_many(all)) return verdict::too_small;
    range_ = any_excess;
    collect_all_sidetracks();
    line_graph<S> lines(exec_, problem_, active_->view(), range_, memory_);
    lines.fill(exec_, count_line_graph(exec_, lines, most_paths));
    return by_waves_within(lines, range_, all);
  }

  path_count count_all() {
    collect_active(exec_, *active_, any_excess, active_edges::all, rows_.view().order);
    exact_counting<S> const counting(exec_, problem_, active_->view(),
                                     active_->levels(exec_, rows_.level_begin), 0, 1, tuning_.trees, memory_);
    return counting.of_source(exec_)[0];
  }

  /// Makes all paths within an excess, however many they are.
  verdict by_waves_within(line_graph<S>& lines, femtoseconds excess, std::size_t expected) {
    bounded_waves<S> waves(exec_, active_->view(), lines.view(), memory_, expected);
    if (!grow(waves, excess, std::max(most_made(), expected))) {
      if (ranks_possible(excess)) return by_rank(excess);
      grow(waves, excess, most_paths);
    }
    finish(waves, excess);
    return verdict::done;
  }

  /// Makes all paths within what the estimate says holds k, and within more or less where those were too few
  /// or many.
  verdict by_waves(line_graph<S>& lines, path_estimate const& estimate) {
    std::size_t const aimed = aim(estimate);
    femtoseconds few = -1, many = range_ + 1;
    bounded_waves<S> waves(exec_, active_->view(), lines.view(), memory_, k_ + k_ / 4);
    for (double share = 1;;) {
      std::size_t const wanted = static_cast<std::size_t>(static_cast<double>(aimed) * share);
      femtoseconds excess = wanted < estimate.all() ? estimate.holding(wanted).excess : estimate.range;
      if (excess <= few || excess >= many) excess = few + (many - few + 1) / 2;
      lines.keep_within(exec_, excess);
      bool const hopeless = excess - few <= 1;  // the next lower one is too low
      bool const all = grow(waves, excess, hopeless ? most_paths : most_made());
      if (all && waves.size() >= k_) {
        finish(waves, excess);
        return verdict::done;
      }
      if (all && excess == range_) return by_range(lines, waves.size());
      if (!all && ranks_possible(excess)) {
        if (ranks_cheap(excess) || !grow(waves, excess, most_made_rather()) || waves.size() < k_)
          return by_rank(excess);
        finish(waves, excess);
        return verdict::done;
      }
      (all ? few : many) = excess;
      if (all) share *= static_cast<double>(aimed) / static_cast<double>(waves.size());
    }
  }

  bool grow(bounded_waves<S>& waves, femtoseconds excess, std::size_t most) {
    bool const all = grow_waves(exec_, waves, best_, best_ + excess, most);
    result_.statistics.generated += waves.size();
    result_.statistics.waves += waves.waves();
    return all;
  }

  /// Paths that are rather made than ranked.
  std::size_t most_made() const { return k_ + std::max(k_, tuning_.spare_paths); }
  /// The same where ranks are dear.
  std::size_t most_made_rather() const {
    std::size_t const many = std::min(8 * most_made(), std::size_t{most_paths});
    constexpr std::size_t bytes_of_path = 64;
    return memory_.fits(many * bytes_of_path) ? many : most_made();
  }

  void finish(bounded_waves<S>& waves, femtoseconds excess) {
    rank_waves(exec_, waves);
    paths_ = first_of_waves(exec_, active_->view(), waves, k_, best_, best_ + excess, memory_);
  }

  /// Are there so few different costs within the range that paths can be counted by each?
  bool ranks_possible(femtoseconds within) {
    active_view<S> const active = active_->view();
    unit_ = unit_of(exec_, active);
    std::size_t const costs = costs_within(within);
    return costs <= tuning_.most_buckets &&
           memory_.fits(active.vertex.size() * (costs * sizeof(path_count) + 64));
  }
  /// Counting by each cost does not take much longer than what else there is to do.
  bool ranks_cheap(femtoseconds within) const {
    auto const work = static_cast<double>(active_->view().size()) * static_cast<double>(costs_within(within));
    return work <= tuning_.cheap_counts +
                       tuning_.counts_per_edge * static_cast<double>(problem_.graph.edge_count() + k_);
  }
  /// Ranks are possible, and no smaller range may do with less work.
  bool ranks_wanted(femtoseconds within) {
    return ranks_possible(within) && (ranks_cheap(within) || !may_shrink());
  }
  std::size_t costs_within(femtoseconds range) const {
    return unit_ == 0 ? 1 : static_cast<std::size_t>(range / unit_) + 1;
  }

  verdict by_rank(femtoseconds within) {
    if (counts_only_) return counted_within(within);
    range_ = within;
    collect_all();
    return by_rank_of_all();
  }
  void collect_all() { collect_active(exec_, *active_, range_, active_edges::all, rows_.view().order); }
  verdict by_rank_of_all() {
    std::size_t const costs = costs_within(range_);
    result_.statistics.active = active_->view().size();
    exact_counting<S> const counting(exec_, problem_, active_->view(),
                                     active_->levels(exec_, rows_.level_begin), unit_, costs, tuning_.trees,
                                     memory_);
    std::vector<path_count> const of_cost = counting.of_source(exec_);
    std::size_t const found = std::accumulate(of_cost.begin(), of_cost.end(), std::size_t{0});
    if (found < k_ && !at_limit()) return verdict::too_small;
    std::size_t const kept = std::min(k_, found);
    paths_ = unrank(exec_, counting.view(), of_cost, unit_, best_, kept, rows_.level_count(), memory_);
    result_.statistics.generated += kept;
    return verdict::done;
  }

  owned<sidetrack_paths_view, S> no_paths() const {
    owned<sidetrack_paths_view, S> none_found;
    buffer<id, S> begin(exec_, 1);
    gsta::fill(exec_, begin.view(), 0);
    none_found.view.begin = none_found.keep(std::move(begin));
    return none_found;
  }

  E const& exec_;
  search_problem<S> problem_;
  search_rows<S> const& rows_;
  bounded_tuning tuning_;
  work_memory memory_;
  std::size_t k_, wanted_ = 0;
  bool counts_only_ = false, counted_ = false;
  bool complete_ = false;  ///< the range holds all sidetracks
  int likely_tries_ = 0;
  bool was_widened_ = false;  ///< although it seemed to do
  femtoseconds below_, best_ = no_path, limit_ = any_excess, unit_ = 0;
  femtoseconds reached_ = any_excess;   ///< prefixes are known of what lies within
  work_array<femtoseconds, S> prefix_;  ///< where the problem has none
  femtoseconds range_ = 0, likely_ = -1, too_small_ = -1, too_large_ = any_excess + 1;
  std::optional<active_set<S>> active_;
  std::optional<owned<sidetrack_paths_view, S>> paths_;
  k_paths_result<S> result_;
};

}  // namespace gsta::detail
