#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/constrain/states.hpp"

/// Ranks and labels. A vertex's rank grows along walks. A label says what a walk is on its way to: it is the
/// rank of the next through, and `past_all` behind the last. Since a walk from one through to the next stays
/// between their ranks, no vertex is labelled twice, and of all vertices of a label's rank only the through
/// itself can have a label.
namespace gsta::detail {

inline constexpr id unlabelled = 0;
inline constexpr id past_all = std::numeric_limits<id>::max();

template <memory_space S>
struct constraint_labels {
  constraint_sets<S> sets;
  span<id const, S> rank;          ///< [vertices]
  span<id const, S> through_rank;  ///< [throughs + 1] ascending; past_all behind the last
  span<id, S> label;               ///< [vertices]

  /// The label of a walk labelled `from` when it comes to `head`; unlabelled: it may not go there.
  GSTA_HD id after(id from, id head) const noexcept {
    if (rank[head] < from) return from;
    if (rank[head] > from) return unlabelled;
    id next = 0;
    while (through_rank[next] < from) ++next;
    return sets.has(head, next) ? through_rank[next + 1] : unlabelled;
  }
  /// The rule by which edges are let through.
  GSTA_HD bool admits(id tail_label, id head) const noexcept {
    return label[head] != unlabelled && (label[head] == tail_label || rank[head] == tail_label);
  }
};

/// The rank of a vertex is its level.
template <memory_space S>
struct rank_op {
  span<id const, S> order, level_begin;
  span<id, S> rank;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    rank[order[i]] = row_of(level_begin, static_cast<id>(i));
  }
};

/// Smallest and largest rank in one of the sets.
struct rank_range {
  id least = std::numeric_limits<id>::max(), most = -1;
};
template <memory_space S>
struct set_ranks_term {
  constraint_sets<S> sets;
  span<id const, S> rank;
  id set;
  GSTA_HD rank_range operator()(std::size_t v) const noexcept {
    return sets.has(static_cast<id>(v), set) ? rank_range{rank[v], rank[v]} : rank_range{};
  }
};
struct join_ranges {
  GSTA_HD rank_range operator()(rank_range a, rank_range b) const noexcept {
    return {a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
  }
};

template <memory_space S>
struct enter_labels_op {
  search_graph_view<S> graph;
  constraint_labels<S> labels;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = graph.to[static_cast<std::size_t>(graph.begin[graph.source()]) + i];
    if (v == graph.sink() || !labels.sets.may_begin(v)) return;
    id const label = labels.after(labels.through_rank[0], v);
    if (label != unlabelled) set_mark(labels.label[v], label);
  }
};

template <memory_space S>
struct scan_labels_op {
  search_graph_view<S> graph;
  constraint_labels<S> labels;
  GSTA_HD void operator()(id v) const noexcept {
    id const from = v == graph.source() ? unlabelled : labels.label[v];
    if (from == unlabelled) return;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const head = graph.to[e], label = head == graph.sink() ? unlabelled : labels.after(from, head);
      if (label != unlabelled) set_mark(labels.label[head], label);
    }
  }
};

/// Takes the label from vertices from which no admissible way leads to the sink.
template <memory_space S>
struct keep_labels_op {
  search_graph_view<S> graph;
  constraint_labels<S> labels;
  GSTA_HD void operator()(id v) const noexcept {
    if (v == graph.source() || v == graph.sink() || labels.label[v] == unlabelled) return;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      bool const on = graph.to[e] == graph.sink() ? labels.label[v] == past_all && labels.sets.may_end(v)
                                                  : labels.admits(labels.label[v], graph.to[e]);
      if (on) return;
    }
    labels.label[v] = unlabelled;
  }
};

/// As `states_filter`: a labelled vertex has one state, its label.
template <memory_space S>
struct labels_filter {
  constraint_labels<S> labels;

  GSTA_HD bool passes_all() const noexcept { return labels.sets.passes_all(); }
  GSTA_HD id count(id v) const noexcept { return labels.label[v] == unlabelled ? 0 : 1; }
  GSTA_HD id count_below(id, id) const noexcept { return 0; }
  GSTA_HD id nth(id v, id) const noexcept { return labels.label[v]; }
  GSTA_HD id enter(id head) const noexcept {
    return labels.sets.may_begin(head) ? go_on(none, labels.through_rank[0], head) : none;
  }
  GSTA_HD id go_on(id, id state, id head) const noexcept {
    return labels.admits(state, head) ? labels.label[head] : none;
  }
  GSTA_HD bool may_end(id v, id state) const noexcept { return state == past_all && labels.sets.may_end(v); }
};

/// The rank of each through; none at all where no walk can pass them in this order; nothing where the
/// vertices of one differ in rank.
template <executor E>
std::optional<std::vector<id>> rank_each_through(E const& exec, constraint_sets<E::space> const& sets,
                                                 view_for<E, id const> rank) {
  std::vector<id> result;
  bool can_pass = true;
  for (id set = 0; set < sets.throughs; ++set) {
    rank_range const range =
        reduce(exec, rank.size(), set_ranks_term<E::space>{sets, rank, set}, rank_range{}, join_ranges{});
    bool const empty = range.most < 0;
    if (!empty && range.least != range.most) return std::nullopt;
    can_pass = can_pass && !empty && range.most > (result.empty() ? 0 : result.back());
    result.push_back(range.most);
  }
  return can_pass ? result : std::vector<id>{};
}

/// Ranks of the throughs, then past_all; nothing where no walk can pass them in this order.
template <executor E>
std::vector<id> ranks_of_throughs(E const& exec, constraint_sets<E::space> const& sets,
                                  view_for<E, id const> rank) {
  auto ranks = rank_each_through<E>(exec, sets, rank);
  require(ranks.has_value(), "constrain: labels need throughs whose vertices are all of one rank");
  if (ranks->size() < static_cast<std::size_t>(sets.throughs)) return {};
  ranks->push_back(past_all);
  return *std::move(ranks);
}

/// Ranks all vertices and labels those that some satisfying walk may visit.
template <memory_space S>
struct found_labels {
  buffer<id, S> rank, through_rank, label;
};

template <executor E>
found_labels<E::space> find_labels(E const& exec, search_rows<E::space> const& rows,
                                   search_graph_view<E::space> const& graph, std::size_t entries,
                                   constraint_sets<E::space> const& sets) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  found_labels<S> found{{exec, n}, {}, {exec, n}};
  fill(exec, found.label.view(), unlabelled);
  buffer<id, S> const level_begin = clone(exec, rows.level_begin);
  for_each_n(exec, n, rank_op<S>{rows.view().order, level_begin.view(), found.rank.view()});
  auto const rank = std::as_const(found.rank).view();
  auto const through_rank = ranks_of_throughs<E>(exec, sets, rank);
  found.through_rank = clone(exec, through_rank.empty() ? std::vector<id>{past_all} : through_rank);
  if (through_rank.empty()) return found;
  constraint_labels<S> const labels{sets, rank, std::as_const(found.through_rank).view(), found.label.view()};
  for_each_n(exec, entries, enter_labels_op<S>{graph, labels});
  sweep_rows(exec, rows, walk_direction::along_walks, scan_labels_op<S>{graph, labels});
  sweep_rows(exec, rows, walk_direction::against_walks, keep_labels_op<S>{graph, labels});
  return found;
}

// Closed edges: where the vertices of each through are of one rank, whether some satisfying walk may take an
// edge follows from the ranks of its ends. A walk has passed just those throughs whose rank it has left
// behind, at vertices of that rank that are in the set; so no walk has to be followed. Else live states are
// found, and say as much where no vertex has two.

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
