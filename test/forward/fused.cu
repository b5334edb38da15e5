#include "gsta/sta/timer.cuh"
#include "test/forward/fused_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("the fused sweep gives the bits of two single sweeps on CUDA", "[forward][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::fused_equals_two_sweeps(exec, 0, 30); });
}
