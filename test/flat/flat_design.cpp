#include "gsta/flat/flat_design.hpp"

#include "test/support/catch.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta;

TEST_CASE("an arc's edges are read as they were set", "[flat][small]") {
  for (int in = 0; in < 2; ++in) {
    for (int c = 0; c < conditions; ++c) {
      edge_map edges;
      edges.set(c, static_cast<edge>(in));
      for (int other = 0; other < conditions; ++other) {
        int const want = other == c ? (c / 2) * 2 + in : -1;
        CHECK(edges.input(other) == want);
      }
    }
  }
}

TEST_CASE("positive arcs keep the edge, negative arcs turn it", "[flat][small]") {
  for (int c = 0; c < conditions; ++c) {
    CHECK(positive_edges().input(c) == c);
    CHECK(negative_edges().input(c) == (c ^ 1));
    CHECK(edge_map{}.input(c) == -1);
  }
}

TEST_CASE("what a kind of check is stands in its row, which a device reads as bits", "[flat][small]") {
  using enum check_kind;
  std::vector<check_kind> late, gating, data, outputs;
  for (auto const& rule : gsta::check_rules) {
    CHECK(&gsta::rule_of(rule.kind) == &rule);
    CHECK(is_late(rule.kind) == rule.late);
    if (is_late(rule.kind)) late.push_back(rule.kind);
    if (is_gating(rule.kind)) gating.push_back(rule.kind);
    if (is_data_check(rule.kind)) data.push_back(rule.kind);
    if (is_output(rule.kind)) outputs.push_back(rule.kind);
  }
  CHECK(late == std::vector{setup, recovery, gating_setup, data_setup, non_seq_setup, output_setup});
  CHECK(gating == std::vector{gating_setup, gating_hold});
  CHECK(data == std::vector{data_setup, data_hold});
  CHECK(outputs == std::vector{output_setup, output_hold});
}

TEST_CASE("a design filled by hand comes out as arrays", "[flat][small]") {
  flat_design d;
  id const in = d.add_pin("in"), a = d.add_pin("a", same_value(2.0f)), b = d.add_pin("b");
  CHECK(in == 0);
  CHECK(b == 2);
  CHECK(d.add_net(in, {a, b}, "n1") == 0);
  CHECK(d.add_net(b, {}, "n2") == 1);
  d.arc_types.emplace_back();
  d.add_arc(a, b, 0);
  d.check_types.emplace_back();
  d.add_check(b, in, 0);

  auto const v = d.view();
  CHECK(v.pin_count() == 3);
  CHECK(v.net_arc_count() == 2);
  CHECK(v.cell_arc_count() == 1);
  CHECK(v.pin_load[1] == same_value(2.0f));
  CHECK(v.pin_load[0] == same_value(0.0f));
  CHECK_FALSE(math::is_defined(v.asserted_slew[0][0]));
  CHECK(v.nets.driver[1] == b);
  CHECK(v.nets.begin[2] == 2);
  CHECK(v.nets.sink[1] == b);
  CHECK(v.arcs.from[0] == a);
  CHECK(v.arcs.check_data[0] == b);
  CHECK(d.pin_name[1] == "a");
  CHECK(d.net_name[1] == "n2");
}

TEST_CASE("shadows have their pins' names, however the list of these grows", "[flat][small]") {
  flat_design d;
  d.add_pin("a name of more letters than most");
  d.add_pin();
  for (id i = 0; i < 200; ++i) d.add_shadow(i);
  for (std::size_t i = 2; i < d.pin_name.size(); ++i) CHECK(d.pin_name[i] == d.pin_name[i % 2]);
  CHECK(d.pin_name.size() == 202);
  CHECK(d.pin_name[0] == "a name of more letters than most");
  flat_design nameless;
  nameless.add_pin();
  nameless.pin_name.clear();
  nameless.add_shadow(0);
  CHECK(nameless.pin_name.empty());
}

TEST_CASE("a wire belongs to the net added last", "[flat][small]") {
  flat_design d;
  id const driver = d.add_pin(), x = d.add_pin(), y = d.add_pin(), z = d.add_pin();
  d.add_net(driver, {x});
  d.add_net(z, {x, y});
  gsta_test::set_wire(d, 1, {0.5f, 0.25f, 0.125f}, {1, none, 0}, {0, 1}, {1, 2}, {10, 20});
  auto const rc = d.view().rc;
  CHECK(rc.node_begin[1] == 0);  // the first net stays ideal
  CHECK(rc.root[0] == none);
  CHECK(rc.node_begin[2] == 3);
  CHECK(rc.edge_begin[2] == 2);
  CHECK(rc.root[1] == 1);
  CHECK(rc.node_sink[0] == 2);  // net arc of y: position 1 in a net whose arcs begin at 1
  CHECK(rc.node_sink[1] == none);
  CHECK(rc.node_sink[2] == 1);
  CHECK(rc.resistance[1] == 20);
}

TEST_CASE("a clock at a pin arrives as two launch edges", "[flat][small]") {
  flat_design d;
  id const pin = d.add_pin("ck");
  CHECK(d.add_clock(none, {500, {0, 250}}, "virtual") == 0);
  CHECK(d.sources.empty());
  CHECK(d.add_clock(pin, {1000, {100, 600}}, "real") == 1);
  REQUIRE(d.sources.size() == 2);
  for (int e = 0; e < 2; ++e) {
    flat_source const& source = d.sources[static_cast<std::size_t>(e)];
    CHECK(source.pin == pin);
    CHECK(source.launch_edge == 2 + e);
    for (int c = 0; c < conditions; ++c) {
      if (edge_of(c) == e) CHECK(source.arrival[c] == 0);
      if (edge_of(c) != e) CHECK(source.arrival[c] == undefined_arrival()[c]);
    }
  }
  CHECK(d.clocks[1].at[1] == 600);
  CHECK(d.clock_name[1] == "real");
}

TEST_CASE("types are numbered as they are added", "[flat][small]") {
  flat_design d;
  CHECK(d.add_arc_type({}) == 0);
  CHECK(d.add_arc_type({}) == 1);
  CHECK(d.add_check_type({}) == 0);
  CHECK(d.view().arcs.types.size() == 2);
  CHECK(d.view().arcs.check_types.size() == 1);
}

TEST_CASE("an empty design has empty arrays", "[flat][small]") {
  flat_design const d;
  auto const v = d.view();
  CHECK(v.pin_count() == 0);
  CHECK(v.net_arc_count() == 0);
  CHECK(v.nets.begin.size() == 1);
  CHECK(v.rc.node_begin.size() == 1);
}
