#include "gsta/graph/build.cuh"
#include "gsta/sta/gradient_plan.cuh"
#include "gsta/sta/timer.cuh"
#include "test/adjoint/credits_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("gradients with credits have the host's bits on CUDA", "[adjoint][small]") {
  with_cuda(
      [](gsta::cuda_executor const& exec) { credits::credit_gradients_have_serial_bits(exec, 2000, 2020); });
}

TEST_CASE("gradient plans say that they leave credits out", "[adjoint][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    credit_trees::circuit const made(5, true, true);
    gsta::timer timer(exec, made.design, credits::credit_options_of(0));
    bool refused = false;
    try {
      auto const plan = timer.prepare_gradients(exec);
    } catch (gsta::argument_error const& error) {
      refused = std::string(error.what()).find("gsta/sta/credit_gradients.hpp") != std::string::npos;
    }
    CHECK(refused);
  });
}
