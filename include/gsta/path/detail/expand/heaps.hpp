#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Edges of the source, all or some, as a heap: none stands before the one that it hangs on, by what the best
/// path over it costs and then by position. So what stands at 0 is what the forest takes there, and whoever
/// goes down from there finds the next ones without looking at all.
class start_heap {
 public:
  struct start {
    femtoseconds cost = no_path;
    id edge = none;
  };

  /// Of a source whose row is [first, first + edges); none of them is in the heap yet.
  start_heap(id first, std::size_t edges) : first_(first), place_(edges, none) {}

  std::size_t size() const noexcept { return starts_.size(); }
  /// Those that hang on it stand at 2i + 1 and 2i + 2.
  start const& operator[](std::size_t i) const noexcept { return starts_[i]; }
  bool has(id edge) const noexcept { return place_[static_cast<std::size_t>(edge - first_)] != none; }

  /// Costs the logarithm of the size at most.
  void add(start const& of) {
    starts_.push_back(of);
    rise(starts_.size() - 1, of);
  }
  /// Another cost of an edge, which may not be in it. Costs as `add`.
  void set(id edge, femtoseconds cost) noexcept {
    id const at = place_[static_cast<std::size_t>(edge - first_)];
    if (at == none) return;
    auto const i = static_cast<std::size_t>(at);
    femtoseconds const before = starts_[i].cost;
    if (cost < before)
      rise(i, {cost, edge});
    else if (cost > before)
      sink(i, {cost, edge});
  }

 private:
  static bool before(start const& a, start const& b) noexcept {
    return a.cost != b.cost ? a.cost < b.cost : a.edge < b.edge;
  }

  void put(std::size_t i, start const& of) noexcept {
    starts_[i] = of;
    place_[static_cast<std::size_t>(of.edge - first_)] = static_cast<id>(i);
  }
  void rise(std::size_t i, start const of) noexcept {
    for (; i > 0 && before(of, starts_[(i - 1) / 2]); i = (i - 1) / 2) put(i, starts_[(i - 1) / 2]);
    put(i, of);
  }
  void sink(std::size_t i, start const of) noexcept {
    for (std::size_t next = 2 * i + 1; next < starts_.size(); next = 2 * i + 1) {
      if (next + 1 < starts_.size() && before(starts_[next + 1], starts_[next])) ++next;
      if (!before(starts_[next], of)) break;
      put(i, starts_[next]);
      i = next;
    }
    put(i, of);
  }

  id first_;
  std::vector<id> place_;  // [edges of the source] in the heap; none: it is not
  std::vector<start> starts_;
};

/// Makes room for `more` items, twice of what there was if that is more; the old items are held meanwhile.
template <class T>
void make_room(work_memory& memory, std::vector<T>& items, std::size_t more = 1) {
  if (items.capacity() - items.size() >= more) return;
  std::size_t const before = items.capacity() * sizeof(T);
  std::size_t const room = std::max({std::size_t{64}, items.size() + more, 2 * items.capacity()});
  memory.claim(room * sizeof(T));
  items.reserve(room);
  memory.release(before);
}

/// What heaps hold of each vertex. Whoever keeps it searches again at the cost of the vertices that paths
/// come by; a search of its own fills all of it first.
struct heap_room {
  vector_by_id<id> top;     ///< [vertices] of its heap; all unknown between searches
  std::vector<id> touched;  ///< where it is known, if `keeps`
  bool keeps = false;
};

/// For each vertex asked for, a heap of all sidetracks on its way along the forest to the sink, the first in
/// the total order on top: what a path that arrives there can do next.
///
/// A vertex's heap is that of the next vertex together with its own row. The heaps are leftist and never
/// change: merging copies only the nodes that it goes through, so that the heaps of all vertices share most
/// of theirs, and each row is sorted once however many paths come by. (Templates cost nothing unless used.)
template <class Problem>
class sidetrack_heaps {
 public:
  struct node {
    femtoseconds detour;
    id tail, side;
    id rank;             ///< `way_on::rank`
    id left, right;      ///< neither comes before this one; none: there is none
    std::int32_t spine;  ///< nodes from here to the right
  };

  /// Throws: argument_error here and later, where `memory` is short.
  sidetrack_heaps(Problem const& problem, work_memory& memory, heap_room& room)
      : problem_(problem), memory_(memory), room_(room) {
    memory_.claim(problem.graph.vertex_count() * sizeof(id));
    if (!room.keeps || room.top.size() != problem.graph.vertex_count())
      room.top.assign(problem.graph.vertex_count(), unknown);
    set_top(problem.graph.sink(), none);
  }
  sidetrack_heaps(sidetrack_heaps const&) = delete;
  ~sidetrack_heaps() {
    for (id const v : room_.touched) room_.top[v] = unknown;
    room_.touched.clear();
  }

  node const& operator[](id at) const noexcept { return nodes_[at]; }

  /// Top of the heap of `v`, which has a way on or is the sink; none: no sidetrack there.
  id top(id v) {
    while (room_.top[v] == unknown) {
      chain_.push_back(v);
      v = problem_.next(v);
    }
    id top = room_.top[v];
    for (; !chain_.empty(); chain_.pop_back()) set_top(chain_.back(), top = with_row(chain_.back(), top));
    return top;
  }

 private:
  static constexpr id unknown = -2;
  static constexpr std::size_t most_copied = 32;  ///< a spine to the right is no longer than log2 of all

  void set_top(id v, id top) {
    if (room_.keeps) {
      make_room(memory_, room_.touched);
      room_.touched.push_back(v);
    }
    room_.top[v] = top;
  }

  static bool before(node const& a, node const& b) noexcept {
    if (a.detour != b.detour) return a.detour < b.detour;
    return way_on{a.rank, a.side} < way_on{b.rank, b.side};
  }

  /// The row's sidetracks, sorted, as a heap without right sides, merged with the heap of what lies behind.
  id with_row(id v, id behind) {
    auto const& graph = problem_.graph;
    id const first = graph.begin[v], last = graph.begin[v + 1];
    if (last - first == 1) return behind;
    make_room(memory_, nodes_, static_cast<std::size_t>(last - first) + most_copied);
    fresh_ = static_cast<id>(nodes_.size());
    id const choice = problem_.costs.choice[v];
    for (id e = first; e < last; ++e) {
      femtoseconds const detour = e == choice ? no_path : problem_.detour(v, e);
      if (detour == no_path) continue;
      nodes_.push_back({detour, v, e, way_of(problem_, v, e).rank, none, none, 1});
    }
    id const end = static_cast<id>(nodes_.size());
    if (fresh_ == end) return behind;
    std::sort(nodes_.begin() + fresh_, nodes_.end(), before);
    for (id at = fresh_; at + 1 < end; ++at) nodes_[at].left = at + 1;
    return merged(fresh_, behind);
  }

  id merged(id a, id b) {
    if (a == none || b == none) return a == none ? b : a;
    if (before(nodes_[b], nodes_[a])) std::swap(a, b);
    a = own(a);
    id const right = merged(nodes_[a].right, b);
    node& top = nodes_[a];
    top.right = right;
    if (spine(top.left) < spine(top.right)) std::swap(top.left, top.right);
    top.spine = spine(top.right) + 1;
    return a;
  }

  /// A node that may be changed: older ones are part of other heaps.
  id own(id at) {
    if (at >= fresh_) return at;
    nodes_.push_back(node(nodes_[at]));
    return static_cast<id>(nodes_.size()) - 1;
  }
  std::int32_t spine(id at) const noexcept { return at == none ? 0 : nodes_[at].spine; }

  Problem problem_;
  work_memory& memory_;
  heap_room& room_;
  vector_by_id<node> nodes_;
  std::vector<id> chain_;
  id fresh_ = 0;
};

}  // namespace gsta::detail
