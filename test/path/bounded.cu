#include "gsta/path/detail/bounded/bounded.cuh"
#include "gsta/path/path.cuh"
#include "test/path/bounded_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("bounded search finds the first of all paths on CUDA, a few graphs", "[path][small]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_equals_brute_force(exec, 0, 20); });
}

TEST_CASE("bounded search finds the first of all paths on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_equals_brute_force(exec, 20, 500); });
}

TEST_CASE("bounded search makes on CUDA what it makes on the host", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_makes_what_the_host_makes(exec); });
}

TEST_CASE("bounded search ranks what ties on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_ranks_ties(exec); });
}

TEST_CASE("bounded search keeps to the memory it is allowed on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_keeps_to_memory(exec); });
}

TEST_CASE("bounded search copes with next to no graph on CUDA", "[path][small][race]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_of_nearly_nothing(exec); });
}

TEST_CASE("bounded search copes with long rows on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_copes_with_long_rows(exec); });
}

TEST_CASE("bounded search finds the first paths by rows of any width on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::bounded_of_wide_rows(exec, 0, 60, 12);
    gsta_test::bounded_of_wide_rows(exec, 60, 80, 150);
    gsta_test::bounded_of_wide_rows(exec, 80, 90, 2500);
  });
}

TEST_CASE("bounded search copes with long lists on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_copes_with_long_lists(exec); });
}

TEST_CASE("bounded search copes with larger graphs on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_copes_with_larger_graphs(exec, 0, 20); });
}

TEST_CASE("bounded search ranks below a limit on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bounded_ranks_below_a_limit(exec); });
}
