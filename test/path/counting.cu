#include "gsta/path/detail/bounded/bounded.cuh"
#include "gsta/path/path.cuh"
#include "test/path/counting_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("paths are counted by excess along chains on CUDA, a few of them", "[path][small][race]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::counts_equal_ways(exec, {2, 9, 70}); });
}

TEST_CASE("paths are counted by excess along chains of any length on CUDA", "[path]") {
  gsta_test::with_cuda(
      [](auto const& exec) { gsta_test::counts_equal_ways(exec, {1, 2, 8, 9, 10, 64, 66, 150, 600}); });
}
