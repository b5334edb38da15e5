// The slacks of the worst paths of every group, and the worst and total slacks of designs, as OpenSTA has
// them.

#include "test/golden/worst_paths.hpp"

#include "test/golden/clock_designs.hpp"

using namespace gsta_test;

TEST_CASE("the 1,000 worst paths of the open designs have OpenSTA's slacks", "[golden]") {
  std::size_t compared = 0;
  for (auto const& run : open_runs()) {
    check_worst_paths(run, time_run(run), run.has_rich_constraints(), compared, run.golden());
  }
  CHECK(compared == 9993);
}

TEST_CASE("the worst paths of designs with clocks, exceptions and latches have OpenSTA's slacks",
          "[golden]") {
  std::size_t compared = 0;
  for (auto const& run : clock_runs()) {
    if (late_ends_that_differ(run) == 0)
      check_worst_paths(run, time_clocks(run), !has_no_credits(run), compared, run.golden());
  }
  CHECK(compared > 11'400);
}

TEST_CASE("WNS, TNS and worst slacks are OpenSTA's", "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : open_runs()) {
    check_summary(time_run(run), run.golden());
    ++seen;
  }
  CHECK(seen == 12);
  for (auto const& run : clock_runs()) {
    if (late_ends_that_differ(run) != 0) continue;
    check_summary(time_clocks(run), run.golden());
    ++seen;
  }
  CHECK(seen == 12 + 56);
}
