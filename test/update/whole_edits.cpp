#include "gsta/sta/live_timer_by_levels.hpp"
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
  CHECK(all.counts.repaired > all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 10);
  CHECK(all.refused > 10);
}

TEST_CASE("a required time that is edited under a path delay leaves out the clock's latency",
          "[update][small]") {
  flat_design made;
  id const in = made.add_pin(), out = made.add_pin();
  made.add_net(in, {out});
  made.asserted_slew[0] = gsta::same_value(1);
  made.sources.push_back({in, none, gsta::same_value(0.0f), gsta::arrival_kind::data});
  gsta::flat_requirement required{out, none, {0, 0, 500, 500}};
  required.latency = gsta::same_value(20);
  made.requirements.push_back(required);
  gsta::path_exception path;
  path.effect = gsta::exception_effect::path_delay;
  path.to = {out};
  path.delay = 100;
  made.exceptions.push_back(path);
  gsta::host_executor const exec;
  auto const edited = [&](auto&& timer, auto const& summary) {
    timer.edits().set_required(0, {0, 0, -50, -50});
    timer.update();
    CHECK(summary(timer).worst_slack == 100 - 50 - 20);
  };
  flat_design design = made;
  edited(gsta::live_timer<gsta::host_executor>(exec, design),
         [](auto& timer) { return timer.summary(gsta::split::late); });
  design = made;
  edited(gsta::live_timer<gsta::host_executor, gsta::repair_walker::levels>(exec, design),
         [](auto& timer) { return timer.summary(gsta::split::late); });
}

TEST_CASE("figures of checks differ where zeros have other signs", "[update][small]") {
  gsta::timing_check a, b;
  CHECK(gsta::same_figures(a, b));
  b.required[1] = -0.0f;
  CHECK_FALSE(gsta::same_figures(a, b));
}
