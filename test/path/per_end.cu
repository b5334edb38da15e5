#include "gsta/path/path.cuh"
#include "test/path/per_end_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("paths of each end on CUDA, a few", "[path][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    ends_agree(exec, 0, 20);
    endpoints_agree(exec, 0, 4);
    ends_refuse(exec);
  });
}

TEST_CASE("paths of each end on CUDA", "[path]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    ends_agree(exec, 20, 300);
    endpoints_agree(exec, 4, 60);
  });
}
