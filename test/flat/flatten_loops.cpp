// Loops of cells, of registers that clock themselves, of latches and of wires, cut by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// g takes its own output back by b.
model_maker gate_with_loop(char const* cell = "AND2") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance(cell, "g", {{"A", "in"}, {"B", "back"}, {"Z", "out"}});
  m.instance("BUF", "b", {{"A", "out"}, {"Z", "back"}});
  m.arrival("in", "", same_value(0.0f));
  return m;
}

/// "g/B -> g/Z: g/Z b/A b/Z g/B" for each loop.
std::vector<std::string> shown_cuts(gsta::flat_design const& design) {
  std::vector<std::string> all;
  for (auto const& loop : design.loops) {
    auto& text = all.emplace_back(design.pin_name[loop.from]);
    text.append(" -> ").append(design.pin_name[loop.to]).append(":");
    for (id const pin : loop.pins) text.append(" ").append(design.pin_name[pin]);
    CHECK(loop.length == loop.pins.size());
  }
  CHECK(design.loop_count == all.size());
  return all;
}

}  // namespace

TEST_CASE("a loop of cells is cut where the walk closes it, and all else is as without it", "[flat][small]") {
  auto m = gate_with_loop();
  timed_model const t(m);
  CHECK(shown_cuts(t.flat) == std::vector<std::string>{"g/B -> g/Z: g/Z b/A b/Z g/B"});
  CHECK(!t.flat.loops[0].through_register);
  CHECK(m.noted("a combinational loop is cut") == 1);
  CHECK(t.senses("g/A", "g/Z") == "+");
  CHECK(t.senses("g/B", "g/Z") == "");
  CHECK(t.load("g/Z")[0] == 1);
  CHECK(t.arrival("g/B", none, data_kind)[0] == 8 + 1 + 10 + 1);
}

TEST_CASE("a loop is an error where the options say so", "[flat][small]") {
  auto m = gate_with_loop();
  m.options.loops = gsta::loop_rule::refuse;
  CHECK_THROWS_AS(timed_model(m), gsta::graph_error);
  CHECK(m.noted("cut") == 0);
}

TEST_CASE("a loop that constants open is cut only where all are", "[flat][small]") {
  // With s at 0 the multiplexer g passes A alone: what comes back to B ends there.
  auto m = gate_with_loop("MUX2");
  m.input("s");
  m.netlist.instances[0].connections.push_back({"S", "s", {}});
  CHECK(shown_cuts(timed_model(m).flat) == std::vector<std::string>{"g/B -> g/Z: g/Z b/A b/Z g/B"});
  m.constraints.case_values.push_back({"s", false, {}});
  CHECK(shown_cuts(timed_model(m).flat).empty());
  // The same the other way round.
  m.netlist.instances[0].connections = {{"A", "back", {}}, {"B", "in", {}}, {"S", "s", {}}, {"Z", "out", {}}};
  m.constraints.case_values[0].value = true;
  timed_model const open(m);
  CHECK(open.senses("g/B", "g/Z") == "+");
  CHECK(shown_cuts(open.flat).empty());
  m.constraints.case_values.clear();
  m.options.loops = gsta::loop_rule::cut_open_too;
  CHECK(shown_cuts(timed_model(m).flat) == std::vector<std::string>{"g/A -> g/Z: g/Z b/A b/Z g/A"});
}

TEST_CASE("all that OpenSTA cuts goes also where constants open the loop", "[flat][small]") {
  // s at 0 opens the loop at g1/B. The walk, which begins at z, closes it at g2/A: an arc that is alive.
  model_maker m;
  for (char const* name : {"a", "s", "z"}) m.input(name);
  m.output("out");
  m.instance("AND2", "g2", {{"A", "n1"}, {"B", "z"}, {"Z", "out"}});
  m.instance("MUX2", "g1", {{"A", "a"}, {"B", "out"}, {"S", "s"}, {"Z", "n1"}});
  m.arrival("a", "", same_value(0.0f));
  m.arrival("z", "", same_value(0.0f));
  CHECK(shown_cuts(timed_model(m).flat) == std::vector<std::string>{"g2/A -> g2/Z: g2/Z g1/B g1/Z g2/A"});
  m.constraints.case_values.push_back({"s", false, {}});
  timed_model const open(m);
  CHECK(open.senses("g2/A", "g2/Z") == "+");
  CHECK(shown_cuts(open.flat).empty());
  m.options.loops = gsta::loop_rule::cut_open_too;
  timed_model const all(m);
  CHECK(all.senses("g2/A", "g2/Z") == "");
  CHECK(shown_cuts(all.flat).size() == 1);
}

TEST_CASE("a register that clocks itself is a loop, from its clock pin to its output", "[flat][small]") {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.instance("AND2", "g", {{"A", "clk"}, {"B", "q"}, {"Z", "ck"}});
  m.instance("DFF", "r", {{"CK", "ck"}, {"D", "d"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  timed_model const t(m);
  CHECK(shown_cuts(t.flat) == std::vector<std::string>{"g/B -> g/Z: g/Z r/CK r/Q g/B"});
  CHECK(t.flat.loops[0].through_register);
  CHECK(m.noted("a loop through clock pins of registers is cut") == 1);
  CHECK(t.checks_of("r/D") == 2);
}

TEST_CASE("a loop through the data pin of a latch is none for the walk", "[flat][small]") {
  model_maker m;
  auto& latch = m.cell("LATCH");
  latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
  add_pin(latch, "G", model::direction::input, 1).is_clock = true;
  add_pin(latch, "D", model::direction::input, 1);
  auto& q = add_pin(latch, "Q", model::direction::output, 0, "IQ");
  add_delay(q, "G", 30, 32, model::timing_sense::non_unate, model::timing_type::rising_edge);
  add_delay(q, "D", 20, 22, model::timing_sense::positive_unate);
  m.input("clk");
  m.instance("LATCH", "l", {{"G", "clk"}, {"D", "d"}, {"Q", "q"}});
  m.instance("INV", "i", {{"A", "q"}, {"Z", "d"}});
  m.clock("c", "clk", true);
  timed_model const t(m);
  CHECK(shown_cuts(t.flat).empty());
  CHECK(m.noted("a loop through a latch") == 0);
  CHECK(t.senses("i/A", "i/Z") == "-");
  m.known("LATCH").pins[2].timing[0].type = model::timing_type::combinational;  // launches nothing
  m.known("LATCH").pins[2].timing[0].type_text = "combinational";               // as the library says itself
  timed_model const passing(m);
  CHECK(shown_cuts(passing.flat).empty());
  CHECK(m.noted("a loop through a latch") == 1);
  CHECK(passing.senses("i/A", "i/Z") == "-");
  m.options.loops = gsta::loop_rule::refuse;
  CHECK(timed_model(m).senses("i/A", "i/Z") == "-");
}

TEST_CASE("a ring that nothing enters is cut behind its first pin, a wire too", "[flat][small]") {
  model_maker m;
  auto& odd = m.cell("ODD");  // its output's name comes before its input's
  add_pin(odd, "B", model::direction::input, 1);
  add_delay(add_pin(odd, "A", model::direction::output, 0, "!B"), "B", 5, 7);
  m.output("out");
  m.instance("ODD", "o1", {{"B", "n2"}, {"A", "n1"}});
  m.instance("ODD", "o2", {{"B", "n1"}, {"A", "n2"}});
  m.instance("BUF", "b", {{"A", "n1"}, {"Z", "out"}});
  timed_model const t(m);
  CHECK(shown_cuts(t.flat) == std::vector<std::string>{"o1/A -> o2/B: o2/B o2/A o1/B o1/A"});
  CHECK(t.load("o1/A")[0] == 2);  // it still drives both
  CHECK(t.slew("o2/B") == same_value(0.0f));
  model_maker rings;
  rings.instance("INV", "i2", {{"A", "n1"}, {"Z", "n2"}});
  rings.instance("INV", "i1", {{"A", "n2"}, {"Z", "n1"}});
  CHECK(shown_cuts(timed_model(rings).flat) == std::vector<std::string>{"i1/A -> i1/Z: i1/Z i2/A i2/Z i1/A"});
}

TEST_CASE("of a driver's sinks the walk follows those in its module first", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.instance("AND2", "x", {{"A", "n"}, {"B", "p"}, {"Z", "q"}});
  m.instance("BUF", "a/d", {{"A", "in"}, {"Z", "n"}});
  m.instance("AND2", "a/y", {{"A", "n"}, {"B", "q"}, {"Z", "p"}});
  CHECK(shown_cuts(timed_model(m).flat) == std::vector<std::string>{"x/B -> x/Z: x/Z a/y/B a/y/Z x/B"});
  m.netlist.modules.push_back({"a", "module"});
  CHECK(shown_cuts(timed_model(m).flat) == std::vector<std::string>{"a/y/B -> a/y/Z: a/y/Z x/B x/Z a/y/B"});
}
