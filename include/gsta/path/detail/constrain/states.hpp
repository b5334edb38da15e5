#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/graph/bits.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Which of a constraint's sets each vertex is in, a bit a set: throughs in walk order, bit `throughs` always
/// clear, then the sets that walks begin and end in. So a walk that has passed s throughs passes the next one
/// at a vertex with bit s, and passes no more when it has passed all.
template <memory_space S>
struct constraint_sets {
  span<std::uint64_t const, S> word;  ///< [vertices * words]
  id words = 1, throughs = 0;
  bool any_first = true, any_last = true;

  GSTA_HD bool has(id v, id bit) const noexcept { return (at(v, bit / 64) >> (bit % 64) & 1) != 0; }
  GSTA_HD std::uint64_t at(id v, id w) const noexcept {
    return word[static_cast<std::size_t>(v) * static_cast<std::size_t>(words) + static_cast<std::size_t>(w)];
  }
  GSTA_HD bool may_begin(id v) const noexcept { return any_first || has(v, throughs + 1); }
  GSTA_HD bool may_end(id v) const noexcept { return any_last || has(v, throughs + 2); }
  /// True where even a walk that visits no vertex is let through.
  GSTA_HD bool passes_all() const noexcept { return throughs == 0 && any_first && any_last; }
  /// Throughs passed when a walk that has passed `state` comes to v: at most one more a vertex.
  GSTA_HD id advance(id state, id v) const noexcept { return has(v, state) ? state + 1 : state; }
};

/// A constraint's sets as pairs of a position and a bit. Positions are vertices, or what stands for several.
struct constraint_pairs {
  std::vector<id> member, bit;
  id throughs = 0;
  bool any_first = true, any_last = true;

  id words() const noexcept { return (throughs + 3 + 63) / 64; }
  void add(id at, id set) {
    member.push_back(at);
    bit.push_back(set);
  }
};

template <memory_space S>
struct set_pair_op {
  span<id const, S> member, bit;
  std::size_t words;
  span<std::uint64_t, S> word;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const at =
        static_cast<std::size_t>(member[i]) * words + static_cast<std::size_t>(bit[i] / 64);
    fetch_or(word[at], std::uint64_t{1} << (bit[i] % 64));
  }
};

/// The table of `constraint_sets` for this many positions.
template <executor E>
buffer<std::uint64_t, E::space> make_set_table(E const& exec, std::size_t members,
                                               constraint_pairs const& pairs) {
  constexpr memory_space S = E::space;
  auto const words = static_cast<std::size_t>(pairs.words());
  buffer<std::uint64_t, S> table(exec, members * words);
  fill(exec, table.view(), std::uint64_t{0});
  buffer<id, S> const member = clone(exec, pairs.member), bit = clone(exec, pairs.bit);
  for_each_n(exec, member.size(), set_pair_op<S>{member.view(), bit.view(), words, table.view()});
  return table;
}

template <memory_space S>
constraint_sets<S> sets_of(constraint_pairs const& pairs, span<std::uint64_t const, S> table) noexcept {
  return {table, pairs.words(), pairs.throughs, pairs.any_first, pairs.any_last};
}

enum class walk_direction { along_walks, against_walks };

template <memory_space S, class Op>
struct vertices_op {
  span<id const, S> vertex;
  Op op;
  GSTA_HD void operator()(std::size_t i) const noexcept { op(vertex[i]); }
};

/// Calls `op(vertex)` for every vertex, level by level; constraint_sweep.cuh does it in one launch.
template <executor E, class Op>
void sweep_rows(E const& exec, search_rows<E::space> const& rows, walk_direction direction, Op const& op) {
  std::size_t const levels = rows.level_count();
  for (std::size_t l = 0; l < levels; ++l) {
    std::size_t const level = direction == walk_direction::along_walks ? l : levels - 1 - l;
    auto const first = static_cast<std::size_t>(rows.level_begin[level]);
    auto const count = static_cast<std::size_t>(rows.level_begin[level + 1]) - first;
    for_each_n(exec, count, vertices_op<E::space, Op>{rows.view().order.subspan(first, count), op});
  }
}

// The automaton of a constraint: its state is the number of throughs passed. A walk advances wherever it
// can, which passes them all if that is possible at all, and has one run: so walks of the product of graph
// and automaton are just the walks that satisfy the constraint, once each.

/// States of each vertex as bits.
template <memory_space S>
struct vertex_states {
  span<std::uint64_t, S> word;
  id words;
  GSTA_HD std::uint64_t& at(id v, id w) const noexcept {
    return word[static_cast<std::size_t>(v) * static_cast<std::size_t>(words) + static_cast<std::size_t>(w)];
  }
  GSTA_HD std::uint64_t or_none(id v, id w) const noexcept { return w < words ? at(v, w) : 0; }
};

/// How many edges the source has: the sink, behind it, has none.
template <executor E>
std::size_t source_degree(E const& exec, search_graph_view<E::space> const& graph) {
  auto const first = to_vector(exec, graph.begin.subspan(graph.vertex_count() - 2, 1))[0];
  return graph.edge_count() - static_cast<std::size_t>(first);
}

/// Enters the graph by an edge of the source.
template <memory_space S>
struct enter_states_op {
  search_graph_view<S> graph;
  constraint_sets<S> sets;
  vertex_states<S> states;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = graph.to[static_cast<std::size_t>(graph.begin[graph.source()]) + i];
    if (v == graph.sink() || !sets.may_begin(v)) return;
    fetch_or(states.at(v, 0), std::uint64_t{1} << sets.advance(0, v));
  }
};

/// Hands the states in which a vertex is reached on to its heads. Pushed, since rows of a timing graph are
/// short in the walk's direction only.
template <memory_space S>
struct push_states_op {
  search_graph_view<S> graph;
  constraint_sets<S> sets;
  vertex_states<S> states;

  GSTA_HD void operator()(id v) const noexcept {
    if (v == graph.source() || !reached(v)) return;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      if (graph.to[e] != graph.sink()) push(v, graph.to[e]);
    }
  }
  GSTA_HD bool reached(id v) const noexcept {
    std::uint64_t any = 0;
    for (id w = 0; w < states.words; ++w) any |= states.at(v, w);
    return any != 0;
  }
  GSTA_HD void push(id v, id head) const noexcept {
    std::uint64_t carry = 0;
    for (id w = 0; w < states.words; ++w) {
      std::uint64_t const from = states.at(v, w), passed = from & sets.at(head, w);
      std::uint64_t const into = (from & ~passed) | (passed << 1) | carry;
      carry = passed >> 63;
      if (into != 0) fetch_or(states.at(head, w), into);
    }
  }
};

/// Keeps, of the states in which a vertex is reached, those from which the sink can be.
template <memory_space S>
struct keep_states_op {
  search_graph_view<S> graph;
  constraint_sets<S> sets;
  vertex_states<S> states;

  GSTA_HD void operator()(id v) const noexcept {
    if (v == graph.source() || v == graph.sink()) return;
    for (id w = 0; w < states.words; ++w) {
      std::uint64_t& mine = states.at(v, w);
      std::uint64_t on = 0;
      for (id e = graph.begin[v]; e < graph.begin[v + 1] && (mine & ~on) != 0; ++e) {
        on |= graph.to[e] == graph.sink() ? at_end(v, w) : before(graph.to[e], w);
      }
      mine &= on;
    }
  }
  GSTA_HD std::uint64_t at_end(id v, id w) const noexcept {
    return w == sets.throughs / 64 && sets.may_end(v) ? std::uint64_t{1} << (sets.throughs % 64) : 0;
  }
  /// The states in front of `head` that lead to its own.
  GSTA_HD std::uint64_t before(id head, id w) const noexcept {
    std::uint64_t const own = states.at(head, w), passes = sets.at(head, w);
    std::uint64_t const down = (own >> 1) | (states.or_none(head, w + 1) << 63);
    return (own & ~passes) | (down & passes);
  }
};

/// What the product graph is made by: which states of a vertex are in it, and where an edge leads.
template <memory_space S>
struct states_filter {
  constraint_sets<S> sets;
  span<std::uint64_t const, S> word;  ///< states from which, and in which, all is well

  GSTA_HD std::uint64_t at(id v, id w) const noexcept {
    return word[static_cast<std::size_t>(v) * static_cast<std::size_t>(sets.words) +
                static_cast<std::size_t>(w)];
  }
  GSTA_HD bool live(id v, id state) const noexcept { return (at(v, state / 64) >> (state % 64) & 1) != 0; }

  GSTA_HD bool passes_all() const noexcept { return sets.passes_all(); }
  /// How many states of v are live, and how many of those are below `state`.
  GSTA_HD id count(id v) const noexcept { return count_below(v, 64 * sets.words); }
  GSTA_HD id count_below(id v, id state) const noexcept {
    id n = 0;
    for (id w = 0; w < sets.words && 64 * w < state; ++w) {
      id const bits = state - 64 * w;
      n += count_bits(bits >= 64 ? at(v, w) : at(v, w) & ((std::uint64_t{1} << bits) - 1));
    }
    return n;
  }
  /// The i-th live state.
  GSTA_HD id nth(id v, id i) const noexcept {
    id w = 0;
    for (; i >= count_bits(at(v, w)); ++w) i -= count_bits(at(v, w));
    std::uint64_t left = at(v, w);
    for (; i > 0; --i) left &= left - 1;
    return 64 * w + lowest_bit(left);
  }

  /// The live state in which a walk comes to `head`; none: the edge is left out.
  GSTA_HD id enter(id head) const noexcept {
    return sets.may_begin(head) ? if_live(head, sets.advance(0, head)) : none;
  }
  GSTA_HD id go_on(id, id state, id head) const noexcept { return if_live(head, sets.advance(state, head)); }
  GSTA_HD bool may_end(id v, id state) const noexcept { return state == sets.throughs && sets.may_end(v); }
  GSTA_HD id if_live(id v, id state) const noexcept { return live(v, state) ? state : none; }
};

/// Marks the live states by two sweeps.
template <executor E>
buffer<std::uint64_t, E::space> find_live_states(E const& exec, search_rows<E::space> const& rows,
                                                 search_graph_view<E::space> const& graph,
                                                 std::size_t entries, constraint_sets<E::space> const& sets) {
  constexpr memory_space S = E::space;
  buffer<std::uint64_t, S> word(exec, sets.word.size());
  fill(exec, word.view(), std::uint64_t{0});
  vertex_states<S> const states{word.view(), sets.words};
  for_each_n(exec, entries, enter_states_op<S>{graph, sets, states});
  sweep_rows(exec, rows, walk_direction::along_walks, push_states_op<S>{graph, sets, states});
  sweep_rows(exec, rows, walk_direction::against_walks, keep_states_op<S>{graph, sets, states});
  return word;
}

}  // namespace gsta::detail
