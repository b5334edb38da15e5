#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/costs/ops.hpp"
#include "gsta/path/detail/credited/states.hpp"
#include "gsta/path/detail/graph/part_layout.hpp"
#include "gsta/path/detail/timing/part.hpp"

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
    id const to = state(graph.to[of.edge], nearby.of.capture_row(of.edge),
                        static_cast<id>(nearby.of.tree.credit_levels));
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

/// The graph of the states that paths within a bound come by, ready to be searched: its paths within the
/// bound are those of the design, with credits, and in their order.
template <memory_space S>
struct state_graph {
  search_part<S> part;
  std::size_t states = 0, edges = 0, waves = 0, nearby = 0;
  femtoseconds best = no_path;  ///< cost of the first path
  bool refused = false;         ///< there are paths beyond the bound
  memory_claim claim;
};

/// Where the key of a level's first vertex stands.
template <memory_space S>
struct state_level_op {
  span<std::uint64_t const, S> key;
  span<id const, S> first;
  state_table<S> table;
  span<id, S> begin;
  GSTA_HD void operator()(std::size_t l) const noexcept {
    begin[l] = static_cast<id>(
        lower_bound(key, std::size_t{0}, key.size(), table.key_of(first[l], {no_path, 0, is_not_at_level})));
  }
};

/// Makes it.
template <executor E>
class state_graph_maker {
  static constexpr memory_space S = E::space;

 public:
  state_graph_maker(E const& exec, near_part<S> const& nearby, credited_states<S> const& found,
                    std::size_t entries, femtoseconds most)
      : exec_(exec), near_(nearby), found_(found), entries_(entries), most_(most) {}

  /// Nothing where no path is within the bound.
  state_graph<S> make(work_memory& memory) {
    state_graph<S> made;
    made.refused = found_.refused();
    made.waves = found_.waves();
    made.nearby = near_.size();
    collect(memory);
    made.states = states_;
    if (states_ == 0) return made;
    number();
    buffer<id, S> refused(exec_, 1);
    gsta::fill(exec_, refused.view(), 0);
    memory_claim const scratch(memory, 2 * (states_ + entries_ + 1) * sizeof(id));
    std::size_t const most_edges =
        near_.view().of.search.graph.edge_count() * near_.view().of.tree.leaves_out.size();
    part_layout<E, state_rows<S>> const layout(
        exec_, rows(refused.view()), states_, entries_, most_edges,
        "find_paths: the graph of states is larger than ids can number");
    made.edges = layout.edges();
    made.claim =
        memory_claim(memory, layout.bytes() + (states_ + 2) * (5 * sizeof(id) + 2 * sizeof(femtoseconds)));
    fill(layout.make(), layout.inner_edges(), made);
    made.refused = made.refused || to_vector(exec_, std::as_const(refused).view())[0] != 0;
    return made;
  }

 private:
  void collect(work_memory& memory) {
    std::size_t const slots = found_.table().key.size();
    work_array<id, S> slot(exec_, memory, slots);
    states_ = select(exec_, slots, is_claimed_op<S>{found_.table().key}, slot.view());
    key_ = work_array<std::uint64_t, S>(exec_, memory, states_);
    slot_ = work_array<id, S>(exec_, memory, states_);
    auto const taken = slot.read().subspan(0, states_);
    copy(exec_, taken, slot_.view());
    for_each_n(exec_, states_, gather_op<std::uint64_t, S>{taken, found_.table().key, key_.view()});
    sort_by_key(exec_, key_.view(), slot_.view(), found_.key_bits());
  }
  void number() {
    costs_ = cost_arrays<S>(exec_, states_ + 2, true);
    pin_ = buffer<id, S>(exec_, states_);
    for_each_n(exec_, states_,
               number_state_op<S>{near_.view(), found_.table(), key_.read(), slot_.read(),
                                  costs_.prefix.view(), costs_.suffix.view(), pin_.view()});
  }
  state_rows<S> rows(span<id, S> refused) const {
    auto const costs = costs_.view();
    return {near_.view(), found_.table(), most_,        key_.read(),
            slot_.read(), costs.prefix,   costs.suffix, refused};
  }

  void fill(part_arrays<S>&& arrays, std::size_t inner, state_graph<S>& made) {
    auto const graph = arrays.view();
    best_way const best =
        reduce(exec_, arrays.entries,
               entered_term<S>{graph.to, graph.weight, costs_.view().suffix, static_cast<id>(inner)},
               best_way{}, first_best_way{});
    made.best = best.cost;
    buffer<id, S> order(exec_, states_ + 2);
    for_each_n(exec_, states_ + 1, close_states_op<S>{best, states_, graph.to, costs_.spans(), order.view()});
    for_each_n(exec_, states_, choose_op<S>{graph, costs_.spans()});
    costs_.height = heights_along(exec_, costs_.view().next, near_.level_first().size() + 1);
    set_rows(made.part.rows, std::move(order));
    made.part.search = part_of_search(exec_, near_.view().of.search, std::move(arrays), std::move(pin_));
    made.part.costs = std::move(costs_).release();
  }

  void set_rows(search_rows<S>& rows, buffer<id, S>&& order) const {
    auto const first = clone(exec_, near_.level_first());
    buffer<id, S> begin(exec_, first.size());
    for_each_n(exec_, begin.size(),
               state_level_op<S>{key_.read(), first.view(), found_.table(), begin.view()});
    auto const of_states = to_vector(exec_, begin.view());
    rows.level_begin = {0};
    for (id const at : of_states) rows.level_begin.push_back(at + 1);
    rows.level_begin.push_back(static_cast<id>(states_) + 2);
    auto& all = rows.level_begin;
    all.erase(std::unique(all.begin(), all.end()), all.end());
    rows.order.view.vertex = rows.order.keep(std::move(order));
    rows.arrays.view.order = rows.order.view.vertex;
  }

  E const& exec_;
  near_part<S> const& near_;
  credited_states<S> const& found_;
  std::size_t entries_, states_ = 0;
  femtoseconds most_;
  work_array<std::uint64_t, S> key_;
  work_array<id, S> slot_;
  cost_arrays<S> costs_;
  buffer<id, S> pin_;
};

}  // namespace gsta::detail
