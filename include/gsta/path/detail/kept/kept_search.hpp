#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/search.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/path/detail/credited/credit_levels.hpp"
#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/find_paths.hpp"
#include "gsta/path/kept_costs.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/path/recover.hpp"

namespace gsta::detail {

/// Cuts out of a timing search graph what paths within a bound come by: searchable itself, at the cost of
/// that part. What a cut needs of each vertex is kept between cuts, and set back where it was written.
class part_cutter {
  static constexpr memory_space S = memory_space::host;

 public:
  /// `level_of`: of each vertex. Cost: 16 bytes a vertex.
  part_cutter(vector_by_id<id> const& level_of, std::size_t levels)
      : queue_(level_of, levels), prefix_(level_of.size(), no_path), number_(level_of.size(), none) {}

  /// The part whose paths start by `starts`, edges of the source in their order, and cost no more than
  /// `most`, which some do, with costs and forest; rows keep their order, vertices and edges stand for what
  /// they stood for. Throws: what allocation throws.
  search_part<S> cut(timing_search_view<S> const& search, search_problem<S> const& problem,
                     std::vector<id> starts, vector_by_id<id> const& level_of, femtoseconds most) {
    cleaner const behind{*this};
    start_ = std::move(starts);
    walk(problem, level_of, most);
    return copy(search, problem, level_of, most);
  }

 private:
  struct cleaner {
    part_cutter& of;
    ~cleaner() {
      of.queue_.drain();
      for (id const v : of.reached_) {
        of.prefix_[static_cast<std::size_t>(v)] = no_path;
        of.number_[static_cast<std::size_t>(v)] = none;
      }
      of.reached_.clear();
    }
  };

  /// Enters by the starts and goes on level by level: when a vertex is taken, all within the bound that lead
  /// to it are done, so that its prefix is that of the whole graph.
  void walk(search_problem<S> const& problem, vector_by_id<id> const& level_of, femtoseconds most) {
    auto const& graph = problem.graph;
    vertex_.clear();
    edges_ = 0;
    auto const reach = [&](id v, femtoseconds prefix) {
      if (v == graph.sink()) return;
      auto& best = prefix_[static_cast<std::size_t>(v)];
      if (best == no_path) reached_.push_back(v);
      best = std::min(best, prefix);
      queue_.add(v, level_of);
    };
    for (id const e : start_) reach(graph.to[e], graph.weight[e]);
    while (!queue_.empty()) {
      id const v = queue_.take();
      number_[static_cast<std::size_t>(v)] = static_cast<id>(vertex_.size());
      vertex_.push_back(v);
      each_way(problem, v, most, [&](id e) {
        ++edges_;
        reach(graph.to[e], prefix_[static_cast<std::size_t>(v)] + graph.weight[e]);
      });
    }
  }
  /// Calls `visit(edge)` for the ways on that stay within the bound, in their order.
  template <class F>
  void each_way(search_problem<S> const& problem, id v, femtoseconds most, F const& visit) const {
    auto const& graph = problem.graph;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      femtoseconds const cost = graph.cost_over(v, e, problem.costs.suffix[graph.to[e]]);
      if (cost != no_path && prefix_[static_cast<std::size_t>(v)] + cost <= most) visit(e);
    }
  }

  /// Arrays of the part while they are written.
  struct copied {
    part_arrays<S> arrays;
    cost_arrays<S> costs;
    buffer<id, S> pin, order;
    id at = 0;  ///< the next edge

    copied(std::size_t vertices, std::size_t edges, std::size_t entries)
        : arrays{{host_executor{}, vertices + 3},
                 {host_executor{}, edges},
                 {host_executor{}, edges},
                 {host_executor{}, edges},
                 entries},
          costs(host_executor{}, vertices + 2, true),
          pin(host_executor{}, vertices),
          order(host_executor{}, vertices + 2) {}

    /// Of the row of `now`, which is `v` of the whole.
    void put(search_problem<S> const& problem, id v, id now, id e, id head) {
      arrays.to[at] = head;
      arrays.weight[at] = problem.graph.weight[e];
      arrays.edge[at] = e;
      if (e == problem.costs.choice[v]) {
        costs.choice[now] = at;
        costs.next[now] = head;
      }
      ++at;
    }
    void set_costs(id now, femtoseconds prefix, femtoseconds suffix, id height) {
      costs.prefix[now] = prefix;
      costs.suffix[now] = suffix;
      costs.height[now] = height;
    }
  };

  id head_of(search_graph_view<S> const& graph, id e) const {
    id const to = graph.to[e];
    return to == graph.sink() ? static_cast<id>(vertex_.size()) + 1 : number_[static_cast<std::size_t>(to)];
  }

  /// Rows have their order and levels alone, as engines need them.
  search_part<S> copy(timing_search_view<S> const& search, search_problem<S> const& problem,
                      vector_by_id<id> const& level_of, femtoseconds most) const {
    copied out(vertex_.size(), edges_ + start_.size(), start_.size());
    search_part<S> made;
    auto const source = static_cast<id>(vertex_.size()), sink = source + 1;
    auto& level_begin =
        made.rows.level_begin = {0};  // of the source; each level's begin closes the one before
    id last_level = none;
    out.order[0] = source;
    for (id now = 0; now < source; ++now) {
      id const v = vertex_[static_cast<std::size_t>(now)];
      id const level = level_of[static_cast<std::size_t>(v)];
      if (level != last_level) level_begin.push_back(now + 1);
      last_level = level;
      out.order[now + 1] = now;
      out.arrays.begin[now] = out.at;
      out.pin[now] = search.pin_of(v);
      out.set_costs(now, prefix_[static_cast<std::size_t>(v)], problem.costs.suffix[v],
                    problem.costs.height[v]);
      each_way(problem, v, most, [&](id e) { out.put(problem, v, now, e, head_of(problem.graph, e)); });
    }
    level_begin.insert(level_begin.end(), {sink, sink + 1});
    out.order[sink] = sink;
    close(problem, out);
    made.search = part_of_search(host_executor{}, search, std::move(out.arrays), std::move(out.pin));
    made.costs = std::move(out.costs).release();
    made.rows.order.view.vertex = made.rows.order.keep(std::move(out.order));
    made.rows.arrays.view.order = made.rows.order.view.vertex;
    return made;
  }
  /// Source and sink.
  void close(search_problem<S> const& problem, copied& out) const {
    auto const source = static_cast<id>(vertex_.size()), sink = source + 1;
    id const whole = problem.graph.source();
    out.arrays.begin[source] = out.at;
    for (id const e : start_) out.put(problem, whole, source, e, head_of(problem.graph, e));
    out.arrays.begin[sink] = out.arrays.begin[sink + 1] = out.at;
    femtoseconds const best = problem.costs.suffix[whole];
    out.set_costs(source, 0, best, problem.costs.height[whole]);
    out.set_costs(sink, best, 0, 0);
    out.costs.choice[sink] = out.costs.next[sink] = none;
  }

  level_queue<false> queue_;
  std::vector<femtoseconds> prefix_;  // [vertices] no_path: not of the part
  std::vector<id> number_;            // [vertices] in the part
  std::vector<id> reached_;           // what is written of these two
  std::vector<id> vertex_, start_;    // of the part, by level; edges of the source
  std::size_t edges_ = 0;             // of its rows
};

/// What a path over these sidetracks costs with the credit of its own launch and capture; no_path: it is in
/// no lane.
inline femtoseconds credited_cost(credited_graph<memory_space::host> const& of,
                                  search_problem<memory_space::host> const& problem,
                                  sidetrack_paths_view<memory_space::host> const& paths, std::size_t p) {
  id const first = paths.begin[p], end = paths.begin[p + 1], source = problem.graph.source();
  id const start = first < end && paths.side[first] >= problem.graph.begin[source]
                       ? paths.side[first]
                       : problem.costs.choice[source];
  id v = problem.graph.to[first < end ? paths.side[end - 1] : start];
  if (v == problem.graph.sink()) return no_path;
  while (problem.next(v) != problem.graph.sink()) v = problem.next(v);
  femtoseconds const credit = of.credit_of(of.launch_row(v), of.capture_row(start));
  return credit == no_path ? no_path : paths.cost[p] + credit;
}

/// What no path costs more than without credits that is among the first k with them, of the starts of this
/// number: the first k without credits say how much k paths cost at most. Where there are no k paths, or one
/// is in no lane, it is what none costs.
template <host_side_executor E>
femtoseconds credited_bound(credited_graph<memory_space::host> const& of, credit_range const& range,
                            kept_costs& costs, path_request<E> const& request, std::size_t starts) {
  k_paths_options search;
  search.k = request.k;
  search.most_bytes = request.most_bytes;
  bool const is_cut = request.below < most_femtoseconds;
  if (is_cut) search.below = request.below - range.least;
  auto const found = costs.k_critical_paths(search, starts);
  auto const paths = found.paths.view;
  auto const problem = costs.problem(starts);
  femtoseconds most = paths.size() < request.k ? no_path : -no_path;
  for (std::size_t p = 0; p < paths.size() && most != no_path; ++p)
    most = std::max(most, credited_cost(of, problem, paths, p));
  if (is_cut) most = std::min(most, request.below - 1);
  return most == no_path ? no_path - 1 : most - range.least;
}

/// The paths of `recover_paths`, each walked by itself: for few paths, since nothing of the size of the graph
/// is looked at.
inline path_set walk_paths(timing_search_view<memory_space::host> const& search,
                           search_problem<memory_space::host> const& problem,
                           sidetrack_paths_view<memory_space::host> const& paths) {
  auto const& graph = problem.graph;
  trace_writer<memory_space::host> const writer{search, {}, {}, {}};
  path_set set;
  std::vector<path_step> steps;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    id side = paths.begin[p], first = none;
    steps.clear();
    for (id v = graph.source(); v != graph.sink();) {
      bool const leaves = side < paths.begin[p + 1] && paths.side[side] >= graph.begin[v] &&
                          paths.side[side] < graph.begin[v + 1];
      id const e = leaves ? paths.side[side++] : problem.costs.choice[v];
      if (v == graph.source())
        first = e;
      else
        steps.push_back(writer.step(v, e));
      v = graph.to[e];
    }
    for (std::size_t i = steps.size(); i-- > 0;)
      set.add_step(steps[i].vertex / 2, static_cast<edge>(steps[i].vertex % 2), steps[i].edge);
    id const slot = search.slot_of(first);
    set.end_path(paths.cost[p], slot / 2, static_cast<edge>(slot % 2));
  }
  return set;
}

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
    std::vector<std::uint8_t> flags;
    for (id const slot : search_.view.slot)
      if (!wanted.empty()) flags.push_back(wanted[static_cast<std::size_t>(slot)]);
    return costs_.add_starts(view_of(std::as_const(flags)));
  }

  void forget_ends() noexcept { costs_.forget_starts(); }

  /// The first paths by the starts of this number.
  template <host_side_executor E>
  path_buffers<S> find(E const& exec, path_request<E> const& request, std::size_t ends) {
    if (is_plain(request)) {
      k_paths_options search;
      search.k = request.k;
      search.below = request.below;
      search.most_bytes = request.most_bytes;
      auto const found = costs_.k_critical_paths(search, ends);
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
  path_buffers<S> find(E const& exec, path_credits<S> const& credits, path_request<E> const& request,
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
  template <host_side_executor E>
  static bool is_plain(path_request<E> const& request) noexcept {
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
