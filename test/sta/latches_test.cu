#include "gsta/sta/gradient_plan.cuh"
#include "gsta/sta/timing_plan.cuh"
#include "test/sta/latches_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("latches borrow on a device what an oracle finds", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    latch_circuits::check_latches(exec, 0, 200, false);
    latch_circuits::check_latches(exec, 0, 200, true);
  });
}

TEST_CASE("gradient plans say which calls find gradients through latches", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      prng random(seed);
      latch_circuits::builder const built(random, false);
      gsta::timer timer(exec, built.made.design);
      if (!timer.view().latches.any()) continue;
      try {
        auto const plan = timer.prepare_gradients(exec);
      } catch (gsta::argument_error const& error) {
        refused += std::string(error.what()).find("gsta/adjoint/latches.hpp") != std::string::npos;
      }
    }
    CHECK(refused > 5);
  });
}
