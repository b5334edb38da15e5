#include "test/support/catch.hpp"
#include "test/support/long_run.hpp"
#include "test/update/edit_runs.hpp"
#include "test/update/whole_design.hpp"

using namespace gsta_test;

TEST_CASE("live timers of designs with everything have the bits of fresh ones", "[update][slow]") {
  edit_tally all;
  for (std::uint64_t seed = 0; seed < random_cases(40); ++seed) {
    auto const [design, options] = whole_case(seed);
    run_edits(seed, design, options, 12, all, {seed % 3 == 0 ? 0 : 15, 5});
  }
  CHECK(all.edits > 800);
  CHECK(all.counts.incremental > all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 10);
  CHECK(all.refused > 10);
}
