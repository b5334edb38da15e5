#include "gsta/path/path.cuh"
#include "test/path/recover_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("traces are the same on CUDA, a few", "[path][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::walks_agree(exec, 0, 20);
    gsta_test::renamed_walks_agree(exec, 0, 10);
    gsta_test::traces_agree(exec, 1, 20);
    gsta_test::long_walks_agree(exec, 1, 700, 60, 40);
  });
}

TEST_CASE("traces are the same on CUDA", "[path]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::walks_agree(exec, 20, 300);
    gsta_test::renamed_walks_agree(exec, 10, 150);
    gsta_test::traces_agree(exec, 20, 300);
    gsta_test::long_walks_agree(exec, 2, 3000, 90, 20'000);
    gsta_test::long_walks_agree(exec, 3, 300, 3000, 20'000);
  });
}
