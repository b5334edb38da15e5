#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/rc/detail/flatten_rc_op.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

namespace primitive {
struct flatten_rc;
}

namespace detail {
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
