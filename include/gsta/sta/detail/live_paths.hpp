#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/first_paths.hpp"
#include "gsta/path/kept_paths.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/update/incremental.hpp"

namespace gsta::detail {

/// Which paths of a live timer are asked for.
struct live_path_query {
  timing_paths_options options;
  std::optional<split> side;         ///< of both, where there is none
  std::vector<std::uint8_t> ends{};  ///< of one side: marks by 2 * check + data edge; none: all
};

/// Paths of a live timer's design as long as its structure stays: kept and repaired where a path's slack is a
/// sum of costs, else searched for in a graph that is made anew.
template <host_side_executor E>
class live_paths {
 public:
  static constexpr memory_space S = memory_space::host;

  /// `repairs` null: every update was a full one.
  path_set find(E const& exec, timer<E> const& t, incremental_update* repairs, timed_parts const& parts,
                live_path_query const& query, live_counts& counts) {
    ++counts.path_searches;
    auto problem = path_problem_of(t);
    require(query.ends.empty() || query.ends.size() == 2 * problem.checks.size(),
            "live_timer: marks of ends are not two for each check");
    if (!keeps_paths(problem, repairs, query.options)) {
      ++counts.fresh_paths;
      return find_fresh(exec, t, problem, query);
    }
    keep(problem, *repairs, parts, has_credits(t));
    std::uint64_t const made = kept_->counts().made;
    auto found =
        has_credits(t) ? find_kept(exec, query, problem, credits_of(t)) : find_kept(exec, query, problem);
    if (made != kept_->counts().made) ++counts.fresh_paths;
    return found;
  }

  /// What is kept goes with a roll-back: it was not there when the transaction began.
  void roll_back() noexcept {
    if (std::exchange(made_inside_, false)) kept_.reset();
  }
  void commit() noexcept { made_inside_ = false; }

 private:
  /// Not for the first search: many designs are asked once, and then less is looked at in front of the worst
  /// checks alone.
  bool keeps_paths(path_problem<S> const& problem, incremental_update const* repairs,
                   timing_paths_options const& options) {
    if (repairs == nullptr || problem.latches.size() != 0 || !options.constraint.empty()) return false;
    return std::exchange(was_asked_, true);
  }

  void keep(path_problem<S>& problem, incremental_update& repairs, timed_parts const& parts, bool credits) {
    if (!kept_) {
      made_inside_ = repairs.is_open();
      repairs.tell_written(parts);
    }
    auto const changed = repairs.written()->changed();
    if (credits) problem.check_required = required_without_credits(parts, changed.required);
    if (kept_)
      kept_->repair(problem, changed);
    else
      kept_.emplace(problem);
    repairs.written()->clear();
  }

  /// Where checks have credits their required times stand for those of the worst arrivals.
  host_span<per_edge const> required_without_credits(timed_parts const& parts, host_span<id const> changed) {
    std::size_t const checks = parts.checks.check.size();
    bool const all = !kept_;
    if (all) {
      required_.resize(checks);
      slack_.resize(checks);
    }
    check_op<S, timing_by_id<S>> const op{
        parts.checks.check,
        parts.design.luts,
        {std::as_const(parts.delays->slew).view(), std::as_const(parts.arrivals->node_arrival).view()},
        view_of(required_),
        view_of(slack_)};
    if (all)
      for (std::size_t i = 0; i < checks; ++i) op(i);
    else
      for (id const i : changed) op(static_cast<std::size_t>(i));
    return view_of(std::as_const(required_));
  }

  template <class... Credits>
  path_set find_kept(E const& exec, live_path_query const& query, path_problem<S> const& problem,
                     Credits const&... credits) {
    return query.side ? kept_->first_paths(exec, problem, credits..., *query.side, query.options, query.ends)
                      : kept_->first_paths(exec, problem, credits..., query.options);
  }

  static bool has_credits(timer<E> const& t) noexcept { return t.options.credits != common_path::leave_in; }
  static path_credits<S> credits_of(timer<E> const& t) noexcept {
    return {t.clocks.view, t.lanes.credit.view()};
  }

  /// Ends that are not asked for have no required time.
  static path_problem<S> part_of(path_problem<S> problem, live_path_query const& query,
                                 std::vector<per_edge>& required) {
    if (query.ends.empty()) return problem;
    required.assign(problem.check_required.begin(), problem.check_required.end());
    for (std::size_t i = 0; i < query.ends.size(); ++i)
      if (query.ends[i] == 0) required[i / 2][static_cast<int>(i % 2)] = math::infinity;
    problem.check_required = view_of(std::as_const(required));
    return problem;
  }

  /// In a graph that is made for these paths alone, where it may be of the worst checks alone.
  static path_set find_fresh(E const& exec, timer<E> const& t, path_problem<S> problem,
                             live_path_query const& query) {
    std::optional<path_credits<S>> credits;
    slack_state<S> raw;
    if (has_credits(t)) {
      raw = make_slack_state(exec, 0, t.checks.view.check.size(), t.checks.view.endpoint_pin.size());
      update_checks(exec, t.checks, t.design.view.luts, t.delays, t.arrivals, raw);
      problem.check_required = std::as_const(raw.check_required).view();
      credits = credits_of(t);
    }
    if (!query.side) {
      known_slacks const known{t.slacks.check_slack.view(), t.nodes.order.count()};
      return gsta::first_paths(exec, problem, credits ? &*credits : nullptr, known, query.options);
    }
    std::vector<per_edge> required;
    auto const part = part_of(problem, query, required);
    auto const found = credits ? credited_paths(exec, part, *credits, *query.side, query.options)
                               : timing_paths(exec, part, *query.side, query.options);
    return to_path_set(exec, found.view);
  }

  std::optional<kept_paths> kept_;
  std::vector<per_edge> required_, slack_;  // [checks] without credits, where there are some
  bool was_asked_ = false;
  bool made_inside_ = false;  // a transaction that is open
};

}  // namespace gsta::detail
