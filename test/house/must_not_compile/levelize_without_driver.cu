// Says: levelize on a device needs gsta/graph/levelize.cuh
// The bulk operations alone would make it the generic driver, and another function than in other units.
#include <gsta/core/algorithm.cuh>
#include <gsta/graph/levelize.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/graph/levelize.cuh>
#endif

std::size_t level_count(gsta::cuda_executor const& exec,
                        gsta::timing_graph_view<gsta::memory_space::device> const& graph) {
  return levelize(exec, graph).count();
}
