#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/constrain/sets.hpp"
#include "gsta/path/detail/constrain/sweep.hpp"

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
  sweep_rows(exec, rows, sweep_direction::along_walks, scan_labels_op<S>{graph, labels});
  sweep_rows(exec, rows, sweep_direction::against_walks, keep_labels_op<S>{graph, labels});
  return found;
}

}  // namespace gsta::detail
