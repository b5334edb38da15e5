// Full traces of paths told by sidetracks: against brute force and the plain engine, by every route.
#include "test/path/recover_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("recovered walks are all edges of the paths", "[path]") {
  gsta_test::walks_agree(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("recovered timing paths are those of the plain engine", "[path]") {
  gsta_test::traces_agree(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("walks found on a renumbered graph are told by the old numbers", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::renamed_walks_agree(exec, 0, 100); });
}

TEST_CASE("traces are the same with 1, 2 and 16 threads", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) {
    gsta_test::walks_agree(exec, 3000, 3150);
    gsta_test::traces_agree(exec, 3000, 3150);
    gsta_test::long_walks_agree(exec, 1, 700, 60, 400);
  });
}
