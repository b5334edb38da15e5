#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/path/detail/kept/credited_bound.hpp"
#include "gsta/path/detail/kept/part_within.hpp"
#include "gsta/path/detail/recover/walk.hpp"
#include "gsta/path/find_paths.hpp"
#include "gsta/path/kept_costs.hpp"

namespace gsta::detail {

/// One split of a timed design as a search graph whose weights follow the design's times, and its kept costs.
class kept_timing_search {
 public:
  static constexpr memory_space S = memory_space::host;
  using problem_type = path_problem<S>;

  template <host_side_executor E>
  kept_timing_search(E const& exec, problem_type const& problem, split side)
      : kept_timing_search(make_timing_search(exec, problem, side), exec) {}

  /// Finds the weights of a node's two rows anew, and of the pins that launch into it. False where the rows
  /// have other edges now, or costs so large that their sums must be checked: then a new search is made.
  bool reweigh_node(problem_type const& problem, id node) {
    reweigh_row_op<S> const op{input_of(problem), search_.view, view_of(weight_), {&changed_, 1}};
    for (id pin = 2 * node; pin < 2 * node + 2; ++pin) {
      auto const& graph = search_.view.graph;
      id const first = graph.begin[pin], last = graph.begin[pin + 1];
      before_.assign(weight_.begin() + first, weight_.begin() + last);
      op(static_cast<std::size_t>(pin));
      for (id e = first; e < last; ++e) {
        if (before_[static_cast<std::size_t>(e - first)] != graph.weight[e]) costs_.touch(pin, e);
        id const to = graph.to[e];
        if (to >= search_.view.plain && to != graph.sink()) costs_.touch(to, graph.begin[to]);
      }
    }
    return is_sound();
  }

  /// The same for the ends of paths at a check.
  bool reweigh_check(problem_type const& problem, id check) {
    reweigh_end_op<S> const op{input_of(problem), search_.view, view_of(weight_), {&changed_, 1}};
    auto const& slots = search_.view.slot;
    for (id slot = 2 * check; slot < 2 * check + 2; ++slot) {
      op(static_cast<std::size_t>(slot));
      std::size_t const at = lower_bound(slots, std::size_t{0}, slots.size(), slot);
      if (at < slots.size() && slots[at] == slot)
        costs_.touch(search_.view.graph.source(), search_.view.first_end() + static_cast<id>(at));
    }
    return is_sound();
  }

  std::uint64_t repair() { return costs_.repair(); }

  /// Ends of paths that are searched by themselves, by marks of 2 * check + data edge; none: all.
  std::size_t add_ends(std::vector<std::uint8_t> const& wanted) {
    std::vector<std::uint8_t> marks;
    for (id const slot : search_.view.slot)
      if (!wanted.empty()) marks.push_back(wanted[static_cast<std::size_t>(slot)]);
    return costs_.add_starts(view_of(std::as_const(marks)));
  }

  void forget_ends() noexcept { costs_.forget_starts(); }

  /// The first paths by the starts of this number.
  template <host_side_executor E>
  path_buffers<S> find(E const& exec, path_request const& request, std::size_t ends) {
    if (is_plain(request)) {
      k_paths_options search;
      search.k = request.k;
      search.below = request.below;
      search.most_bytes = request.most_bytes;
      auto const found = costs_.first_paths(search, ends);
      return own_paths(walk_paths(search_.view, costs_.problem(ends), found.paths.view));
    }
    closed_ends const others(*this, ends);
    search_part<S> part{search_, costs_.rows(), {}};
    part.costs.view = costs_.problem(ends).costs;
    return path_tracer<E>(exec, request).trace(part);
  }

  /// By slacks with credits, of weights without: in the part of the graph that these paths surely lie in, all
  /// of it where that is not known.
  template <host_side_executor E>
  path_buffers<S> find(E const& exec, path_credits<S> const& credits, path_request const& request,
                       std::size_t ends) {
    credited_tracer<E> tracer(exec, credits, request);
    credit_range const range = tracer.find_credit_range(search_.view.side);
    femtoseconds most = no_path - 1;
    if (is_plain(request))
      most = credited_bound({search_.view, credits.tree, credits.credit}, range, costs_, request, ends);
    auto const problem = costs_.problem(ends);
    if (problem.best() > most) return own_paths({});
    auto const& level_of = costs_.level_of();
    if (!cutter_) cutter_.emplace(level_of, costs_.rows().level_count());
    auto part = cutter_->cut(search_.view, problem, costs_.starts_within(ends, most), level_of, most);
    return tracer.trace(part, range);
  }

 private:
  template <host_side_executor E>
  kept_timing_search(timing_search<S> made, E const& exec)
      : weight_(to_vector(exec, made.view.graph.weight)),
        search_(with_weights(std::move(made))),
        costs_(exec, search_.view.graph) {}

  /// Without the weights that it was made with.
  timing_search<S> with_weights(timing_search<S> made) const {
    made.view.graph.weight = {};
    auto result = clone_view(host_executor{}, made.view);
    result.view.graph.weight = view_of(weight_);
    return result;
  }

  timing_graph_input<S> input_of(problem_type const& problem) noexcept {
    return {problem,
            search_.view.side,
            surely_summable(static_cast<std::size_t>(search_.view.plain)),
            {fault_, timing_faults}};
  }
  bool is_sound() const noexcept {
    id sum = changed_;
    for (id const fault : fault_) sum += fault;
    return sum == 0;
  }

  /// Few paths of all ends.
  static bool is_plain(path_request const& request) noexcept {
    return !request.unique_pins && request.wants_all_ends() && request.is_few();
  }

  /// Ends that are none of some, closed as long as this is there.
  class closed_ends {
   public:
    closed_ends(kept_timing_search& of, std::size_t ends)
        : of_(of),
          first_(of.search_.view.first_end()),
          before_(of.weight_.begin() + first_, of.weight_.end()) {
      for (std::size_t i = 0; i < before_.size(); ++i)
        if (!of.costs_.starts_by(ends, first_ + static_cast<id>(i))) of.weight_[first() + i] = no_path;
    }
    closed_ends(closed_ends const&) = delete;
    ~closed_ends() { std::copy(before_.begin(), before_.end(), of_.weight_.begin() + first_); }

   private:
    std::size_t first() const noexcept { return static_cast<std::size_t>(first_); }
    kept_timing_search& of_;
    id first_;
    std::vector<femtoseconds> before_;
  };

  std::vector<femtoseconds> weight_;  // [edges]
  timing_search<S> search_;           // looks at these
  kept_costs costs_;
  std::optional<part_cutter> cutter_;
  id changed_ = 0, fault_[timing_faults] = {};
  std::vector<femtoseconds> before_;  // scratch
};

}  // namespace gsta::detail
