#include "test/slack/slack_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;
using gsta::host_executor;
using gsta::same_value;
using gsta::timer;

TEST_CASE("check slacks need no backward pass", "[slack][small]") {
  on_host_backends([](auto const& exec) { checks_need_no_backward_pass(exec, 0, 60); });
}

TEST_CASE("pins have the timing of their worst node", "[slack][small]") {
  on_host_backends([](auto const& exec) { pins_have_the_timing_of_their_worst_node(exec, 0, 60); });
}

TEST_CASE("overflow ends beyond all, never as NaN", "[slack][small]") {
  on_host_backends([](auto const& exec) { overflow_makes_no_nan(exec, 0, 100); });
}

TEST_CASE("a slew that overflows is beyond all, not clipped to zero", "[slack][small]") {
  flat_design d;
  id const in = d.add_pin(), a = d.add_pin(), z = d.add_pin();
  d.add_net(in, {a});
  gsta::arc_type type;
  type.edges = gsta::positive_edges();
  for (int c = 0; c < 4; ++c)
    type.delay[c] = type.slew[c] = d.luts.add({0, 1e-3f}, {}, {0, c % 2 == 0 ? 1.0f : -1.0f});
  d.arc_types.push_back(type);
  d.add_arc(a, z, 0);
  d.asserted_slew[0] = same_value(gsta::most_time);
  for (auto const wires : {gsta::wire_slew::keep, gsta::wire_slew::degrade}) {
    gsta::timer_options options;
    options.delays = {wires, gsta::negative_slew::clip};
    auto const s = snapshot_on(host_executor{}, d, options);
    gsta::per_condition<float> const beyond{-1e18f, -1e18f, 1e18f, 1e18f};
    CHECK(s.slew[2] == beyond);
    CHECK(s.arc_delay[1] == beyond);
  }
}

namespace {

/// An input that drives an output over an ideal wire; arrival 10 20 30 40.
struct wire_design {
  flat_design flat;
  id in, out;
  wire_design() : in(flat.add_pin()), out(flat.add_pin()) {
    flat.add_net(in, {out});
    flat.asserted_slew[0] = same_value(5.0f);
    flat.sources.push_back({in, none, {10, 20, 30, 40}});
  }
  gsta::timing_snapshot timed() const { return snapshot_on(host_executor{}, flat, {}); }
};

}  // namespace

TEST_CASE("slacks have their signs: early arrival less required, late the other way", "[slack][small]") {
  wire_design d;
  d.flat.requirements.push_back({d.out, none, {4, 25, 100, 33}});
  auto const s = d.timed();
  CHECK(s.node_slack[1] == gsta::per_condition<float>{6, -5, 70, -7});
  CHECK(s.node_required[0] == gsta::per_condition<float>{4, 25, 100, 33});
  CHECK(s.setup.wns == -7);
  CHECK(s.setup.tns == -7);
  CHECK(s.hold.worst_slack == -5);
  CHECK(s.hold.tns_rf == -5);
}

TEST_CASE("an endpoint counts once in tns, each edge in tns_rf", "[slack][small]") {
  wire_design d;
  d.flat.requirements.push_back({d.out, none, {-100, -100, 28, 37}});  // late slacks -2, -3
  d.flat.requirements.push_back({d.out, none, {-100, -100, 29, 30}});  // and -1, -10
  auto const s = d.timed();
  CHECK(s.setup.tns == -10);
  CHECK(s.setup.tns_rf == -12);
  CHECK(s.setup.violations == 1);
  CHECK(s.setup.endpoints == 1);
  CHECK(s.hold.violations == 0);
  CHECK(s.hold.endpoints == 1);
  CHECK(s.node_required[1] == gsta::per_condition<float>{-100, -100, 28, 30});  // the tighter of both
}

TEST_CASE("a slack of zero is no violation", "[slack][small]") {
  wire_design d;
  d.flat.requirements.push_back({d.out, none, {10, 20, 30, 40}});
  auto const s = d.timed();
  CHECK(s.setup.worst_slack == 0);
  CHECK(s.setup.wns == 0);
  CHECK(s.setup.violations == 0);
  CHECK(s.setup.endpoints == 1);
}

TEST_CASE("unconstrained endpoints are counted, on the side that lacks a required time", "[slack][small]") {
  wire_design d;
  d.flat.outputs.push_back(d.out);
  auto const free = d.timed();
  CHECK(free.setup.unconstrained == 1);
  CHECK(free.hold.unconstrained == 1);
  CHECK(free.setup.endpoints == 0);
  CHECK(free.setup.worst_slack == gsta::math::infinity);
  CHECK(free.setup.wns == gsta::math::infinity);  // nothing was checked
  CHECK_FALSE(free.setup.is_constrained());
  CHECK(free.endpoint_pin == std::vector<id>{d.out});

  gsta::per_condition<float> late_only = gsta::undefined_required();
  late_only[3] = 50;
  d.flat.requirements.push_back({d.out, none, late_only});
  auto const half = d.timed();
  CHECK(half.setup.endpoints == 1);
  CHECK(half.setup.unconstrained == 0);
  CHECK(half.setup.worst_slack == 10);
  CHECK(half.hold.unconstrained == 1);
  CHECK(half.endpoint_pin.size() == 1);
}

TEST_CASE("an endpoint that nothing arrives at is unconstrained", "[slack][small]") {
  wire_design d;
  id const lost = d.flat.add_pin();
  d.flat.outputs.push_back(lost);
  d.flat.requirements.push_back({lost, none, {0, 0, 100, 100}});
  auto const s = d.timed();
  CHECK(s.setup.unconstrained == 1);
  CHECK(s.setup.endpoints == 0);
  CHECK(s.node_required[2] == gsta::per_condition<float>{0, 0, 100, 100});  // what is required stays known
  CHECK(s.node_slack[2] == same_value(gsta::math::infinity));
}

TEST_CASE("a design without endpoints has empty figures", "[slack][small]") {
  auto const s = wire_design().timed();
  for (auto const& sum : {s.setup, s.hold}) {
    CHECK(sum.endpoints == 0);
    CHECK(sum.unconstrained == 0);
    CHECK(sum.tns == 0);
    CHECK(sum.worst_slack == gsta::math::infinity);
  }
}

TEST_CASE("an empty design can be timed", "[slack][small]") {
  on_host_backends([](auto const& exec) {
    auto const s = snapshot_on(exec, flat_design{}, {});
    CHECK(s.node_slack.empty());
    CHECK(s.setup.endpoints == 0);
  });
}

TEST_CASE("states made for other checks are refused", "[slack][small]") {
  wire_design d;
  d.flat.outputs.push_back(d.out);
  host_executor const exec;
  timer<host_executor> t(exec, d.flat);
  state_of(t).slacks = gsta::make_slack_state(exec, 2, 5, 1);
  CHECK_THROWS_AS(t.update(exec), gsta::argument_error);
  state_of(t).slacks = gsta::make_slack_state(exec, 2, 0, 7);
  CHECK_THROWS_AS(t.update(exec), gsta::argument_error);
  CHECK_THROWS_AS(t.summary(exec, gsta::split::late), gsta::argument_error);
  state_of(t).slacks = gsta::make_slack_state(exec, 9, 0, 1);
  CHECK_THROWS_AS(t.update(exec), gsta::argument_error);
}
