#include "test/engine/cut_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("sinks without a value of their own are found, and vertices chosen in order", "[engine][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::check_cuts(exec); });
}
