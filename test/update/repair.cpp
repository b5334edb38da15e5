#include "test/support/backends.hpp"
#include "test/update/repair_body.hpp"

using namespace gsta_test;

TEST_CASE("repairs by lists of what waits give the bits of fresh timers, on every backend", "[update]") {
  on_host_backends([](auto const& exec) { repairs_equal_fresh_timers(exec, 0, 40); });
}

TEST_CASE("repowers of few and of many gates give the bits of fresh timers", "[update]") {
  on_host_backends([](auto const& exec) {
    repowers_equal_fresh_timers(exec, "tiny", {1, 1, 2, 3, 7, 20, 101, 400, 1, 2});
    repowers_equal_fresh_timers(exec, "small", {1, 1, 2, 501, 1, 20000, 3001, 9000, 2});
  });
}
