// Says: k_cheapest_paths on a device needs gsta/path/path.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/path/k_cheapest.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/path.cuh>
#endif

std::size_t steps(gsta::cuda_executor const& exec,
                  gsta::edge_rows_view<gsta::memory_space::device> const& graph,
                  gsta::device_span<float const> weight) {
  return k_cheapest_paths(exec, graph, weight, 10).view.vertex.size();
}
