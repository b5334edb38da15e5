#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

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
    id const base = slot_of(net);
    for (id i = 0; i < n; ++i) position_of[base + i] = none;
    if (n > 0 && rc.root[net] >= 0 && !grow(net, n)) {
      list_neighbours(net, n);
      search(net);
    }
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

  /// What `search` finds, where each edge leads to a new node from one that is there, as files mostly list
  /// trees: their edges need no search. False: some do, and no node has a position.
  GSTA_HD bool grow(std::size_t net, id n) const noexcept {
    id const base = slot_of(net), first = rc.edge_begin[net], edges = rc.edge_begin[net + 1] - first;
    if (edges >= n) return false;
    // As addresses of this net: what is written might else be the spans themselves, for all a compiler knows.
    id const *const edge_a = rc.edge_a.data() + first, *const edge_b = rc.edge_b.data() + first;
    id *const position = &position_of[base], *const children = &child_count[base];
    id *const node_at = &node[base], *const parent_of = &parent[base], *const edge_to = &edge[base];
    for (id p = 0; p <= edges; ++p) children[p] = 0;
    visit(base, 0, rc.root[net], none, none);
    bool in_order = true;  // nodes are met in the order of their parents, and so in that of a search
    id last = 0;
    for (id e = 0; e < edges; ++e) {
      id const a = edge_a[e], b = edge_b[e];
      id const of_a = position[a], of_b = position[b];
      if ((of_a == none) == (of_b == none)) return forget(base, n);
      id const from = of_a != none ? of_a : of_b, to = of_a != none ? b : a;
      in_order = in_order & (from >= last);
      last = from;
      ++children[from];
      node_at[e + 1] = to;
      parent_of[e + 1] = from;
      edge_to[e + 1] = first + e;
      position[to] = e + 1;
    }
    reached[net] = edges + 1;
    if (!in_order) return reorder(net, n);
    for (id p = 0, behind = 1; p <= edges; ++p) {
      first_child[base + p] = behind;
      behind += child_count[base + p];
    }
    return true;
  }

  GSTA_HD bool forget(id base, id n) const noexcept {
    for (id i = 0; i < n; ++i) position_of[base + i] = none;
    return false;
  }

  /// From the order in which edges lead to nodes to that of a search.
  GSTA_HD bool reorder(std::size_t net, id n) const noexcept {
    id const base = slot_of(net), first = rc.edge_begin[net], edges = reached[net] - 1;
    id* const row = begin_of(net);         // [edges + 2] where the children of each begin
    id* const local = list_of(net);        // [edges] the node that each edge leads to
    id* const from = local + edges;        // [edges] its parent
    id* const child = &position_of[base];  // [edges] by parents, each row in the order of the edges
    for (id e = 0; e < edges; ++e) {
      local[e] = node[base + e + 1];
      from[e] = parent[base + e + 1];
    }
    id end = 0;
    for (id p = 0; p <= edges; ++p) row[p] = end += child_count[base + p];
    row[edges + 1] = end;
    for (id e = edges - 1; e >= 0; --e) child[--row[from[e]]] = e + 1;
    node[base] = 0;
    id visited = 1;
    for (id p = 0; p <= edges; ++p) {
      id const here = node[base + p];
      first_child[base + p] = visited;
      for (id k = row[here]; k < row[here + 1]; ++k, ++visited) {
        node[base + visited] = child[k];
        parent[base + visited] = p;
      }
      child_count[base + p] = visited - first_child[base + p];
    }
    if (visited < n) forget(base, n);
    position_of[base + rc.root[net]] = 0;
    node[base] = rc.root[net];
    for (id p = 1; p <= edges; ++p) {
      id const e = node[base + p] - 1;
      node[base + p] = local[e];
      edge[base + p] = first + e;
      position_of[base + local[e]] = p;
    }
    return true;
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

}  // namespace gsta::detail
