#include "test/support/catch.hpp"
#include "test/support/long_run.hpp"
#include "test/update/edit_runs.hpp"
#include "test/update/whole_design.hpp"

using namespace gsta_test;

TEST_CASE("designs with everything have the bits of a fresh timer after every edit", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 0; seed < random_cases(100); ++seed) {
    auto const [design, options] = whole_case(seed);
    run_edits(seed, design, options, 12, all, {seed % 3 == 0 ? 0 : 10, 5});
  }
  CHECK(all.counts.incremental > 5 * all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 10);
  CHECK(all.refused > 10);
}
