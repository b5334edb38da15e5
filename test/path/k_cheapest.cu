#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/k_cheapest_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("the k cheapest paths of a caller's graph on CUDA, a few", "[path][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { cheapest_of_all_types_agree(exec, 0, 6); });
}

TEST_CASE("the k cheapest paths of a caller's graph on CUDA", "[path]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    cheapest_of_all_types_agree(exec, 6, 120);
    cheapest_of_rounded_weights(exec);
    cheapest_refuses(exec);
  });
}
