#include "test/smooth/cost_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("a smooth cost in parts has the bits of one call", "[smooth][small]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::smooth_cost_parts_have_the_bits_of_one_call(exec, 0, 100); });
}
