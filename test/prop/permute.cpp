#include "test/support/permute.hpp"

#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

struct difference {
  std::int64_t ulps = 0;
  std::size_t compared = 0;

  template <class Values>
  void add(Values const& a, Values const& b) {
    for (std::size_t i = 0; i < std::size(a.value); ++i) {
      ulps = std::max(ulps, ulps_between(a.value[i], b.value[i]));
      ++compared;
    }
  }
};

difference compare_renumbered(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b,
                              std::vector<id> const& to) {
  difference found;
  for (std::size_t p = 0; p < to.size(); ++p) {
    auto const q = static_cast<std::size_t>(to[p]);
    found.add(a.slew[p], b.slew[q]);
    found.add(a.load[p], b.load[q]);
    REQUIRE(a.pin_begin[p + 1] - a.pin_begin[p] == b.pin_begin[q + 1] - b.pin_begin[q]);
    for (id k = 0; k < a.pin_begin[p + 1] - a.pin_begin[p]; ++k) {
      auto const m = static_cast<std::size_t>(a.pin_begin[p] + k),
                 n = static_cast<std::size_t>(b.pin_begin[q] + k);
      REQUIRE(a.node_tag[m] == b.node_tag[n]);
      found.add(a.arrival[m], b.arrival[n]);
      found.add(a.required[m], b.required[n]);
      found.add(a.slack[m], b.slack[n]);
    }
  }
  for (std::size_t arc = 0; arc < a.arc_delay.size(); ++arc) found.add(a.arc_delay[arc], b.arc_delay[arc]);
  return found;
}

}  // namespace

// Nets keep the order of their sinks and arcs keep theirs, so every sum and merge meets its terms in the same
// order; a special driver that took another order would still have to stay within 4 ulp.
TEST_CASE("numbering the pins otherwise does not change results", "[prop][small]") {
  gsta::host_executor const exec;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto const design = random_circuit(seed);
    prng random(seed + 77);
    auto const to = random_order(design.pin_load.size(), random);
    auto const options = options_of(seed).timer;
    auto const before = snapshot_on(exec, design, options);
    auto const after = snapshot_on(exec, renumber_pins(design, to), options);
    difference const found = compare_renumbered(before, after, to);
    compared += found.compared;
    CAPTURE(seed);
    REQUIRE(found.ulps <= 4);
    CHECK(before.setup.tns == after.setup.tns);
    CHECK(before.hold.tns_rf == after.hold.tns_rf);
    CHECK(before.setup.unconstrained == after.setup.unconstrained);
    CHECK(ulps_between(before.hold.worst_slack, after.hold.worst_slack) <= 4);
  }
  CHECK(compared > 100000);
}
