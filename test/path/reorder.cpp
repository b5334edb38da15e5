#include "test/path/reorder_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("a search graph reordered has the same paths in the same order", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::reordering_is_right(exec, 0, 200); });
}

TEST_CASE("weights follow the edges of a reordered graph", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::weights_move_along(exec); });
}
