#include "test/support/backends.hpp"
#include "test/update/two_sides_body.hpp"

using namespace gsta_test;

TEST_CASE("a timer with two sides has the bits of a fresh one, whichever side is chosen", "[update][slow]") {
  on_host_backends([](auto const& exec) { two_sides_equal_fresh_timers(exec, 40); });
}
