#pragma once

#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/detail/expand/per_end_heap.hpp"

namespace gsta::detail {

/// Room for the searches of some ends side by side: for each, `each` + 1 paths found or to be found, told as
/// in a deviation tree of its own, and their order.
template <memory_space S>
struct end_searches {
  id each = 0;
  span<femtoseconds, S> cost;
  span<id, S> parent, side, tail, depth;  ///< [ends * (each + 1)]
  span<id, S> rank;                       ///< [ends * (each + 1)] which of those found, from 0
  span<id, S> order;                      ///< [ends * each] a heap of candidates; from behind those found
  span<id, S> found;                      ///< [ends] how many

  GSTA_HD std::size_t first(std::size_t end) const noexcept {
    return end * (static_cast<std::size_t>(each) + 1);
  }
  GSTA_HD deviation_tree_view<S> tree(std::size_t end) const noexcept {
    std::size_t const at = first(end), n = static_cast<std::size_t>(each) + 1;
    return {cost.subspan(at, n), parent.subspan(at, n), side.subspan(at, n), tail.subspan(at, n),
            depth.subspan(at, n)};
  }
  GSTA_HD span<id, S> order_of(std::size_t end) const noexcept {
    return order.subspan(end * static_cast<std::size_t>(each), static_cast<std::size_t>(each));
  }
  /// The slot, among its end's, of the j-th path found.
  GSTA_HD id slot(std::size_t end, id j) const noexcept { return order_of(end)[each - 1 - j]; }
};

/// Best-first search from one edge of the source. There are never more candidates than paths still wanted:
/// the last is dropped for a better one. So all slots, one spare for a candidate that is just looked at, are
/// `each` + 1.
template <memory_space S>
class end_search {
 public:
  GSTA_HD end_search(search_problem<S> const& problem, end_searches<S> const& room, std::size_t end,
                     femtoseconds below)
      : problem_(problem),
        tree_(room.tree(end)),
        room_(room),
        at_(room.first(end)),
        end_(end),
        before_{problem, tree_},
        candidates_(room.order_of(end), before_),
        below_(below) {}

  GSTA_HD void run(id source_edge) noexcept {
    id const head = problem_.graph.to[source_edge];
    put(0, problem_.graph.weight_of(problem_.graph.source(), source_edge) + problem_.costs.suffix[head], none,
        none, none, 0);
    keep(0);
    deviate(0, head);
    while (wanted() > 0 && candidates_.size() > 0) {
      id const slot = candidates_.take_first();
      keep(slot);
      if (wanted() > 0) deviate(slot, problem_.graph.to[tree_.side[slot]]);
    }
    room_.found[end_] = found_;
  }

 private:
  GSTA_HD id wanted() const noexcept { return room_.each - found_; }

  GSTA_HD void put(id slot, femtoseconds cost, id parent, id side, id tail, id depth) noexcept {
    std::size_t const i = at_ + static_cast<std::size_t>(slot);
    room_.cost[i] = cost;
    room_.parent[i] = parent;
    room_.side[i] = side;
    room_.tail[i] = tail;
    room_.depth[i] = depth;
  }
  GSTA_HD void keep(id slot) noexcept {
    room_.rank[at_ + static_cast<std::size_t>(slot)] = found_;
    room_.order_of(end_)[room_.each - 1 - found_] = slot;
    ++found_;
  }

  /// Offers the paths that leave the one at `slot` once more, behind its last sidetrack.
  GSTA_HD void deviate(id slot, id v) noexcept {
    if (wanted() == 0) return;
    femtoseconds const cost = tree_.cost[slot];
    for (; v != problem_.graph.sink(); v = problem_.next(v)) {
      for (id e = problem_.graph.begin[v]; e < problem_.graph.begin[v + 1]; ++e) {
        femtoseconds const more = e == problem_.costs.choice[v] ? no_path : problem_.detour(v, e);
        if (more != no_path && cost + more < below_) offer(cost + more, slot, e, v);
      }
    }
  }

  GSTA_HD void offer(femtoseconds cost, id parent, id side, id tail) noexcept {
    bool const full = candidates_.size() == wanted();
    if (full && cost > tree_.cost[candidates_.last()]) return;
    put(spare_, cost, parent, side, tail, tree_.depth[parent] + 1);
    if (full && !before_(spare_, candidates_.last())) return;
    id const freed = full ? candidates_.take_last() : ++used_;
    candidates_.push(spare_);
    spare_ = freed;
  }

  search_problem<S> problem_;
  deviation_tree_view<S> tree_;
  end_searches<S> room_;
  std::size_t at_, end_;
  found_before<S> before_;
  two_ended_heap<S, found_before<S>> candidates_;
  femtoseconds below_;
  id found_ = 0, spare_ = 1, used_ = 1;
};

template <memory_space S>
struct search_end_op {
  search_problem<S> problem;
  end_searches<S> room;
  span<id const, S> source_edge;
  femtoseconds below;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    end_search<S>(problem, room, i, below).run(source_edge[i]);
  }
};

/// Puts what the ends' searches found into one deviation tree, end by end. The first end of all begins with
/// the best path, the tree's root; the others' best paths deviate from it at the source.
template <memory_space S>
struct join_searches_op {
  search_problem<S> problem;
  end_searches<S> room;
  span<id const, S> source_edge;
  span<id const, S> begin;  ///< [ends + 1] numbers of each end's paths in the tree
  id written;               ///< the paths with numbers before this are elsewhere
  span<femtoseconds, S> cost;
  span<id, S> parent, side, tail, depth;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    bool const has_root = begin[i] == 0;
    for (id j = 0; j < room.found[i]; ++j) {
      std::size_t const from = room.first(i) + static_cast<std::size_t>(room.slot(i, j));
      id const to = begin[i] - written + j;
      bool const is_best = j == 0;
      cost[to] = room.cost[from];
      depth[to] = room.depth[from] + (has_root ? 0 : 1);
      side[to] = is_best && !has_root ? source_edge[i] : room.side[from];
      tail[to] = is_best && !has_root ? problem.graph.source() : room.tail[from];
      parent[to] = !is_best
                       ? begin[i] + room.rank[room.first(i) + static_cast<std::size_t>(room.parent[from])]
                   : has_root ? none
                              : 0;
    }
  }
};

}  // namespace gsta::detail
