#include "test/graph/pin_arcs_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("a design's pin graph has its nets, cells and checks as arcs on CUDA", "[graph][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_pin_arcs(exec); });
}
