#include "gsta/sta/timer.cuh"
#include "test/constrain/nodes_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("nodes, their arcs and levels equal a brute-force expansion on CUDA", "[constrain][small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_expansion(exec, 0, 20); });
}

TEST_CASE("nodes found by words are those found pin by pin on CUDA", "[constrain][small]") {
  gsta_test::with_cuda(
      [](gsta::cuda_executor const& exec) { gsta_test::words_find_what_the_host_finds(exec, 0, 20); });
}
