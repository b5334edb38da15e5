#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/costs/depth_first.hpp"
#include "gsta/path/detail/expand/per_end_pins.hpp"
#include "gsta/path/detail/latched/lent.hpp"
#include "gsta/path/path_lists.hpp"
#include "gsta/path/searchable_timing.hpp"

namespace gsta::detail {

/// On the host, up to so many paths are found sooner one by one than in bulk; times stand in
/// docs/decisions/0014-one-path-stack.md.
inline constexpr std::size_t few_paths = 10'000;

/// Finds the paths that `options` ask for, with all their steps.
template <executor E>
class path_tracer {
 public:
  static constexpr memory_space S = E::space;

  path_tracer(E const& exec, timing_paths_options const& options) : exec_(exec), options_(options) {}

  searchable_timing<S> prepare(path_problem<S> const& problem, split side) const {
    if (side == split::early) return prepare(problem, side, needs_rows());
    auto lent = find_lent(exec_, problem);
    if (lent.size() == 0) return prepare(problem, side, needs_rows());
    auto result = prepare_part(problem, lent.view(), false, needs_rows());
    latched_timing<S> latched{prepare_part(problem, lent.view(), true, false), std::move(lent)};
    result.latched = std::make_shared<latched_timing<S> const>(std::move(latched));
    return result;
  }

  path_buffers<S> trace(searchable_timing<S> const& timing) const {
    if (options_.k == 0 || options_.per_end == 0) return recover(timing, {});
    bool const all_ends = options_.per_end >= options_.k;
    if (!options_.unique_pins) {
      if (all_ends) return trace_first(timing, options_.k).traces;
      return trace_ends(timing, options_.per_end, options_.k);
    }
    return all_ends ? trace_unique(timing) : trace_unique_ends(timing);
  }

  path_buffers<S> trace(path_problem<S> const& problem, split side) const {
    return trace(prepare(problem, side));
  }

  path_buffers<S> trace_both(path_problem<S> const& problem) const {
    auto const early = trace(problem, split::early), late = trace(problem, split::late);
    return merge_worst(exec_, early.view, late.view, options_.k);
  }

 private:
  struct found_paths {
    path_buffers<S> traces;
    bool all = false;  ///< there are no more than these
  };

  searchable_timing<S> prepare(path_problem<S> const& problem, split side, bool rows) const {
    auto search = make_timing_search(exec_, problem, side);
    std::optional<search_rows<S>> of_all;
    if (!options_.constraint.empty()) {
      of_all = make_search_rows(exec_, search.view.graph);
      if (!close_edges_of(*of_all, search)) {
        search = constrain_search(exec_, *of_all, search.view, options_.constraint, options_.form);
        of_all.reset();
      }
    }
    if constexpr (host_side_executor<E>) {
      if (!rows) return {search, {}, depth_first_costs(host_executor{}, search.view.graph).release(), {}};
    }
    if (!of_all) return make_searchable(exec_, search);
    searchable_timing<S> result{search, *std::move(of_all), {}, {}};
    result.costs = find_costs(exec_, result.rows, search.view.graph);
    return result;
  }

  /// Leaves open what satisfies the constraint, where that can be said of edges.
  bool close_edges_of(search_rows<S> const& rows, timing_search<S>& search) const {
    if (options_.form != constraint_form::automatic) return false;
    auto weight = close_edges(exec_, rows, search.view, options_.constraint);
    if (weight) search.view.graph.weight = search.keep(*std::move(weight));
    return weight.has_value();
  }

  /// Of the late checks that lend time, or of the others.
  searchable_timing<S> prepare_part(path_problem<S> const& problem, span<femtoseconds const, S> lent,
                                    bool lends, bool rows) const {
    buffer<per_edge, S> required(exec_, problem.check_required.size());
    for_each_n(exec_, required.size(),
               required_of_part_op<S>{problem.check_required, lent, lends, required.view()});
    path_problem<S> part = problem;
    part.check_required = required.view();
    return prepare(part, split::late, rows);
  }

  /// Whether a search reads rows and prefixes: neither paths of each end nor paths one by one do.
  bool needs_rows() const {
    bool const few = options_.k <= few_paths && !options_.engine;
    return options_.per_end >= options_.k && !few && options_.engine != path_engine::best_first;
  }

  /// The engine for `k` paths over all ends.
  path_engine engine_for(searchable_timing<S> const& timing, std::size_t k) const {
    bool const one_by_one = host_side_executor<E> && (k <= few_paths || !timing.has_rows());
    path_engine const engine =
        options_.engine.value_or(one_by_one ? path_engine::best_first : path_engine::bounded);
    require(timing.has_rows() || engine == path_engine::best_first,
            "timing_paths: the searchable timing was made for few paths, which only best_first searches");
    return engine;
  }

  path_buffers<S> recover(searchable_timing<S> const& timing, sidetrack_paths_view<S> const& paths) const {
    return gsta::recover_paths(exec_, timing.search.view, timing.problem(), paths);
  }

  /// At most `k` paths, and only those that are wanted.
  path_buffers<S> merge_wanted(path_set_view<S> const& a, path_set_view<S> const& b, std::size_t k) const {
    auto const merged = merge_worst(exec_, a, b, k);
    if (options_.below == no_path) return merged;
    auto const slack = to_vector(exec_, merged.view.slack);
    auto const end = std::lower_bound(slack.begin(), slack.end(), options_.below);
    return first_of(merged, static_cast<std::size_t>(end - slack.begin()));
  }

  path_buffers<S> trace_latched(latched_timing<S> const& latched, std::size_t each) const {
    if (latched.timing.search.view.slot.empty()) return recover(latched.timing, {});
    per_end_options search;
    search.each = each;
    search.most_bytes = options_.most_bytes;
    auto const found = paths_per_end(exec_, latched.timing.problem(), search);
    auto paths = recover(latched.timing, found.paths.view);
    open_slacks(exec_, latched.lent.view(), paths);
    return paths;
  }

  /// Asks for ever more paths of each latch, until no more of them can be among the first k.
  found_paths trace_first(searchable_timing<S> const& timing, std::size_t k) const {
    auto rest = trace_sums(timing, k);
    if (timing.latched == nullptr) return rest;
    for (std::size_t each = std::min<std::size_t>(k, 4);; each = std::min(k, 4 * each)) {
      auto const latched = trace_latched(*timing.latched, each);
      auto merged = merge_wanted(rest.traces.view, latched.view, k);
      bool const all = merged.view.size() < k;
      femtoseconds last = options_.below == no_path ? no_path : options_.below - 1;
      if (!all) last = to_vector(exec_, merged.view.slack.subspan(k - 1, 1))[0];
      if (each == k || !may_have_more(exec_, latched.view, each, last)) return {std::move(merged), all};
    }
  }

  found_paths trace_sums(searchable_timing<S> const& timing, std::size_t k) const {
    if (timing.search.view.slot.empty()) return {recover(timing, {}), true};
    k_paths_options search;
    search.k = k;
    search.below = options_.below;
    search.engine = engine_for(timing, k);
    search.most_bytes = options_.most_bytes;
    auto const found = k_critical_paths(exec_, timing.rows, timing.problem(), search);
    return {recover(timing, found.paths.view), found.paths.view.size() < k};
  }

  path_buffers<S> trace_ends(searchable_timing<S> const& timing, std::size_t each, std::size_t k) const {
    auto rest = trace_sums_of_ends(timing, each, k);
    if (timing.latched == nullptr) return rest;
    return merge_wanted(rest.view, trace_latched(*timing.latched, each).view, k);
  }

  path_buffers<S> trace_sums_of_ends(searchable_timing<S> const& timing, std::size_t each,
                                     std::size_t k) const {
    if (timing.search.view.slot.empty()) return recover(timing, {});
    per_end_options search;
    search.each = each;
    search.k = k;
    search.below = options_.below;
    search.most_bytes = options_.most_bytes;
    auto const found = paths_per_end(exec_, timing.problem(), search);
    return recover(timing, found.paths.view);
  }

  path_buffers<S> first_of(path_buffers<S> const& paths, std::size_t k) const {
    if (paths.view.size() <= k) return paths;
    buffer<id, S> taken(exec_, k);
    for_each_n(exec_, k, iota_op<S>{taken.view()});
    return take_paths<E>(exec_, {paths.view, paths.view}, std::as_const(taken).view());
  }

  /// Asks for ever more paths, until k with pins of their own are among them.
  path_buffers<S> trace_unique(searchable_timing<S> const& timing) const {
    for (std::size_t ask = options_.k;; ask = 2 * ask) {
      auto const found = trace_first(timing, ask);
      auto const kept = unique_pins(exec_, found.traces.view);
      if (found.all || kept.view.size() >= options_.k) return first_of(kept, options_.k);
    }
  }

  std::vector<id> slots_of(path_set_view<S> const& paths) const {
    std::vector<id> slot = to_vector(exec_, paths.check);
    auto const data_edge = to_vector(exec_, paths.data_edge);
    for (std::size_t p = 0; p < slot.size(); ++p) slot[p] = 2 * slot[p] + static_cast<id>(data_edge[p]);
    return slot;
  }

  /// The same for so many of each end: here an end may be short of paths though others have plenty.
  path_buffers<S> trace_unique_ends(searchable_timing<S> const& timing) const {
    for (std::size_t ask = options_.per_end;; ask = 2 * ask) {
      auto const found = trace_ends(timing, ask, std::numeric_limits<std::size_t>::max());
      auto const twin = to_vector(exec_, find_twins(exec_, found.view).view());
      auto const slot = slots_of(found.view);
      end_picker picker{twin, slot, options_.per_end};
      if (!picker.pick(ask)) continue;
      if (picker.taken.size() > options_.k) picker.taken.resize(options_.k);
      auto const taken = clone(exec_, picker.taken);
      return take_paths<E>(exec_, {found.view, found.view}, taken.view());
    }
  }

  E const& exec_;
  timing_paths_options const& options_;
};

}  // namespace gsta::detail
