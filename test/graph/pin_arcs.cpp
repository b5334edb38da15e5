#include "test/graph/pin_arcs_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("a design's pin graph has its nets, cells and checks as arcs", "[graph][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::check_pin_arcs(exec); });
}
