#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/detail/recover/counts.hpp"

namespace gsta::detail {

/// A heap with both ends at hand, in a caller's array: the first item is taken next, the last one dropped
/// when there is no room. After Atkinson et al., "Min-max heaps and generalized priority queues", CACM 1986.
/// `Before` is a strict total order of items.
template <memory_space S, class Before>
class two_ended_heap {
 public:
  GSTA_HD two_ended_heap(span<id, S> room, Before before) : room_(room), before_(before) {}

  GSTA_HD id size() const noexcept { return size_; }
  GSTA_HD id last() const noexcept { return room_[last_slot()]; }

  GSTA_HD void push(id item) noexcept {
    id at = size_++;
    room_[at] = item;
    if (at == 0) return;
    id const parent = (at - 1) / 2;
    bool first_up = is_first_level(at);
    if (ahead(parent, at, first_up)) {  // belongs to the levels of the other end
      swap(at, parent);
      at = parent;
      first_up = !first_up;
    }
    while (at > 2 && ahead(at, (at - 3) / 4, first_up)) {
      swap(at, (at - 3) / 4);
      at = (at - 3) / 4;
    }
  }

  GSTA_HD id take_first() noexcept { return take(0); }
  GSTA_HD id take_last() noexcept { return take(last_slot()); }

 private:
  /// Levels of even depth belong to the first end, the others to the last.
  GSTA_HD static bool is_first_level(id at) noexcept {
    bool first = true;
    for (; at > 0; at = (at - 1) / 2) first = !first;
    return first;
  }
  /// True if the item at a is nearer to that end than the one at b.
  GSTA_HD bool ahead(id a, id b, bool first_end) const noexcept {
    return first_end ? before_(room_[a], room_[b]) : before_(room_[b], room_[a]);
  }
  GSTA_HD void swap(id a, id b) noexcept {
    id const kept = room_[a];
    room_[a] = room_[b];
    room_[b] = kept;
  }
  GSTA_HD id last_slot() const noexcept {
    return size_ < 3 ? size_ - 1 : before_(room_[1], room_[2]) ? 2 : 1;
  }

  GSTA_HD id take(id at) noexcept {
    id const item = room_[at];
    room_[at] = room_[--size_];
    if (at < size_) sink(at, is_first_level(at));
    return item;
  }

  GSTA_HD void sink(id at, bool first_end) noexcept {
    while (2 * at + 1 < size_) {
      id best = 2 * at + 1;
      for (id k = 0; k < 5; ++k) {  // the other child and the four grandchildren
        id const other = k == 0 ? 2 * at + 2 : 4 * at + 2 + k;
        if (other < size_ && ahead(other, best, first_end)) best = other;
      }
      if (!ahead(best, at, first_end)) return;
      swap(best, at);
      if (best <= 2 * at + 2) return;
      id const parent = (best - 1) / 2;
      if (ahead(parent, best, first_end)) swap(parent, best);
      at = best;
    }
  }

  span<id, S> room_;
  Before before_;
  id size_ = 0;
};

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

/// Of the source's edges, those by which some path costs less than `below`.
template <memory_space S>
struct is_wanted_end {
  search_problem<S> problem;
  femtoseconds below;
  GSTA_HD femtoseconds cost(std::size_t i) const noexcept {
    std::size_t const e = static_cast<std::size_t>(problem.graph.begin[problem.graph.source()]) + i;
    return problem.graph.cost_over(problem.graph.source(), static_cast<id>(e),
                                   problem.costs.suffix[problem.graph.to[e]]);
  }
  GSTA_HD bool operator()(std::size_t i) const noexcept { return cost(i) < below; }
};

template <memory_space S>
struct end_key_op {
  is_wanted_end<S> ends;
  femtoseconds best;
  span<id, S> edge;  ///< becomes the position of the edge
  span<std::uint64_t, S> key;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    key[i] = static_cast<std::uint64_t>(ends.cost(static_cast<std::size_t>(edge[i])) - best);
    edge[i] += ends.problem.graph.begin[ends.problem.graph.source()];
  }
};

/// Ends in the order of their best paths, no more than the first k: the others' best paths come behind k
/// already. And a bound: what costs as much is not among the first k.
template <memory_space S>
struct wanted_ends {
  buffer<id, S> edge;  ///< [count or more] position in `to`
  std::size_t count = 0;
  femtoseconds best = no_path, below = no_path;
};

template <executor E>
wanted_ends<E::space> find_ends(E const& exec, search_problem<E::space> const& problem, std::size_t k,
                                femtoseconds below) {
  constexpr memory_space S = E::space;
  auto const& graph = problem.graph;
  auto const source = static_cast<std::size_t>(graph.vertex_count() - 2);
  femtoseconds const best = to_vector(exec, problem.costs.suffix.subspan(source, 1))[0];
  if (best >= below) return {};
  auto const first = static_cast<std::size_t>(to_vector(exec, graph.begin.subspan(source, 1))[0]);
  std::size_t const all = graph.edge_count() - first;
  is_wanted_end<S> const wanted{problem, below};
  wanted_ends<S> ends{{exec, all}, 0, best, below};
  ends.count = select(exec, all, wanted, ends.edge.view());
  buffer<std::uint64_t, S> key(exec, ends.count);
  auto const edge = ends.edge.view().subspan(0, ends.count);
  for_each_n(exec, ends.count, end_key_op<S>{wanted, best, edge, key.view()});
  sort_by_key(exec, key.view(), edge, 64);
  if (ends.count < k) return ends;
  ends.count = k;
  std::uint64_t const kth = to_vector(exec, key.view().subspan(k - 1, 1))[0];
  ends.below = std::min(below, best + static_cast<femtoseconds>(kth) + 1);
  return ends;
}

/// A deviation tree, or a piece of one.
template <memory_space S>
struct found_tree {
  buffer<femtoseconds, S> cost;
  buffer<id, S> parent, side, tail, depth;

  template <executor E>
  found_tree(E const& exec, std::size_t n)
      : cost(exec, n), parent(exec, n), side(exec, n), tail(exec, n), depth(exec, n) {}
  deviation_tree_view<S> view() const noexcept {
    return {cost.view(), parent.view(), side.view(), tail.view(), depth.view()};
  }
  /// Fills the tree with what searches found; paths are numbered from `before` on.
  join_searches_op<S> join_op(search_problem<S> const& problem, end_searches<S> const& searches,
                              span<id const, S> source_edge, span<id const, S> numbers,
                              std::size_t before) noexcept {
    return {problem,     searches,      source_edge, numbers,     static_cast<id>(before),
            cost.view(), parent.view(), side.view(), tail.view(), depth.view()};
  }
  static constexpr std::size_t bytes = sizeof(femtoseconds) + 4 * sizeof(id);
};

/// Memory for `ends` searches of `each` paths.
template <memory_space S>
struct search_workspace {
  buffer<femtoseconds, S> cost;
  buffer<id, S> parent, side, tail, depth, rank, order, found;
  id each;

  template <executor E>
  search_workspace(E const& exec, std::size_t ends, std::size_t most)
      : cost(exec, ends * (most + 1)),
        parent(exec, cost.size()),
        side(exec, cost.size()),
        tail(exec, cost.size()),
        depth(exec, cost.size()),
        rank(exec, cost.size()),
        order(exec, ends * most),
        found(exec, ends),
        each(static_cast<id>(most)) {}
  end_searches<S> view() noexcept {
    return {each,         cost.view(), parent.view(), side.view(), tail.view(),
            depth.view(), rank.view(), order.view(),  found.view()};
  }
  static std::size_t bytes(std::size_t most) noexcept {
    return found_tree<S>::bytes * (most + 1) + sizeof(id) * (2 * most + 2);
  }
};

/// Numbers in the whole tree of what a round's searches found, behind the `before` paths that are there
/// already: [ends + 2], of which the first is no end's.
template <executor E>
buffer<id, E::space> number_round(E const& exec, view_for<E, id const> found, std::size_t each,
                                  std::size_t before) {
  constexpr memory_space S = E::space;
  std::size_t const ends = found.size();
  require_ids<E>(exec, found, before, ends * each, "paths_per_end: more paths than ids can number");
  buffer<id, S> count(exec, ends + 1), sums(exec, ends + 2);
  fill(exec, count.view().subspan(0, 1), static_cast<id>(before));
  copy(exec, found, count.view().subspan(1, ends));
  exclusive_scan(exec, std::as_const(count).view(), sums.view());
  return sums;
}

/// All pieces behind one another.
template <executor E>
found_tree<E::space> joined(E const& exec, std::vector<found_tree<E::space>>& pieces, std::size_t n) {
  if (pieces.size() == 1) return std::move(pieces[0]);
  found_tree<E::space> all(exec, n);
  std::size_t at = 0;
  for (auto& piece : pieces) {
    std::size_t const size = piece.cost.size();
    auto const append = [&](auto const& from, auto& to) {
      copy(exec, from.view(), to.view().subspan(at, size));
    };
    append(std::as_const(piece.cost), all.cost);
    append(std::as_const(piece.parent), all.parent);
    append(std::as_const(piece.side), all.side);
    append(std::as_const(piece.tail), all.tail);
    append(std::as_const(piece.depth), all.depth);
    at += size;
  }
  return all;
}

}  // namespace gsta::detail
