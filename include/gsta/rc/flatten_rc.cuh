#pragma once

#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/rc/detail/flatten_launch.cuh"
#include "gsta/rc/flatten_rc.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::flatten_rc, cuda_executor> = true;

/// `flatten_rc` on the device: the arrays that the generic driver makes, nets binned by size.
///
/// Shapes: as `rc_view`. Cost: O(nodes + edges); a thread for a net of up to 16 nodes, a block for others.
/// Where: the executor; waits once. Needs: what `validate` asks. Exact: neighbours keep the order of the edge
/// list. Throws: what allocation throws, cuda_error. Paper: Guo, Huang, Lin, ICCAD 2020, Algorithm 1, which
/// takes a thread a net.
inline flattened_rc<memory_space::device> flatten_rc(cuda_executor const& exec,
                                                     flat_view<memory_space::device> const& design) {
  constexpr memory_space S = memory_space::device;
  rc_view<S> const& rc = design.rc;
  std::size_t const nets = rc.root.size(), nodes = rc.capacitance.size();
  buffer<id, S> node(exec, nodes), parent(exec, nodes), first_child(exec, nodes), child_count(exec, nodes);
  buffer<id, S> edge(exec, nodes), sink_position(exec, design.net_arc_count()), reached(exec, nets);
  fill(exec, sink_position.view(), none);
  detail::flat_trees const out{
      rc,          node.view(),          parent.view(), first_child.view(), child_count.view(),
      edge.view(), sink_position.view(), reached.view()};
  auto const found = detail::flatten_nets(exec, out);
  flattened_rc<S> result;
  result.loop_edges = found.loop_edges;
  result.unreached_nodes = found.unreached_nodes;
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
