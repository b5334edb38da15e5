// Worst paths with common-path credits: against all paths enumerated, the slacks of checks and the plain
// search.
#include "test/path/credited_paths_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("worst paths with credits are the first of all paths", "[path][credits][slow]") {
  credits::credited_paths_agree(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("options of worst paths with credits leave out what they say", "[path][credits][slow]") {
  credits::credited_options_agree(gsta::host_executor{}, 3000, 5000);
}

TEST_CASE("worst paths with credits with 1, 2 and 16 threads", "[path][credits]") {
  on_host_backends([](auto const& exec) {
    credits::credited_paths_agree(exec, 5000, 5050);
    credits::credited_options_agree(exec, 5050, 5100);
    credits::credited_paths_refuse(exec);
  });
}
