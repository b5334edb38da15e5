// Power and ground, tie cells, and cells that only fill the rows.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// in -> BUF -> out, with `pin` of the buffer on `net` too.
model_maker buffer_with(char const* pin, char const* net) {
  model_maker m;
  m.input("in");
  m.output("out");
  m.port("power", model::direction::inout);
  m.instance("BUF", "g", {{"A", "in"}, {"Z", "out"}, {pin, net}});
  m.arrival("in", "", same_value(0.0f));
  return m;
}

}  // namespace

TEST_CASE("power and ground pins that the library has are no pins of the design, and counted",
          "[flat][small]") {
  model_maker m = buffer_with("VDD", "power");
  m.known("BUF").supply_pins = {"VDD", "VSS"};
  m.instance("BUF", "h", {{"A", "in"}, {"VSS", ""}, {"VDD", "power"}});
  timed_model const t(m);
  CHECK(m.noted("power or ground pin") == 3);
  CHECK(t.pin("g/VDD") == none);
  CHECK(t.data("out", none) == per_condition<float>{10, 20, 10, 20});
}

TEST_CASE("what constraints say of power and ground pins is left out, and counted", "[flat][small]") {
  model_maker m = buffer_with("VDD", "power");
  m.known("BUF").supply_pins = {"VDD"};
  m.constraints.case_values.push_back({"g/VDD", true, {}});
  m.constraints.exceptions.emplace_back().from.pins = {"g/VDD"};
  timed_model const t(m);
  CHECK(t.data("out", none)[0] == 10);
  CHECK(t.flat.exceptions.empty());
  CHECK(m.noted("a constraint of a power or ground pin") == 2);
  m.constraints.case_values[0].pin = "g/VSS";
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
}

TEST_CASE("a pin that no library names is left out on a supply, and refused elsewhere", "[flat][small]") {
  struct row {
    char const *pin, *net;
    bool is_supply;
  };
  for (auto const& [pin, net, is_supply] :
       {row{"VNW", "power", true}, row{"VNW", "tied", true}, row{"VNW", "u1/VDD_core", true},
        row{"VNW", "vss", true}, row{"VNW", "", true}, row{"VNW", "in", false}, row{"VNW", "VD", false}}) {
    CAPTURE(pin, net);
    model_maker m = buffer_with(pin, net);
    m.netlist.constants.push_back({"tied", true});
    m.cell("FILL").supply_pins = {"VDD"};
    m.instance("FILL", "f", {{"VDD", "power"}});
    if (is_supply) {
      CHECK(timed_model(m).pin("g/A") != none);
      CHECK(m.noted("a pin that no library names") == 1);
    } else {
      CHECK_THROWS_AS(m.flat(), gsta::input_error);
    }
  }
}

TEST_CASE("filler and decap cells without pins, and nets that nothing uses, change nothing",
          "[flat][small]") {
  model_maker m = buffer_with("A", "in");
  m.netlist.instances.front().connections.pop_back();
  auto const before = timed_model(m).data("out", none);
  m.cell("FILL");
  m.cell("DECAP").supply_pins = {"VDD", "VSS"};
  m.instance("FILL", "f", {});
  m.instance("DECAP", "d", {{"VDD", "power"}, {"VSS", "vss"}});
  m.instance("TIE1", "unused", {});
  m.instance("TIE0", "dangling", {{"Z", "nothing"}});
  m.netlist.wires = {"alone", "nothing"};
  timed_model const t(m);
  CHECK(t.data("out", none) == before);
  CHECK(before[0] == 10);
}
