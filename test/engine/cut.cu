#include "gsta/gsta.cuh"
#include "test/engine/cut_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("graphs are cut on CUDA as on the host", "[engine][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_cuts(exec); });
}
