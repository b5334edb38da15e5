#include "gsta/path/path.cuh"
#include "gsta/path/timing_paths.cuh"
#include "test/path/timing_paths_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("timing paths on CUDA, a few", "[path][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    timing_paths_agree(exec, 0, 12);
    path_values_agree(exec, 0, 10);
  });
}

TEST_CASE("timing paths on CUDA", "[path]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    timing_paths_agree(exec, 12, 250);
    path_values_agree(exec, 10, 100);
  });
}
