#include "test/update/random_edits.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "test/sta/latch_circuit.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;
using gsta::host_executor;

namespace {

struct tally {
  std::size_t compared = 0, edits = 0;
  gsta::live_counts counts;

  void add(gsta::live_counts const& more) {
    counts.updates += more.updates;
    counts.incremental += more.incremental;
    counts.full += more.full;
    counts.rebuilds += more.rebuilds;
    counts.full_credits += more.full_credits;
    counts.listed_checks += more.listed_checks;
  }
};

/// One run of edits and transactions, some of which are rolled back.
void run_edits(std::uint64_t seed, gsta::flat_design design, gsta::timer_options const& options, int edits,
               tally& all) {
  host_executor const exec;
  gsta::live_timer<host_executor> live(exec, design, options);
  random_editor edit(live.edits(), seed);
  prng random(seed + 1000);
  std::string done;
  for (int i = 0; i < edits; ++i) {
    bool const transaction = random.chance(40), rolls_back = random.chance(60);
    std::optional<gsta::timer<host_executor>> before;
    if (transaction) {
      before.emplace(exec, design, options);
      before->update(exec);
      live.begin();
      done += " begin";
    }
    for (int k = random.between(1, transaction ? 4 : 2); k > 0; --k) {
      done += " " + edit.edit();
      ++all.edits;
      if (random.chance(60)) live.update();
    }
    if (!transaction || random.chance(80)) live.update();
    if (!live.edits().marks().any()) {
      auto const result = compare_with_fresh(exec, live, design, options);
      CAPTURE(seed, i, done, result.report());
      REQUIRE(result.failed == 0);
      all.compared += result.compared;
    }
    if (!transaction) continue;
    if (rolls_back) {
      live.roll_back();
      done += " roll back";
      auto const result = compare_timers(exec, *before, live.timing());
      CAPTURE(seed, i, done, result.report());
      REQUIRE(result.failed == 0);
    } else {
      live.commit();
      done += " commit";
      live.update();
    }
    auto const result = compare_with_fresh(exec, live, design, options);
    CAPTURE(seed, i, done, result.report());
    REQUIRE(result.failed == 0);
  }
  all.add(live.counts());
}

}  // namespace

TEST_CASE("after every edit a live timer has the bits of one from scratch", "[update]") {
  tally all;
  for (std::uint64_t seed = 0; seed < 80; ++seed)
    run_edits(seed, random_circuit(seed), options_of(seed).timer, 12, all);
  CHECK(all.compared > 1000000);
  CHECK(all.counts.incremental > 10 * all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 10);
  CHECK(all.counts.full == 0);
}

TEST_CASE("so it has with effective capacitances", "[update]") {
  tally all;
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    auto options = options_of(seed).timer;
    options.delays.model = gsta::cell_model::effective;
    run_edits(seed, random_circuit(seed, 150), options, 8, all);
  }
  CHECK(all.counts.incremental > 100);
}

TEST_CASE("so it has where drivers charge nets together: every update is a full one", "[update]") {
  tally all, by_tables;
  for (std::uint64_t seed = 400; seed < 415; ++seed) {
    auto options = options_of(seed).timer;
    run_edits(seed, parallel_circuit(seed, 120), options, 3, by_tables);
    options.delays.model = gsta::cell_model::effective;
    run_edits(seed, parallel_circuit(seed, 120), options, 8, all);
  }
  CHECK(all.counts.full > 50);
  CHECK(all.counts.full > 5 * all.counts.incremental);  // a few have no such drivers
  CHECK(by_tables.counts.full == 0);
}

TEST_CASE("so it has with common-path credits, which are found anew for all", "[update]") {
  tally all;
  for (std::uint64_t seed = 200; seed < 240; ++seed) {
    auto options = options_of(seed).timer;
    options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    run_edits(seed, random_circuit(seed, 200), options, 8, all);
  }
  CHECK(all.counts.incremental > 100);
  CHECK(all.counts.full_credits > 50);
}

TEST_CASE("so it has with latches, where every update is a full one", "[update]") {
  tally all;
  for (std::uint64_t seed = 300; seed < 330; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, seed % 2 == 0);
    run_edits(seed, built.made.design, {}, 8, all);
  }
  CHECK(all.counts.full > 50);
  CHECK(all.counts.full > all.counts.incremental);  // a few have registers alone
}

TEST_CASE("edits of arrivals that a false path ends leave nothing asserted", "[update]") {
  tally all;
  auto options = options_of(1857).timer;
  options.credits = gsta::common_path::by_pin;
  run_edits(1857, random_circuit(1857, 120), options, 12, all);
  CHECK(all.counts.rebuilds > 0);
}

/// GSTA_LONG_EDITS=N: N sequences of edits, from seed GSTA_LONG_SEED or 1000 on. Minutes for each thousand.
TEST_CASE("so it has after as many edits as are asked for", "[update][long]") {
  char const *const asked = std::getenv("GSTA_LONG_EDITS"), *const from = std::getenv("GSTA_LONG_SEED");
  std::uint64_t const sequences = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 2;
  std::uint64_t const first = from != nullptr ? std::strtoull(from, nullptr, 10) : 1000;
  auto const start = std::chrono::steady_clock::now();
  tally all;
  for (std::uint64_t seed = first; seed < first + sequences; ++seed) {
    auto options = options_of(seed).timer;
    if (seed % 3 == 0)
      options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    if (seed % 10 == 1) options.delays.model = gsta::cell_model::effective;
    run_edits(seed, random_circuit(seed, 120), options, 12, all);
  }
  CHECK(all.edits > 8 * sequences);
  if (asked == nullptr) return;
  std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - start;
  std::printf(
      "%zu edits in %llu sequences from seed %llu: %zu values compared, %llu updates, %llu rebuilds, "
      "%.0f s\n",
      all.edits, static_cast<unsigned long long>(sequences), static_cast<unsigned long long>(first),
      all.compared, static_cast<unsigned long long>(all.counts.updates),
      static_cast<unsigned long long>(all.counts.rebuilds), spent.count());
}
