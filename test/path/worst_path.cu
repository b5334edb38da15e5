#include "gsta/sta/timer.cuh"
#include "test/path/worst_path_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("the worst path of each check is the same on CUDA, a few circuits", "[path][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::worst_paths_agree(exec, 0, 5); });
}

TEST_CASE("the worst path of each check is the same on CUDA", "[path]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::worst_paths_agree(exec, 5, 200); });
}
