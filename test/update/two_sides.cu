#include "gsta/sta/two_sided_timer.cuh"
#include "test/support/cuda.cuh"
#include "test/update/two_sides_body.hpp"

using namespace gsta_test;

TEST_CASE("a timer on host and device has the bits of a fresh one, whichever side is chosen", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { two_sides_equal_fresh_timers(exec, 40); });
}
