#include "gsta/sta/timer.cuh"
#include "test/constrain/two_clock_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("two clocks through both layers on CUDA, against numbers worked out by hand",
          "[constrain][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::two_clocks_by_hand(exec); });
}
