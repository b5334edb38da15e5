#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/changed_times.hpp"
#include "gsta/path/detail/kept/timing_search.hpp"

namespace gsta {

/// How often kept paths did what.
struct kept_path_counts {
  std::uint64_t made = 0;      ///< search graphs of a split made of the whole design
  std::uint64_t repairs = 0;   ///< searches that found a graph to be repaired, or nothing to do
  std::uint64_t vertices = 0;  ///< of search graphs, found anew by repairs
};

/// The worst paths of one design, asked for again and again while its times change: the search graph of each
/// split, its best costs and its forest are kept and repaired in place of being made anew.
///
/// Where: host, the calling thread. Needs: each problem to be of the same nodes, arcs and checks, with the
/// same types' edges and launches, and to be told of each value that changed. Throws: argument_error where
/// there are latches, whose paths' slacks are no sums. Exact: the lists are those of `timing_paths` and
/// `credited_paths`, ties included.
class kept_paths {
 public:
  static constexpr memory_space S = memory_space::host;  ///< where all of it lies

  /// Looks at the arcs that launch once; search graphs are made when first asked for. Cost: O(node arcs).
  explicit kept_paths(path_problem<S> const& problem) : launched_begin_(problem.node_count() + 1, 0) {
    require(problem.latches.size() == 0, "kept_paths: paths to latches that lend are no sums of costs");
    detail::require_fitting(problem);
    each_launch(problem, [&](id from, id) { ++launched_begin_[static_cast<std::size_t>(from) + 1]; });
    for (std::size_t i = 1; i < launched_begin_.size(); ++i) launched_begin_[i] += launched_begin_[i - 1];
    launched_.resize(static_cast<std::size_t>(launched_begin_.back()));
    auto next = launched_begin_;
    each_launch(problem, [&](id from, id to) {
      launched_[static_cast<std::size_t>(next[static_cast<std::size_t>(from)]++)] = to;
    });
  }

  /// Repairs what there is of both splits.
  ///
  /// Cost: rows of what changed and of what is in front of it, as far as costs change. Throws: what
  /// allocation throws.
  void repair(path_problem<S> const& problem, changed_times const& changed) {
    for (auto& side : sides_) {
      if (!side.search) continue;
      kept_side kept = std::exchange(side, {});  // half repaired, where something is thrown
      if (repair(*kept.search, problem, changed)) side = std::move(kept);
    }
  }

  /// The first k paths of one split, as `timing_paths` has them. `ends` marks those that paths may end at, by
  /// 2 * check + data edge; none: all.
  ///
  /// Cost: for few paths of all ends, or of ends that were asked for before, O(k log k) and the rows along
  /// them; else as `timing_paths` of a graph that is searchable already; where the split was not asked for,
  /// or a value became defined or undefined, `make_timing_search`, `make_search_rows` and `find_costs`
  /// before. Throws: as those, argument_error on a constraint or a wrong number of marks.
  template <host_side_executor E>
  path_set first_paths(E const& exec, path_problem<S> const& problem, split side,
                       timing_paths_options const& options, std::vector<std::uint8_t> const& ends = {}) {
    auto& kept = searched(exec, problem, side, options, ends);
    return kept.search->first_paths(exec, options, number_of(kept, ends));
  }
  /// `first_paths` by slacks with common-path credits, as `credited_paths` has them. These may be others each
  /// time: what is kept has none.
  ///
  /// Shapes: required times of the problem are those without credits; `credits` as `path_credits`. Cost: also
  /// a look at each check and at each stage of the clock tree, and `credited_paths` of the part of the graph
  /// that paths come by which cost no more without credits than the first k of those do with theirs, for
  /// which 16 bytes a vertex are kept. Of all of the graph where there are no k paths, and for more than
  /// 10,000 paths, paths of each end and unique pins. Throws: also as `credited_paths`.
  template <host_side_executor E>
  path_set first_paths(E const& exec, path_problem<S> const& problem, path_credits<S> const& credits,
                       split side, timing_paths_options const& options,
                       std::vector<std::uint8_t> const& ends = {}) {
    auto& kept = searched(exec, problem, side, options, ends);
    return kept.search->first_paths(exec, credits, options, number_of(kept, ends));
  }

  /// Of both splits together.
  template <host_side_executor E>
  path_set first_paths(E const& exec, path_problem<S> const& problem, timing_paths_options const& options) {
    auto const early = first_paths(exec, problem, split::early, options),
               late = first_paths(exec, problem, split::late, options);
    return to_path_set(exec, merge_worst(exec, early.view(), late.view(), options.k).view);
  }
  /// Of both splits together, by slacks with common-path credits.
  template <host_side_executor E>
  path_set first_paths(E const& exec, path_problem<S> const& problem, path_credits<S> const& credits,
                       timing_paths_options const& options) {
    auto const early = first_paths(exec, problem, credits, split::early, options),
               late = first_paths(exec, problem, credits, split::late, options);
    return to_path_set(exec, merge_worst(exec, early.view(), late.view(), options.k).view);
  }

  /// What it did so far.
  kept_path_counts const& counts() const noexcept { return counts_; }

 private:
  struct kept_side {
    std::optional<detail::kept_timing_search> search;
    std::vector<std::vector<std::uint8_t>> ends;  ///< those of the starts from number 1 on
  };
  static constexpr std::size_t most_ends = 64;

  template <host_side_executor E>
  kept_side& searched(E const& exec, path_problem<S> const& problem, split side,
                      timing_paths_options const& options, std::vector<std::uint8_t> const& ends) {
    require(options.constraint.empty(), "kept_paths: constraints need a graph of their own");
    require(ends.empty() || ends.size() == 2 * problem.checks.size(),
            "kept_paths: marks are not two for each check");
    auto& kept = sides_[static_cast<int>(side)];
    if (!kept.search) {
      kept.search.emplace(exec, problem, side);
      ++counts_.made;
    } else {
      ++counts_.repairs;
    }
    return kept;
  }

  template <class F>
  static void each_launch(path_problem<S> const& problem, F const& visit) {
    for (std::size_t node = 0; node < problem.node_count(); ++node)
      for (id k = problem.fanin_begin[node]; k < problem.fanin_begin[node + 1]; ++k)
        if (problem.launches(problem.fanin_arc[k])) visit(problem.fanin_from[k], static_cast<id>(node));
  }

  bool repair(detail::kept_timing_search& search, path_problem<S> const& problem,
              changed_times const& changed) {
    bool same = true;
    for (id const node : changed.delays) same = same && search.reweigh_node(problem, node);
    for (id const node : changed.arrivals)
      for (id i = launched_begin_[static_cast<std::size_t>(node)];
           i < launched_begin_[static_cast<std::size_t>(node) + 1]; ++i)
        same = same && search.reweigh_node(problem, launched_[static_cast<std::size_t>(i)]);
    for (id const check : changed.required) same = same && search.reweigh_check(problem, check);
    if (same) counts_.vertices += search.repair();
    return same;
  }

  std::size_t number_of(kept_side& side, std::vector<std::uint8_t> const& ends) {
    if (ends.empty()) return 0;
    auto const found = std::find(side.ends.begin(), side.ends.end(), ends);
    if (found != side.ends.end()) return static_cast<std::size_t>(found - side.ends.begin()) + 1;
    if (side.ends.size() == most_ends) {
      side.ends.clear();
      side.search->forget_ends();
    }
    side.ends.push_back(ends);
    return side.search->add_ends(ends);
  }

  std::vector<id> launched_begin_, launched_;  // of a node: nodes behind its launching arcs
  kept_side sides_[2];
  kept_path_counts counts_;
};

}  // namespace gsta
