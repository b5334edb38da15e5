#include "bench/generate.hpp"
#include "gsta/engine/detail/cut.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/slack/required.hpp"
#include "test/support/backends.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;
using gsta::same_value;

namespace {
gsta::timer_options const contest{{}, gsta::capture_required::from_data_slack};

template <class E>
gsta::slack_state<E::space> spoiled_slacks(E const& exec, gsta::timer<E> const& timer) {
  auto slacks = gsta::make_slack_state(exec, timer.nodes().count(), timer.view().checks.check.size(),
                                       timer.view().checks.endpoint_pin.size());
  for (auto* const array : {&slacks.node_required, &slacks.node_slack})
    fill(exec, array->view(), gsta::same_value(-12345.0f));
  for (auto* const array : {&slacks.check_required, &slacks.check_slack})
    fill(exec, array->view(), gsta::per_edge{{-12345.0f, -12345.0f}});
  fill(exec, slacks.endpoint_slack.view(), gsta::per_split{{-12345.0f, -12345.0f}});
  return slacks;
}

/// The backward pass by a plan beside that of an updated timer; twice, since a plan keeps values between
/// runs.
template <class E>
void swept_backward(E const& exec, gsta::timer<E> const& timer, bit_comparison& result) {
  auto const nodes = timer.arrival_nodes();
  std::size_t const net_arcs = timer.view().design.net_arc_count();
  auto const inlined = find_inlined(exec, cut_problem_of(nodes, net_arcs));
  auto plan = gsta::make_backward_plan(exec, nodes, net_arcs, inlined.view(), timer.view().checks,
                                       timer.options().capture);
  auto slacks = spoiled_slacks(exec, timer);
  for (int run = 0; run < 2; ++run)
    update_required(exec, timer.view().checks, timer.view().design.luts, plan, state_of(timer).delays,
                    state_of(timer).arrivals, slacks);
  auto const same = [&](char const* what, auto const& by_plan, auto const& by_level) {
    result.arrays(what, to_vector(exec, by_plan.view()), to_vector(exec, by_level.view()));
  };
  same("required", slacks.node_required, timer.slacks().node_required);
  same("slack", slacks.node_slack, timer.slacks().node_slack);
  same("check required", slacks.check_required, timer.slacks().check_required);
  same("check slack", slacks.check_slack, timer.slacks().check_slack);
  same("endpoint slack", slacks.endpoint_slack, timer.slacks().endpoint_slack);
}

template <class E>
void swept_equals_levels(E const& exec, gsta::flat_design const& design, gsta::timer_options const& options) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  bit_comparison result;
  swept_backward(exec, timer, result);
  INFO(result.report());
  CHECK(result.failed == 0);
  CHECK(result.compared >= 2 * design.pin_load.size());
}

/// A driver of many sinks, each with a required time, every third also with an arc to an output behind it.
gsta::flat_design wide_fan_out(int sinks) {
  gsta::flat_design d;
  id const in = d.add_pin();
  d.asserted_slew[0] = same_value(5.0f);
  d.sources.push_back({in, none, {0, 1, 2, 3}});
  prng random(static_cast<std::uint64_t>(sinks));
  gsta::arc_type type;
  type.edges = gsta::negative_edges();
  for (int c = 0; c < 4; ++c) type.delay[c] = type.slew[c] = d.luts.add({0, 100}, {0, 100}, {1, 2, 3, 4});
  d.arc_types.push_back(type);
  auto const require = [&](id pin) {
    auto const t = [&] { return static_cast<float>(random.real(0, 200)); };
    d.requirements.push_back({pin, none, {t(), t(), t(), t()}});
  };
  std::vector<id> pins;
  for (int i = 0; i < sinks; ++i) {
    pins.push_back(d.add_pin({}, same_value(1.0f)));
    if (i % 2 == 0) require(pins.back());
    for (int behind = i % 3 == 0 ? i % 12 : 0; behind > 0; --behind) {
      id const out = d.add_pin();
      d.add_arc(pins.back(), out, 0);
      require(out);
    }
  }
  d.add_net(in, pins);
  return d;
}
}  // namespace

TEST_CASE("a backward pass by a plan gives the bits of the level loop on random circuits", "[slack][swept]") {
  on_host_backends([](auto const& exec) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      auto const design = random_circuit(seed);
      gsta::timer<std::decay_t<decltype(exec)>> timer(exec, design, options_of(seed).timer);
      timer.update(exec);
      bit_comparison result;
      swept_backward(exec, timer, result);
      compared += result.compared;
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
    }
    CHECK(compared > 1000);
  });
}

TEST_CASE("a backward pass by a plan gives the bits of the level loop on generated designs",
          "[slack][swept]") {
  on_host_backends([](auto const& exec) {
    for (int variant = 0; variant < 4; ++variant) {
      auto options = gsta_bench::preset("tiny");
      if (variant == 1) options.conditional = true, options.undefined_inputs = 5;
      if (variant == 2) options.tags = 3;
      if (variant == 3) options.cells = 8000, options.pins = 25000, options.large_nets = {1001, 1500};
      CAPTURE(variant);
      auto const design = gsta_bench::generate(options);
      swept_equals_levels(exec, design, contest);
      swept_equals_levels(exec, design, {});
    }
  });
}

TEST_CASE("drivers of any number of sinks gather their required times", "[slack][swept]") {
  for (int const sinks : {1, 7, 8, 9, 31, 32, 33, 40, 1000, 1100}) {
    CAPTURE(sinks);
    swept_equals_levels(gsta::host_executor{}, wide_fan_out(sinks), {});
  }
}

TEST_CASE("a graph of one pin, and none, can be swept backwards over its cut", "[slack][swept]") {
  gsta::flat_design d;
  d.add_pin();
  swept_equals_levels(gsta::host_executor{}, d, {});
  d.requirements.push_back({0, none, {1, 2, 3, 4}});
  swept_equals_levels(gsta::host_executor{}, d, contest);
  swept_equals_levels(gsta::host_executor{}, gsta::flat_design{}, {});
}

TEST_CASE("a backward plan of another graph is refused", "[slack][swept]") {
  gsta::host_executor const exec;
  auto const one = wide_fan_out(2), two = wide_fan_out(3);
  gsta::timer<gsta::host_executor> a(exec, one), b(exec, two);
  auto plan = gsta::make_backward_plan(exec, a.arrival_nodes(), a.view().design.net_arc_count(),
                                       find_inlined(exec, cut_problem_of(a.arrival_nodes(), 2)).view(),
                                       a.view().checks, gsta::capture_required::leave_out);
  CHECK_THROWS_AS(update_required(exec, b.view().checks, b.view().design.luts, plan, state_of(b).delays,
                                  state_of(b).arrivals, state_of(b).slacks),
                  gsta::argument_error);
}
