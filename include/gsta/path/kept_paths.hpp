#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/changed_times.hpp"
#include "gsta/path/detail/kept/kept_search.hpp"

namespace gsta {

namespace detail {
template <host_side_executor E>
class kept_search;
}

/// How often kept paths did what.
struct kept_path_counts {
  std::uint64_t made = 0;      ///< search graphs of a split made of the whole design
  std::uint64_t repairs = 0;   ///< searches that found a graph to be repaired, or nothing to do
  std::uint64_t vertices = 0;  ///< of search graphs, found anew by repairs
};

/// What is kept of one design whose paths are asked for again and again while its times change: the search
/// graph of each side, its best costs and its forest, which are repaired in place of being made anew.
/// `find_paths` takes it.
///
/// Where: host, the calling thread. Needs: each problem to be of the same nodes, arcs and checks, with the
/// same types' edges and launches, and to be told of each value that changed. Throws: argument_error where
/// there are latches, whose paths' slacks are no sums.
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

  /// What it did so far.
  kept_path_counts const& counts() const noexcept { return counts_; }

 private:
  template <host_side_executor E>
  friend class detail::kept_search;

  struct kept_side {
    std::optional<detail::kept_timing_search> search;
    std::vector<std::vector<std::uint8_t>> ends;  ///< those of the starts from number 1 on
  };
  static constexpr std::size_t most_ends = 64;

  /// The first paths of one side. `ends` marks those that paths may end at, by 2 * check + data edge; none:
  /// all. Credits may be others each time: what is kept has none.
  ///
  /// Cost: for few paths of all ends, or of ends that were asked for before, O(k log k) and the rows along
  /// them; with credits also a look at each check and at each stage of the clock tree, and a search of the
  /// part of the graph that paths come by which cost no more without credits than the first k of those do
  /// with theirs, for which 16 bytes a vertex are kept; of all of the graph where there are no k paths.
  /// Else as a search of a graph that is there; where the side was not asked for, or a value became defined
  /// or undefined, `make_timing_search`, `make_search_rows` and `find_costs` before.
  template <host_side_executor E>
  path_buffers<S> find(E const& exec, path_arrays<S> const& of, split side,
                       detail::path_request<E> const& request, std::vector<std::uint8_t> const& ends) {
    auto& kept = sides_[static_cast<int>(side)];
    if (!kept.search) {
      kept.search.emplace(exec, of.problem, side);
      ++counts_.made;
    } else {
      ++counts_.repairs;
    }
    std::size_t const starts = number_of(kept, ends);
    return of.credits.any() ? kept.search->find(exec, of.credits, request, starts)
                            : kept.search->find(exec, request, starts);
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

namespace detail {
/// Searches in graphs that are kept, as `path_finder` asks for them.
template <host_side_executor E>
class kept_search {
 public:
  static constexpr memory_space S = memory_space::host;

  kept_search(E const& exec, kept_paths& kept, path_arrays<S> const& of, path_request<E> const& request)
      : exec_(exec), kept_(kept), of_(of), request_(request) {}

  void set_ends(std::vector<std::uint8_t> const& ends) noexcept { ends_ = &ends; }
  bool narrow(std::optional<split>, std::size_t) const noexcept { return false; }
  void widen() const noexcept {}
  bool holds(path_buffers<S> const&, std::size_t) const noexcept { return true; }

  struct of_one_side {
    kept_search& all;
    split side;

    path_buffers<S> find(std::size_t k, std::size_t per_end) {
      path_request<E> request = all.request_;
      request.k = k;
      request.per_end = per_end;
      return all.kept_.find(all.exec_, all.of_, side, request, *all.ends_);
    }
  };
  of_one_side of_side(split side) noexcept { return {*this, side}; }

 private:
  E const& exec_;
  kept_paths& kept_;
  path_arrays<S> const& of_;
  path_request<E> const& request_;
  std::vector<std::uint8_t> const* ends_ = &all_ends;
  static inline std::vector<std::uint8_t> const all_ends{};
};
}  // namespace detail

/// The paths of a query, found in what is kept: the list of `find_paths` without it.
///
/// Shapes: as there; a query without `from` and `through`. Cost: for up to 10,000 paths that of the rows
/// along them. Up to 64 sets of ends (of groups, or of `to`) are kept for each side; another one costs a look
/// at each end. More paths, `per_endpoint` and `unique_pins` cost a search of a graph that is there. The
/// first call for a side, and one behind a value that became defined or undefined, makes the graph:
/// `make_timing_search`, `make_search_rows` and `find_costs`, 24 bytes an edge and 50 a vertex. With credits
/// also a look at each check and stage of the clock tree, and a search in the part of the graph that paths
/// come by which cost no more without credits than the first k do with them. Where: host. Needs:
/// `kept_paths::repair` behind the last change. Throws: argument_error on starts and throughs, which need a
/// graph of their own, and as there. Exact: the same list.
template <host_side_executor E>
path_buffers<memory_space::host> find_paths(E const& exec, kept_paths& kept,
                                            path_arrays<memory_space::host> const& timing,
                                            path_query const& query = {}) {
  require(!query.from && query.through.empty(),
          "find_paths: what is kept has no graph for starts and throughs; search without it");
  require(timing.problem.ends.empty(), "find_paths: what is kept has all ends; say in the query which count");
  return detail::find_by(exec, timing, query, path_scheme<>{}, [&](detail::path_request<E> const& request) {
    return detail::kept_search<E>(exec, kept, timing, request);
  });
}

}  // namespace gsta
