#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/kept_paths.hpp"
#include "gsta/sta/find_paths.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/update/incremental.hpp"

namespace gsta::detail {

/// Paths of a live timer's design as long as its structure stays: kept and repaired where a path's slack is a
/// sum of costs, else searched for in a graph that is made anew.
template <host_side_executor E>
class live_paths {
 public:
  static constexpr memory_space S = memory_space::host;

  /// `repairs` null: every update was a full one.
  path_buffers<S> find(E const& exec, timer<E> const& t, flat_design const& design,
                       incremental_update* repairs, timed_parts const& parts, path_query const& query,
                       live_counts& counts) {
    ++counts.path_searches;
    if (!keeps_paths(t, repairs, query)) {
      ++counts.fresh_paths;
      return gsta::find_paths(exec, t, design, query);
    }
    path_arrays<S> arrays{path_problem_of(t)};
    bool const credits = t.options().credits != common_path::leave_in;
    keep(arrays.problem, *repairs, parts, credits);
    if (credits) arrays.credits = {t.view().clock_tree, t.view().stage_credit};
    path_tables const tables(design, t.nodes().tags, t.nodes().node_tag, t.checks().group_rows,
                             t.view().checks.check, query);
    arrays.places = tables.places(t.nodes().pin_begin);
    std::uint64_t const made = kept_->counts().made;
    auto found = gsta::find_paths(exec, *kept_, arrays, query);
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
  bool keeps_paths(timer<E> const& t, incremental_update const* repairs, path_query const& query) {
    if (repairs == nullptr || t.view().latches.pair.size() != 0) return false;
    if (query.from || !query.through.empty()) return false;
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

  std::optional<kept_paths> kept_;
  std::vector<per_edge> required_, slack_;  // [checks] without credits, where there are some
  bool was_asked_ = false;
  bool made_inside_ = false;  // a transaction that is open
};

}  // namespace gsta::detail
