#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "gsta/sta/timer.cuh"
#include "test/sta/credited_latches_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("slacks with credits at latches are the same on a device, a few", "[credits][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { latch_circuits::check_credited_latches(exec, 0, 20); });
}

TEST_CASE("slacks with credits at latches are the same on a device", "[credits]") {
  with_cuda([](gsta::cuda_executor const& exec) { latch_circuits::check_credited_latches(exec, 20, 100); });
}

TEST_CASE("worst paths with credits at latches are the same on a device, a few", "[credits][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { latch_circuits::check_credited_latch_paths(exec, 0, 10); });
}

TEST_CASE("worst paths with credits at latches are the same on a device", "[credits]") {
  with_cuda(
      [](gsta::cuda_executor const& exec) { latch_circuits::check_credited_latch_paths(exec, 10, 100); });
}
