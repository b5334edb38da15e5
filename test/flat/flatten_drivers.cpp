// What drives a net and what it sees: several drivers, loads from constraints, inout pins, driving cells.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Two buffers of 3 fF at their outputs drive one net with one sink of 1 fF.
model_maker two_drivers() {
  model_maker m;
  for (auto& split : m.known("BUF").pins[1].capacitance) split[0] = split[1] = 3;
  for (char const* name : {"a", "b"}) m.input(name);
  m.output("z");
  m.instance("BUF", "b1", {{"A", "a"}, {"Z", "n"}});
  m.instance("BUF", "b2", {{"A", "b"}, {"Z", "n"}});
  m.instance("INV", "i", {{"A", "n"}, {"Z", "z"}});
  m.arrival("a", "", same_value(0.0f));
  m.arrival("b", "", same_value(100.0f));
  return m;
}

/// A cell outside whose delay grows by slew times load / 128: 10 + 2 load (rise), 20 + load (fall).
void add_outside_cell(model_maker& m, bool inverts) {
  model::cell& cell = m.gate("OUTSIDE", {"A"}, inverts ? "!A" : "A", 0, 0);
  auto& group = cell.pins.back().timing[0];
  group.delay[0] = plane(10, 0.5f, 2);
  group.delay[1] = plane(20, 0.25f, 1);
  for (auto& delay : group.delay) delay.values[3] += 128;
}

/// `in` behind that cell, with 3 fF of its own, drives one pin of 1 fF; the cell's input slews are 64 and 32.
model_maker driven_port(bool inverts) {
  model_maker m;
  add_outside_cell(m, inverts);
  m.input("in");
  m.output("z");
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "z"}});
  m.arrival("in", "", same_value(100.0f));
  m.constraints.loads.push_back({"in", same_value(3.0f), {}, false});
  auto& by = m.constraints.driving_cells.emplace_back();
  by.port = "in";
  by.cell = "OUTSIDE";
  by.input_slew = {64, 32, 64, 32};
  return m;
}

/// An inout port on an inout pin of 4 fF; `a` goes out through it (15, 16), what comes in reaches `z` (25,
/// 26).
model_maker pad() {
  model_maker m;
  using model::direction;
  model::cell& cell = m.cell("PAD");
  add_delay(add_pin(cell, "IO", direction::inout, 4), "I", 15, 16, model::timing_sense::positive_unate);
  add_pin(cell, "I", direction::input, 1);
  add_delay(add_pin(cell, "Y", direction::output), "IO", 25, 26, model::timing_sense::positive_unate);
  m.port("io", direction::inout);
  m.input("a");
  m.output("z");
  m.instance("PAD", "p", {{"IO", "io"}, {"I", "a"}, {"Y", "z"}});
  m.constraints.loads.push_back({"io", same_value(5.0f), {}, false});
  m.arrival("a", "", same_value(0.0f));
  m.arrival("io", "", same_value(100.0f));
  m.required("io", "", {0, 0, 50, 50});
  return m;
}

}  // namespace

TEST_CASE("each of several drivers sees the others and the sinks once", "[flat][small]") {
  model_maker m = two_drivers();
  timed_model const t(m);
  CHECK(m.noted("several drivers") == 1);
  CHECK(t.load("b1/Z") == same_value(7.0f));
  CHECK(t.load("b2/Z") == same_value(7.0f));
  CHECK(t.arrival("i/A", none, data_kind) == per_condition<float>{17, 27, 117, 127});  // the worst of both
}

TEST_CASE("of several drivers it is said which are on at once", "[flat][small]") {
  model_maker m = two_drivers();
  m.netlist.instances[0].name_at = {12, 3, 0};
  m.flat();
  CHECK(m.noted("several drivers that are always on: by effective capacitances they charge it together") ==
        1);
  auto const said = [&] {
    for (auto const& note : m.notes.entries()) {
      if (note.kind.find("always on") != note.kind.npos) return note.first;
    }
    return std::string();
  };
  CHECK(said() == "top.v:12:3: net n, driven by b1/Z, b2/Z");
  for (int i = 3; i < 12; ++i) m.instance("BUF", "b" + std::to_string(i), {{"A", "a"}, {"Z", "n"}});
  m.flat();
  CHECK(said() == "top.v:12:3: net n, driven by b1/Z, b2/Z, b3/Z, b4/Z, b5/Z, b6/Z, b7/Z, b8/Z, others");
  m.known("BUF").pins[1].three_state = "!A";  // one is on at a time
  m.flat();
  CHECK(m.noted("always on") == 0);
  CHECK(m.noted("a net has several drivers: the worst counts") == 1);
}

TEST_CASE("drivers that are always on stand in groups, net by net", "[flat][small]") {
  model_maker m = two_drivers();
  for (auto const& [name, net] :
       {std::pair{"c1", "k"}, {"c2", "k"}, {"c3", "k"}, {"d", "unread"}, {"e", "unread"}})
    m.instance("BUF", name, {{"A", "a"}, {"Z", net}});
  m.instance("INV", "o", {{"A", "k"}});
  auto const design = m.flat();
  auto const names = [&] {
    std::vector<std::string> of;
    for (id const pin : design.parallel_driver)
      of.emplace_back(design.pin_name[static_cast<std::size_t>(pin)]);
    return of;
  };
  // A net without sinks charges nothing that anyone sees.
  REQUIRE(design.parallel_begin.size() == 3);
  auto of = names();
  std::size_t const first = static_cast<std::size_t>(design.parallel_begin[1]);
  CHECK((first == 2 || first == 3));
  std::rotate(of.begin(), of.begin() + (first == 2 ? 0 : 3), of.end());
  std::sort(of.begin(), of.begin() + 2);
  std::sort(of.begin() + 2, of.end());
  CHECK(of == std::vector<std::string>{"b1/Z", "b2/Z", "c1/Z", "c2/Z", "c3/Z"});
  m.known("BUF").pins[1].three_state = "!A";
  CHECK(m.flat().parallel_driver.empty());
}

TEST_CASE("each of several drivers has a wire of its own, with the others at their nodes", "[flat][small]") {
  model_maker m = two_drivers();
  // b1/Z - 1 kOhm - i/A - 2 kOhm - b2/Z, 1 fF at each node
  auto& wire = m.wire("n", {"b1:Z", "i:A", "b2:Z"}, 1, 1);
  wire.resistors.back().value = 2;
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(10.0f));
  CHECK(t.load("b2/Z") == same_value(10.0f));
  // From b1: 10 + 10 and 1 * (2 + 4); from b2: 100 + 10 + 10 and 2 * (2 + 4).
  CHECK(t.arrival("i/A", none, data_kind)[0] == 26);
  CHECK(t.arrival("i/A", none, data_kind)[2] == 132);
  CHECK(m.noted("several drivers one has") == 0);

  m.known("BUF").pins[1].capacitance[1][0] = 5;  // late, rise
  timed_model const differ(m);
  CHECK(differ.load("b1/Z") == per_condition<float>{10, 10, 14, 10});
  CHECK(differ.arrival("i/A", none, data_kind)[2] == 100 + 10 + 14 + 2 * 3);
  CHECK(m.noted("of several drivers one has capacitances that differ") == 2);

  wire.resistors.pop_back();  // what the tree does not reach counts nowhere
  m.known("BUF").pins[1].capacitance[1][0] = 3;
  CHECK(timed_model(m).load("b1/Z") == same_value(6.0f));
  CHECK(timed_model(m).load("b2/Z") == same_value(4.0f));
}

TEST_CASE("a load on a net stands for its wire", "[flat][small]") {
  model_maker m = two_drivers();
  m.wire("n", {"b1:Z", "i:A", "b2:Z"}, 1, 1);
  m.constraints.loads.push_back({"n", same_value(5.0f), {}, true});
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(12.0f));
  CHECK(t.arrival("i/A", none, data_kind)[2] == 122);
  CHECK(m.noted("its wire in the parasitics is left out") == 2);
}

TEST_CASE("a load on a net counts once however many drive it", "[flat][small]") {
  model_maker m = two_drivers();
  m.constraints.loads.push_back({"n", same_value(5.0f), {}, true});
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(12.0f));
  CHECK(t.load("b2/Z") == same_value(12.0f));
}

TEST_CASE("loads on ports and nets add to what drives them", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("z");
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "z"}});
  m.constraints.loads.push_back({"z", {1, 2, 3, 4}, {}, false});
  m.constraints.loads.push_back({"in", same_value(6.0f), {}, false});
  timed_model const ports(m);
  CHECK(ports.load("b/Z") == per_condition<float>{1, 2, 3, 4});
  CHECK(ports.load("in") == same_value(7.0f));
  m.constraints.loads.push_back({"z", same_value(10.0f), {}, true});
  CHECK(timed_model(m).load("b/Z") == per_condition<float>{11, 12, 13, 14});
  m.constraints.loads.back().pin = "nowhere";
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
}

TEST_CASE("an inout port drives its net and is driven by it, but not by itself", "[flat][small]") {
  model_maker m;
  m.port("io", model::direction::inout);
  m.input("a");
  m.output("z");
  m.instance("BUF", "b1", {{"A", "a"}, {"Z", "io"}});
  m.instance("BUF", "b2", {{"A", "io"}, {"Z", "z"}});
  m.constraints.loads.push_back({"io", same_value(5.0f), {}, false});
  m.arrival("io", "", same_value(100.0f));
  timed_model const t(m);
  CHECK(t.sinks("b1/Z") == "io b2/A");
  CHECK(t.sinks("io", 1) == "b2/A");
  CHECK(t.sinks("io", 0) == "none");
  CHECK(t.load("b1/Z") == same_value(6.0f));
  CHECK(t.load("io", 1) == same_value(6.0f));
  CHECK(t.arrival("b2/A", none, data_kind) == same_value(100.0f));
  CHECK(t.arrival("io", none, data_kind, 0) == gsta::undefined_arrival());
  CHECK(t.is_endpoint("io"));
}

TEST_CASE("a pad works both ways", "[flat][small]") {
  model_maker m = pad();
  timed_model const t(m);
  CHECK(t.sinks("io", 1) == "p/IO");
  CHECK(t.sinks("p/IO", 1) == "io");
  CHECK(t.load("io", 1) == same_value(9.0f));
  CHECK(t.load("p/IO", 1) == same_value(9.0f));
  CHECK(t.arrival("z", none, data_kind) == per_condition<float>{125, 126, 125, 126});  // what comes in alone
  CHECK(t.arrival("io", none, data_kind, 0) == per_condition<float>{24, 25, 24, 25});  // what goes out alone
  CHECK(same(t.check_slack("io", true), 26, 25));
  CHECK(m.noted("inout") == 0);
}

TEST_CASE("under the contest's rules an inout port is an output", "[flat][small]") {
  model_maker m;
  m.port("io", model::direction::inout);
  m.input("a");
  m.instance("BUF", "b1", {{"A", "a"}, {"Z", "io"}});
  m.constraints.rules = model::timing_rules::contest;
  timed_model const t(m);
  CHECK(m.noted("inout") == 1);
  CHECK(t.pin("io", 1) == none);
}

TEST_CASE("a driving cell adds its delay above no load and its slew", "[flat][small]") {
  model_maker m = driven_port(false);
  m.slew("in", same_value(50.0f));  // what the port would have without the cell
  timed_model const t(m);
  CHECK(t.sinks("in", 0) == "none");
  CHECK(t.sinks("in", 1) == "b/A");
  CHECK(t.load("in", 1) == same_value(4.0f));
  CHECK(t.load("in", 0) == same_value(0.0f));
  // rise 2 * 4 + 64 * 4 / 128, fall 4 + 32 * 4 / 128
  CHECK(t.arrival("b/A", none, data_kind) == per_condition<float>{110, 105, 110, 105});
  CHECK(t.slew("b/A") == per_condition<float>{6, 8, 6, 8});
  CHECK(t.slew("in") == per_condition<float>{64, 32, 64, 32});
}

TEST_CASE("an inverting driving cell takes the slew of the edge at its own input", "[flat][small]") {
  model_maker m = driven_port(true);
  timed_model const t(m);
  // rise from the input's fall: 2 * 4 + 32 * 4 / 128; fall 4 + 64 * 4 / 128; the port's edges are the
  // output's
  CHECK(t.arrival("b/A", none, data_kind) == per_condition<float>{109, 106, 109, 106});
}

TEST_CASE("a driving cell drives by the output that is named", "[flat][small]") {
  model_maker m = driven_port(false);
  std::string const first = m.known("OUTSIDE").pins.back().name;
  add_delay(add_pin(m.known("OUTSIDE"), "Y", model::direction::output), "A", 500, 600,
            model::timing_sense::positive_unate);
  auto const arrival = [&](std::string const& pin) {
    m.constraints.driving_cells[0].pin = pin;
    return timed_model(m).arrival("b/A", none, data_kind);
  };
  CHECK(arrival(first) == per_condition<float>{110, 105, 110, 105});
  CHECK(arrival("Y") == same_value(104.0f));  // one ps for each of 4 fF
}

TEST_CASE("a driving cell of both senses takes each sense's input slew", "[flat][small]") {
  model_maker m = driven_port(false);
  m.known("OUTSIDE").pins.back().function = "";
  timed_model const t(m);
  // rise: from rise with slew 64 as above, from fall with slew 32; early the least, late the most
  CHECK(t.arrival("b/A", none, data_kind) == per_condition<float>{109, 105, 110, 106});
}

TEST_CASE("a net's derate holds for both senses of its driving cell", "[flat][small]") {
  model_maker m = driven_port(false);
  m.known("OUTSIDE").pins.back().function = "";
  auto& derate = m.derate(2, true, true);
  derate.of = model::timing_derate::scope::net;
  derate.name = "in";
  CHECK(timed_model(m).arrival("b/A", none, data_kind) == per_condition<float>{118, 110, 120, 112});
  derate.name = "z";
  CHECK(timed_model(m).arrival("b/A", none, data_kind) == per_condition<float>{109, 105, 110, 106});
}

TEST_CASE("a driving cell that is not there, or not clear, is refused", "[flat][small]") {
  auto const with = [](auto const& change) {
    model_maker m = driven_port(false);
    change(m);
    return m;
  };
  CHECK_THROWS_AS(with([](auto& m) { m.constraints.driving_cells[0].cell = "NONE"; }).flat(),
                  gsta::input_error);
  CHECK_THROWS_AS(with([](auto& m) { m.constraints.driving_cells[0].pin = "Y"; }).flat(), gsta::input_error);
  CHECK_THROWS_AS(with([](auto& m) { m.constraints.driving_cells[0].from_pin = "B"; }).flat(),
                  gsta::input_error);
  CHECK_THROWS_AS(with([](auto& m) { add_pin(m.known("OUTSIDE"), "Y", model::direction::output); }).flat(),
                  gsta::input_error);
  model_maker dead = with([](auto& m) { m.known("OUTSIDE").pins.back().timing.clear(); });
  timed_model const t(dead);
  CHECK(dead.noted("no arc to its pin") == 1);
  CHECK(t.sinks("in") == "b/A");
  CHECK(t.arrival("b/A", none, data_kind) == same_value(100.0f));
  model_maker partly = with([](auto& m) { m.constraints.driving_cells[0].active = 0b0011; });
  partly.flat();
  CHECK(partly.noted("for some conditions only") == 1);
}

TEST_CASE("an inout port may have a driving cell too", "[flat][small]") {
  model_maker m = driven_port(false);
  m.netlist.ports[0].direction = model::direction::inout;
  timed_model const t(m);
  CHECK(t.sinks("in", 2) == "b/A");
  CHECK(t.load("in", 2) == same_value(4.0f));
  CHECK(t.arrival("b/A", none, data_kind) == per_condition<float>{110, 105, 110, 105});
}
