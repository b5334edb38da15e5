#include "test/support/permute.hpp"

#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/compare.hpp"
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

/// Tags are numbered by the pins that false paths start from, so nodes are matched by what their tags say.
difference compare_renumbered(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b,
                              std::vector<id> const& to) {
  difference found;
  auto const tags = detail::tags_of(a.tags, a.exception_rows),
             new_tags = detail::tags_of(b.tags, b.exception_rows);
  for (std::size_t p = 0; p < to.size(); ++p) {
    auto const q = static_cast<std::size_t>(to[p]);
    found.add(a.slew[p], b.slew[q]);
    found.add(a.load[p], b.load[q]);
    REQUIRE(a.pin_begin[p + 1] - a.pin_begin[p] == b.pin_begin[q + 1] - b.pin_begin[q]);
    for (auto m = static_cast<std::size_t>(a.pin_begin[p]); m < static_cast<std::size_t>(a.pin_begin[p + 1]);
         ++m) {
      auto const& tag = tags[static_cast<std::size_t>(a.node_tag[m])];
      id const node = detail::node_of(b, new_tags, to[p], tag);
      REQUIRE(node != none);
      auto const n = static_cast<std::size_t>(node);
      found.add(a.node_arrival[m], b.node_arrival[n]);
      found.add(a.node_required[m], b.node_required[n]);
      found.add(a.node_slack[m], b.node_slack[n]);
    }
  }
  for (std::size_t arc = 0; arc < a.arc_delay.size(); ++arc) found.add(a.arc_delay[arc], b.arc_delay[arc]);
  return found;
}

}  // namespace

// Nets keep the order of their sinks and arcs keep theirs, so every sum and merge meets its terms in the same
// order; a special driver that took another order would still have to stay within 4 ulp.
TEST_CASE("numbering the pins otherwise does not change results", "[forward][small]") {
  gsta::host_executor const exec;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto const design = random_circuit(seed);
    prng random(seed + 77);
    auto const to = random_order(design.pin_load.size(), random);
    auto const options = options_of(seed).timer;
    auto const before = snapshot_on(exec, design, options);
    auto const renumbered = renumber_pins(design, to);
    auto const after = snapshot_on(exec, renumbered, options);
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
