#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/search.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

/// What a graph of pins or of nodes must tell to be cut: a wire and the cell arc behind it are
/// one step, and a sink pin between the two has no value of its own to wait for.
template <memory_space S>
struct cut_problem {
  timing_graph_view<S> graph;                         ///< of pins or of nodes
  std::size_t net_arcs = 0;                           ///< arcs below it are wires
  span<edge_map const, S> edges;                      ///< [arcs]
  span<per_condition<float> const, S> asserted;       ///< [vertices] arrivals, or empty
  span<per_condition<float> const, S> asserted_slew;  ///< [vertices], or empty

  /// False for arcs that no edge passes: they only order vertices.
  GSTA_HD bool live(id arc) const noexcept { return edges[arc].code != 0; }
  /// True for net arcs.
  GSTA_HD bool is_wire(id arc) const noexcept { return static_cast<std::size_t>(arc) < net_arcs; }
  /// Rows list arcs in ascending id, so that wires come first.
  GSTA_HD bool drives_net(id v) const noexcept {
    id const first = graph.fanout_begin[v];
    return first < graph.fanout_begin[v + 1] && is_wire(graph.fanout_arc[first]);
  }
  /// True where an arrival or a slew is asserted under any condition.
  GSTA_HD bool is_asserted(id v) const noexcept {
    bool any = false;
    for (int c = 0; c < conditions; ++c) {
      any = any || (!asserted.empty() && math::is_defined(asserted[v][c]));
      any = any || (!asserted_slew.empty() && math::is_defined(asserted_slew[v][c]));
    }
    return any;
  }
  /// True for a sink pin that one wire reaches and nothing else: whoever follows it starts at its driver.
  GSTA_HD bool is_inlined(id v) const noexcept {
    id const first = graph.fanin_begin[v], end = graph.fanin_begin[v + 1];
    if (first == end || !is_wire(graph.fanin_arc[first])) return false;
    for (id k = first + 1; k < end; ++k) {
      if (live(graph.fanin_arc[k])) return false;
    }
    return !drives_net(v) && !is_asserted(v);
  }
};

namespace detail {
template <memory_space S>
struct inlined_op {
  cut_problem<S> problem;
  span<std::uint8_t, S> inlined;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    inlined[v] = problem.is_inlined(static_cast<id>(v)) ? 1 : 0;
  }
};

/// Keeps the ranks of an order whose vertex passes.
template <memory_space S, class Keep>
struct keep_rank {
  span<id const, S> order;
  Keep keep;
  GSTA_HD bool operator()(std::size_t rank) const noexcept { return keep(order[rank]); }
};

template <memory_space S>
struct vertex_at_op {
  span<id const, S> order, ranks;
  span<id, S> vertex, index_of;  // [ranks], [vertices]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    vertex[i] = order[ranks[i]];
    index_of[vertex[i]] = static_cast<id>(i);
  }
};

/// Some vertices in level order, where each level's begin, and where each vertex stands (none: left out).
template <memory_space S>
struct chosen_vertices {
  buffer<id, S> vertex, index_of;
  std::vector<id> level_begin;
};

/// Where each of `bound` falls among ascending values; waits.
template <executor E>
std::vector<id> lower_bounds(E const& exec, view_for<E, id const> ascending, std::vector<id> const& bound) {
  constexpr memory_space S = E::space;
  buffer<id, S> const there = clone(exec, bound);
  buffer<id, S> begin(exec, bound.size());
  for_each_n(exec, begin.size(), lower_bound_op<S>{ascending, there.view(), begin.view()});
  return to_vector(exec, begin.view());
}
/// Where each key below `keys` begins among ascending ones, and their end.
template <executor E>
std::vector<id> begin_of_keys(E const& exec, view_for<E, id const> ascending, std::size_t keys) {
  std::vector<id> bound(keys + 1);
  std::iota(bound.begin(), bound.end(), id{0});
  return lower_bounds(exec, ascending, bound);
}

/// The level of item `i` of some in level order, counted from the last one.
template <memory_space S>
GSTA_HD id level_from_last(span<id const, S> level_begin, std::size_t i) noexcept {
  return static_cast<id>(level_begin.size()) - 2 - row_of(level_begin, static_cast<id>(i));
}

template <executor E, class Keep>
chosen_vertices<E::space> choose(E const& exec, levels<E::space> const& order, Keep const& keep) {
  constexpr memory_space S = E::space;
  span<id const, S> const all = order.order.view.vertex;
  buffer<id, S> ranks(exec, all.size());
  std::size_t const n = select(exec, all.size(), keep_rank<S, Keep>{all, keep}, ranks.view());
  span<id const, S> const chosen = std::as_const(ranks).view().subspan(0, n);
  chosen_vertices<S> result{{exec, n}, {exec, all.size()}, {}};
  fill(exec, result.index_of.view(), none);
  for_each_n(exec, n, vertex_at_op<S>{all, chosen, result.vertex.view(), result.index_of.view()});
  result.level_begin = lower_bounds(exec, chosen, order.begin);
  return result;
}
}  // namespace detail

/// Which vertices are sinks without a value of their own.
///
/// Shapes: inlined [vertices]. Cost: O(vertices + arcs). Where: the executor; does not wait. Throws: what
/// allocation throws.
template <executor E>
buffer<std::uint8_t, E::space> find_inlined(E const& exec, cut_problem<E::space> const& problem) {
  buffer<std::uint8_t, E::space> inlined(exec, problem.graph.vertex_count());
  for_each_n(exec, inlined.size(), detail::inlined_op<E::space>{problem, inlined.view()});
  return inlined;
}

}  // namespace gsta
