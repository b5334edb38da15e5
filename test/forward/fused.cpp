#include "test/forward/fused_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("the fused sweep gives the bits of two single sweeps", "[forward][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::fused_equals_two_sweeps(exec, 0, 100); });
}
