#include "test/sta/credited_latches_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("slacks with credits at latches are those of the worst of all paths", "[sta][credits][slow]") {
  latch_circuits::check_credited_latches(gsta::host_executor{}, 0, 4000);
}

TEST_CASE("slacks with credits at latches are the same on every backend", "[sta][credits]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_credited_latches(exec, 4000, 4100); });
}

TEST_CASE("worst paths with credits at latches are the first of all paths", "[sta][credits][slow]") {
  latch_circuits::check_credited_latch_paths(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("worst paths with credits at latches are the same on every backend", "[sta][credits]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_credited_latch_paths(exec, 3000, 3100); });
}
