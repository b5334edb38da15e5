#pragma once

#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/graph/bits.hpp"
#include "gsta/path/detail/graph/tails.hpp"
#include "gsta/path/detail/recover/rows.hpp"
#include "gsta/path/sidetrack_paths.hpp"

/// Paths as slices of chains. The chain of an edge is that edge and then the forest's choices up to the sink.
/// A path is a slice of the chain of the forest's first edge, then one of each of its sidetracks' chains,
/// each up to where the next sidetrack leaves. Chains are few, since many paths share their sidetracks;
/// heights say how long slices are, so that nothing is walked to find out.
namespace gsta::detail {

/// A path's step: what stands there and by which way the walk goes on; a writer says what they are. Writers
/// that need less have a `step_type` of their own.
struct alignas(8) path_step {
  id vertex, edge;
};

/// Some of a graph's edges, a bit each, and how many of them come before each word of bits.
template <memory_space S>
struct marked_edges {
  static constexpr id bits = 64;
  span<std::uint64_t const, S> word;
  span<id const, S> before;  ///< [words + 1]

  /// An edge of the set by its number among them.
  GSTA_HD id number(id e) const noexcept {
    std::uint64_t const lower = (std::uint64_t{1} << (e % bits)) - 1;
    return before[e / bits] + count_bits(word[e / bits] & lower);
  }
};

/// What a slice follows from: where the chain stands among the steps of all, how many edges it has, and how
/// many the forest's way has from where its first edge leaves.
struct alignas(16) chain_shape {
  std::int64_t begin;
  id length, tail_height;
};

template <memory_space S>
struct path_chains_view {
  marked_edges<S> edges;             ///< those that chains begin with: the root's and every sidetrack
  span<chain_shape const, S> shape;  ///< [chains + 1] in the order of their edges; the last: the root's again
  span<id const, S> edge, tail;      ///< [chains]
};

/// The edges whose chains paths are made of.
template <memory_space S>
struct path_chains {
  buffer<std::uint64_t, S> word;
  buffer<id, S> before;
  buffer<chain_shape, S> shape;
  buffer<id, S> edge, tail;
  buffer<id, S> vertex;          ///< [steps], where chains have been walked already (copy.cuh)
  std::int64_t steps = 0;        ///< of all chains
  std::int64_t root_length = 0;  ///< edges of the best path

  path_chains_view<S> view() const noexcept {
    return {{word.view(), before.view()}, shape.view(), edge.view(), tail.view()};
  }
};

/// Puts the first edges of chains into the set.
template <memory_space S>
struct mark_chain_op {
  span<id const, S> side, choice;
  id source;
  span<std::uint64_t, S> word;
  GSTA_HD id edge(std::size_t i) const noexcept { return i < side.size() ? side[i] : choice[source]; }
  GSTA_HD void mark(id e) const noexcept {
    fetch_or(word[e / marked_edges<S>::bits], std::uint64_t{1} << (e % marked_edges<S>::bits));
  }
  GSTA_HD void operator()(std::size_t i) const noexcept { mark(edge(i)); }
};

/// path/detail/recover/copy.cuh tells the set of an edge less often.
template <executor E>
void mark_chains(E const& exec, mark_chain_op<E::space> const& op) {
  for_each_n(exec, op.side.size() + 1, op);
}

/// Calls `visit(edge)` for the edges of a word.
template <class Visit>
GSTA_HD void each_edge_of_word(std::uint64_t word, std::size_t number, Visit const& visit) noexcept {
  for (; word != 0; word &= word - 1)
    visit(static_cast<id>(number) * marked_edges<memory_space::host>::bits + lowest_bit(word));
}

template <memory_space S>
struct count_chains_op {
  search_problem<S> problem;
  span<std::uint64_t const, S> word;
  span<id, S> count;
  span<std::int64_t, S> steps;
  struct adder {
    search_problem<S> const* problem;
    std::int64_t* sum;
    GSTA_HD void operator()(id e) const noexcept { *sum += 1 + problem->costs.height[problem->graph.to[e]]; }
  };
  GSTA_HD void operator()(std::size_t w) const noexcept {
    std::int64_t sum = 0;
    each_edge_of_word(word[w], w, adder{&problem, &sum});
    count[w] = count_bits(word[w]);
    steps[w] = sum;
  }
};

template <memory_space S>
struct list_chains_op {
  search_problem<S> problem;
  marked_edges<S> edges;
  span<std::int64_t const, S> steps_before;
  span<chain_shape, S> shape;
  span<id, S> edge, tail;
  struct writer {
    list_chains_op const* to;
    id* at;
    std::int64_t* begin;
    GSTA_HD void operator()(id e) const noexcept {
      search_problem<S> const& of = to->problem;
      id const from = row_of(of.graph.begin, e), length = 1 + of.costs.height[of.graph.to[e]];
      to->shape[*at] = {*begin, length, of.costs.height[from]};
      if (e == of.costs.choice[of.graph.source()]) to->shape[to->shape.size() - 1] = to->shape[*at];
      to->edge[*at] = e;
      to->tail[(*at)++] = from;
      *begin += length;
    }
  };
  GSTA_HD void operator()(std::size_t w) const noexcept {
    id at = edges.before[w];
    std::int64_t begin = steps_before[w];
    each_edge_of_word(edges.word[w], w, writer{this, &at, &begin});
  }
};

template <memory_space S>
struct chain_totals_op {
  search_problem<S> problem;
  span<id const, S> before;
  span<std::int64_t const, S> steps_before;
  span<std::int64_t, S> total;
  GSTA_HD void operator()(std::size_t) const noexcept {
    total[0] = before[before.size() - 1];
    total[1] = steps_before[steps_before.size() - 1];
    total[2] = problem.costs.height[problem.graph.source()];
  }
};

template <executor E>
path_chains<E::space> find_chains(E const& exec, search_problem<E::space> const& problem,
                                  view_for<E, id const> side) {
  constexpr memory_space S = E::space;
  std::size_t const words = (problem.graph.edge_count() + marked_edges<S>::bits - 1) /
                            static_cast<std::size_t>(marked_edges<S>::bits);
  path_chains<S> chains{{exec, words}, {exec, words + 1}, {}, {}, {}, {}};
  fill(exec, chains.word.view(), std::uint64_t{0});
  mark_chains(exec, mark_chain_op<S>{side, problem.costs.choice, problem.graph.source(), chains.word.view()});
  auto const word = std::as_const(chains.word).view();
  buffer<std::int64_t, S> steps_before(exec, words + 1), total(exec, 3);
  {
    buffer<id, S> count(exec, words);
    buffer<std::int64_t, S> steps(exec, words);
    for_each_n(exec, words, count_chains_op<S>{problem, word, count.view(), steps.view()});
    exclusive_scan(exec, std::as_const(count).view(), chains.before.view());
    exclusive_scan(exec, std::as_const(steps).view(), steps_before.view());
  }
  marked_edges<S> const edges{word, chains.before.view()};
  for_each_n(exec, 1, chain_totals_op<S>{problem, edges.before, steps_before.view(), total.view()});
  auto const totals = to_vector(exec, total.view());
  auto const count = static_cast<std::size_t>(totals[0]);
  chains.steps = totals[1];
  chains.root_length = totals[2];
  chains.shape = buffer<chain_shape, S>(exec, count + 1);
  for (auto* ids : {&chains.edge, &chains.tail}) *ids = buffer<id, S>(exec, count);
  for_each_n(exec, words,
             list_chains_op<S>{problem, edges, steps_before.view(), chains.shape.view(), chains.edge.view(),
                               chains.tail.view()});
  return chains;
}

/// Walks a chain and writes its steps out.
template <memory_space S, class Writer>
struct write_chain_op {
  search_problem<S> problem;
  path_chains_view<S> chains;
  Writer writer;
  span<typename Writer::step_type, S> step;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id v = chains.tail[i], e = chains.edge[i];
    std::int64_t const begin = chains.shape[i].begin, end = begin + chains.shape[i].length;
    for (std::int64_t at = begin; at < end; ++at) {
      step[at] = writer.step(v, e);
      v = problem.graph.to[e];
      e = problem.costs.choice[v];
    }
  }
};

/// Writes all chains out; path/detail/recover/copy.cuh does it with half the waiting.
template <executor E, class Writer>
void write_chains(E const& exec, write_chain_op<E::space, Writer> const& op,
                  view_for<E, id const> /*vertex*/) {
  for_each_n(exec, op.chains.tail.size(), op);
}

}  // namespace gsta::detail
