#include <utility>

#include "gsta/sta/timing_plan.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

gsta::timer_options options_with(std::uint64_t seed) {
  auto options = options_of(seed).timer;
  if (seed % 3 == 2) options.delays.model = gsta::cell_model::effective;
  return options;
}
gsta::timer_options for_one_update(gsta::timer_options options) {
  options.for_one_update = true;
  return options;
}

template <class E>
void compare_wires(E const& exec, gsta::timer<E> const& a, gsta::timer<E> const& b, bit_comparison& result) {
  result.arrays("sinks", to_vector(exec, a.view().wire), to_vector(exec, b.view().wire));
  result.arrays("pi models", to_vector(exec, a.view().pi), to_vector(exec, b.view().pi));
  result.arrays("loads", to_vector(exec, a.view().load), to_vector(exec, b.view().load));
}

}  // namespace

TEST_CASE("a timer for one update has the bits of one that keeps trees and arrays", "[sta][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      auto const design = random_circuit(seed);
      auto const options = options_with(seed);
      gsta::timer kept(exec, design, options), brief(exec, design, for_one_update(options));
      CHECK(brief.view().design.rc.resistance.data() == design.rc_resistance.data());
      CHECK(brief.view().forest.node.empty());
      CHECK(state_of(brief).trees.load.empty());
      for (auto* const of : {&kept, &brief}) of->update(exec);
      brief.update(exec);  // over what is left of the last update
      compare_wires(exec, kept, brief, result);
      auto const all = compare_bits(take_snapshot(exec, kept), take_snapshot(exec, brief));
      CAPTURE(seed, result.report(), all.report());
      REQUIRE(result.failed + all.failed == 0);
    }
    CHECK(result.compared > 10000);
  });
}

TEST_CASE("an update to the endpoints has their figures, and required times follow it", "[sta][small]") {
  on_host_backends([](auto const& exec) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      auto const design = random_circuit(seed);
      auto const options = options_with(seed);
      gsta::timer whole(exec, design, options), parts(exec, design, options);
      whole.update(exec);
      fill(exec, state_of(parts).slacks.node_required.view(), gsta::same_value(-77));
      parts.update_endpoints(exec);
      bit_comparison figures;
      for (auto const side : {gsta::split::early, gsta::split::late}) {
        auto const a = whole.summary(exec, side), b = parts.summary(exec, side);
        figures.values("worst", a.worst_slack, b.worst_slack);
        figures.values("total", a.tns, b.tns);
        figures.values("violations", a.violations, b.violations);
        figures.values("unconstrained", a.unconstrained, b.unconstrained);
      }
      figures.arrays("endpoints", to_vector(exec, whole.view().endpoint_slack),
                     to_vector(exec, parts.view().endpoint_slack));
      if (parts.view().node_required.size() > 0) CHECK(parts.view().node_required[0][0] == -77);
      parts.update_required_times(exec);
      auto const all = compare_bits(take_snapshot(exec, whole), take_snapshot(exec, parts));
      CAPTURE(seed, figures.report(), all.report());
      REQUIRE(figures.failed + all.failed == 0);
      compared += all.compared;
    }
    CHECK(compared > 10000);
  });
}

TEST_CASE("stages that are noted as they are solved count as those that are solved once more",
          "[sta][small]") {
  on_host_backends([](auto const& exec) {
    gsta::stage_counts all;
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      auto const design = seed % 8 == 7 ? parallel_circuit(seed, 150) : random_circuit(seed);
      auto options = options_of(seed).timer;
      options.delays.model = gsta::cell_model::effective;
      options.capture = gsta::capture_required::leave_out;
      if (seed % 5 == 4) options.delays.effective.precision = gsta::ceff_precision::in_double;
      gsta::timer solved(exec, design, options);
      options.note_stages = true;
      gsta::timer noted(exec, design, options);
      for (auto* const of : {&solved, &noted}) of->update(exec);
      auto const a = count_stages(exec, solved), b = count_stages(exec, noted);
      CAPTURE(seed);
      CHECK(a.pi_model == b.pi_model);
      CHECK(a.one_capacitor == b.one_capacitor);
      CHECK(a.without_ramp == b.without_ramp);
      CHECK(a.without_tables == b.without_tables);
      all = gsta::detail::add_stage_counts{}(all, b);
    }
    CHECK(all.pi_model > 1000);
    CHECK(all.one_capacitor > 100);
    CHECK(all.without_ramp > 10);
    CHECK(all.without_tables > 10);
  });
}

TEST_CASE("of a timer for one timing plans need locations, and its wires their own design", "[sta][small]") {
  gsta::host_executor const exec;
  auto const small = random_circuit(1, 100), large = random_circuit(2, 900);
  gsta::timer of(exec, large, for_one_update({}));
  CHECK_THROWS_AS(of.prepare(exec), gsta::argument_error);
  auto trees = make_passing_trees(exec, small.view());
  CHECK_THROWS_AS(update_wires(exec, of.view().design, trees, state_of(of).wires), gsta::argument_error);
  trees = make_passing_trees(exec, of.view().design);
  trees.most_nodes = 1;
  CHECK_THROWS_AS(update_wires(exec, of.view().design, trees, state_of(of).wires), gsta::argument_error);
}
