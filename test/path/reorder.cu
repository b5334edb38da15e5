#include "gsta/path/search_rows.cuh"
#include "test/path/reorder_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("a search graph reordered on CUDA has the same paths, a few graphs", "[path][small]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::reordering_is_right(exec, 0, 10); });
}

TEST_CASE("a search graph reordered on CUDA has the same paths in the same order", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::reordering_is_right(exec, 10, 150); });
}

TEST_CASE("weights follow the edges of a graph reordered on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::weights_move_along(exec); });
}
