#include "test/path/timing_graph_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("the search graph of a timed design is the same on CUDA, a few", "[path][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::timing_graphs_agree(exec, 0, 24); });
}

TEST_CASE("the search graph of a timed design is the same on CUDA", "[path]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::timing_graphs_agree(exec, 24, 400); });
}

TEST_CASE("a search graph refuses what does not fit on CUDA", "[path][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::timing_graph_refuses(exec);
    gsta_test::timing_graph_measures_depth(exec);
    gsta_test::timing_graph_measures_length(exec);
  });
}

TEST_CASE("new weights of a search graph on CUDA", "[path][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::new_weights_agree(exec, 0, 60); });
}
