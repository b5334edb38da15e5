// Which factor each arc gets, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
using scope = model::timing_derate::scope;

namespace {

/// in -> b1 -> (4 ps of wire, 3 fF) -> b2 -> out: 13 + 4 + 10 at a rising edge.
model_maker two_wired_buffers() {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b1", {{"A", "in"}, {"Z", "n"}});
  m.instance("BUF", "b2", {{"A", "n"}, {"Z", "out"}});
  m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
  m.arrival("in", "", same_value(0.0f));
  return m;
}

per_condition<float> at_out(model_maker& m) { return timed_model(m).arrival("out", none, data_kind); }

void check_rises(model_maker& m, float early, float late) {
  per_condition<float> const at = at_out(m);
  CHECK(at[0] == early);
  CHECK(at[2] == late);
}

model::timing_derate& named(model::timing_derate& derate, scope of, char const* name) {
  derate.of = of;
  derate.name = name;
  return derate;
}

/// clk -> b -> r/CK (11, 21), r/Q -> g -> q (11, 20), all propagated.
model_maker clocked() {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "ck"}});
  m.instance("DFF", "r", {{"CK", "ck"}, {"D", "d"}, {"Q", "x"}});
  m.instance("BUF", "g", {{"A", "x"}, {"Z", "q"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  return m;
}

}  // namespace

TEST_CASE("the narrowest scope's derate counts: design, library cell, instance, net", "[flat][small]") {
  model_maker m = two_wired_buffers();
  check_rises(m, 27, 27);
  m.derate(0.5f, true, false);
  check_rises(m, 13.5f, 27);
  m.derate(2, false, true);
  check_rises(m, 13.5f, 54);
  named(m.derate(8, false, true), scope::instance,
        "b1");  // before the cell's in the file, stronger all the same
  check_rises(m, 13.5f, 104 + 8 + 20);
  named(m.derate(4, false, true), scope::library_cell, "BUF");
  check_rises(m, 13.5f, 104 + 8 + 40);
  named(m.derate(16, false, true), scope::net, "n");
  check_rises(m, 13.5f, 104 + 64 + 40);
  named(m.derate(32, false, true), scope::net, "elsewhere");
  check_rises(m, 13.5f, 104 + 64 + 40);
}

TEST_CASE("of derates of one scope the last one given counts", "[flat][small]") {
  model_maker m = two_wired_buffers();
  m.derate(2, true, true);
  m.derate(3, false, true);
  check_rises(m, 54, 81);
}

TEST_CASE("a derate may be of cells or of wires alone", "[flat][small]") {
  model_maker cells = two_wired_buffers(), nets = two_wired_buffers();
  cells.derate(2, false, true).nets = false;
  check_rises(cells, 27, 26 + 4 + 20);
  nets.derate(2, false, true).cells = false;
  check_rises(nets, 27, 13 + 8 + 10);
}

TEST_CASE("a net is known by its other names too", "[flat][small]") {
  model_maker m = two_wired_buffers();
  m.netlist.aliases.push_back({"sub/n", "n"});
  named(m.derate(2, false, true), scope::net, "sub/n");
  check_rises(m, 27, 13 + 8 + 10);
}

TEST_CASE("a derate of one edge goes by the edge at the arc's input", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("INV", "i", {{"A", "in"}, {"Z", "out"}});
  m.arrival("in", "", same_value(0.0f));
  m.derate(2, false, true).fall = false;
  CHECK(at_out(m) == per_condition<float>{5, 7, 5, 14});  // out's fall comes from in's rise
}

TEST_CASE("clock and data derates: a register's launch is data", "[flat][small]") {
  model_maker m = clocked();
  m.derate(2, false, true).data = false;
  timed_model const clock(m);
  CHECK(clock.clock("r/CK", 0) == per_condition<float>{11, early_none, 22, late_none});
  CHECK(clock.data("r/Q")[2] == 22 + 31);
  CHECK(clock.data("q")[2] == 22 + 31 + 10);
  m.constraints.derates[0].data = true;
  m.constraints.derates[0].clock = false;
  timed_model const data(m);
  CHECK(data.clock("r/CK", 0)[2] == 11);
  CHECK(data.data("r/Q")[2] == 11 + 62);
  CHECK(data.data("q")[2] == 11 + 62 + 20);
}

TEST_CASE("the register that divides a clock is derated as its clock", "[flat][small]") {
  model_maker m = clocked();
  m.instance("DFF", "behind", {{"CK", "x"}, {"D", "d"}});
  auto& g = m.constraints.generated_clocks.emplace_back();
  g.clock.name = "half";
  g.clock.sources = {"r/Q"};
  g.clock.propagated = true;
  g.source = "clk";
  g.divide_by = 2;
  auto const plain = timed_model(m).clock("behind/CK", 2);
  REQUIRE(plain[2] > 0);
  m.derate(2, false, true).data = false;
  auto const derated = timed_model(m).clock("behind/CK", 2);
  CHECK(derated[2] == 2 * plain[2]);
  CHECK(derated[0] == plain[0]);
}

TEST_CASE("an ideal clock's launch is derated as data, its shadow's link is not", "[flat][small]") {
  model_maker m = clocked();
  m.constraints.clocks[0].propagated = false;
  m.constraints.clocks[0].properties.latency = same_value(100.0f);
  m.derate(2, false, true);
  named(m.derate(4, false, true), scope::instance, "r");
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{100, early_none, 100, late_none});
  CHECK(t.data("r/Q")[2] == 100 + 124);
  CHECK(t.data("q")[2] == 100 + 124 + 20);
  std::size_t links = 0;
  for (std::size_t i = 0; i < t.flat.arc_from.size(); ++i) {
    if (!t.flat.arc_types[t.flat.arc_type_of[i]].to_ideal_clock) continue;
    CHECK(t.flat.arc_derate[t.flat.net_sink.size() + i] == none);
    ++links;
  }
  CHECK(links == 1);
}

TEST_CASE("derates of checks scale constraints", "[flat][small]") {
  model_maker m = clocked();
  auto& late = m.derate(2, false, true);
  late.checks = true;
  late.cells = late.nets = false;
  auto& early = m.derate(4, true, false);
  early.checks = true;
  early.cells = early.nets = false;
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0)[2] == 11);
  // clock slew 4.5: setup 3 + 1.125 and hold 1 + 1.125 at a rising edge
  CHECK(t.check_required("r/D", true)[0] == 1000 + 11 - 2 * 4.125f);
  CHECK(t.check_required("r/D", false)[0] == 11 + 4 * 2.125f);
  named(m.constraints.derates[0], scope::library_cell, "DFF");
  m.flat();
  CHECK(m.noted("set_timing_derate -cell_check") == 1);
}

TEST_CASE("what a driving cell outside adds is derated as the wire behind it", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "out"}});
  m.arrival("in", "", same_value(0.0f));
  auto& by = m.constraints.driving_cells.emplace_back();
  by.port = "in";
  by.cell = "BUF";
  m.derate(2, true, true);
  timed_model const t(m);
  CHECK(t.arrival("b/A", none, data_kind) == same_value(2.0f));
  CHECK(t.arrival("out", none, data_kind) == per_condition<float>{22, 42, 22, 42});
  m.constraints.derates[0].nets = false;
  CHECK(timed_model(m).arrival("b/A", none, data_kind) == same_value(1.0f));
}
