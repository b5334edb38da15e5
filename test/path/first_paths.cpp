// The first paths of a design whose slacks are known: the list of a search through all of it, however little
// is looked at.
#include "gsta/sta/find_paths.hpp"
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

/// Lists of several lengths, with the timer's slacks, which floats have summed. `shadows`: many paths visit
/// the same pins.
void check_lists(gsta::flat_design const& design, gsta::timer_options const& how, bool shadows, tally& seen) {
  host_executor const exec;
  gsta::timer<host_executor> timer(exec, design, how);
  timer.update(exec);
  auto const arrays = gsta::detail::timer_arrays<host_executor>(exec, timer);
  auto whole_design = arrays.view({});
  auto const known = std::exchange(whole_design.slacks, {});
  for (std::size_t const k : {0U, 1U, 2U, 5U, 30U, 300U}) {
    for (bool const unique : {false, true}) {
      if (unique && (shadows || k > 30)) continue;  // whose whole search is long
      INFO("k " << k << (unique ? ", unique pins" : ""));
      gsta::path_query query{.side = {}, .k = k, .by_check = true, .unique_pins = unique};
      if (k % 2 != 0) query.per_endpoint = 1;
      if (k % 5 == 0) query.side = k == 30 ? gsta::split::early : gsta::split::late;
      auto const whole = find_set(exec, whole_design, query);
      REQUIRE(credits::same_paths(to_path_set(exec, find_paths(exec, timer, query).view), whole));
      ++seen.lists;
      seen.paths += whole.size();
      seen.parts += gsta::detail::front_part::find(whole_design.problem, known, query.side, k).has_value();
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
    auto slack = to_vector(exec, timer.view().check_slack);
    for (std::size_t i = 0; i < slack.size(); ++i)
      for (int e = 0; e < 2; ++e) slack[i][e] -= i % 3 == 0 ? 100.0f : 7.0f;
    gsta::path_query const query{.side = {}, .k = 1 + seed % 4};
    auto const whole = find_set(exec, {problem}, query);
    gsta::known_slacks<memory_space::host> const known{gsta::view_of(std::as_const(slack)),
                                                       timer.nodes().order.count()};
    REQUIRE(credits::same_paths(find_set(exec, {problem, {}, known}, query), whole));
  }
}
