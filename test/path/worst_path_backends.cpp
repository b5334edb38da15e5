#include "test/path/worst_path_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("the worst path of each check is the same with 1, 2 and 16 threads", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::worst_paths_agree(exec, 0, 50); });
}
