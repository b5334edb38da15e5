#include "gsta/graph/levelize.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/engines_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("engines find the first k of all paths on CUDA, one graph", "[schemes][small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) { engines_equal_brute_force(exec, 30, 31); });
}

TEST_CASE("engines find the first k of all paths on CUDA, a few graphs", "[schemes][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { engines_equal_brute_force(exec, 0, 8); });
}

TEST_CASE("engines find the first k of all paths on CUDA", "[schemes]") {
  with_cuda([](gsta::cuda_executor const& exec) { engines_equal_brute_force(exec, 8, 300); });
}

TEST_CASE("engines agree on small graphs as deep as circuits on CUDA", "[schemes][small]") {
  with_cuda([](gsta::cuda_executor const& exec) { engines_agree_on_deep_graphs(exec, 2000, {500}); });
}

TEST_CASE("engines agree on graphs as deep as circuits on CUDA", "[schemes]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    engines_agree_on_deep_graphs(exec, 100'000, {1, 1000, 100'000});
  });
}
