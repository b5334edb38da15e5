// Constants from ties, literals and case analysis, and what they switch off, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// `in` and `held` into a gate whose other input the test ties.
model_maker gate_with(char const* cell, char const* tied_to) {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance(cell, "g", {{"A", "in"}, {"B", tied_to}, {"Z", "out"}});
  m.arrival("in", "", {1, 2, 3, 4});
  return m;
}

}  // namespace

TEST_CASE(
    "no arc leaves a pin that a tie cell holds, and none to an output that becomes constant passes arrivals",
    "[flat][small]") {
  for (bool const one : {false, true}) {
    model_maker m = gate_with("AND2", "t");
    m.instance(one ? "TIE1" : "TIE0", "tie", {{"Z", "t"}});
    timed_model const t(m);
    CAPTURE(one);
    CHECK(t.senses("g/A", "g/Z") == (one ? "+" : "(+)"));
    CHECK(t.senses("g/B", "g/Z") == "");
    CHECK(gsta::math::is_defined(t.arrival("out", none, gsta::arrival_kind::data)[0]) == one);
  }
}

TEST_CASE("a literal in the netlist is a constant, through inverters too", "[flat][small]") {
  model_maker m = gate_with("AND2", "n");
  m.instance("INV", "i", {{"A", "lit"}, {"Z", "n"}});
  m.netlist.constants.push_back({"lit", true});  // 1 -> INV -> 0: the AND is 0
  timed_model const zero(m);
  CHECK(zero.senses("i/A", "i/Z") == "");
  CHECK(zero.senses("g/A", "g/Z") == "(+)");
  m.netlist.constants[0].value = false;
  timed_model const one(m);
  CHECK(one.senses("g/A", "g/Z") == "+");
  CHECK(one.senses("g/B", "g/Z") == "");
  CHECK(m.noted("no driver") == 0);
}

TEST_CASE("under the contest's rules nothing is constant", "[flat][small]") {
  model_maker m = gate_with("AND2", "t");
  m.instance("TIE0", "tie", {{"Z", "t"}});
  m.constraints.rules = model::timing_rules::contest;
  timed_model const t(m);
  CHECK(t.senses("g/A", "g/Z") == "+-");  // there a group that names no sense has both
  CHECK(t.senses("g/B", "g/Z") == "+-");
}

TEST_CASE("the chosen input of a multiplexer passes arrivals, the other slews alone, the select goes",
          "[flat][small]") {
  for (bool const select : {false, true}) {
    model_maker m;
    for (char const* name : {"a", "b", "s"}) m.input(name);
    m.output("out");
    m.instance("MUX2", "g", {{"A", "a"}, {"B", "b"}, {"S", "s"}, {"Z", "out"}});
    m.constraints.case_values.push_back({"s", select, {}});
    timed_model const t(m);
    CAPTURE(select);
    CHECK(t.senses("g/A", "g/Z") == (select ? "(+)" : "+"));
    CHECK(t.senses("g/B", "g/Z") == (select ? "+" : "(+)"));
    CHECK(t.senses("g/S", "g/Z") == "");
  }
}

TEST_CASE("a tie is seen whichever output of its cell it is", "[flat][small]") {
  model_maker m = gate_with("AND2", "t");
  model::cell& cell = m.gate("BUFTIE", {"A"}, "A", 1, 2);
  cell.pins.push_back(cell.pins.back());
  cell.pins.back().name = "T";
  cell.pins.back().function = "0";
  cell.pins.back().timing.clear();
  m.instance("BUFTIE", "both", {{"A", "in"}, {"T", "t"}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "(+)");
}

TEST_CASE("case analysis wins over a literal on the same net", "[flat][small]") {
  model_maker m = gate_with("AND2", "lit");
  m.netlist.constants.push_back({"lit", false});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "(+)");
  m.constraints.case_values.push_back({"g/B", true, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+");
}

TEST_CASE("an XOR with a constant passes arrivals as its output follows, and slews both ways",
          "[flat][small]") {
  model_maker m = gate_with("XOR2", "t");  // arrivals 1 2 3 4; rise 11, fall 12
  for (bool const one : {false, true}) {
    m.netlist.instances.resize(1);
    m.instance(one ? "TIE1" : "TIE0", "tie", {{"Z", "t"}});
    auto& groups = m.known("XOR2").pins.back().timing;
    groups[0].sense = model::timing_sense::positive_unate;  // the file has an arc for each sense
    if (groups.size() == 2) add_delay(m.known("XOR2").pins.back(), "A", 11, 12);
    groups[2].sense = model::timing_sense::negative_unate;
    groups[2].transition[0] = plane(44);
    timed_model const t(m);
    CAPTURE(one);
    CHECK(t.senses("g/A", "g/Z") == (one ? "(+)-" : "+(-)"));
    CHECK(t.senses("g/B", "g/Z") == "");
    per_condition<float> const at = t.arrival("out", none, gsta::arrival_kind::data);
    CHECK(at == (one ? per_condition<float>{2 + 11, 1 + 12, 4 + 11, 3 + 12}
                     : per_condition<float>{1 + 11, 2 + 12, 3 + 11, 4 + 12}));
    CHECK(t.slew("out") == per_condition<float>{4, 6, 44, 6});
  }
}

TEST_CASE("an arc whose condition is false makes slews and delays, and passes no arrival", "[flat][small]") {
  model_maker m;
  using model::direction;
  model::cell& cell = m.gate("COND", {"A", "B"}, "A^B", 1, 2);
  cell.pins.back().timing.clear();
  add_delay(cell.pins.back(), "A", 10, 10, model::timing_sense::positive_unate).when = "!B";
  auto& negative = add_delay(cell.pins.back(), "A", 20, 20, model::timing_sense::negative_unate);
  negative.when = "B";
  negative.transition[0] = plane(44);
  negative.transition[1] = plane(1);
  for (char const* name : {"in", "b"}) m.input(name);
  m.output("out");
  m.instance("COND", "g", {{"A", "in"}, {"B", "b"}, {"Z", "out"}});
  m.arrival("in", "", {1, 2, 3, 4});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+-");
  m.constraints.case_values.push_back({"b", false, {}});
  timed_model const zero(m);
  CHECK(zero.senses("g/A", "g/Z") == "+(-)");
  CHECK(zero.arrival("out", none, data_kind) == per_condition<float>{11, 12, 13, 14});
  CHECK(zero.slew("out") == per_condition<float>{4, 1, 44, 6});  // of both, rise 4 and 44, fall 6 and 1
  m.constraints.case_values[0].value = true;
  timed_model const one(m);
  CHECK(one.senses("g/A", "g/Z") == "(+)-");
  CHECK(one.arrival("out", none, data_kind) == per_condition<float>{22, 21, 24, 23});
  CHECK(one.slew("out") == per_condition<float>{4, 1, 44, 6});
}

TEST_CASE("a loop that constants open stays open", "[flat][small]") {
  // g1 takes its own output back where s is 1; what b1 adds is no loop.
  model_maker m;
  for (char const* name : {"in", "s"}) m.input(name);
  m.output("out");
  m.instance("MUX2", "g1", {{"A", "in"}, {"B", "back"}, {"S", "s"}, {"Z", "n"}});
  m.instance("BUF", "b1", {{"A", "n"}, {"Z", "back"}});
  m.instance("MUX2", "g2", {{"A", "n"}, {"B", "in"}, {"S", "s"}, {"Z", "out"}});
  m.arrival("in", "", same_value(0.0f));
  m.options.loops = gsta::loop_rule::refuse;
  CHECK_THROWS_AS(timed_model(m), gsta::graph_error);
  m.constraints.case_values.push_back({"s", false, {}});
  timed_model const t(m);
  CHECK(t.senses("g1/A", "g1/Z") == "+");
  CHECK(t.senses("g1/B", "g1/Z") == "");
  CHECK(t.senses("g2/B", "g2/Z") == "(+)");
  CHECK(m.noted("would close a loop") == 1);
  CHECK(t.arrival("out", none, data_kind)[0] == 6 + 2 + 6);  // n has two loads of 1 fF
}

TEST_CASE("a check under a condition goes where the condition is false", "[flat][small]") {
  model_maker m;
  for (auto& group : m.known("DFF").pins[1].timing) group.when = "E";
  add_pin(m.known("DFF"), "E", model::direction::input, 1);
  for (char const* name : {"clk", "d", "e"}) m.input(name);
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}, {"E", "e"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  CHECK(timed_model(m).checks_of("r/D") == 2);
  m.constraints.case_values.push_back({"e", false, {}});
  CHECK(timed_model(m).checks_of("r/D") == 0);
  m.constraints.case_values[0].value = true;
  CHECK(timed_model(m).checks_of("r/D") == 2);
}

TEST_CASE("a register whose data is constant launches and is no endpoint", "[flat][small]") {
  model_maker m;
  m.input("clk");
  m.output("q");
  m.instance("TIE1", "tie", {{"Z", "t"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "t"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  timed_model const t(m);
  CHECK_FALSE(t.is_endpoint("r/D"));
  CHECK(t.is_endpoint("q"));
  CHECK(t.data("q") == per_condition<float>{30, 32, 30, 32});
}

TEST_CASE("case analysis on a pin inside holds what is behind it and not what is in front", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.output("side");
  m.instance("BUF", "b1", {{"A", "in"}, {"Z", "n"}});
  m.instance("BUF", "b2", {{"A", "n"}, {"Z", "out"}});
  m.instance("BUF", "b3", {{"A", "n"}, {"Z", "side"}});
  m.arrival("in", "", same_value(0.0f));
  m.constraints.case_values.push_back({"b2/A", true, {}});  // an input pin: that branch alone
  timed_model const branch(m);
  CHECK(branch.senses("b1/A", "b1/Z") == "+");
  CHECK(branch.senses("b2/A", "b2/Z") == "");
  CHECK(branch.senses("b3/A", "b3/Z") == "+");
  m.constraints.case_values[0].pin = "b1/Z";  // an output pin: its net
  timed_model const net(m);
  CHECK(net.senses("b1/A", "b1/Z") == "(+)");
  CHECK(net.senses("b2/A", "b2/Z") == "");
  CHECK(net.senses("b3/A", "b3/Z") == "");
}

TEST_CASE("a constant output has no required time and a constant input no arrival", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "out"}});
  m.clock("c", "", true);
  m.arrival("in", "c", same_value(0.0f));
  m.required("out", "c", same_value(0.0f));
  CHECK(timed_model(m).checks_of("out") == 2);
  m.constraints.case_values.push_back({"in", true, {}});
  timed_model const t(m);
  CHECK(t.flat.sources.empty());
  CHECK(t.flat.requirements.empty());
  CHECK(t.is_endpoint("out"));  // an output, though nothing constrains it
}

TEST_CASE("a clock that is held at its source or on its way reaches nothing", "[flat][small]") {
  for (char const* where : {"clk", "b/Z", "r/CK"}) {
    model_maker m;
    m.input("clk");
    m.input("d");
    m.output("q");
    m.instance("BUF", "b", {{"A", "clk"}, {"Z", "n"}});
    m.instance("DFF", "r", {{"CK", "n"}, {"D", "d"}, {"Q", "q"}});
    m.clock("c", "clk", true);
    m.arrival("d", "c", same_value(0.0f));
    CHECK(timed_model(m).checks_of("r/D") == 2);
    m.constraints.case_values.push_back({where, false, {}});
    timed_model const t(m);
    CAPTURE(where);
    CHECK(t.checks_of("r/D") == 0);
    CHECK(t.senses("r/CK", "r/Q") == "");
  }
}

TEST_CASE("a pin of one edge lets no arrival pass with the other, and slews pass", "[flat][small]") {
  for (bool const rises : {true, false}) {
    model_maker m;
    m.input("in");
    m.output("out");
    m.instance("XOR2", "g", {{"A", "in"}, {"B", "in"}, {"Z", "n"}});
    m.instance("BUF", "b", {{"A", "n"}, {"Z", "out"}});
    m.arrival("in", "", {0, 0, 0, 0});
    timed_model const before(m);
    m.constraints.case_values.push_back({"n_driver", rises, {}, true});
    m.constraints.case_values.back().pin = "g/Z";
    timed_model const t(m);
    CAPTURE(rises);
    auto const at = t.arrival("out", none, data_kind), all = before.arrival("out", none, data_kind);
    int const kept = rises ? 0 : 1;
    CHECK((at[kept] == all[kept] && at[2 + kept] == all[2 + kept]));
    CHECK((at[1 - kept] == gsta::undefined_arrival()[1 - kept] && at[3 - kept] == late_none));
    CHECK(t.slew("out") == before.slew("out"));
    // At a port: nothing starts with the other edge, and an XOR makes both of one.
    m.constraints.case_values.back().pin = "in";
    timed_model const port(m);
    CHECK(port.arrival("in", none, data_kind)[3 - kept] == late_none);
    CHECK(gsta::math::is_defined(port.arrival("out", none, data_kind)[2]));
    CHECK(gsta::math::is_defined(port.arrival("out", none, data_kind)[3]));
    CHECK(port.slew("out") == before.slew("out"));
  }
}

TEST_CASE("a check looks at, and a clock captures with, no edge but a pin's one", "[flat][small]") {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  m.constraints.case_values.push_back({"r/D", false, {}, true});
  timed_model const t(m);
  CHECK(t.check_slack("r/D", true)[0] == gsta::math::infinity);
  CHECK(t.check_slack("r/D", true)[1] == 1000 - 4);
  m.constraints.case_values.back().pin = "r/CK";  // only falls, and captures by rising
  timed_model const fallen(m);
  CHECK(same(fallen.check_slack("r/D", true), gsta::math::infinity, gsta::math::infinity));
  m.constraints.case_values.back().value = true;
  CHECK(timed_model(m).check_slack("r/D", true)[0] == 1000 - 3);
}
