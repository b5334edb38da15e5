#include "gsta/graph/build.cuh"
#include "gsta/sta/timer.cuh"
#include "test/smooth/cost_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("a smooth cost in parts has the bits of one call on CUDA", "[smooth][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::smooth_cost_parts_have_the_bits_of_one_call(exec, 0, 20);
  });
}
