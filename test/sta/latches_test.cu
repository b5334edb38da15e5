#include "gsta/sta/update_plan.cuh"
#include "test/sta/latches_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("latches borrow on a device what an oracle finds", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    latch_circuits::check_latches(exec, 0, 200, false);
    latch_circuits::check_latches(exec, 0, 200, true);
  });
}
