#include "gsta/sta/timer.hpp"

#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timing_plan.hpp"
#include "test/forward/random_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta_test;
using gsta::host_executor;
using gsta::split;

static_assert(std::is_trivially_copyable_v<gsta::timing_view<gsta::memory_space::host>>);

namespace {

gsta::timer_parts<gsta::memory_space::host> parts_of(gsta::flat_design const& design,
                                                     gsta::timer_options const& options) {
  host_executor const exec;
  gsta::timer_parts<gsta::memory_space::host> parts;
  parts.design = clone_view(exec, design.view());
  auto arcs =
      list_pin_arcs(exec, parts.design.view,
                    options.capture == gsta::capture_required::leave_out ? gsta::check_arcs::leave_out
                                                                         : gsta::check_arcs::order_only);
  parts.graph = build_graph(exec, design.pin_load.size(), arcs.from, arcs.to);
  parts.edges = std::move(arcs.edges);
  parts.order = levelize(exec, parts.graph.view);
  parts.rc = flatten_rc(exec, parts.design.view);
  parts.nodes =
      make_nodes(exec, parts.graph, parts.order, parts.edges, design.sources, arrival_rules_of(design));
  parts.checks = make_checks(exec, design, parts.nodes);
  parts.wires = make_wire_state(exec, parts.design.view);
  return parts;
}

}  // namespace

TEST_CASE("a timer's results are an independent timer's", "[sta][small]") {
  same_as_oracle(host_executor{}, 200, 230);
}

TEST_CASE("a timer made of parts has the bits of one that makes them", "[sta][small]") {
  host_executor const exec;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto const design = random_circuit(seed);
    auto const options = options_of(seed).timer;
    gsta::timer<host_executor> of_parts(exec, parts_of(design, options), options);
    of_parts.update(exec);
    auto const result = compare_bits(snapshot_on(exec, design, options), take_snapshot(exec, of_parts));
    CAPTURE(seed, result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > 100);
  }
}

TEST_CASE("wires that are reduced time as those that keep slews", "[sta][small]") {
  host_executor const exec;
  std::size_t alike = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const design = random_circuit(seed);
    auto options = options_of(seed).timer;
    options.delays.wires = gsta::wire_slew::keep;
    gsta::timer kept(exec, design, options);
    kept.update(exec);
    options.delays.wires = gsta::wire_slew::reduce;
    gsta::timer reduced(exec, design, options);
    reduced.update(exec);
    CHECK(kept.view().pi.empty());
    CHECK(reduced.view().pi.size() == design.net_driver.size());
    auto const loads = to_vector(exec, reduced.view().load);
    if (loads != to_vector(exec, kept.view().load)) continue;  // a wire counts as none
    ++alike;
    auto const expected = take_snapshot(exec, kept);
    CAPTURE(seed);
    CHECK(compare_bits(expected, take_snapshot(exec, reduced)).failed == 0);
    auto plan = reduced.prepare(exec);
    plan.run();
    CHECK(compare_bits(expected, take_snapshot(exec, reduced)).failed == 0);
  }
  CHECK(alike > 10);
}

TEST_CASE("a timer counts its updates by method", "[sta][small]") {
  host_executor const exec;
  auto const design = random_circuit(1);
  gsta::timer timer(exec, design);
  auto const is = [&](std::uint64_t full, std::uint64_t planned) {
    gsta::update_counts const counts = timer.counts();
    return counts.full == full && counts.planned == planned && counts.repaired == 0;
  };
  CHECK(is(0, 0));
  timer.update(exec);
  CHECK(is(1, 0));
  timer.update_endpoints(exec);
  timer.update_required_times(exec);  // of the same update
  CHECK(is(2, 0));
  auto plan = timer.prepare(exec);
  CHECK(is(2, 0));
  plan.run();
  plan.run();
  CHECK(is(2, 2));
}

TEST_CASE("inputs that are changed in place are timed by the next update", "[sta][small]") {
  host_executor const exec;
  auto design = random_circuit(1);
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const inputs = timer.inputs();
  REQUIRE(inputs.pin_load.size() == design.pin_load.size());
  for (std::size_t pin = 0; pin < inputs.pin_load.size(); ++pin) {
    for (int c = 0; c < gsta::conditions; ++c)
      inputs.pin_load[pin][c] = design.pin_load[pin][c] = 2 * design.pin_load[pin][c] + 1;
  }
  timer.update(exec);
  auto const expected = snapshot_on(exec, design, {});
  auto const result = compare_bits(expected, take_snapshot(exec, timer));
  CAPTURE(result.report());
  CHECK(result.failed == 0);
  gsta::timer brief(exec, design, {.for_one_update = true});
  CHECK(brief.inputs().pin_load.empty());  // the design's own
}

TEST_CASE("what is not timed yet has no figures", "[sta][small]") {
  host_executor const exec;
  auto const design = random_circuit(1);
  gsta::timer timer(exec, design);
  std::vector<gsta::per_condition<float>> slack(design.pin_load.size());
  auto const refused = [&] {
    CHECK_THROWS_AS(timer.summary(exec, split::late), gsta::argument_error);
    CHECK_THROWS_AS(timer.pin_timing(exec, {.slack = gsta::view_of(slack)}), gsta::argument_error);
    CHECK_THROWS_AS(path_problem_of(timer), gsta::argument_error);
    CHECK_THROWS_AS(take_snapshot(exec, timer), gsta::argument_error);
  };
  refused();
  auto plan = timer.prepare(exec);
  refused();
  plan.run();
  CHECK_NOTHROW(timer.summary(exec, split::late));
  CHECK_NOTHROW(timer.pin_timing(exec, {.slack = gsta::view_of(slack)}));
  CHECK_NOTHROW(path_problem_of(timer));
  CHECK_NOTHROW(take_snapshot(exec, timer));
}

TEST_CASE("a timer that was moved away, and parts of other designs, are refused", "[sta][small]") {
  host_executor const exec;
  auto const design = random_circuit(1);
  gsta::timer from(exec, design);
  from.update(exec);
  auto plan = from.prepare(exec);
  auto const expected = take_snapshot(exec, from);
  gsta::timer to = std::move(from);
  std::vector<gsta::per_condition<float>> slack(design.pin_load.size());
  CHECK_THROWS_AS(from.update(exec), gsta::argument_error);
  CHECK_THROWS_AS(from.summary(exec, split::late), gsta::argument_error);
  CHECK_THROWS_AS(from.pin_timing(exec, {.slack = gsta::view_of(slack)}), gsta::argument_error);
  CHECK_THROWS_AS(take_snapshot(exec, from), gsta::argument_error);
  CHECK_THROWS_AS(plan.run(), gsta::argument_error);
  to.update(exec);
  CHECK(compare_bits(expected, take_snapshot(exec, to)).failed == 0);

  auto parts = parts_of(design, {});
  parts.design = clone_view(exec, random_circuit(2).view());
  gsta::timer mixed(exec, std::move(parts));
  CHECK_THROWS_AS(mixed.update(exec), gsta::argument_error);
  gsta::timer empty(exec, gsta::timer_parts<gsta::memory_space::host>{});
  CHECK_THROWS_AS(empty.update(exec), gsta::argument_error);
}

TEST_CASE("a timer without room for sums over trees has none, and all else", "[sta][small]") {
  host_executor const exec;
  auto const design = random_circuit(1);
  gsta::timer_options options;
  gsta::timer<host_executor> const with(exec, design, options);
  options.keep_tree_sums = false;
  gsta::timer<host_executor> const without(exec, design, options);
  CHECK(state_of(with).trees.load.size() == design.rc_capacitance.size());
  CHECK(state_of(without).trees.load.empty());
  CHECK(without.view().node_slack.size() == with.view().node_slack.size());
  CHECK_FALSE(without.view().pin_order.empty());
}

TEST_CASE("a snapshot has the figures of both sides", "[sta][small]") {
  two_registers of;
  of.flat.clocks.push_back({100000, {0, 50000}});
  on_host_backends([&](auto const& exec) {
    gsta::timer<std::decay_t<decltype(exec)>> t(exec, of.flat);
    t.update(exec);
    auto const s = take_snapshot(exec, t);
    // Setup: capture at 7 early + 100, setup 3. Data: clock 8, clock to output 30, NAND 4 or 6 (20 + 6, 30 +
    // 4).
    CHECK(s.setup.worst_slack == 7 + 100 - 3 - (8 + 30 + 4));
    CHECK(s.hold.worst_slack == 2 + 4 - (8 + 2));  // the falling input through the NAND
    CHECK(s.setup.worst_slack == t.summary(exec, split::late).worst_slack);
    CHECK(s.setup.violations == 0);
    CHECK(s.hold.violations == 1);
    CHECK(s.node_pin.size() == of.flat.pin_load.size());
  });
}

TEST_CASE("of a timer's arcs only the edges stay: the graph has both ends", "[sta][small]") {
  two_registers of;
  of.flat.clocks.push_back({100000, {0, 50000}});
  gsta::timer<host_executor> const t(host_executor{}, of.flat);
  CHECK(state_of(t).arcs.from.empty());
  CHECK(state_of(t).arcs.to.empty());
  CHECK(t.view().arc_map.size() == of.flat.net_sink.size() + of.flat.arc_from.size());
}

TEST_CASE("a design that is not valid is refused before anything is built", "[sta][small]") {
  two_registers of;
  of.flat.clocks.push_back({100000, {0, 50000}});
  CHECK_NOTHROW(gsta::timer<host_executor>(host_executor{}, of.flat));
  of.flat.arc_to[0] = 99;
  CHECK_THROWS_AS(gsta::timer<host_executor>(host_executor{}, of.flat), gsta::argument_error);
}

TEST_CASE("wires a tree at a time have the bits of wires whose sums are kept", "[sta][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      auto const design = random_circuit(seed);
      auto options = options_of(seed).timer;
      if (seed % 3 == 2) options.delays.model = gsta::cell_model::effective;
      gsta::timer kept(exec, design, options);
      options.a_tree_at_a_time = true;
      gsta::timer by_tree(exec, design, options);
      CHECK(state_of(kept).trees.load.size() == design.rc_capacitance.size());
      for (auto* const of : {&kept, &by_tree}) of->update(exec);
      by_tree.update(exec);  // over what is left of the last update
      result.arrays("sinks", to_vector(exec, kept.view().wire), to_vector(exec, by_tree.view().wire));
      result.arrays("pi models", to_vector(exec, kept.view().pi), to_vector(exec, by_tree.view().pi));
      result.arrays("loads", to_vector(exec, kept.view().load), to_vector(exec, by_tree.view().load));
      auto const all = compare_bits(take_snapshot(exec, kept), take_snapshot(exec, by_tree));
      CAPTURE(seed, result.report(), all.report());
      REQUIRE(result.failed + all.failed == 0);
    }
    CHECK(result.compared > 10000);
  });
}

TEST_CASE("scratch of another design's wires is refused", "[sta][small]") {
  host_executor const exec;
  auto const small = random_circuit(1, 100), large = random_circuit(2, 900);
  gsta::timer of(exec, large, {});
  auto scratch = make_rc_scratch(exec, small.view());
  CHECK_THROWS_AS(update_wires(exec, of.view().design, of.view().forest, scratch, state_of(of).wires),
                  gsta::argument_error);
  scratch = make_rc_scratch(exec, of.view().design);
  std::vector<gsta::id> const nets{0};
  CHECK_THROWS_AS(update_wires_of(exec, of.view().design, of.view().forest, scratch, state_of(of).wires,
                                  gsta::view_of(nets)),
                  gsta::argument_error);
  scratch.load = {exec, 1};
  for (auto* const sums : {&scratch.delay, &scratch.ldelay, &scratch.beta}) *sums = {exec, 1};
  CHECK_THROWS_AS(update_wires(exec, of.view().design, of.view().forest, scratch, state_of(of).wires),
                  gsta::argument_error);
}
