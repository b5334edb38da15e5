#include "test/path/near_prefixes_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("prefixes near the best path are those of Bellman and Ford", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) {
    CHECK(gsta_test::near_prefixes_of_random_graphs(exec, 0, 100) == 0);
    gsta_test::near_prefixes_of_larger_graphs(exec);
  });
}
