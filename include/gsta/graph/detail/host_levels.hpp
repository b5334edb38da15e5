#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/level_ahead.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// The parts that threads take of one loop: some more than there are threads, since they are not equally
/// much work.
inline std::size_t parts_for(host_threads const& threads) { return 4 * std::size_t{threads.count()}; }

/// Where part `p` of `parts` begins in [0, n).
inline std::size_t part_begin(std::size_t n, std::size_t parts, std::size_t p) { return n * p / parts; }

/// A walk of the host along fan-out that gives each vertex its level. Threads append what they find to lists
/// of their own, which are then joined: no counter is shared, and few vertices stay on the calling thread.
class host_level_walk {
 public:
  using host_graph = timing_graph_view<memory_space::host>;

  /// Shapes: `level` and `queue` [vertices], for this walk to write.
  host_level_walk(host_threads const& threads, host_graph const& graph, host_span<id> level,
                  host_span<id> queue)
      : threads_(threads), graph_(graph), level_(level), queue_(queue), found_(parts_for(threads)) {}

  /// Begins of levels. Vertices behind a loop are in none of them; the others' levels are in `level`.
  std::vector<id> run() {
    std::vector<id> begin;
    std::size_t first = 0;
    extend(level_.size(), [&](auto, std::size_t v, auto const& append) { start(v, append); });
    for (begin.push_back(0); end_ > first; begin.push_back(static_cast<id>(first))) {
      host_span<id const> const frontier(queue_.data() + first, end_ - first);
      auto const next = static_cast<id>(begin.size());
      first = end_;
      level_ahead const ahead{graph_.fanout_begin, graph_.fanout_to, graph_.fanout_to, frontier};
      extend(frontier.size(), [&](auto shared, std::size_t i, auto const& append) {
        ahead.ask(i, [](id) {}, [this](id to, id) { ask_for(&level_[to]); });
        release(shared, frontier[i], next, append);
      });
    }
    return begin;
  }

 private:
  static constexpr std::size_t least_shared =
      4096;  // of fewer items one thread makes less than two hand over

  /// Until a vertex has its level, `level_` holds how many of its arcs are still to come.
  template <class Append>
  void start(std::size_t v, Append const& append) const {
    level_[v] = graph_.fanin_begin[v + 1] - graph_.fanin_begin[v];
    if (level_[v] == 0) append(static_cast<id>(v));
  }

  /// Takes an arc from each vertex that `v` drives; whoever takes the last one appends the vertex.
  template <class Shared, class Append>
  void release(Shared shared, id v, id next, Append const& append) const {
    for (id k = graph_.fanout_begin[v]; k < graph_.fanout_begin[v + 1]; ++k) {
      id const to = graph_.fanout_to[k];
      if (!takes_last(shared, level_[to])) continue;
      set_mark(level_[to], next);
      append(to);
    }
  }
  static bool takes_last(std::false_type, id& waiting) noexcept { return --waiting == 0; }
  /// An arc that is alone left has no other thread to fear, and most vertices have but one: for them nothing
  /// is locked.
  static bool takes_last(std::true_type, id& waiting) noexcept {
    return peek(waiting) == 1 || fetch_add(waiting, -1) == 1;
  }

  /// Calls `visit(shared, i, append)` for every i in [0, n) and puts what it appends behind the queue.
  template <class Visit>
  void extend(std::size_t n, Visit const& visit) {
    if (threads_.count() == 1 || n < least_shared) {
      for (std::size_t i = 0; i < n; ++i) visit(std::false_type{}, i, [&](id v) { queue_[end_++] = v; });
      return;
    }
    threads_.for_each_piece(found_.size(), [&](std::size_t p) {
      std::vector<id> mine = std::exchange(found_[p], {});  // its end is not to lie beside other threads'
      mine.clear();
      std::size_t const end = part_begin(n, found_.size(), p + 1);
      for (std::size_t i = part_begin(n, found_.size(), p); i < end; ++i)
        visit(std::true_type{}, i, [&](id v) { mine.push_back(v); });
      found_[p] = std::move(mine);
    });
    join();
  }

  void join() {
    std::vector<std::size_t> begin{end_};
    for (auto const& list : found_) begin.push_back(begin.back() + list.size());
    threads_.for_each_piece(found_.size(), [&](std::size_t p) {
      std::copy(found_[p].begin(), found_[p].end(), queue_.begin() + static_cast<std::ptrdiff_t>(begin[p]));
    });
    end_ = begin.back();
  }

  host_threads threads_;
  host_graph graph_;
  host_span<id> level_, queue_;
  std::vector<std::vector<id>> found_;  // by the parts of one loop
  std::size_t end_ = 0;                 // of the queue
};

/// Puts vertices with id `v` from `from` to `to` in order of their levels, the next one of level l to
/// place[l].
inline void place_by_level(host_span<id const> level, std::size_t from, std::size_t to, id* place,
                           host_span<id> order) {
  for (std::size_t v = from; v < to; ++v) order[place[level[v]]++] = static_cast<id>(v);
}

/// Writes the vertices by level, then by id. Threads take ranges of ids, whose places within each level are
/// counted first; a graph with so many levels that the counts would be most of the work stays on one.
///
/// Shapes: level, order [vertices]; place [levels] where each begins.
inline void order_by_level(host_threads const& threads, host_span<id const> level, std::vector<id> place,
                           host_span<id> order) {
  std::size_t const n = level.size(), levels = place.size(), parts = parts_for(threads);
  if (threads.count() == 1 || 8 * parts * levels > n) return place_by_level(level, 0, n, place.data(), order);
  std::vector<std::vector<id>> places(parts);
  threads.for_each_piece(parts, [&](std::size_t p) {
    vector_by_id<id> count(levels);
    for (std::size_t v = part_begin(n, parts, p); v < part_begin(n, parts, p + 1); ++v) ++count[level[v]];
    places[p] = std::move(count);
  });
  for (auto& part : places) {
    for (std::size_t l = 0; l < levels; ++l) place[l] += std::exchange(part[l], place[l]);
  }
  threads.for_each_piece(parts, [&](std::size_t p) {
    place_by_level(level, part_begin(n, parts, p), part_begin(n, parts, p + 1), places[p].data(), order);
  });
}

}  // namespace gsta::detail
