#include "test/constrain/two_clock_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("two clocks through both layers, against numbers worked out by hand", "[constrain][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::two_clocks_by_hand(exec); });
}
