#include "test/path/reorder_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("a search graph reordered has the same paths in the same order", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::reordering_is_right(exec, 0, 200); });
}

TEST_CASE("a reordered graph is searched by the weights of the graph that it was made of", "[path]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::renumbered_graphs_are_searched(exec, 0, 200); });
}
