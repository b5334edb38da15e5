#include "test/golden/pins_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("every pin of the contest's designs equals the reference") {
  for (auto const& golden : golden_designs()) {
    INFO(golden.reference);
    auto const design = load_design(golden);
    auto const state = time_on(gsta::host_executor{}, design);
    auto const reference = read_pin_table(goldens() / "golden" / (golden.reference + ".nocppr.pins.tsv"));
    comparison const seen = compare_pins(design, state, reference);
    INFO(seen.wrong);
    CHECK(seen.differences == 0);
    CHECK(seen.values == 16 * reference.size());
    CHECK(seen.defined > 0);
  }
}

TEST_CASE("the contest's designs have the same bits with 1, 2 and 16 threads") {
  for (auto const& golden : golden_designs()) {
    INFO(golden.reference);
    auto const design = load_design(golden);
    auto const serial = time_on(gsta::host_executor{}, design);
    on_host_backends([&](auto const& exec) { require_same_bits(serial, time_on(exec, design)); });
  }
}
