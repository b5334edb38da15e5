#include "test/engine/pack_tiles_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("items fill tiles on CUDA as on the host", "[engine][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_packing(exec); });
}
