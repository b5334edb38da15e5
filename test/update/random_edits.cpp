#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "test/sta/latch_circuit.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/edit_runs.hpp"

using namespace gsta_test;

TEST_CASE("after every edit a live timer has the bits of one from scratch", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 0; seed < 80; ++seed)
    run_edits(seed, random_circuit(seed), options_of(seed).timer, 12, all);
  CHECK(all.compared > 1000000);
  CHECK(all.counts.repaired > 10 * all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 10);
  CHECK(all.counts.full == 0);
}

TEST_CASE("so it has with effective capacitances", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    auto options = options_of(seed).timer;
    options.delays.model = gsta::cell_model::effective;
    run_edits(seed, random_circuit(seed, 150), options, 8, all);
  }
  CHECK(all.counts.repaired > 100);
}

TEST_CASE("so it has where drivers charge nets together: every update is a full one", "[update]") {
  edit_tally all, by_tables;
  for (std::uint64_t seed = 400; seed < 415; ++seed) {
    auto options = options_of(seed).timer;
    run_edits(seed, parallel_circuit(seed, 120), options, 3, by_tables);
    options.delays.model = gsta::cell_model::effective;
    run_edits(seed, parallel_circuit(seed, 120), options, 8, all);
  }
  CHECK(all.counts.full > 50);
  CHECK(all.counts.full > 5 * all.counts.repaired);  // a few have no such drivers
  CHECK(by_tables.counts.full == 0);
}

namespace {
/// Latches and registers with gates between, loops through them in every other design. `trees`: behind random
/// clock networks, which may meet.
void run_latched(std::uint64_t seed, gsta::timer_options const& options, int gates, bool trees,
                 edit_tally& all) {
  prng random(seed);
  latch_circuits::clock_grower grower(random, seed % 4 < 2);
  latch_circuits::builder const built(random, seed % 2 == 0, gates, trees ? &grower : nullptr);
  run_edits(seed, built.made.design, options, 8, all);
}
}  // namespace

TEST_CASE("so it has with latches", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 300; seed < 360; ++seed) {
    gsta::timer_options options;
    if (seed % 3 == 0) options.capture = gsta::capture_required::from_data_slack;
    if (seed % 10 == 1) options.delays.model = gsta::cell_model::effective;
    run_latched(seed, options, seed % 4 < 2 ? 0 : 12, false, all);
  }
  CHECK(all.counts.full == 0);
  CHECK(all.counts.repaired > 5 * all.counts.rebuilds);
  CHECK(all.counts.listed_checks > 20);
  CHECK(all.counts.full_loops > 50);
  CHECK(2 * all.counts.full_loops < all.counts.repaired);
  CHECK(all.refused > 10);
}

TEST_CASE("so it has with latches and common-path credits", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 500; seed < 540; ++seed) {
    gsta::timer_options options;
    options.credits = seed % 3 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    run_latched(seed, options, seed % 8 < 4 ? 0 : 12, true, all);
  }
  CHECK(all.counts.full == 0);
  CHECK(all.counts.full_credits > 100);
}

TEST_CASE("edits of arrivals that a false path ends leave nothing asserted", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 1800; seed < 1830; ++seed) {
    auto options = options_of(seed).timer;
    options.credits = gsta::common_path::by_pin;
    run_edits(seed, random_circuit(seed, 120), options, 12, all);
  }
  CHECK(all.counts.rebuilds > 5);
}

/// GSTA_LONG_EDITS=N: N sequences of edits, from seed GSTA_LONG_SEED or 1000 on. Minutes for each thousand.
TEST_CASE("so it has after as many edits as are asked for", "[update][long]") {
  char const *const asked = std::getenv("GSTA_LONG_EDITS"), *const from = std::getenv("GSTA_LONG_SEED");
  std::uint64_t const sequences = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 2;
  std::uint64_t const first = from != nullptr ? std::strtoull(from, nullptr, 10) : 1000;
  auto const start = std::chrono::steady_clock::now();
  edit_tally all;
  for (std::uint64_t seed = first; seed < first + sequences; ++seed) {
    auto options = options_of(seed).timer;
    if (seed % 3 == 0)
      options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    if (seed % 10 == 1) options.delays.model = gsta::cell_model::effective;
    run_edits(seed, random_circuit(seed, 120), options, 12, all);
    run_latched(seed, seed % 10 == 1 ? gsta::timer_options{} : options, seed % 4 < 2 ? 0 : 12, seed % 3 == 0,
                all);
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
