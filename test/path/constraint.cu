#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "test/path/constraint_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

TEST_CASE("constraints on CUDA, a few", "[path][small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    constraint_counts counts;
    constrained_graphs_agree(exec, 0, 20, counts);
    constrained_searches_agree(exec, 0, 20, counts);
    many_throughs_agree(exec, 0, 2);
    constraints_refuse(exec);
  });
}

TEST_CASE("constraints on CUDA", "[path]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    constraint_counts counts;
    constrained_graphs_agree(exec, 20, 400, counts);
    constrained_searches_agree(exec, 20, 400, counts);
    many_throughs_agree(exec, 2, 20);
    CHECK(counts.walks > 500);
  });
}
