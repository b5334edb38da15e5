#include "test/lut/lookup_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("lookups on CUDA have the host's bits", "[lut][small][race]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::lookups_agree(exec); });
}
