#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/detail/expand/best_first.hpp"

namespace gsta {

/// Best costs and the forest of best suffixes of one search graph, kept while its weights change: what
/// changed is said edge by edge, and vertices in front are found anew, level by level, until nothing changes
/// any more. A search that starts from what is kept looks at nothing but what its paths come by.
///
/// The source's row is kept as heaps of its edges: one of all, and one of each part of them that is searched
/// by itself.
///
/// Where: host, the calling thread. Needs: the graph's arrays to outlive it, and weights to change only as
/// `touch` is told. Exact: costs are those of `find_costs`, lists those of `k_critical_paths`, to the bit.
class kept_costs {
 public:
  static constexpr memory_space S = memory_space::host;  ///< where all of it lies

  /// Finds all of it once.
  ///
  /// Cost: `make_search_rows` and `find_costs`; 24 bytes a vertex beside them. Throws: as those;
  /// argument_error on a graph that was renumbered.
  template <host_side_executor E>
  kept_costs(E const& exec, search_graph_view<S> const& graph)
      : graph_(graph),
        rows_(make_search_rows(exec, graph)),
        found_(exec, rows_, prefix_costs::left_out),
        level_of_(levels()),
        queue_(level_of_, rows_.level_count()) {
    require(graph.moved.empty(), "kept_costs: a renumbered graph's rows and weights stand apart");
    find_costs(exec, rows_, graph, found_);
    room_.keeps = true;
    add_starts({});
  }

  /// Another heap of starts: of the edges that `wanted` marks, one mark an edge of the source, none: all.
  /// Returns its number; number 0 is that of all. Cost: O(edges of the source). Throws: argument_error on a
  /// size, what allocation throws.
  std::size_t add_starts(host_span<std::uint8_t const> wanted) {
    id const first = graph_.begin[graph_.source()];
    auto const edges = static_cast<std::size_t>(graph_.begin[graph_.sink()] - first);
    require(wanted.empty() || wanted.size() == edges, "kept_costs: flags are not of the source's edges");
    auto& made = starts_.emplace_back(first, edges);
    for (std::size_t i = 0; i < edges; ++i) {
      id const e = first + static_cast<id>(i);
      if (wanted.empty() || wanted[i] != 0) made.add({cost_by(e), e});
    }
    return starts_.size() - 1;
  }

  /// Only the heap of all is left. Cost: none.
  void forget_starts() noexcept { starts_.erase(starts_.begin() + 1, starts_.end()); }

  /// The weight of edge `e` out of `tail` changed. Cost: O(log levels), of an edge of the source that of its
  /// heaps.
  void touch(id tail, id e) {
    if (tail == graph_.source())
      set_start(e);
    else
      queue_.add(tail, level_of_);
  }

  /// Costs, forest and heaps of the weights as they are.
  ///
  /// Cost: the rows of what was touched and of what has a head that changed; returns how many those were.
  /// Throws: what allocation throws.
  std::uint64_t repair() {
    std::uint64_t count = 0;
    auto const out = detail::cost_access::spans(found_);
    for (; !queue_.empty(); ++count) {
      id const v = queue_.take();
      femtoseconds const suffix = out.suffix[v];
      id const height = out.height[v];
      detail::pull_suffix_op<S>{graph_, {&v, 1}, out}(0);
      if (suffix != out.suffix[v] || height != out.height[v]) tell_tails(v);
    }
    return count;
  }

  /// The graph with what was found, where only some of the source's edges start paths: of the heap of this
  /// number. Needs: `repair` behind the last `touch`. Cost: O(1). Throws: nothing.
  search_problem<S> problem(std::size_t starts = 0) noexcept {
    auto const out = detail::cost_access::spans(found_);
    id const source = graph_.source();
    auto const& heap = starts_[starts];
    bool const is_way = heap.size() > 0 && heap[0].cost != no_path;
    out.suffix[source] = is_way ? heap[0].cost : no_path;
    out.choice[source] = is_way ? heap[0].edge : none;
    out.next[source] = is_way ? graph_.to[heap[0].edge] : none;
    out.height[source] = is_way ? out.height[out.next[source]] + 1 : 0;
    return {graph_, found_.view()};
  }

  /// The first k paths by the starts of this number, as `k_critical_paths` has them; by `best_first`,
  /// whatever engine the options name.
  ///
  /// Cost: O(k log k) and the rows along the paths, whatever the size of the graph. Needs: as `problem`.
  /// Throws: as `k_critical_paths`.
  k_paths_result<S> k_critical_paths(k_paths_options const& options, std::size_t starts = 0) {
    return detail::best_first_search(problem(starts), options, &room_, &starts_[starts]).result();
  }

  /// Whether edge `e` of the source is one of the starts of this number.
  bool starts_by(std::size_t starts, id e) const noexcept { return starts_[starts].has(e); }
  /// Edges of the source, in their order: starts of this number that cost no more than `most`.
  ///
  /// Cost: O(n log n) of those. Throws: what allocation throws.
  std::vector<id> starts_within(std::size_t starts, femtoseconds most) const {
    auto const& heap = starts_[starts];
    std::vector<id> found;
    std::vector<std::size_t> waiting{0};  // places of the heap
    while (!waiting.empty()) {
      std::size_t const at = waiting.back();
      waiting.pop_back();
      if (at >= heap.size() || heap[at].cost == no_path || heap[at].cost > most) continue;
      found.push_back(heap[at].edge);
      waiting.insert(waiting.end(), {2 * at + 1, 2 * at + 2});
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  /// [vertices] levels of the graph's order.
  vector_by_id<id> const& level_of() const noexcept { return level_of_; }
  /// What the shape of the graph says.
  search_rows<S> const& rows() const noexcept { return rows_; }

 private:
  vector_by_id<id> levels() const {
    vector_by_id<id> level(graph_.vertex_count());
    for (std::size_t l = 0; l < rows_.level_count(); ++l)
      for (id i = rows_.level_begin[l]; i < rows_.level_begin[l + 1]; ++i)
        level[rows_.view().order[i]] = static_cast<id>(l);
    return level;
  }

  femtoseconds cost_by(id e) const noexcept {
    return graph_.cost_over(graph_.source(), e, found_.view().suffix[graph_.to[e]]);
  }
  void set_start(id e) noexcept {
    femtoseconds const cost = cost_by(e);
    for (auto& heap : starts_) heap.set(e, cost);
  }
  void tell_tails(id v) {
    auto const& in = rows_.view();
    for (id k = in.in_begin[v]; k < in.in_begin[v + 1]; ++k) touch(in.in_from[k], in.in_weight[k]);
  }

  search_graph_view<S> graph_;
  search_rows<S> rows_;
  search_cost_buffers<S> found_;
  vector_by_id<id> level_of_;
  detail::level_queue<true> queue_;
  std::vector<detail::start_heap> starts_;
  detail::heap_room room_;
};

}  // namespace gsta
