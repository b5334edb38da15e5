#pragma once

#include "gsta/path/detail/costs/ops.hpp"
#include "gsta/path/detail/credited/states.hpp"
#include "gsta/path/detail/graph/part_layout.hpp"

/// The rows of the graph of states: those of the search graph, in which each launch's credit is part of the
/// weight of its edge into the sink, and what leads beyond the bound is left out.
namespace gsta::detail {

/// States in their order: by level, by vertex there, by what is seen of captures.
template <memory_space S>
struct state_rows {
  near_view<S> nearby;
  state_table<S> table;  ///< whose marks are the states' numbers
  femtoseconds most;
  span<std::uint64_t const, S> key;            ///< [states]
  span<id const, S> slot;                      ///< [states]
  span<femtoseconds const, S> prefix, suffix;  ///< [states]
  span<id, S> refused;                         ///< [1]

  GSTA_HD id sink() const noexcept { return static_cast<id>(key.size()) + 1; }
  /// The number of a state; none: it is not within the bound.
  GSTA_HD id state(id vertex, id row, id last) const noexcept {
    id const at = nearby.number[vertex];
    if (at == none) return none;
    seen_capture const seen = nearby.see(at, row, last);
    id const found = seen.rest == no_path ? none : table.find(table.key_of(at, seen));
    return found == none ? none : table.mark[found];
  }
  GSTA_HD bool within(femtoseconds prefix_cost, femtoseconds weight, femtoseconds rest) const noexcept {
    return rest != no_path && prefix_cost + weight + rest <= most;
  }

  /// The edges of a state's row: see `part_layout`. Marks what leads beyond the bound into the sink.
  template <class Visit>
  GSTA_HD void each(std::size_t i, Visit& visit) const noexcept {
    auto const& graph = nearby.of.search.graph;
    id const row = table.row[slot[i]], last = table.last_of(key[i]), v = nearby.vertex[table.near_of(key[i])];
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      femtoseconds const weight = graph.weight_of(v, e);
      if (weight == no_path) continue;
      if (graph.to[e] != graph.sink()) {
        id const head = state(graph.to[e], row, last);
        if (head != none && within(prefix[i], weight, suffix[head])) visit(part_edge{e, head, weight});
        continue;
      }
      femtoseconds const credit = nearby.of.credit_of(nearby.of.launch_row(v), row, last);
      if (within(prefix[i], weight, credit))
        visit(part_edge{e, sink(), weight + credit});
      else if (credit != no_path)
        set_mark<id>(refused[0], 1);
    }
  }
  /// An edge of the source, and the state that it leads to.
  GSTA_HD part_edge entry(std::size_t i) const noexcept {
    auto const& graph = nearby.of.search.graph;
    part_edge of{nearby.of.search.first_end() + static_cast<id>(i)};
    of.weight = graph.weight_of(graph.source(), of.edge);
    if (of.weight == no_path || graph.to[of.edge] == graph.sink()) return of;
    id const to =
        state(graph.to[of.edge], nearby.of.capture_row(of.edge), static_cast<id>(nearby.of.tree.lanes));
    if (to != none && within(0, of.weight, suffix[to])) of.head = to;
    return of;
  }
};

template <memory_space S>
struct number_state_op {
  near_view<S> nearby;
  state_table<S> table;
  span<std::uint64_t const, S> key;
  span<id const, S> slot;
  span<femtoseconds, S> prefix, suffix;
  span<id, S> pin;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const at = table.near_of(key[i]);
    table.mark[slot[i]] = static_cast<id>(i);
    prefix[i] = table.prefix[slot[i]];
    suffix[i] = nearby.see(at, table.row[slot[i]], table.last_of(key[i])).rest;
    pin[i] = nearby.of.search.pin_of(nearby.vertex[at]);
  }
};

/// The way by an edge of the source.
template <memory_space S>
struct entered_term {
  span<id const, S> to;
  span<femtoseconds const, S> weight, suffix;
  id first;
  GSTA_HD best_way operator()(std::size_t i) const noexcept {
    id const e = first + static_cast<id>(i);
    return {weight[e] + suffix[to[e]], e};
  }
};
struct first_best_way {
  GSTA_HD best_way operator()(best_way a, best_way b) const noexcept {
    a.take(b);
    return a;
  }
};

/// The costs of source and sink, and the order of levels: the states stand in it.
template <memory_space S>
struct close_states_op {
  best_way best;
  std::size_t states;
  span<id const, S> to;
  cost_spans<S> out;
  span<id, S> order;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    order[i + 1] = static_cast<id>(i);
    if (i != states) return;
    id const source = static_cast<id>(states);
    order[0] = source;
    order[states + 1] = source + 1;
    out.prefix[states] = out.suffix[states + 1] = 0;
    out.suffix[states] = out.prefix[states + 1] = best.cost;
    out.choice[states] = best.edge;
    out.next[states] = to[best.edge];
    out.choice[states + 1] = out.next[states + 1] = none;
  }
};

}  // namespace gsta::detail
