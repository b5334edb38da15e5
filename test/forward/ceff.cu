#include "gsta/core/algorithm.cuh"
#include "test/forward/ceff_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("CUDA solves effective capacitances to the host's bits", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { stages_have_the_hosts_bits<float>(exec, 5000); });
}

TEST_CASE("CUDA solves effective capacitances in double to the host's bits", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { stages_have_the_hosts_bits<double>(exec, 5000); });
}
