#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gsta/path/detail/expand/first_paths.hpp"
#include "gsta/path/detail/expand/per_end_search.hpp"
#include "gsta/path/detail/recover/counts.hpp"

namespace gsta::detail {

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
