#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/reorder_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("a search graph reordered on CUDA has the same paths, a few graphs", "[path][small]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::reordering_is_right(exec, 0, 10); });
}

TEST_CASE("a search graph reordered on CUDA has the same paths in the same order", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::reordering_is_right(exec, 10, 150); });
}

TEST_CASE("a reordered graph is searched by the weights of the graph that it was made of on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::renumbered_graphs_are_searched(exec, 0, 60); });
}
