#include "gsta/sta/timer.cuh"
#include "test/golden/pins_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("the contest's designs have the same bits on the device as on the host") {
  with_cuda([](gsta::cuda_executor const& exec) {
    for (auto const& golden : golden_designs()) {
      INFO(golden.reference);
      auto const design = load_design(golden);
      require_same_bits(time_on(gsta::host_executor{}, design), time_on(exec, design));
    }
  });
}
