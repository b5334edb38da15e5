#include "test/support/backends.hpp"
#include "test/update/repair_body.hpp"

using namespace gsta_test;

TEST_CASE("repairs by lists of what waits give the bits of fresh timers, on every backend", "[update]") {
  on_host_backends([](auto const& exec) { repairs_equal_fresh_timers(exec, 0, 40); });
}
