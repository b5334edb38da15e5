// Groups without a condition beside those that have one: defaults, which go where constants choose another.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// A gate whose output follows A by three groups: one where B is high, one where it is low, and their
/// default.
model_maker gate_of_three() {
  model_maker m;
  model::pin& z = m.gate("COND", {"A", "B"}, "A", 1, 2).pins.back();
  z.timing.clear();
  auto const positive = model::timing_sense::positive_unate;
  add_delay(z, "A", 30, 30, positive);
  add_delay(z, "A", 10, 10, positive).when = "!B";
  add_delay(z, "A", 20, 20, positive).when = "B";
  add_delay(z, "B", 7, 7, positive);
  for (char const* name : {"in", "b"}) m.input(name);
  m.output("out");
  m.instance("COND", "g", {{"A", "in"}, {"B", "b"}, {"Z", "out"}});
  m.arrival("in", "", {1, 2, 3, 4});
  return m;
}

}  // namespace

TEST_CASE("a default passes no arrival where the condition of another group is true", "[flat][small]") {
  model_maker m = gate_of_three();
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+++");
  m.constraints.case_values.push_back({"b", false, {}});
  timed_model const zero(m);
  CHECK(zero.senses("g/A", "g/Z") == "(+)+(+)");
  CHECK(zero.arrival("out", none, data_kind) == corner_values{11, 12, 13, 14});
  m.constraints.case_values[0].value = true;
  timed_model const one(m);
  CHECK(one.senses("g/A", "g/Z") == "(+)(+)+");
  CHECK(one.arrival("out", none, data_kind) == corner_values{21, 22, 23, 24});
}

TEST_CASE("a default stays where no condition is known to be true, or those that are lead from other pins",
          "[flat][small]") {
  model_maker m = gate_of_three();
  m.known("COND").pins.back().timing[2].when = "B&!C";
  add_pin(m.known("COND"), "C", model::direction::input, 1);
  m.constraints.case_values.push_back({"b", true, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+(+)+");  // nobody knows C
  m.constraints.case_values.clear();
  m.input("c");
  m.netlist.instances.back().connections.push_back({"C", "c", {}});
  m.constraints.case_values.push_back({"c", false, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+++");
  CHECK(timed_model(m).senses("g/B", "g/Z") == "+");
}

TEST_CASE("a check without a condition goes where the condition of another between its pins is true",
          "[flat][small]") {
  model_maker m;
  auto& groups = m.known("DFF").pins[1].timing;
  auto const count = groups.size();
  for (std::size_t i = 0; i < count; ++i) {
    auto under = groups[i];
    under.when = "E";
    groups.push_back(under);
  }
  add_pin(m.known("DFF"), "E", model::direction::input, 1);
  for (char const* name : {"clk", "d", "e"}) m.input(name);
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}, {"E", "e"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  CHECK(timed_model(m).checks_of("r/D") == 4);
  for (bool const value : {false, true}) {
    m.constraints.case_values = {{"e", value, {}}};
    CHECK(timed_model(m).checks_of("r/D") == 2);
  }
}
