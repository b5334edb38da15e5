#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

namespace primitive {
struct flatten_rc;
}

namespace detail {
/// Breadth-first search of one net: neighbours are visited in the order of the net's edge list, which fixes
/// the order of every sum over children. An edge that closes a loop is left out and counted.
template <memory_space S>
struct flatten_rc_op {
  rc_view<S> rc;
  span<id, S> adjacent_begin;  // [nodes + nets] scratch: one more than the nodes of each net
  span<id, S> adjacent;        // [2 * edges] scratch: local edges around each node, in order
  span<id, S> position_of;     // [nodes] scratch: where a node was placed, none while it was not
  span<id, S> node, parent, first_child, child_count, edge, sink_position, reached, loops;
  /// On a host, of a tree at a time: the net whose tree and scratch stand in front, its first node and edge.
  id first_net = 0, first_slot = 0, first_edge = 0;

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const n = rc.node_begin[net + 1] - rc.node_begin[net];
    loops[net] = 0;
    reached[net] = 0;
    list_neighbours(net, n);
    id const base = slot_of(net);
    for (id i = 0; i < n; ++i) position_of[base + i] = none;
    if (n > 0 && rc.root[net] >= 0) search(net);
    for (id i = 0; i < n; ++i) {
      id const sink = rc.node_sink[rc.node_begin[net] + i];
      if (sink != none) sink_position[sink] = position_of[base + i];
    }
  }

  /// Where a net's nodes stand in scratch and trees, what is around them, and the lists of that.
  GSTA_HD id slot_of(std::size_t net) const noexcept {
    if constexpr (S == memory_space::host) return rc.node_begin[net] - first_slot;
    return rc.node_begin[net];
  }
  GSTA_HD id* begin_of(std::size_t net) const noexcept {
    id* const from = adjacent_begin.data() + slot_of(net);
    if constexpr (S == memory_space::host) return from + (net - static_cast<std::size_t>(first_net));
    return from + net;
  }
  GSTA_HD id* list_of(std::size_t net) const noexcept {
    if constexpr (S == memory_space::host) return adjacent.data() + 2 * (rc.edge_begin[net] - first_edge);
    return adjacent.data() + 2 * rc.edge_begin[net];
  }

  /// A counting sort of the net's edges by node, both ends of each.
  GSTA_HD void list_neighbours(std::size_t net, id n) const noexcept {
    id* const begin = begin_of(net);
    id* const list = list_of(net);
    id const first = rc.edge_begin[net], edges = rc.edge_begin[net + 1] - first;
    for (id i = 0; i <= n; ++i) begin[i] = 0;
    for (id e = 0; e < edges; ++e) {
      ++begin[rc.edge_a[first + e]];
      ++begin[rc.edge_b[first + e]];
    }
    for (id i = 1; i <= n; ++i) begin[i] += begin[i - 1];
    for (id e = edges - 1; e >= 0; --e) {  // backwards, so that each list comes out in the order of the edges
      list[--begin[rc.edge_b[first + e]]] = e;
      list[--begin[rc.edge_a[first + e]]] = e;
    }
  }

  GSTA_HD void search(std::size_t net) const noexcept {
    id const base = slot_of(net), edges = rc.edge_begin[net];
    id const* const begin = begin_of(net);
    id const* const list = list_of(net);
    id visited = 0, closing = 0;
    visit(base, visited++, rc.root[net], none, none);
    for (id p = 0; p < visited; ++p) {
      id const here = node[base + p];
      first_child[base + p] = visited;
      for (id k = begin[here]; k < begin[here + 1]; ++k) {
        id const e = edges + list[k];
        id const other = rc.edge_a[e] == here ? rc.edge_b[e] : rc.edge_a[e];
        if (position_of[base + other] == none) {
          visit(base, visited++, other, p, e);
        } else if (e != edge[base + p] && edge[base + position_of[base + other]] != e) {
          ++closing;  // seen from both its ends
        }
      }
      child_count[base + p] = visited - first_child[base + p];
    }
    reached[net] = visited;
    loops[net] = closing / 2;
  }

  GSTA_HD void visit(id base, id position, id local, id parent_position, id edge_to_parent) const noexcept {
    node[base + position] = local;
    parent[base + position] = parent_position;
    edge[base + position] = edge_to_parent;
    position_of[base + local] = position;
  }
};

template <memory_space S>
struct unreached_op {
  rc_view<S> rc;
  span<id const, S> reached;
  GSTA_HD std::int64_t operator()(std::size_t net) const noexcept {
    return rc.root[net] == reduced_root ? 0 : rc.node_begin[net + 1] - rc.node_begin[net] - reached[net];
  }
};
}  // namespace detail

/// Trees made from edge lists, and what in the lists was no tree.
template <memory_space S>
struct flattened_rc {
  owned<rc_forest_view, S> forest;   ///< looks at `rc_view::node_begin` too, which must outlive it
  std::int64_t loop_edges = 0;       ///< edges left out because they close a loop
  std::int64_t unreached_nodes = 0;  ///< nodes not connected to their net's driver; sinks there are undefined
};

/// Orders every net's undirected edge list breadth-first from its driver.
///
/// Shapes: as `rc_view`. Cost: O(nodes + edges), a thread a net. Where: the executor; waits for two counts.
/// Exact: neighbours keep the order of the edge list. Throws: what allocation throws.
/// Paper: Guo, Huang, Lin, ICCAD 2020, Algorithm 1.
template <executor E>
flattened_rc<E::space> flatten_rc(E const& exec, nets_of<E> const& design) {
  static_assert(driver_known<primitive::flatten_rc, E>,
                "flatten_rc on a device needs gsta/rc/flatten_rc.cuh");
  constexpr memory_space S = E::space;
  rc_view<S> const& rc = design.rc;
  std::size_t const nets = rc.root.size(), nodes = rc.capacitance.size(), edges = rc.resistance.size();
  buffer<id, S> adjacent_begin(exec, nodes + nets), adjacent(exec, 2 * edges), position_of(exec, nodes);
  buffer<id, S> node(exec, nodes), parent(exec, nodes), first_child(exec, nodes), child_count(exec, nodes);
  buffer<id, S> edge(exec, nodes), sink_position(exec, design.net_arc_count()), reached(exec, nets);
  buffer<id, S> loops(exec, nets);
  fill(exec, sink_position.view(), none);
  for_each_n(exec, nets,
             detail::flatten_rc_op<S>{rc, adjacent_begin.view(), adjacent.view(), position_of.view(),
                                      node.view(), parent.view(), first_child.view(), child_count.view(),
                                      edge.view(), sink_position.view(), reached.view(), loops.view()});
  flattened_rc<S> result;
  result.loop_edges = reduce(exec, nets, value_term<std::int64_t, id, S>{std::as_const(loops).view()},
                             std::int64_t{0}, sum_of<std::int64_t>{});
  result.unreached_nodes = reduce(exec, nets, detail::unreached_op<S>{rc, std::as_const(reached).view()},
                                  std::int64_t{0}, sum_of<std::int64_t>{});
  auto& forest = result.forest;
  forest.view = {rc.node_begin,
                 forest.keep(std::move(reached)),
                 forest.keep(std::move(node)),
                 forest.keep(std::move(parent)),
                 forest.keep(std::move(first_child)),
                 forest.keep(std::move(child_count)),
                 forest.keep(std::move(edge)),
                 forest.keep(std::move(sink_position))};
  return result;
}

}  // namespace gsta
