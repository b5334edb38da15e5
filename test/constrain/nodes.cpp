#include "gsta/constrain/nodes.hpp"

#include <array>

#include "test/constrain/nodes_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;
using gsta::timer;

TEST_CASE("nodes, their arcs and levels equal a brute-force expansion", "[constrain][small]") {
  on_host_backends([](auto const& exec) { check_expansion(exec, 0, 60); });
}

TEST_CASE("nodes found by words are those found pin by pin", "[constrain][small]") {
  on_host_backends([](auto const& exec) { words_find_what_the_host_finds(exec, 0, 60); });
}

TEST_CASE("any number of threads finds the same nodes under exceptions", "[constrain][small]") {
  threads_find_the_same_nodes(0, 20);
}

TEST_CASE("with one tag nodes are pins", "[constrain][small]") {
  flat_design d;
  id const a = d.add_pin(), b = d.add_pin();
  d.add_net(a, {b});
  d.clocks.push_back({1000, {0, 500}});
  d.sources.push_back({a, 1, gsta::same_value(3.0f)});
  d.sources.push_back({a, 1, {2, 4, 2, 4}});  // the worst of both counts
  gsta::host_executor const exec;
  timer<gsta::host_executor> const t(exec, d);
  CHECK(t.nodes().one_per_pin);
  CHECK(t.nodes().tags == std::vector<gsta::tag>{{1, 0, 0}});
  CHECK(t.nodes().count() == 2);
  CHECK(t.view().node_graph.fanin_from.data() == t.view().graph.fanin_from.data());  // shared, not copied
  CHECK(t.view().node_asserted[0] == gsta::per_condition<float>{2, 3, 3, 4});
  CHECK(t.view().node_asserted[1] == gsta::undefined_arrival());
}

TEST_CASE("without sources there is one tag of no clock", "[constrain][small]") {
  flat_design d;
  d.add_pin();
  timer<gsta::host_executor> const t(gsta::host_executor{}, d);
  CHECK(t.nodes().tags == std::vector<gsta::tag>{gsta::tag{}});
  CHECK(t.nodes().tags[0].launch_edge == none);
  CHECK(t.nodes().count() == 1);
}

TEST_CASE("a source that asserts nothing makes no node", "[constrain][small]") {
  flat_design d;
  id const a = d.add_pin(), b = d.add_pin();
  d.sources.push_back({a, none, gsta::undefined_arrival()});
  d.sources.push_back({b, 0, gsta::same_value(0.0f)});
  d.clocks.push_back({1000, {0, 500}});
  timer<gsta::host_executor> const t(gsta::host_executor{}, d);
  CHECK_FALSE(t.nodes().one_per_pin);
  CHECK(t.nodes().pin_begin == std::vector<id>{0, 0, 1});
}

TEST_CASE("pins off the graph are refused", "[constrain][small]") {
  gsta::host_executor const exec;
  auto const timing = [&](auto const& spoil) {
    flat_design d;
    d.add_pin();
    d.check_types.emplace_back();
    spoil(d);
    timer<gsta::host_executor> const t(exec, d);
  };
  CHECK_NOTHROW(timing([](flat_design&) {}));
  CHECK_THROWS_AS(timing([](flat_design& d) { d.sources.push_back({1, none, {}}); }), gsta::argument_error);
  CHECK_THROWS_AS(timing([](flat_design& d) { d.sources.push_back({-1, none, {}}); }), gsta::argument_error);
  CHECK_THROWS_AS(timing([](flat_design& d) { d.requirements.push_back({7, none, {}}); }),
                  gsta::argument_error);
  CHECK_THROWS_AS(timing([](flat_design& d) { d.outputs.push_back(7); }), gsta::argument_error);
  CHECK_THROWS_AS(timing([](flat_design& d) { d.add_check(7, 0, 0); }), gsta::argument_error);
  CHECK_THROWS_AS(timing([](flat_design& d) { d.add_check(0, 7, 0); }), gsta::argument_error);
  // Who has no timer, which looks at the whole design first, hears it of make_checks.
  flat_design good;
  good.add_pin();
  good.check_types.emplace_back();
  timer<gsta::host_executor> const t(exec, good);
  for (auto const [data, clock] : {std::array<id, 2>{7, 0}, {0, 7}, {-1, 0}, {0, -1}}) {
    flat_design bad = good;
    bad.add_check(data, clock, 0);
    CHECK_THROWS_AS(make_checks(exec, bad, t.nodes()), gsta::argument_error);
  }
}
