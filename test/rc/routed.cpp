#include "test/rc/routed_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("wires of nets without a design are what their definition says", "[rc][small]") {
  on_host_backends([](auto const& exec) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) check_routed_nets(exec, seed, 20, find_by_nets{});
  });
}

TEST_CASE("wires of many nets without a design are what their definition says", "[rc][slow]") {
  for (std::uint64_t seed = 100; seed < 130; ++seed)
    check_routed_nets(gsta::host_executor{}, seed, 60, find_by_nets{});
}
