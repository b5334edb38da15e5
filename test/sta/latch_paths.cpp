#include "test/sta/latch_paths_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/long_run.hpp"

using namespace gsta_test;

TEST_CASE("the worst paths of circuits with latches are those of walking all", "[sta][small]") {
  latch_circuits::check_latch_paths(gsta::host_executor{}, 0, random_cases(1000));
}

TEST_CASE("the worst paths of circuits with latches are the same on every backend", "[sta][small]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_latch_paths(exec, 1000, 1100); });
}
