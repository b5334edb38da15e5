#pragma once

#include <utility>

#include "gsta/path/detail/recover_marks.hpp"
#include "gsta/path/detail/recover_rows.hpp"
#include "gsta/path/detail/transpose.hpp"
#include "gsta/path/sidetrack_paths.hpp"

/// Paths as slices of chains. The chain of an edge is that edge and then the forest's choices up to the sink.
/// A path is a slice of the chain of the forest's first edge, then one of each of its sidetracks' chains,
/// each up to where the next sidetrack leaves. Chains are few, since many paths share their sidetracks;
/// heights say how long slices are, so that nothing is walked to find out.
namespace gsta::detail {

/// A path's step: what stands there and by which way the walk goes on; a writer says what they are. Writers
/// that need less have a `step_type` of their own.
struct alignas(8) path_step {
  id place, way;
};

/// The edges whose chains paths are made of: the root's, number `root`, and every sidetrack's.
template <memory_space S>
struct path_chains {
  buffer<id, S> edge;             ///< [chains] ascending
  buffer<id, S> tail;             ///< [chains]
  buffer<std::int64_t, S> begin;  ///< [chains + 1] where each would stand if all were written out
  buffer<id, S> number;           ///< [sides + 1] chain of each sidetrack; the last: of the root
};

template <memory_space S>
struct mark_edge_op {
  span<id const, S> side, choice;
  id source;
  span<std::uint8_t, S> used;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    set_mark<std::uint8_t>(used[i < side.size() ? side[i] : choice[source]], 1);
  }
};

template <memory_space S>
struct is_marked {
  span<std::uint8_t const, S> used;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return used[i] != 0; }
};

template <memory_space S>
struct measure_chain_op {
  search_problem<S> problem;
  span<id const, S> edge;
  span<id, S> tail;
  span<std::int64_t, S> length;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    tail[i] = row_of(problem.graph.begin, edge[i]);
    length[i] = 1 + problem.costs.height[problem.graph.to[edge[i]]];
  }
};

/// Finds each sidetrack's chain among the ascending edges.
template <memory_space S>
struct number_chain_op {
  span<id const, S> side, choice;
  id source;
  span<id const, S> edge;
  span<id, S> number;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    number[i] = row_of(edge, i < side.size() ? side[i] : choice[source]);
  }
};

template <executor E>
path_chains<E::space> find_chains(E const& exec, search_problem<E::space> const& problem,
                                  view_for<E, id const> side) {
  constexpr memory_space S = E::space;
  id const source = problem.graph.source();
  buffer<std::uint8_t, S> used(exec, problem.graph.edge_count());
  fill(exec, used.view(), std::uint8_t{0});
  for_each_n(exec, side.size() + 1, mark_edge_op<S>{side, problem.costs.choice, source, used.view()});
  buffer<id, S> found(exec, std::min(used.size(), side.size() + 1));
  std::size_t const n = select(exec, used.size(), is_marked<S>{std::as_const(used).view()}, found.view());
  // One place more than there are, so that the search below ends before it.
  path_chains<S> chains{{exec, n + 1}, {exec, n}, {exec, n + 1}, {exec, side.size() + 1}};
  copy(exec, std::as_const(found).view().subspan(0, n), chains.edge.view().subspan(0, n));
  buffer<std::int64_t, S> length(exec, n);
  auto const edges = std::as_const(chains.edge).view();
  for_each_n(exec, n, measure_chain_op<S>{problem, edges, chains.tail.view(), length.view()});
  exclusive_scan(exec, std::as_const(length).view(), chains.begin.view());
  for_each_n(exec, chains.number.size(),
             number_chain_op<S>{side, problem.costs.choice, source, edges, chains.number.view()});
  return chains;
}

/// Walks a chain and writes its steps out.
template <memory_space S, class Writer>
struct write_chain_op {
  search_problem<S> problem;
  span<id const, S> edge, tail;
  span<std::int64_t const, S> begin;
  Writer writer;
  span<typename Writer::step_type, S> step;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id v = tail[i], e = edge[i];
    for (std::int64_t at = begin[i]; at < begin[i + 1]; ++at) {
      step[at] = writer.step(v, e);
      v = problem.graph.to[e];
      e = problem.costs.choice[v];
    }
  }
};

}  // namespace gsta::detail
