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

TEST_CASE("wires know their ends and where they stand in the rows of fan-in", "[adjoint][small]") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto const design = random_circuit(seed);
    host_timer const timer(serial_host, design);
    auto const& graph = timer.view().graph;
    auto const rows = gsta::make_wire_rows(serial_host, graph, design.net_sink.size());
    REQUIRE(rows.size() == design.net_sink.size());
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a) {
        auto const& row = rows[static_cast<std::size_t>(a)];
        CAPTURE(seed, a);
        REQUIRE(row.from == design.net_driver[net]);
        REQUIRE(row.to == design.net_sink[static_cast<std::size_t>(a)]);
        REQUIRE(graph.fanin_arc[row.position] == a);
      }
    }
  }
}
