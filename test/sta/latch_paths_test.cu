#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "gsta/sta/timer.cuh"
#include "test/sta/latch_paths_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("the worst paths of circuits with latches are found on a device", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) { latch_circuits::check_latch_paths(exec, 0, 200); });
}
