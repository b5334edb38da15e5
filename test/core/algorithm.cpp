#include "test/core/algorithm_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("the bulk algorithms equal their std counterparts on every host backend", "[core][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::check_algorithms(exec); });
}
