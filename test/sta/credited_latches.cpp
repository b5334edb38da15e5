#include "test/sta/credited_latches_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;
using gsta::id;

namespace {

/// A latch that is open for 3 ps, setup time off, and has 10 ps of uncertain clock path in common with one
/// launch and not with the other: data of the first may come before it opens and after it closes.
struct short_pulse {
  gsta::flat_design design;

  short_pulse(float shared_launch, float other_launch) {
    design.add_clock(gsta::none, {100'000, {0, 4'000}}, "clock");
    id const root = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(root)] = gsta::same_value(0);
    for (int e = 0; e < 2; ++e) {
      auto at = gsta::undefined_arrival();
      at[e] = at[2 + e] = 0;
      design.sources.push_back({root, e, at, gsta::arrival_kind::clock});
    }
    id const branch = behind(root, 0, 10), enable = behind(branch, 100, 100), data = design.add_pin();
    launch(behind(branch, 0, 0), data, shared_launch);
    launch(behind(root, 0, 0), data, other_launch);
    id const setup = constant(1), departs = design.add_shadow(data);
    design.add_check(data, enable,
                     design.add_check_type({gsta::check_kind::setup, gsta::edge::fall, {setup, setup}}));
    design.latches.push_back({data, departs, enable, gsta::edge::rise, 0, gsta::math::infinity});
    gsta::resolve_clocks(design);
  }

 private:
  id constant(float value) { return design.luts.add({}, {}, {value}); }
  void arc(id from, id to, float early, float late, bool launches) {
    gsta::edge_map at_rise;
    for (int c = 0; c < gsta::conditions; ++c) at_rise.set(c, gsta::edge::rise);
    gsta::arc_type type{{}, gsta::same_id(constant(0)), launches ? at_rise : gsta::positive_edges()};
    for (int c = 0; c < gsta::conditions; ++c) type.delay[c] = constant(gsta::is_late(c) ? late : early);
    type.launches = launches;
    design.add_arc(from, to, design.add_arc_type(type));
  }
  id behind(id from, float early, float late) {
    id const pin = design.add_pin();
    arc(from, pin, early, late, false);
    return pin;
  }
  void launch(id clock, id data, float delay) {
    id const output = design.add_pin();
    arc(clock, output, 0, 0, true);
    arc(output, data, delay, delay, false);
  }
};

/// The late slack of the latch's check, and those of the paths to it, fs, of rising data.
std::pair<float, std::vector<gsta::femtoseconds>> slacks_of(short_pulse const& of) {
  gsta::host_executor const exec;
  gsta::timer_options options;
  options.credits = gsta::common_path::by_edge;
  gsta::timer<gsta::host_executor> timer(exec, of.design, options);
  timer.update(exec);
  auto const timed = take_snapshot(exec, timer);
  auto const paths = to_path_set(exec, find_paths(exec, timer, {.k = 10}).view);
  std::vector<gsta::femtoseconds> slacks;
  for (std::size_t p = 0; p < paths.size(); ++p)
    if (paths.data_edge[p] == gsta::edge::rise) slacks.push_back(paths.slack[p]);
  return {timed.check_slack[0][0], slacks};
}

}  // namespace

TEST_CASE("data before a latch opens and after it closes are late beside others", "[sta][credits]") {
  using list = std::vector<gsta::femtoseconds>;
  // The latch opens at 100 and closes at 103. One path comes at 108, of which 10 are shared up to where it
  // opens; the other at 102.
  auto const beside = slacks_of({98, 102});
  CHECK(beside.first == -5);
  CHECK(beside.second == list{0, 2000});
  // All come before it opens.
  auto const before = slacks_of({98, 99});
  CHECK(before.first == 1);
  CHECK(before.second == list{1000, 2000});
  // The first comes after it opens as well.
  auto const behind = slacks_of({101, 102});
  CHECK(behind.first == -8);
  CHECK(behind.second == list{-8000, 0});
}

TEST_CASE("slacks with credits at latches are those of the worst of all paths", "[sta][credits][slow]") {
  latch_circuits::check_credited_latches(gsta::host_executor{}, 0, 4000);
}

TEST_CASE("slacks with credits at latches are the same on every backend", "[sta][credits]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_credited_latches(exec, 4000, 4100); });
}

TEST_CASE("worst paths with credits at latches are the first of all paths", "[sta][credits][slow]") {
  latch_circuits::check_credited_latch_paths(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("worst paths with credits at latches are the same on every backend", "[sta][credits]") {
  on_host_backends([](auto const& exec) { latch_circuits::check_credited_latch_paths(exec, 3000, 3100); });
}
