#pragma once

#include "gsta/path/detail/costs/ops.hpp"
#include "gsta/path/detail/credited/states.hpp"

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

  /// Calls `visit(edge, head, weight, rest)` for each edge of a state's row. False where an edge into the
  /// sink leads beyond the bound.
  template <class Visit>
  GSTA_HD bool each(std::size_t i, Visit& visit) const noexcept {
    auto const& graph = nearby.of.search.graph;
    id const row = table.row[slot[i]], last = table.last_of(key[i]), v = nearby.vertex[table.near_of(key[i])];
    bool all = true;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      femtoseconds const weight = graph.weight_of(v, e);
      if (weight == no_path) continue;
      if (graph.to[e] == graph.sink()) {
        femtoseconds const credit = nearby.of.credit_of(nearby.of.launch_row(v), row, last);
        bool const is_within = within(prefix[i], weight, credit);
        all = all && (is_within || credit == no_path);
        if (is_within) visit(e, sink(), weight + credit, 0);
        continue;
      }
      id const head = state(graph.to[e], row, last);
      if (head != none && within(prefix[i], weight, suffix[head])) visit(e, head, weight, suffix[head]);
    }
    return all;
  }
  /// The state that an edge of the source leads to; none: it is left out.
  GSTA_HD id entered(id e) const noexcept {
    auto const& graph = nearby.of.search.graph;
    femtoseconds const weight = graph.weight_of(graph.source(), e);
    if (weight == no_path || graph.to[e] == graph.sink()) return none;
    id const to = state(graph.to[e], nearby.of.capture_row(e), static_cast<id>(nearby.of.tree.lanes));
    return to != none && within(0, weight, suffix[to]) ? to : none;
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

template <memory_space S>
struct count_state_row_op {
  state_rows<S> rows;
  span<id, S> count;
  span<id, S> refused;  // [1]
  struct counter {
    id n = 0;
    GSTA_HD void operator()(id, id, femtoseconds, femtoseconds) noexcept { ++n; }
  };
  GSTA_HD void operator()(std::size_t i) const noexcept {
    counter edges;
    if (!rows.each(i, edges)) set_mark<id>(refused[0], 1);
    count[i] = edges.n;
  }
};

template <memory_space S>
struct count_entered_op {
  state_rows<S> rows;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    count[i] = rows.entered(rows.nearby.of.search.first_end() + static_cast<id>(i)) != none;
  }
};

/// Arrays of the graph of states, and of the forest in it.
template <memory_space S>
struct state_graph_spans {
  span<id, S> begin, to;
  span<femtoseconds, S> weight;
  span<id, S> arc, slot, choice, next;
  GSTA_HD void put(id at, id head, femtoseconds cost, id by_arc) const noexcept {
    to[at] = head;
    weight[at] = cost;
    arc[at] = by_arc;
  }
};

template <memory_space S>
struct fill_state_row_op {
  state_rows<S> rows;
  span<id const, S> row;
  state_graph_spans<S> out;
  struct writer {
    fill_state_row_op const& op;
    id at;
    best_way best;
    GSTA_HD void operator()(id e, id head, femtoseconds weight, femtoseconds rest) noexcept {
      op.out.put(at, head, weight, op.rows.nearby.of.search.arc[e]);
      best.take({weight + rest, at++});
    }
  };
  GSTA_HD void operator()(std::size_t i) const noexcept {
    writer edges{*this, row[i], {}};
    out.begin[i] = row[i];
    rows.each(i, edges);
    out.choice[i] = edges.best.edge;
    out.next[i] = edges.best.edge == none ? none : out.to[edges.best.edge];
  }
};

/// Writes an edge of the source; the one behind the last closes the rows.
template <memory_space S>
struct fill_entered_op {
  state_rows<S> rows;
  span<id const, S> row, entry;
  state_graph_spans<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const first = row[row.size() - 1];
    std::size_t const source = rows.key.size();
    if (i + 1 == entry.size()) {
      out.begin[source] = first;
      out.begin[source + 1] = out.begin[source + 2] = first + entry[i];
    } else if (entry[i] < entry[i + 1]) {
      auto const& search = rows.nearby.of.search;
      id const e = search.first_end() + static_cast<id>(i);
      out.put(first + entry[i], rows.entered(e), search.graph.weight_of(search.graph.source(), e), none);
      out.slot[entry[i]] = search.slot_of(e);
    }
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
  state_graph_spans<S> out;
  span<femtoseconds, S> prefix, suffix;
  span<id, S> order;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    order[i + 1] = static_cast<id>(i);
    if (i != states) return;
    id const source = static_cast<id>(states);
    order[0] = source;
    order[states + 1] = source + 1;
    prefix[states] = suffix[states + 1] = 0;
    suffix[states] = prefix[states + 1] = best.cost;
    out.choice[states] = best.edge;
    out.next[states] = out.to[best.edge];
    out.choice[states + 1] = out.next[states + 1] = none;
  }
};

/// Heights by doubling: each vertex takes over what the end of its hop has.
template <memory_space S>
struct begin_heights_op {
  span<id const, S> next;
  span<id, S> hop, height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    hop[v] = next[v] == none ? static_cast<id>(v) : next[v];
    height[v] = next[v] == none ? 0 : 1;
  }
};
template <memory_space S>
struct double_heights_op {
  span<id const, S> hop, height;
  span<id, S> next_hop, next_height;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    id const over = hop[v];
    next_hop[v] = hop[over];
    next_height[v] = height[v] + (over == static_cast<id>(v) ? 0 : height[over]);
  }
};

}  // namespace gsta::detail
