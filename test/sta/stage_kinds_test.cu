#include "gsta/sta/timer.cuh"
#include "test/sta/stage_kinds_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("stages of effective capacitances are counted on a device as an oracle has them", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::stage_kinds_comparison compared(exec);
    for (std::uint64_t seed = 1; seed <= 32; ++seed) compared.compare(seed);
    compared.finish();
  });
}
