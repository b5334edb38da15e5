#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/find_paths_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("paths that are found on CUDA, a few", "[path][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    found_paths_agree(exec, 0, 12);
    path_values_agree(exec, 0, 10);
  });
}

TEST_CASE("paths that are found on CUDA", "[path]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    found_paths_agree(exec, 12, 250);
    path_values_agree(exec, 10, 100);
  });
}
