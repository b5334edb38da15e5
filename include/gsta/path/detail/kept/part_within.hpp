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

  /// Arrays of the part; rows have their order and levels alone, as engines need them.
  struct arrays {
    buffer<id, S> begin, to, pin, arc, slot, choice, height, next, order;
    buffer<femtoseconds, S> weight, suffix, prefix;

    arrays(std::size_t vertices, std::size_t edges, std::size_t ends)
        : begin(host_executor{}, vertices + 3),
          to(host_executor{}, edges + ends),
          pin(host_executor{}, vertices),
          arc(host_executor{}, edges + ends),
          slot(host_executor{}, ends),
          choice(host_executor{}, vertices + 2),
          height(host_executor{}, vertices + 2),
          next(host_executor{}, vertices + 2),
          order(host_executor{}, vertices + 2),
          weight(host_executor{}, edges + ends),
          suffix(host_executor{}, vertices + 2),
          prefix(host_executor{}, vertices + 2) {}
  };

  search_part<S> copy(timing_search_view<S> const& search, search_problem<S> const& problem,
                      std::vector<id> const& level_of, femtoseconds most) const {
    auto const& graph = problem.graph;
    std::size_t const n = vertex_.size();
    auto const source = static_cast<id>(n), sink = source + 1;
    arrays out(n, edges_, start_.size());
    search_part<S> made;
    id at = 0;
    auto const put = [&](id v, id now, id e) {
      out.to[at] = graph.to[e] == graph.sink() ? sink : number_[static_cast<std::size_t>(graph.to[e])];
      out.weight[at] = graph.weight[e];
      out.arc[at] = search.arc[e];
      if (e == problem.costs.choice[v]) {
        out.choice[now] = at;
        out.next[now] = out.to[at];
      }
      ++at;
    };
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
      out.begin[now] = at;
      out.pin[now] = search.pin_of(v);
      out.prefix[now] = prefix_[static_cast<std::size_t>(v)];
      out.suffix[now] = problem.costs.suffix[v];
      out.height[now] = problem.costs.height[v];
      each_way(problem, v, most, [&](id e) { put(v, now, e); });
    }
    level_begin.insert(level_begin.end(), {sink, sink + 1});
    out.order[sink] = sink;
    out.begin[source] = at;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      out.slot[i] = search.slot_of(start_[i]);
      put(graph.source(), source, start_[i]);
    }
    out.begin[sink] = out.begin[sink + 1] = at;
    out.prefix[source] = out.suffix[sink] = 0;
    out.suffix[source] = out.prefix[sink] = problem.costs.suffix[graph.source()];
    out.height[source] = problem.costs.height[graph.source()];
    out.height[sink] = 0;
    out.choice[sink] = out.next[sink] = none;
    return own(search, std::move(out), std::move(made));
  }
  static search_part<S> own(timing_search_view<S> const& search, arrays&& out, search_part<S>&& made) {
    auto& part = made.search;
    part.view.graph = {part.keep(std::move(out.begin)), part.keep(std::move(out.to)),
                       part.keep(std::move(out.weight))};
    part.view.pin = part.keep(std::move(out.pin));
    part.view.arc = part.keep(std::move(out.arc));
    part.view.slot = part.keep(std::move(out.slot));
    part.view.pins = search.pins;
    part.view.side = search.side;
    auto& costs = made.costs;
    costs.view = {costs.keep(std::move(out.suffix)), costs.keep(std::move(out.prefix)),
                  costs.keep(std::move(out.choice)), costs.keep(std::move(out.height)),
                  costs.keep(std::move(out.next))};
    made.rows.order.view.vertex = made.rows.order.keep(std::move(out.order));
    made.rows.arrays.view.order = made.rows.order.view.vertex;
    return std::move(made);
  }

  level_queue<false> queue_;
  std::vector<femtoseconds> prefix_;  // [vertices] no_path: not of the part
  std::vector<id> number_;            // [vertices] in the part
  std::vector<id> reached_;           // what is written of these two
  std::vector<id> vertex_, start_;    // of the part, by level; edges of the source
  std::size_t edges_ = 0;             // of its rows
};

}  // namespace gsta::detail
