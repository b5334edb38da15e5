#include "gsta/path/detail/bounded/near_prefixes.cuh"
#include "gsta/path/path.cuh"
#include "test/path/near_prefixes_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("prefixes near the best path on CUDA, a few graphs", "[path][small][race]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::near_prefixes_of_random_graphs(exec, 0, 6);
    gsta_test::plain_graph graph = gsta_test::long_row_case(1500, 1);
    gsta_test::check_near_prefixes(exec, graph, {.paths = 100});
  });
}

TEST_CASE("prefixes near the best path on CUDA are those of Bellman and Ford", "[path]") {
  gsta_test::with_cuda([](auto const& exec) {
    CHECK(gsta_test::near_prefixes_of_random_graphs(exec, 6, 300) > 300);
    gsta_test::near_prefixes_of_larger_graphs(exec);
  });
}
