// Swept adjoints on the host, bit for bit against the level loops.
#include "bench/generate.hpp"
#include "test/adjoint/swept_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("swept adjoints give the bits of the level loops on every host backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      swept_equals_levels(exec, random_circuit(seed), options_of(seed).timer, cost_options_of(seed), result);
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
    }
    CHECK(result.compared > 50000);
  });
}

TEST_CASE("swept adjoints give the bits of the level loops with wide nets", "[adjoint][slow]") {
  for (int const tags : {1, 3}) {
    auto options = gsta_bench::preset("small");
    options.large_nets = {1001, 6000};
    options.undefined_inputs = 3;
    options.conditional = true;
    options.tags = tags;
    bit_comparison result;
    swept_equals_levels(serial_host, gsta_bench::generate(options), {}, {}, result);
    CAPTURE(tags, result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > 300000);
  }
}
