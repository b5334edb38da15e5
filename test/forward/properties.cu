#include "gsta/sta/timer.cuh"
#include "test/forward/properties_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("a false path over everything leaves no check on CUDA", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { false_everywhere_leaves_no_check(exec, 0, 20); });
}

TEST_CASE("factors of one change no bit on CUDA", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { factors_of_one_change_nothing(exec, 0, 20); });
}

TEST_CASE("an ideal clock's latency equals a propagated clock's insertion on CUDA", "[forward][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { ideal_latency_equals_insertion(exec, 0, 20); });
}
