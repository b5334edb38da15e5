#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/path/detail/timing/part.hpp"

namespace gsta::detail {

/// Cuts out of a timing search graph what paths within a bound come by: searchable itself, at the cost of
/// that part. What a cut needs of each vertex is kept between cuts, and set back where it was written.
class part_cutter {
  static constexpr memory_space S = memory_space::host;

 public:
  /// `level_of`: of each vertex. Cost: 16 bytes a vertex.
  part_cutter(std::vector<id> const& level_of, std::size_t levels)
      : queue_(level_of, levels), prefix_(level_of.size(), no_path), number_(level_of.size(), none) {}

  /// The part whose paths start by `starts`, edges of the source in their order, and cost no more than
  /// `most`, which some do, with costs and forest; rows keep their order, vertices and edges stand for what
  /// they stood for. Throws: what allocation throws.
  search_part<S> cut(timing_search_view<S> const& search, search_problem<S> const& problem,
                     std::vector<id> starts, std::vector<id> const& level_of, femtoseconds most) {
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
  void walk(search_problem<S> const& problem, std::vector<id> const& level_of, femtoseconds most) {
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

  /// Rows have their order and levels alone, as engines need them.
  search_part<S> copy(timing_search_view<S> const& search, search_problem<S> const& problem,
                      std::vector<id> const& level_of, femtoseconds most) const {
    auto const& graph = problem.graph;
    host_executor const exec;
    std::size_t const n = vertex_.size(), edges = edges_ + start_.size();
    auto const source = static_cast<id>(n), sink = source + 1;
    part_arrays<S> out{{exec, n + 3}, {exec, edges}, {exec, edges}, {exec, edges}, start_.size()};
    part_spans<S> const to{out.begin.view(), out.to.view(), out.weight.view(), out.edge.view()};
    cost_arrays<S> costs(exec, n + 2, true);
    buffer<id, S> pin(exec, n), order(exec, n + 2);
    search_part<S> made;
    id at = 0;
    auto const put = [&](id v, id now, id e) {
      to.put(at, {e, graph.to[e] == graph.sink() ? sink : number_[static_cast<std::size_t>(graph.to[e])],
                  graph.weight[e]});
      if (e == problem.costs.choice[v]) {
        costs.choice[now] = at;
        costs.next[now] = out.to[at];
      }
      ++at;
    };
    auto& level_begin =
        made.rows.level_begin = {0};  // of the source; each level's begin closes the one before
    id last_level = none;
    order[0] = source;
    for (id now = 0; now < source; ++now) {
      id const v = vertex_[static_cast<std::size_t>(now)];
      id const level = level_of[static_cast<std::size_t>(v)];
      if (level != last_level) level_begin.push_back(now + 1);
      last_level = level;
      order[now + 1] = now;
      out.begin[now] = at;
      pin[now] = search.pin_of(v);
      costs.prefix[now] = prefix_[static_cast<std::size_t>(v)];
      costs.suffix[now] = problem.costs.suffix[v];
      costs.height[now] = problem.costs.height[v];
      each_way(problem, v, most, [&](id e) { put(v, now, e); });
    }
    level_begin.insert(level_begin.end(), {sink, sink + 1});
    order[sink] = sink;
    out.begin[source] = at;
    for (id const e : start_) put(graph.source(), source, e);
    out.begin[sink] = out.begin[sink + 1] = at;
    costs.prefix[source] = costs.suffix[sink] = 0;
    costs.suffix[source] = costs.prefix[sink] = problem.costs.suffix[graph.source()];
    costs.height[source] = problem.costs.height[graph.source()];
    costs.height[sink] = 0;
    costs.choice[sink] = costs.next[sink] = none;
    made.search = part_of_search(exec, search, std::move(out), std::move(pin));
    made.costs = std::move(costs).release();
    made.rows.order.view.vertex = made.rows.order.keep(std::move(order));
    made.rows.arrays.view.order = made.rows.order.view.vertex;
    return made;
  }

  level_queue<false> queue_;
  std::vector<femtoseconds> prefix_;  // [vertices] no_path: not of the part
  std::vector<id> number_;            // [vertices] in the part
  std::vector<id> reached_;           // what is written of these two
  std::vector<id> vertex_, start_;    // of the part, by level; edges of the source
  std::size_t edges_ = 0;             // of its rows
};

}  // namespace gsta::detail
