#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/constrain/labels.hpp"
#include "gsta/path/detail/constrain/states.hpp"
#include "gsta/path/detail/constrain/subgraph.hpp"
#include "gsta/path/path_query.hpp"

namespace gsta {

namespace primitive {
struct constrain_graph;  // and constrain_search
}

/// Which walks of a search graph are wanted: those whose first vertex behind the source is one of `first`,
/// whose last before the sink is one of `last` (an empty set: any), and that visit a vertex of each through,
/// in this order, each at a vertex of its own. The first and the last vertex count for throughs too. A
/// through of no vertices is passed by no walk.
struct walk_constraint {
  std::vector<id> first{};                 ///< vertices, in any order; empty: any
  std::vector<std::vector<id>> through{};  ///< one list of vertices a through, in walk order
  std::vector<id> last{};                  ///< vertices, in any order; empty: any
};

/// A node, at one edge or both.
struct constraint_pin {
  id node = none;    ///< arrival node
  bool rise = true;  ///< paths that rise there count
  bool fall = true;  ///< paths that fall there count
};

/// Which timing paths are wanted, from launch to capture: those that start at a pin of `from` (a launching
/// clock pin, or where an arrival is asserted), end at a pin of `to` (an empty set: any), and pass a pin of
/// each through between, in this order, each at a node and edge of its own. Start and end count for throughs
/// too.
struct path_constraint {
  std::vector<constraint_pin> from{};                  ///< empty: any start
  std::vector<std::vector<constraint_pin>> through{};  ///< one list a through, in the order of the path
  std::vector<constraint_pin> to{};                    ///< data of checks; empty: any end

  /// True if every path satisfies it.
  bool empty() const noexcept { return from.empty() && through.empty() && to.empty(); }
};

/// The part of a search graph that satisfying walks run in, and nothing else. A vertex occurs once for each
/// number of throughs with which walks visit it.
template <memory_space S>
struct constrained_graph_view {
  search_graph_view<S> graph;  ///< its walks are the satisfying ones, in the order of the original's
  span<id const, S> vertex;    ///< [vertices - 2] the original's vertices, ascending
  span<id const, S> edge;      ///< [edges] the original's edges, ascending in each row

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  constrained_graph_view<D> map(F f) const {
    return {graph.template map<D>(f), f(vertex), f(edge)};
  }
};

/// The owner of a constrained graph; `constrain_graph` makes it.
template <memory_space S>
using constrained_graph = owned<constrained_graph_view, S>;

namespace detail {
template <executor E>
subgraph<E::space> constrain(E const& exec, search_rows<E::space> const& rows,
                             search_graph_view<E::space> const& graph, constraint_sets<E::space> const& sets,
                             constraint_form form) {
  constexpr memory_space S = E::space;
  require(rows.view().order.size() == graph.vertex_count(), "constrain: rows of another graph");
  std::size_t const entries = source_degree(exec, graph);
  if (form != constraint_form::labels) {
    buffer<std::uint64_t, S> const live = find_live_states(exec, rows, graph, entries, sets);
    auto const states = static_cast<std::size_t>(sets.throughs) + 1;
    return make_subgraph(exec, graph, entries, states, states_filter<S>{sets, live.view()});
  }
  found_labels<S> found = find_labels(exec, rows, graph, entries, sets);
  constraint_labels<S> const labels{sets, std::as_const(found.rank).view(),
                                    std::as_const(found.through_rank).view(), found.label.view()};
  return make_subgraph(exec, graph, entries, 1, labels_filter<S>{labels});
}

inline constraint_pairs pairs_of(walk_constraint const& constraint, id inner) {
  constraint_pairs pairs;
  pairs.throughs = static_cast<id>(constraint.through.size());
  pairs.any_first = constraint.first.empty();
  pairs.any_last = constraint.last.empty();
  auto const add = [&](std::vector<id> const& vertices, id set) {
    for (id const v : vertices) {
      require(v >= 0 && v < inner, "constrain: no such vertex");
      pairs.add(v, set);
    }
  };
  for (id s = 0; s < pairs.throughs; ++s) add(constraint.through[static_cast<std::size_t>(s)], s);
  add(constraint.first, pairs.throughs + 1);
  add(constraint.last, pairs.throughs + 2);
  return pairs;
}
}  // namespace detail

/// The subgraph whose walks are exactly the walks of `graph` that satisfy a constraint, with unchanged costs
/// and order. Where no walk does, it has a source and a sink and nothing else.
///
/// Shapes: `rows` of this graph. Cost: O(vertices + edges touched) for each 64 throughs: two steps a level
/// (path/path.cuh: two launches), then two passes over what is left; 16 bytes a
/// vertex. Where: the executor; waits. Needs: vertices other than source and sink. Throws: argument_error on
/// vertices that the graph does not have, on more vertices or edges than ids can number, and for labels where
/// the vertices of a through differ in rank; what allocation throws. Exact: by ids alone, on every executor
/// and in both forms the same. Paper: Guo et al., "A GPU-Accelerated Framework for Path-Based Timing
/// Analysis", TCAD 2023, section V: `labels`. There edges are let through also between vertices without a
/// label, labels are given to what no walk reaches, and the filter runs again in every step of the search;
/// here the graph that is left is laid out once. `states` are more general.
template <executor E>
constrained_graph<E::space> constrain_graph(E const& exec, search_rows<E::space> const& rows,
                                            search_graph_view<E::space> const& graph,
                                            walk_constraint const& constraint,
                                            constraint_form form = constraint_form::automatic) {
  static_assert(driver_known<primitive::constrain_graph, E>,
                "constrain_graph on a device needs gsta/path/path.cuh");
  auto const pairs = detail::pairs_of(constraint, graph.source());
  auto const table = detail::make_set_table(exec, graph.vertex_count(), pairs);
  auto made = detail::constrain(exec, rows, graph, detail::sets_of<E::space>(pairs, table.view()), form);
  constrained_graph<E::space> result;
  auto& arrays = made.graph;
  result.view.graph = {result.keep(std::move(arrays.begin)), result.keep(std::move(arrays.to)),
                       result.keep(std::move(arrays.weight))};
  result.view.vertex = result.keep(std::move(made.vertex));
  result.view.edge = result.keep(std::move(arrays.edge));
  return result;
}

/// Weights with which the walks of `graph` are just those that satisfy a constraint: edges that none of them
/// takes are closed (`no_path`), the others keep their weights. So the graph's own rows serve, and what is
/// found is told by its own vertices and edges. Nothing where walks visit some vertex with different numbers
/// of throughs passed: `constrain_graph` can do that.
///
/// Shapes: `rows` of this graph; the result is as its weights. Cost: a pass over the vertices for each
/// through, one over the edges; 8 bytes an edge and a vertex; where the vertices of a through differ in rank,
/// their level in `rows`, live states as well, as for `constrain_graph`. Where: the executor; waits. Needs,
/// Throws: as `constrain_graph`. Exact: by ids alone, on every executor the same. Paper: ranks as in Guo et
/// al., TCAD 2023, section V; there labels are found by two sweeps, and a filter runs in every step of a
/// search.
template <executor E>
std::optional<buffer<femtoseconds, E::space>> close_edges(E const& exec, search_rows<E::space> const& rows,
                                                          search_graph_view<E::space> const& graph,
                                                          walk_constraint const& constraint) {
  static_assert(driver_known<primitive::constrain_graph, E>,
                "close_edges on a device needs gsta/path/path.cuh");
  auto const pairs = detail::pairs_of(constraint, graph.source());
  auto const table = detail::make_set_table(exec, graph.vertex_count(), pairs);
  return detail::close_edges(exec, rows, graph, detail::sets_of<E::space>(pairs, table.view()));
}

namespace detail {
/// The constraint turned round, as walks go from captures to launches; positions are 2 * node + edge.
inline constraint_pairs pairs_of(path_constraint const& constraint, id pins) {
  constraint_pairs pairs;
  pairs.throughs = static_cast<id>(constraint.through.size());
  pairs.any_first = constraint.to.empty();
  pairs.any_last = constraint.from.empty();
  auto const add = [&](std::vector<constraint_pin> const& some, id set) {
    for (constraint_pin const& pin : some) {
      require(pin.node >= 0 && pin.node < pins / 2, "constrain: no such node");
      if (pin.rise) pairs.add(2 * pin.node, set);
      if (pin.fall) pairs.add(2 * pin.node + 1, set);
    }
  };
  for (id s = 0; s < pairs.throughs; ++s)
    add(constraint.through[static_cast<std::size_t>(pairs.throughs - 1 - s)], s);
  add(constraint.to, pairs.throughs + 1);
  add(constraint.from, pairs.throughs + 2);
  return pairs;
}

/// Gives vertices the sets of what they stand for.
template <memory_space S>
struct spread_sets_op {
  timing_search_view<S> search;
  std::size_t words;
  span<std::uint64_t const, S> of_pin;
  span<std::uint64_t, S> of_vertex;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i / words);
    bool const inner = v < search.graph.source();
    of_vertex[i] = inner ? of_pin[static_cast<std::size_t>(search.pin_of(v)) * words + i % words] : 0;
  }
};

/// The sets of a constraint, by vertex.
template <executor E>
buffer<std::uint64_t, E::space> spread_sets(E const& exec, timing_search_view<E::space> const& search,
                                            constraint_pairs const& pairs) {
  constexpr memory_space S = E::space;
  auto const of_pin = make_set_table(exec, static_cast<std::size_t>(search.pins), pairs);
  auto const words = static_cast<std::size_t>(pairs.words());
  buffer<std::uint64_t, S> table(exec, search.graph.vertex_count() * words);
  for_each_n(exec, table.size(), spread_sets_op<S>{search, words, of_pin.view(), table.view()});
  return table;
}
}  // namespace detail

/// `close_edges` for timing paths: weights with which the search's paths are just those that satisfy a
/// constraint.
///
/// Shapes: `rows` of `search.graph`. Cost, Where, Exact, Paper: as above, and 8 bytes a pin. Throws:
/// argument_error on nodes that are none, and as there.
template <executor E>
std::optional<buffer<femtoseconds, E::space>> close_edges(E const& exec, search_rows<E::space> const& rows,
                                                          timing_search_view<E::space> const& search,
                                                          path_constraint const& constraint) {
  static_assert(driver_known<primitive::constrain_graph, E>,
                "close_edges on a device needs gsta/path/path.cuh");
  auto const pairs = detail::pairs_of(constraint, search.pins);
  auto const table = detail::spread_sets(exec, search, pairs);
  return detail::close_edges(exec, rows, search.graph, detail::sets_of<E::space>(pairs, table.view()));
}

/// The part of a timing search graph whose paths are exactly those that satisfy a constraint, with unchanged
/// costs and order: itself a search graph of the design, to be searched and traced as the whole.
///
/// Shapes: `rows` of `search.graph`. Cost: as `constrain_graph`, and 8 bytes a pin. Where: the executor;
/// waits. Throws: argument_error on nodes that are none, and as there. Paper: as there.
template <executor E>
timing_search<E::space> constrain_search(E const& exec, search_rows<E::space> const& rows,
                                         timing_search_view<E::space> const& search,
                                         path_constraint const& constraint,
                                         constraint_form form = constraint_form::automatic) {
  static_assert(driver_known<primitive::constrain_graph, E>,
                "constrain_search on a device needs gsta/path/path.cuh");
  constexpr memory_space S = E::space;
  auto const pairs = detail::pairs_of(constraint, search.pins);
  auto const table = detail::spread_sets(exec, search, pairs);
  auto const sets = detail::sets_of<S>(pairs, table.view());
  auto made = detail::constrain(exec, rows, search.graph, sets, form);
  for_each_n(exec, made.vertex.size(), detail::pin_of_vertex_op<S>{search, made.vertex.view()});
  return detail::part_of_search(exec, search, std::move(made.graph), std::move(made.vertex));
}

}  // namespace gsta
