#include "test/path/counting_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("paths are counted by excess along chains of any length", "[path]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::counts_equal_ways(exec, {1, 2, 8, 9, 10, 64, 66, 150, 600}); });
}
