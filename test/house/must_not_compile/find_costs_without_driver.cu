// Says: find_costs on a device needs gsta/path/path.cuh
// The rows come from a unit that includes it.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/costs.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/path.cuh>
#endif

void refresh(gsta::cuda_executor const& exec, gsta::search_rows<gsta::memory_space::device> const& rows,
             gsta::search_graph_view<gsta::memory_space::device> const& graph,
             gsta::search_cost_buffers<gsta::memory_space::device>& costs) {
  find_costs(exec, rows, graph, costs);
}
