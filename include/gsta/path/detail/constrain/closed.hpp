#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/constrain/labels.hpp"
#include "gsta/path/detail/constrain/states.hpp"

/// Closed edges: where the vertices of each through are of one rank, whether some satisfying walk may take an
/// edge follows from the ranks of its ends. A walk has passed just those throughs whose rank it has left
/// behind, at vertices of that rank that are in the set; so no walk has to be followed. Else live states are
/// found, and say as much where no vertex has two.
namespace gsta::detail {

/// How many throughs lie before a vertex, twice, and one more at a vertex of a through; `barred` at a vertex
/// that has a through's rank and is not in it.
inline constexpr id barred = -1;

template <memory_space S>
struct passed_throughs_op {
  constraint_sets<S> sets;
  span<id const, S> order, level_begin;
  span<id const, S> through_rank;  ///< [throughs] ascending
  span<id, S> passed;              ///< [vertices]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = order[i], rank = row_of(level_begin, static_cast<id>(i));
    id const before = lower_bound(through_rank, id{0}, sets.throughs, rank);
    bool const at_one = before < sets.throughs && through_rank[before] == rank;
    passed[v] = !at_one ? 2 * before : sets.has(v, before) ? 2 * before + 1 : barred;
  }
};

/// The weights of a graph with those edges closed that a rule says are.
template <memory_space S, class Rule>
struct close_edge_op {
  search_graph_view<S> graph;
  Rule rule;
  span<femtoseconds, S> weight;  ///< as the graph's

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const e = static_cast<id>(i), tail = row_of(graph.begin, e);
    std::size_t const at = i + (graph.moved.empty() ? 0 : static_cast<std::size_t>(graph.moved[tail]));
    weight[at] = rule.is_open(graph, tail, graph.to[i]) ? graph.weight[at] : no_path;
  }
};

/// By ranks, as `passed_throughs_op` has them.
template <memory_space S>
struct open_by_rank {
  constraint_sets<S> sets;
  span<id const, S> passed;

  GSTA_HD bool is_open(search_graph_view<S> const& graph, id tail, id head) const noexcept {
    bool const enters = tail == graph.source(), leaves = head == graph.sink();
    if (enters && leaves) return sets.passes_all();
    if (enters && !sets.may_begin(head)) return false;
    if (leaves && !sets.may_end(tail)) return false;
    id const from = enters ? 0 : passed[tail], to = leaves ? 2 * sets.throughs : passed[head];
    // Behind a through as many lie as before it and itself.
    return from != barred && to != barred && (from + 1) / 2 == to / 2;
  }
};

/// By live states, where a vertex has one at most.
template <memory_space S>
struct open_by_state {
  states_filter<S> filter;

  GSTA_HD bool is_open(search_graph_view<S> const& graph, id tail, id head) const noexcept {
    bool const leaves = head == graph.sink();
    if (tail == graph.source()) return leaves ? filter.passes_all() : filter.enter(head) != none;
    if (filter.count(tail) == 0) return false;
    id const state = filter.nth(tail, 0);
    return leaves ? filter.may_end(tail, state) : filter.go_on(tail, state, head) != none;
  }
};
template <memory_space S>
struct live_count_term {
  states_filter<S> filter;
  GSTA_HD id operator()(std::size_t v) const noexcept { return filter.count(static_cast<id>(v)); }
};

template <memory_space S>
struct close_all_op {
  span<femtoseconds, S> weight;
  GSTA_HD void operator()(std::size_t i) const noexcept { weight[i] = no_path; }
};

/// By live states; nothing where a vertex has several.
template <executor E>
std::optional<buffer<femtoseconds, E::space>> close_edges_by_states(E const& exec,
                                                                    search_rows<E::space> const& rows,
                                                                    search_graph_view<E::space> const& graph,
                                                                    constraint_sets<E::space> const& sets) {
  constexpr memory_space S = E::space;
  auto const live = find_live_states(exec, rows, graph, source_degree(exec, graph), sets);
  states_filter<S> const filter{sets, live.view()};
  id const most = reduce(exec, graph.vertex_count(), live_count_term<S>{filter}, id{0}, larger_of<id>{});
  if (most > 1) return std::nullopt;
  buffer<femtoseconds, S> weight(exec, graph.weight.size());
  for_each_n(exec, graph.edge_count(), close_edge_op<S, open_by_state<S>>{graph, {filter}, weight.view()});
  return weight;
}

/// The weights with which a graph's walks are the satisfying ones; nothing where throughs need more than
/// that.
template <executor E>
std::optional<buffer<femtoseconds, E::space>> close_edges(E const& exec, search_rows<E::space> const& rows,
                                                          search_graph_view<E::space> const& graph,
                                                          constraint_sets<E::space> const& sets) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  require(rows.view().order.size() == n, "constrain: rows of another graph");
  buffer<id, S> passed(exec, n);
  buffer<id, S> const level_begin = clone(exec, rows.level_begin);
  auto const order = rows.view().order;
  std::vector<id> ranks;
  if (sets.throughs > 0) {
    for_each_n(exec, n, rank_op<S>{order, level_begin.view(), passed.view()});
    auto const found = rank_each_through<E>(exec, sets, std::as_const(passed).view());
    if (!found) return close_edges_by_states(exec, rows, graph, sets);
    ranks = *found;
  }
  buffer<femtoseconds, S> weight(exec, graph.weight.size());
  if (ranks.size() < static_cast<std::size_t>(sets.throughs)) {
    for_each_n(exec, weight.size(), close_all_op<S>{weight.view()});
    return weight;
  }
  buffer<id, S> const through_rank = clone(exec, ranks);
  for_each_n(exec, n,
             passed_throughs_op<S>{sets, order, level_begin.view(), through_rank.view(), passed.view()});
  for_each_n(exec, graph.edge_count(),
             close_edge_op<S, open_by_rank<S>>{graph, {sets, std::as_const(passed).view()}, weight.view()});
  return weight;
}

}  // namespace gsta::detail
