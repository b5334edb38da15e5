#include "test/rc/wires_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta_test;
using gsta::flat_design;
using gsta::same_value;

TEST_CASE("wires agree with recursion in double on every host backend", "[rc][small]") {
  on_host_backends([](auto const& exec) { check_wires(exec); });
}

// driver n0 --2 kOhm-- n1 (3 fF) --1 kOhm-- n2 (4 fF + a pin of 1 fF)
//   load:   n2 = 5, n1 = 8, n0 = 8 + 0.5
//   delay:  n1 = 2*8 = 16, n2 = 16 + 1*5 = 21
//   ldelay: n2 = 5*21 = 105, n1 = 3*16 + 105 = 153
//   beta:   n1 = 2*153 = 306, n2 = 306 + 105 = 411;  impulse n2 = 2*411 - 21^2 = 381
TEST_CASE("a wire computed by hand", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), sink = d.add_pin({}, same_value(1.0f));
  d.add_net(driver, {sink});
  gsta_test::set_wire(d, 0, {0.5f, 3, 4}, {none, none, 0}, {0, 2}, {1, 1}, {2, 1});
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.load[0] == same_value(8.5f));
  CHECK(w.load[1] == same_value(0.0f));
  CHECK(w.delay[0] == same_value(21.0f));
  CHECK(w.impulse[0] == same_value(381.0f));
  CHECK(w.loop_edges == 0);
  CHECK(w.unreached_nodes == 0);
}

TEST_CASE("an ideal wire has no delay and loads its driver with its pins", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), a = d.add_pin({}, {1, 2, 3, 4}), b = d.add_pin({}, same_value(10.0f));
  d.add_net(driver, {a, b});
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.load[0] == gsta::per_condition<float>{11, 12, 13, 14});
  CHECK(w.delay[1] == same_value(0.0f));
  CHECK(w.impulse[1] == same_value(0.0f));
}

TEST_CASE("what the tree lacks is undefined, the rest is not", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), near_end = d.add_pin({}, same_value(1.0f)),
           off = d.add_pin({}, same_value(1.0f)), unnamed = d.add_pin({}, same_value(1.0f));
  d.add_net(driver, {near_end, off, unnamed});
  gsta_test::set_wire(d, 0, {0, 1, 1}, {none, 0, 1}, {0}, {1},
                      {2});  // node 2, the second sink, hangs on nothing
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.unreached_nodes == 1);
  CHECK(w.load[0] == same_value(2.0f));
  CHECK(w.delay[0] == same_value(4.0f));
  for (std::size_t const lost : {1u, 2u}) {
    CHECK(w.delay[lost] == gsta::undefined_arrival());
    CHECK(w.impulse[lost] == gsta::undefined_arrival());
  }
}

TEST_CASE("without a node of the driver nothing is known", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), sink = d.add_pin({}, same_value(1.0f));
  d.add_net(driver, {sink});
  gsta_test::set_wire(d, none, {1, 1}, {none, 0}, {0}, {1}, {2});
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.unreached_nodes == 2);
  CHECK(w.load[0] == gsta::undefined_arrival());
  CHECK(w.delay[0] == gsta::undefined_arrival());
}

TEST_CASE("a wire may be entered at any of its nodes", "[rc][small]") {
  for (id const root : {0, 1, 2}) {  // a chain 0 - 1 - 2 of 1 kOhm and 1 fF each
    flat_design d;
    id const driver = d.add_pin(), sink = d.add_pin();
    d.add_net(driver, {sink});
    gsta_test::set_wire(d, root, {1, 1, 1}, {none, none, 0}, {0, 1}, {1, 2}, {1, 1});
    float const want[] = {3, 1, 0};  // 2 + 1; a branch away from the sink does not count; the root itself
    auto const w = wires_on(gsta::host_executor{}, d);
    CHECK(w.delay[0] == same_value(want[root]));
    CHECK(w.load[0] == same_value(3.0f));
  }
}

TEST_CASE("edges that close loops are left out and counted", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), sink = d.add_pin();
  d.add_net(driver, {sink});
  // A triangle 0-1-2, a second edge between 0 and 1, and an edge from 2 to itself: three too many.
  gsta_test::set_wire(d, 0, {0, 1, 1}, {none, none, 0}, {0, 0, 1, 0, 2}, {1, 2, 2, 1, 2}, {1, 5, 7, 9, 11});
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.loop_edges == 3);
  CHECK(w.unreached_nodes == 0);
  CHECK(w.delay[0] == same_value(5.0f));  // by the edge of 5 kOhm, which the walk meets first
}

TEST_CASE("loops and lost nodes are counted as the graph says", "[rc][small]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto const d = many_nets(seed, true);
    std::int64_t loops = 0, lost = 0;
    for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
      auto const nodes = static_cast<std::size_t>(d.rc_node_begin[n + 1] - d.rc_node_begin[n]);
      std::vector<char> reached(nodes, 0);
      if (d.rc_root[n] != none) reached[static_cast<std::size_t>(d.rc_root[n])] = 1;
      std::int64_t inside = 0;
      for (std::size_t round = 0; round <= nodes; ++round) {
        inside = 0;
        for (auto e = static_cast<std::size_t>(d.rc_edge_begin[n]);
             e < static_cast<std::size_t>(d.rc_edge_begin[n + 1]); ++e) {
          char& a = reached[static_cast<std::size_t>(d.rc_edge_a[e])];
          char& b = reached[static_cast<std::size_t>(d.rc_edge_b[e])];
          a = b = static_cast<char>(a | b);
          inside += a;
        }
      }
      auto const in_tree = static_cast<std::int64_t>(std::count(reached.begin(), reached.end(), 1));
      loops += in_tree == 0 ? 0 : inside - (in_tree - 1);
      lost += static_cast<std::int64_t>(nodes) - in_tree;
    }
    auto const w = wires_on(gsta::host_executor{}, d);
    CAPTURE(seed);
    CHECK(w.loop_edges == loops);
    CHECK(w.unreached_nodes == lost);
  }
}

TEST_CASE("a design without nets has no wires", "[rc][small]") {
  flat_design d;
  d.add_pin();
  auto const w = wires_on(gsta::host_executor{}, d);
  CHECK(w.delay.empty());
  CHECK(w.load[0] == same_value(0.0f));
}

TEST_CASE("states made for another design are refused", "[rc][small]") {
  flat_design const one, other = many_nets(1, false);
  gsta::host_executor const exec;
  auto const rc = flatten_rc(exec, other.view());
  auto trees = make_rc_state(exec, one.view());
  auto wires = make_wire_state(exec, one.view());
  CHECK_THROWS_AS(update_wires(exec, other.view(), rc.forest.view, trees, wires), gsta::argument_error);
}
