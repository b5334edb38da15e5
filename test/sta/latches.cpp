#include "test/sta/latches_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("latches borrow what an oracle finds that turns until nothing changes", "[sta][slow]") {
  latch_circuits::check_latches(gsta::host_executor{}, 0, 3000, false);
  latch_circuits::check_latches(gsta::host_executor{}, 0, 3000, true);
}

TEST_CASE("latches borrow the same on every backend", "[sta][small]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_latches(exec, 3000, 3200, true); });
}
