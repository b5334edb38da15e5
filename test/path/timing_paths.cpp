// From a timed design to full traces, with all options, against choosing from all paths.
#include "test/path/timing_paths_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("timing paths are those chosen from all", "[path]") {
  timing_paths_agree(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("values along paths", "[path]") { path_values_agree(gsta::host_executor{}, 0, 600); }

TEST_CASE("timing paths with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) {
    timing_paths_agree(exec, 3000, 3100);
    path_values_agree(exec, 600, 650);
  });
}
