#include "gsta/sta/edited_timer.cuh"
#include "test/support/cuda.cuh"
#include "test/update/repair_body.hpp"

using namespace gsta_test;

TEST_CASE("repairs on a device give the bits of fresh timers", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { repairs_equal_fresh_timers(exec, 0, 40); });
}

// Few, since tools that watch every access take long.
TEST_CASE("repairs of a few designs on a device give the bits of fresh timers", "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) { repairs_equal_fresh_timers(exec, 0, 4, 5); });
}
