// From a timed design to full traces, by all kinds of queries, against choosing from all paths.
#include "test/path/find_paths_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("paths that are found are those chosen from all", "[path]") {
  found_paths_agree(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("values along paths", "[path]") { path_values_agree(gsta::host_executor{}, 0, 600); }

TEST_CASE("paths that are found, with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) {
    found_paths_agree(exec, 3000, 3100);
    path_values_agree(exec, 600, 650);
  });
}
