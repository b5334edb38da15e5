// The first paths of a design whose slacks are known: the list of a search through all of it, however little
// is looked at.
#include "gsta/path/first_paths.hpp"

#include "gsta/sta/snapshot.hpp"
#include "test/path/credited_paths_body.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"

using namespace gsta_test;
using gsta::host_executor;
using gsta::memory_space;

namespace {

struct tally {
  std::size_t lists = 0, paths = 0, parts = 0, tied = 0;
};

/// Lists of several lengths, with the timer's slacks, which floats have summed. `twins`: many paths visit the
/// same pins.
void check_lists(gsta::flat_design const& design, gsta::timer_options const& how, bool twins, tally& seen) {
  host_executor const exec;
  gsta::timer<host_executor> timer(exec, design, how);
  timer.update(exec);
  auto problem = path_problem_of(timer);
  bool const with = how.credits != gsta::common_path::leave_in;
  auto raw = make_slack_state(exec, 0, timer.checks.view.check.size(), timer.checks.view.endpoint_pin.size());
  if (with) {
    update_checks(exec, timer.checks, timer.design.view.luts, timer.delays, timer.arrivals, raw);
    problem.check_required = std::as_const(raw.check_required).view();
  }
  gsta::path_credits<memory_space::host> credits{};
  if (with) credits = {timer.clocks.view, timer.lanes.credit.view()};
  gsta::known_slacks const known{std::as_const(timer.slacks.check_slack).view(), timer.nodes.order.count()};
  for (std::size_t const k : {0U, 1U, 2U, 5U, 30U, 300U}) {
    for (bool const unique : {false, true}) {
      if (unique && (twins || k > 30)) continue;  // whose whole search is long
      INFO("k " << k << (unique ? ", unique pins" : ""));
      gsta::timing_paths_options options;
      options.k = k;
      options.unique_pins = unique;
      options.per_end = k % 2 == 0 ? options.per_end : 1;
      auto const whole = to_path_set(exec, (with ? credited_paths(exec, problem, credits, options)
                                                 : timing_paths(exec, problem, options))
                                               .view);
      auto const first = first_paths(exec, problem, with ? &credits : nullptr, known, options);
      REQUIRE(credits::same_paths(first, whole));
      ++seen.lists;
      seen.paths += whole.size();
      seen.parts += gsta::detail::front_part::find(problem, known, k).has_value();
      for (std::size_t p = 0; p + 1 < whole.size(); ++p) seen.tied += whole.slack[p] == whole.slack[p + 1];
    }
  }
}

}  // namespace

TEST_CASE("first paths are those of the whole design", "[path][credits]") {
  tally seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (auto const by :
         {gsta::common_path::leave_in, gsta::common_path::by_pin, gsta::common_path::by_edge}) {
      INFO("seed " << seed << ", convention " << static_cast<int>(by));
      gsta::timer_options how;
      how.credits = by;
      check_lists(random_circuit(seed, 300), how, true, seen);
      check_lists(credits::circuit_of(seed, seed % 2 == 1, seed % 4 >= 2).design, how, false, seen);
    }
  }
  CHECK(seen.lists > 700);
  CHECK(seen.paths > 5000);
  CHECK(seen.parts > seen.lists / 10);
  CHECK(seen.tied > 10);
}

TEST_CASE("first paths: slacks that are no bound cost time alone", "[path][credits]") {
  host_executor const exec;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    auto const design = random_circuit(seed, 300);
    gsta::timer<host_executor> timer(exec, design);
    timer.update(exec);
    auto const problem = path_problem_of(timer);
    // As credits below zero make them: less than any path has.
    auto slack = to_vector(exec, std::as_const(timer.slacks.check_slack).view());
    for (std::size_t i = 0; i < slack.size(); ++i)
      for (int e = 0; e < 2; ++e) slack[i][e] -= i % 3 == 0 ? 100.0f : 7.0f;
    gsta::timing_paths_options options;
    options.k = 1 + seed % 4;
    auto const whole = to_path_set(exec, timing_paths(exec, problem, options).view);
    REQUIRE(credits::same_paths(
        first_paths(exec, problem, nullptr, {gsta::view_of(std::as_const(slack)), timer.nodes.order.count()},
                    options),
        whole));
  }
}
