#include "gsta/sta/timer.cuh"
#include "test/sta/parallel_drivers_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("drivers that charge a net together do on a device what an oracle says", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::parallel_comparison compared(exec);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) compared.compare(seed);
    compared.finish();
    gsta_test::parallel_drivers_have_the_bits_of_one_thread(exec);
  });
}
