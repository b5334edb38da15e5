#include "bench/generate.hpp"
#include "bench/repower.hpp"
#include "test/slack/all_paths.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/edit_runs.hpp"

using namespace gsta_test;

namespace {

gsta::timer_options credited(gsta::timer_options options, std::uint64_t seed) {
  options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
  return options;
}

/// A chain of clock buffers with a register behind each, so that there are about as many lanes as buffers.
gsta::flat_design deep_clock(std::uint64_t seed, int depth) {
  prng random(seed);
  gsta::flat_design d;
  d.add_clock(none, {400'000, {0, 200'000}}, "clock");
  auto const add_arc = [&](id from, id to, bool launches) {
    gsta::arc_type type{
        {}, gsta::same_id(d.luts.add({}, {}, {1})), launches ? gsta::edge_map{} : gsta::positive_edges()};
    for (int c = 0; c < gsta::conditions; ++c) {
      int const delay = random.between(1, 20) + (c < 2 ? 0 : 20);
      type.delay[c] = d.luts.add({}, {}, {static_cast<float>(delay)});
    }
    for (int c = 0; launches && c < gsta::conditions; ++c) type.edges.set(c, gsta::edge::rise);
    type.launches = launches;
    d.add_arc(from, to, d.add_arc_type(type));
  };
  id at = d.add_pin();
  d.asserted_slew[0] = gsta::same_value(1);
  d.sources.push_back({at, 0, {0, 1, 2, 3}});
  std::vector<id> clocks, outputs;
  for (int i = 0; i < depth; ++i) {
    id const next = d.add_pin(), output = d.add_pin();
    add_arc(std::exchange(at, next), next, false);
    add_arc(next, output, true);
    clocks.push_back(next);
    outputs.push_back(output);
  }
  for (id const clock : clocks) {
    id const data = d.add_pin();
    for (int i = random.between(1, 3); i > 0; --i) add_arc(random.pick(outputs), data, false);
    for (auto const kind : {gsta::check_kind::setup, gsta::check_kind::hold}) {
      id const table = d.luts.add({}, {}, {static_cast<float>(random.below(9))});
      d.add_check(data, clock, d.add_check_type({kind, gsta::edge::rise, {table, table}}));
    }
  }
  return d;
}

}  // namespace

TEST_CASE("with common-path credits a live timer has the bits of one from scratch", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 200; seed < 260; ++seed)
    run_edits(seed, random_circuit(seed, 200), credited(options_of(seed).timer, seed), 8, all);
  CHECK(all.counts.repaired > 100);
  CHECK(all.credit_levels > 5000);
  CHECK(5 * all.counts.full_credits < all.counts.repaired);
}

TEST_CASE("so it has where clock paths meet, fork deeply, and credits fall", "[update]") {
  edit_tally all;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    auto const made = credits::circuit_of(seed, seed % 4 < 2, false, seed % 3 == 0);
    run_edits(seed, made.design, credited({}, seed), 10, all);
  }
  CHECK(all.credit_levels > 3000);
  CHECK(all.counts.full_credits < all.counts.repaired);
}

TEST_CASE("so it has with more credit_levels than are swept at once", "[update]") {
  edit_tally all;
  gsta::timer<gsta::host_executor> const first({}, deep_clock(0, 70), credited({}, 0));
  CHECK(state_of(first).planned_credits->cuts.size() > 1);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    run_edits(seed, deep_clock(seed, 70), credited({}, seed), 20, all);
  CHECK(all.credit_levels > 200);
  CHECK(all.counts.full_credits < all.counts.repaired);
}

TEST_CASE(
    "so it has where the worst of clock paths counts, or credit_levels share memory: they are swept in full",
    "[update]") {
  edit_tally worst, shared;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto options = credited({}, seed);
    run_edits(seed, credits::circuit_of(seed, seed % 4 < 2, true).design, options, 6, worst);
    options.credit_levels_at_once = 1;
    run_edits(seed, random_circuit(seed, 150), options, 6, shared);
  }
  CHECK(worst.counts.full_credits > 20);
  CHECK(shared.counts.full_credits > 20);
}

TEST_CASE("repowers of a generated design find few credit_levels anew, also in its clock tree", "[update]") {
  gsta::host_executor const exec;
  auto options = gsta_bench::preset("tiny");
  options.clock_depth = 8;
  options.clock_depth_spread = 4;
  options.clock_fanout = 2;
  options.levels = 40;
  options.wires = gsta_bench::generated_wires::tree;
  auto made = gsta_bench::generate_netlist(options);
  for (auto const convention : {gsta::common_path::by_edge, gsta::common_path::by_pin}) {
    gsta::timer_options how;
    how.credits = convention;
    gsta::live_timer<gsta::host_executor> live(exec, made.placed.design, how);
    gsta_bench::repower some(made, 1);
    for (int i = 0; i < 60; ++i) {
      live.begin();
      some.edit(live.edits());
      live.update();
      auto const result = compare_with_fresh(exec, live, made.placed.design, how);
      CAPTURE(i, result.report());
      REQUIRE(result.failed == 0);
      i % 2 == 0 ? live.roll_back() : live.commit();
    }
    auto const result = compare_with_fresh(exec, live, made.placed.design, how);
    CAPTURE(result.report());
    REQUIRE(result.failed == 0);
    CHECK(live.counts().full_credits < 6);
    CHECK(live.repaired().credit_levels > 0);
  }
}
