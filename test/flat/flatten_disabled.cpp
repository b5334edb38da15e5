// What set_disable_timing takes away, in each of its forms.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
using disabled_scope = gsta::model::disabled_timing::scope;

namespace {

/// a and b into g, whose output r captures and o shows.
model_maker two_inputs() {
  model_maker m;
  for (char const* name : {"clk", "a", "b"}) m.input(name);
  m.output("o");
  m.instance("AND2", "g", {{"A", "a"}, {"B", "b"}, {"Z", "o"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "o"}, {"Q", "q"}});
  m.instance("BUF", "u", {{"A", "q"}, {"Z", "v"}});
  m.clock("c", "clk", true);
  m.arrival("a", "", {1, 1, 1, 1});
  m.arrival("b", "", {2, 2, 2, 2});
  m.slew("b", same_value(50.0f));
  return m;
}

timed_model timed_without(disabled_scope of, std::string const& name, std::string const& from = {},
                          std::string const& to = {}) {
  auto m = two_inputs();
  m.constraints.disabled.push_back({of, name, from, to, {}});
  return timed_model(m);
}

/// How many checks of a pin the design has, whatever arrives there.
std::size_t checks_of(timed_model const& t, char const* pin) {
  std::size_t count = 0;
  for (id const data : t.flat.check_data) count += t.flat.pin_name[static_cast<std::size_t>(data)] == pin;
  return count;
}

std::string arcs_of(timed_model const& t) {
  return t.senses("g/A", "g/Z") + "," + t.senses("g/B", "g/Z") + "," +
         (t.senses("r/CK", "r/Q").empty() ? "" : "q") + "," + std::to_string(checks_of(t, "r/D"));
}

float late_at(timed_model const& t, char const* pin) { return t.arrival(pin, none, data_kind)[2]; }

}  // namespace

TEST_CASE("disabled instances and cells keep their checks, unless a pin is named", "[flat][small]") {
  auto m = two_inputs();
  CHECK(arcs_of(timed_model(m)) == "+,+,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "g")) == ",,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "g", "B")) == "+,,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "g", "", "Z")) == ",,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "g", "A", "Z")) == ",+,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::library_cell, "AND2", "A")) == ",+,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "r")) == "+,+,,2");
  CHECK(arcs_of(timed_without(disabled_scope::library_cell, "DFF")) == "+,+,,2");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "r", "CK")) == "+,+,,0");
  CHECK(arcs_of(timed_without(disabled_scope::instance, "r", "CK", "D")) == "+,+,q,0");
  CHECK(arcs_of(timed_without(disabled_scope::library_cell, "BUF")) == "+,+,q,2");
}

TEST_CASE("nothing leaves a disabled pin, and loads stay", "[flat][small]") {
  CHECK(arcs_of(timed_without(disabled_scope::pin, "g/A")) == ",+,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::library_pin, "AND2/B")) == "+,,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::pin, "r/CK")) == "+,+,,0");
  auto const at_data = timed_without(disabled_scope::pin, "r/D");  // where nothing leaves anyway
  CHECK(checks_of(at_data, "r/D") == 2);
  CHECK(gsta::math::is_defined(late_at(at_data, "r/D")));
  auto const input = timed_without(disabled_scope::pin, "g/B");
  CHECK(late_at(input, "g/B") == 2);
  CHECK(late_at(input, "g/Z") == 1 + 8 + 1);
  CHECK(input.load("b")[0] == 1);
}

TEST_CASE("behind a disabled driver there are slews and no arrivals", "[flat][small]") {
  auto m = two_inputs();
  timed_model const all(m);
  auto const output = timed_without(disabled_scope::pin, "g/Z");
  CHECK(arcs_of(output) == "(+),(+),q,2");
  CHECK(!gsta::math::is_defined(late_at(output, "r/D")));
  CHECK(output.slew("r/D") == all.slew("r/D"));
  auto const port = timed_without(disabled_scope::pin, "b");
  CHECK(arcs_of(port) == "+,+,q,2");
  CHECK(!gsta::math::is_defined(late_at(port, "g/B")));
  CHECK(port.slew("g/B") == all.slew("g/B"));
  CHECK(late_at(port, "g/Z") == 1 + 8 + 1);
}

TEST_CASE("a disabled arc opens its loop, which is then not cut", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("AND2", "g", {{"A", "in"}, {"B", "back"}, {"Z", "out"}});
  m.instance("BUF", "b", {{"A", "out"}, {"Z", "back"}});
  m.constraints.disabled.push_back({disabled_scope::instance, "b", "", "", {}});
  timed_model const t(m);
  CHECK(t.flat.loop_count == 0);
  CHECK(t.senses("g/B", "g/Z") == "+");
  m.constraints.disabled[0].name = "no_such_module";
  CHECK(timed_model(m).flat.loop_count == 1);
  CHECK(m.notes.not_applied().count == 1);
}

TEST_CASE("a wire that is taken away leaves no check at its end, and its load", "[flat][small]") {
  auto const to_data = timed_without(disabled_scope::wire, "r/D");
  CHECK(arcs_of(to_data) == "+,+,q,0");
  CHECK(to_data.load("g/Z") == timed_without(disabled_scope::pin, "r/D").load("g/Z"));
  CHECK(arcs_of(timed_without(disabled_scope::wire, "g/A")) == ",+,q,2");
  CHECK(arcs_of(timed_without(disabled_scope::wire, "r/CK")) == "+,+,,0");
  auto m = two_inputs();
  m.required("o", "c", same_value(-5.0f));
  CHECK(timed_model(m).flat.requirements.size() == 1);
  m.constraints.disabled.push_back({disabled_scope::wire, "o", {}, {}, {}});
  timed_model const cut(m);
  CHECK(cut.flat.requirements.empty());
  CHECK(checks_of(cut, "r/D") == 2);  // the other end of the net
}

TEST_CASE("a net's capacitance may hold those of its pins, and is not below 0", "[flat][small]") {
  auto const load_of = [](float given, bool subtracts) {
    auto m = two_inputs();
    m.constraints.loads.push_back({"o", same_value(3.0f), {}});
    m.constraints.loads.push_back({"o", same_value(given), {}, true, subtracts});
    timed_model const t(m);
    return t.load("g/Z")[0];
  };
  float const alone = load_of(0, false);  // 1 fF of r/D, 3 of the port
  CHECK(alone == 4);
  CHECK(load_of(10, false) == alone + 10);
  CHECK(load_of(10, true) == 10);
  CHECK(load_of(2, true) == alone);
}
