// Says: build_graph on a device needs gsta/graph/build.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/graph/build.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/graph/build.cuh>
#endif

std::size_t arc_count(gsta::cuda_executor const& exec, gsta::device_span<gsta::id const> from,
                      gsta::device_span<gsta::id const> to) {
  return build_graph(exec, 3, from, to).view.arc_count();
}
