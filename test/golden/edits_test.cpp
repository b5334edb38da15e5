#include "test/golden/open_designs.hpp"
#include "test/update/random_edits.hpp"

using namespace gsta_test;

namespace {

/// Random edits of a real design, some of them rolled back, against timers from scratch.
void edit_design(open_run const& run, gsta::timer_options const& options, int steps) {
  gsta::host_executor const exec;
  gsta::model::diagnostics notes;
  auto design = load_open(run, notes);
  gsta::live_timer<gsta::host_executor> live(exec, design, options);
  random_editor edit(live.edits(), 7);
  prng random(8);
  auto const compare = [&](int step, char const* what) {
    auto const result = compare_with_fresh(exec, live, design, options);
    INFO(run.name() << ": step " << step << " of seeds 7 and 8, " << what << "\n" << result.report());
    REQUIRE(result.failed == 0);
    CHECK(result.compared > 500);
  };
  for (int step = 0; step < steps; ++step) {
    bool const tries = random.chance(50);
    std::optional<gsta::timer<gsta::host_executor>> before;
    if (tries) {
      before.emplace(exec, design, options);
      before->update(exec);
      live.begin();
    }
    for (int i = 0; i < 20; ++i) {
      edit.edit();
      if (random.chance(70)) live.update();
    }
    live.update();
    compare(step, "edited");
    if (!tries) continue;
    live.roll_back();
    auto const result = compare_timers(exec, *before, live.timing());
    INFO(run.name() << ": step " << step << " of seeds 7 and 8, rolled back\n" << result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(live.counts().repaired > 4 * live.counts().rebuilds);
}

}  // namespace

TEST_CASE("real designs have the bits of a timer from scratch after random edits", "[golden][slow]") {
  for (auto const& run : open_runs()) {
    if (!run.elmore) continue;
    DYNAMIC_SECTION(run.name()) {
      auto options = open_options();
      edit_design(run, options, 6);
      options.credits = gsta::common_path::by_pin;
      edit_design(run, options, 2);
      options.credits = gsta::common_path::leave_in;
      options.delays.model = gsta::cell_model::effective;
      edit_design(run, options, 2);
    }
  }
}
