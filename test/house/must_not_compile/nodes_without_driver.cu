// Says: make_nodes on a device needs gsta/constrain/nodes.cuh
#include <gsta/constrain/nodes.hpp>
#include <gsta/core/algorithm.cuh>
#ifdef GSTA_TEST_RIGHT
#include <gsta/constrain/nodes.cuh>
#endif

constexpr auto device = gsta::memory_space::device;

std::size_t node_count(gsta::cuda_executor const& exec, gsta::timing_graph<device> const& pins,
                       gsta::levels<device> const& order, gsta::device_span<gsta::edge_map const> edges) {
  return make_nodes(exec, pins, order, edges, {}).count();
}
