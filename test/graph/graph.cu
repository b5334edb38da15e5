#include "test/graph/graph_body.hpp"
#include "test/support/cuda.cuh"
// As in every file of this program that builds graphs: all must see the same overloads.
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"

TEST_CASE("graphs, levels and loops on CUDA", "[graph][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_graphs(exec); });
}
