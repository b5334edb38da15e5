#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/credited_paths_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("worst paths with credits on CUDA, a few", "[path][credits][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    credits::credited_paths_agree(exec, 0, 3);
    credits::credited_options_agree(exec, 3000, 3003);
    credits::credited_paths_refuse(exec);
  });
}

TEST_CASE("worst paths with credits on CUDA", "[path][credits]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    credits::credited_paths_agree(exec, 3, 150);
    credits::credited_options_agree(exec, 3003, 3100);
  });
}
